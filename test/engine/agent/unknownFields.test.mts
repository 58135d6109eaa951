// What an AI agent sees of a service that sends what nobody knows, in any shape: the known fields, and no contact data.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../../kit/core/engine.mts';
import { asTool, everythingOf, reading } from './reads.mts';
import { fine, startOddService } from '../support/oddService.mts';
import type { Canned, Seen } from '../support/recorder.mts';

type Fields = Record<string, unknown>;

/** A record with what nobody should see, in every shape that a service may invent. */
const SECRETS = [
	'0490 555 111',
	'1980-02-03',
	'hidden.person@example.net',
	'1 Private Lane',
	'-27.4698',
	'203.0.113.27',
	'Next Ofkin',
];
const nested = {
	mobile: SECRETS[0],
	Mobile: SECRETS[0],
	dateOfBirth: SECRETS[1],
	contact: { email: SECRETS[2], deeper: [{ address: SECRETS[3] }] },
	position_: { latitude: SECRETS[4] },
	lastLoginFrom: SECRETS[5],
	emergency: [{ name: SECRETS[6], number: SECRETS[0] }, SECRETS[6]],
	photos: ['https://files.example.net/x.png'],
};
const hostile = {
	...nested,
	id: 7,
	timesheetId: 7,
	incidentReportId: 7,
	shiftId: 7,
	staffId: '12',
	staffName: 'Aroha Ngata',
	name: 'Aroha Ngata',
	siteName: { name: 'Tower', ...nested },
	customerName: ['Southern Cross', { ...nested }],
	notes: [{ note: `Ring ${SECRETS[0]}`, ...nested }, `mail ${SECRETS[2]}`],
	scheduleNotes: { text: JSON.stringify({ note: 'Gate 4', ...nested }) },
	statusText: `x; ${JSON.stringify(nested)}; ${JSON.stringify(JSON.stringify(nested))}`,
	failureReason: `No user ${SECRETS[2]}`,
	licenses: [{ licenseNumber: '412345678', ...nested }],
	welfareCheckResponses: [{ welfareCheckId: 4, hasResponse: false, ...nested, followUps: [{ note: 'x', ...nested }] }],
	employeeSecurityLicenseInfo: { currentStatus: 'Current', ...nested },
	allowances: [{ name: 'Meal', amount: 12.5, ...nested }],
	allowance: { ...nested },
	payRate: { hourlyRate: 33.5, ...nested },
	answer: { ...nested },
	'payRate.mobile': SECRETS[0],
	'siteName.dateOfBirth': SECRETS[1],
	'hidden.person@example.net': 'x',
	incidentReportDetail: [
		{
			incidentReportDetailId: 1,
			incidentReportQuestion: { question: 'Who?', ...nested },
			incidentReportDetailAnswers: [{ answer: `Call ${SECRETS[0]}`, ...nested }, { ...nested }],
			...nested,
		},
	],
};

