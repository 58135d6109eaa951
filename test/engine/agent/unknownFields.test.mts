// What an AI agent sees of a service that sends what nobody knows, in any shape: the known fields, and no contact data.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../../kit/core/engine.mts';
import { asTool, everythingOf, reading } from './reads.mts';
import { fine, startOddService } from '../support/oddService.mts';
import type { Canned, Seen } from '../support/recorder.mts';

const get = { resource: 'timesheet', operation: 'get' };
const getAll = { resource: 'timesheet', operation: 'getAll' };

/** A record with what nobody should see, in every shape that a service may invent. */
const [PHONE, BORN, EMAIL] = ['0490 555 111', '1980-02-03', 'hidden.person@example.net'];
const [STREET, LATITUDE, HOST, KIN] = ['1 Private Lane', '-27.4698', '203.0.113.27', 'Next Ofkin'];
const SECRETS = [PHONE, BORN, EMAIL, STREET, LATITUDE, HOST, KIN];
const nested = {
	mobile: PHONE,
	Mobile: PHONE,
	dateOfBirth: BORN,
	contact: { email: EMAIL, deeper: [{ address: STREET }] },
	position_: { latitude: LATITUDE },
	lastLoginFrom: HOST,
	emergency: [{ name: KIN, number: PHONE }, KIN],
	photos: ['https://files.example.net/x.png'],
};
const hostile = {
	...nested,
	...{ id: 7, timesheetId: 7, incidentReportId: 7, shiftId: 7, staffId: '12' },
	...{ staffName: 'Aroha Ngata', name: 'Aroha Ngata' },
	siteName: { name: 'Tower', ...nested },
	customerName: ['Southern Cross', { ...nested }],
	notes: [{ note: `Ring ${PHONE}`, ...nested }, `mail ${EMAIL}`],
	scheduleNotes: { text: JSON.stringify({ note: 'Gate 4', ...nested }) },
	statusText: `x; ${JSON.stringify(nested)}; ${JSON.stringify(JSON.stringify(nested))}`,
	failureReason: `No user ${EMAIL}`,
	licenses: [{ licenseNumber: '412345678', ...nested }],
	welfareCheckResponses: [{ welfareCheckId: 4, hasResponse: false, ...nested, followUps: [{ note: 'x', ...nested }] }],
	employeeSecurityLicenseInfo: { currentStatus: 'Current', ...nested },
	allowances: [{ name: 'Meal', amount: 12.5, ...nested }],
	allowance: { ...nested },
	payRate: { hourlyRate: 33.5, ...nested },
	answer: { ...nested },
	'payRate.mobile': PHONE,
	'siteName.dateOfBirth': BORN,
	[EMAIL]: 'x',
	incidentReportDetail: [
		{
			incidentReportDetailId: 1,
			incidentReportQuestion: { question: 'Who?', ...nested },
			incidentReportDetailAnswers: [{ answer: `Call ${PHONE}`, ...nested }, { ...nested }],
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

	const listed = (record: object, path: string): Canned =>
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
		const { json } = await runNode(service.store, { ...get, timesheetId: '7' }, asTool);
		expect(json[0]).toMatchObject({ ...plain, payStartTime: '2026-11-23T08:00:00+00:00' });
	});

	test('an error that repeats an address or a number tells neither', async () => {
		const status = { code: 400, errorMessage: `${EMAIL} or ${PHONE}\nis refused` };
		answered = () => ({ status: 400, body: { status, data: null, errors: [] } });
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const node = { ...asTool.node, onError };
			const { json, error } = await runNode(service.store, { resource: 'staff', operation: 'getAll' }, { node });
			const told = error ?? (json[0]?.['error'] as { message: string; description: string });
			expect(told.message).toMatch(/\[e-mail hidden\] or \[telephone hidden\] is refused/);
			expect(`${told.message}${String(told.description)}`).not.toMatch(/@|0490|\n/);
		}
	});

	test.each<[string, IDataObject]>([
		['an id that is none', { ...get, timesheetId: 'Tower' }],
		['an object for an id', { ...get, timesheetId: '={{ {a: 1} }}' }],
		['an empty id', { ...get, timesheetId: '={{ "" }}' }],
		['an unknown period', { ...getAll, period: 'someTime' }],
		['an odd limit', { ...getAll, limit: '={{ "many" }}' }],
		['an odd switch', { ...getAll, returnAll: '={{ "perhaps" }}' }],
		['no dates', { ...getAll, period: 'custom', startDate: '={{ "" }}', endDate: '={{ "" }}' }],
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
		const one = { staffName: 'A B', photo: 'x'.repeat(500) };
		const many = Array.from({ length: 200 }, (_, index) => ({ timesheetId: index + 1, ...one }));
		answered = () => ({ body: { ...fine, data: many } });
		const form = { ...getAll, period: 'lastWeek', limit: 200, options: { outputFields: 'timesheetId,photo' } };
		const { json } = await runNode(service.store, form, asTool);
		expect(json[0]).toMatchObject({ shown: 200 });
	});
});