describe('Of a service that sends what nobody knows', () => {
	let service: Awaited<ReturnType<typeof startOddService>>;
	let answered: (seen: Seen) => Canned;
	beforeAll(async () => {
		service = await startOddService((seen) => answered(seen));
	});
	afterAll(async () => await service.close());

	const listed = (record: Fields, path: string): Canned =>
		path.endsWith('/liveops')
			? { body: { isSuccess: true, status: 0, data: [record] } }
			: { body: { ...fine, data: /(reportdata|search|rates|timesheets\/\d+)$/.test(path) ? record : [record] } };

	const rows = reading.filter(([id]) => !id.startsWith('apiKey'));

	test.each(rows)('%s tells the known fields alone', async (id, { parameters }) => {
		answered = ({ path }) => listed(hostile, path);
		for (const more of everythingOf(id)) {
			const { json, error } = await runNode(service.store, { ...parameters, ...more }, asTool);
			const answer = `${JSON.stringify(json)} ${String(error?.message)} ${String(error?.description)}`;
			expect(SECRETS.filter((secret) => answer.includes(secret))).toEqual([]);
			expect(answer).not.toMatch(/https?:\/\/files|0490|@example/);
		}
	});

	test('numbers, dates and ids in known fields stay as they are', async () => {
		const plain = {
			timesheetId: 500123456,
			employeeId: '0412345678',
			payBreakTime: 30,
			payStartTime: '2026-11-23T08:00:00Z',
			siteName: 'Gate 20261123',
		};
		answered = ({ path }) => listed(plain, path);
		const { json } = await runNode(
			service.store,
			{ resource: 'timesheet', operation: 'get', timesheetId: '7' },
			asTool,
		);
		expect(json[0]).toMatchObject({ ...plain, payStartTime: '2026-11-23T08:00:00+00:00' });
	});

	test('a record that has notes of its own keeps them', async () => {
		answered = ({ path }) => listed({ timesheetId: 7, notes: [{ note: 'Gate 4' }] }, path);
		const parameters = {
			resource: 'timesheet',
			operation: 'get',
			timesheetId: '7',
			output: 'selectedFields',
			fields: ['notes'],
		};
		const { json } = await runNode(service.store, parameters, asTool);
		expect(json[0]).toMatchObject({ notes: [{ note: 'Gate 4' }], toolNotes: [expect.anything(), expect.anything()] });
	});

	test('an error that repeats an address or a number tells neither', async () => {
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			answered = () => ({
				status: 400,
				body: {
					status: { code: 400, errorMessage: 'hidden.person@example.net or 0490 555 111\nis refused' },
					data: null,
					errors: [],
				},
			});
			const node = { ...asTool.node, onError };
			const { json, error } = await runNode(service.store, { resource: 'staff', operation: 'getAll' }, { node });
			const told = error ?? (json[0]?.['error'] as { message: string; description: string });
			expect(told.message).toMatch(/\[e-mail hidden\] or \[telephone hidden\] is refused/);
			expect(`${told.message}${String(told.description)}`).not.toMatch(/@|0490|\n/);
		}
	});

	test.each<[string, IDataObject]>([
		['an id that is none', { resource: 'timesheet', operation: 'get', timesheetId: 'Tower' }],
		['an object for an id', { resource: 'timesheet', operation: 'get', timesheetId: '={{ {a: 1} }}' }],
		['an empty id', { resource: 'timesheet', operation: 'get', timesheetId: '={{ "" }}' }],
		['an unknown period', { resource: 'timesheet', operation: 'getAll', period: 'someTime' }],
		['an odd limit', { resource: 'timesheet', operation: 'getAll', limit: '={{ "many" }}' }],
		['an odd switch', { resource: 'timesheet', operation: 'getAll', returnAll: '={{ "perhaps" }}' }],
		[
			'no dates',
			{ resource: 'timesheet', operation: 'getAll', period: 'custom', startDate: '={{ "" }}', endDate: '={{ "" }}' },
		],
		['an odd address', { resource: 'staff', operation: 'getByEmail', email: 'someone at example' }],
		['nothing to change', { resource: 'staff', operation: 'update', employeeId: '7', allowWrites: true }],
		['an odd path', { resource: 'customRequest', operation: 'send', path: 'http://x', contactDetails: true }],
	])('%s is told in one line, which says what to change in the call', async (_, parameters) => {
		const { error } = await runNode(service.store, parameters, asTool);
		expect(error?.message).toMatch(/^[^\n]{10,500}$/);
		expect(error?.message).toContain(error?.description ?? '');
		expect(error?.message).not.toMatch(/expression|\{\{|credential|\n/);
	});

	test('a long list is cut by what is shown of it', async () => {
		const many = Array.from({ length: 200 }, (_, index) => ({
			timesheetId: index + 1,
			staffName: 'A B',
			photo: 'x'.repeat(500),
		}));
		answered = () => ({ body: { ...fine, data: many } });
		const { json } = await runNode(
			service.store,
			{
				resource: 'timesheet',
				operation: 'getAll',
				period: 'lastWeek',
				limit: 200,
				options: { outputFields: 'timesheetId,photo' },
			},
			asTool,
		);
		expect(json[0]).toMatchObject({ shown: 200 });
	});
});
