// What an AI agent sees of people: no contact data and no field that nobody knows, unless a person lets it; and pseudonyms.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../../kit/core/engine.mts';
import { useBench } from './bench.mts';
import { everyOperation } from './everyOperation.mts';
import { fine, startOddService } from './oddService.mts';
import type { Canned, Seen } from './recorder.mts';

const bench = useBench({ total: 'right' });

const asTool = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' } };

type Fields = Record<string, unknown>;

/** Whatever the sandbox knows of its people that is nobody's business. */
let contacts: string[] = [];
let names: string[] = [];

beforeAll(async () => {
	const path = '/api/external/staffs';
	const custom = { resource: 'customRequest', operation: 'send', path, returnAll: true };
	const people = await bench.ok('developer', custom);
	names = people.map(({ firstName, lastName }) => `${String(firstName)} ${String(lastName)}`);
	const customers = await bench.ok('developer', { ...custom, path: '/api/external/customers' });
	const sites = await bench.ok('developer', { ...custom, path: '/api/external/sites' });
	contacts = [
		...people.flatMap(({ email, mobile }) => [email, mobile]),
		...customers.flatMap(({ contactName, contactEmail, contactPhone }) => [contactName, contactEmail, contactPhone]),
		...sites.flatMap(({ latitude, longitude }) => [latitude, longitude]),
	]
		.filter(Boolean)
		.map(String);
	expect(contacts.length).toBeGreaterThan(100);
});

const reading = everyOperation
	.filter(({ id }) => /\.(get|check)/.test(id) && !id.startsWith('webhook'))
	.map((row): [string, typeof row] => [row.id, row]);

const first: Record<string, string> = { 'timesheet.get': 'timesheet', 'timesheet.getRates': 'timesheet' };

/** A read of the least, about a record that is there. */
async function known(id: string, parameters: IDataObject): Promise<IDataObject> {
	if (id === 'staff.getByEmail') return { ...parameters, email: contacts.find((text) => text.includes('@')) };
	if (id === 'incidentReport.get') {
		const [report] = await bench.ok('incidentreport', { resource: 'incidentReport', operation: 'getAll', period: 'anyTime', limit: 1 });
		return { ...parameters, incidentReportId: String(report?.['incidentReportId']) };
	}
	if (first[id] === undefined) return parameters;
	const dates = { period: 'custom', startDate: '2020-01-01', endDate: '2035-01-01' };
	const [sheet] = await bench.ok('timesheet', { resource: 'timesheet', operation: 'getAll', ...dates, limit: 1 });
	return { ...parameters, timesheetId: String(sheet?.['timesheetId']) };
}

const everything: IDataObject[] = [
	{},
	{ options: { includeLicences: true, addTimings: true, addHours: true, includeRates: true, addText: true } },
	{ options: { flatten: true } },
	{ options: { outputFields: 'email,mobile,address,clockInCoordinates,ipAddress,emailAttempted,latitude,contactPhone' } },
	{ output: 'selectedFields', fields: ['email', 'mobile', 'address', 'inSignatureUrl', 'latitude', 'attachmentLink'] },
];

describe('By default', () => {
	test.each(reading)('%s tells no contact data, whatever is asked for', async (id, { key, parameters }) => {
		const asked = await known(id, parameters);
		for (const more of everything) {
			const answer = JSON.stringify(await bench.ok(key, { ...asked, ...more }, asTool));
			expect(contacts.filter((contact) => answer.includes(contact))).toEqual([]);
			expect(answer).not.toMatch(/https?:|@|dateOfBirth/);
		}
	});

	test.each(reading.filter(([id]) => !/^(customRequest|apiKey|loginAudit|formTemplate|webhook)/.test(id)))(
		'Raw is refused by %s, and says what a person may do',
		async (id, { key, parameters }) => {
			bench.recorder.clear();
			const { error } = await bench.run(key, { ...parameters, output: 'raw' }, asTool);
			const isWhole = ['timesheet.getRates', 'customer.getAll'].includes(id);
			expect(error?.message ?? '').toMatch(isWhole ? /^/ : /ask a person to switch on “Contact Details”/);
			if (!isWhole) expect(bench.recorder.seen).toEqual([]);
		},
	);

	test.each<[string, unknown]>([
		['an expression', '={{ true }}'],
		['what a model says', "={{ $fromAI('x', '', 'boolean', true) }}"],
		['a text', 'true'],
		['a number', 1],
	])('%s lets nobody see more', async (_, contactDetails) => {
		const parameters = { resource: 'staff', operation: 'getAll', contactDetails } as IDataObject;
		expect(JSON.stringify(await bench.ok('developer', parameters, asTool))).not.toMatch(/@|\+61/);
		const path = '/api/external/staffs';
		const custom = { resource: 'customRequest', operation: 'send', path, contactDetails } as IDataObject;
		expect((await bench.run('developer', custom, asTool)).error?.message).toMatch(/ask a person to switch on/);
	});

	test('says that something is left out, and whose words the texts are', async () => {
		const [list] = await bench.ok('developer', { resource: 'staff', operation: 'getAll' }, asTool);
		expect(String(list?.['notes'])).toMatch(/Contact details.*are left out\. Only a person can switch on “Contact Details”/);
		const [one] = await bench.ok('timesheet', await known('timesheet.get', { resource: 'timesheet', operation: 'get' }), asTool);
		expect(String(one?.['notes'])).toMatch(/Times are local ones.*other people’s words/);
	});

	test('staff previews name what would change, and tell neither the old nor the new value', async () => {
		const [person] = await bench.ok('developer', { resource: 'staff', operation: 'getAll', limit: 1, simplify: false });
		const row = { email: person?.['email'], firstName: 'Aroha', lastName: 'Othername', mobile: '+61 400 111 222' };
		const [answer] = await bench.ok(
			'developer',
			{ resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } },
			{ ...asTool, items: [{ json: row as IDataObject }] },
		);
		const preview = answer?.['wouldSend'] as IDataObject;
		expect(preview['changes']).toEqual(expect.arrayContaining(['lastName', 'mobile']));
		expect(JSON.stringify(answer)).not.toMatch(/@|400 111|\+61 4/);
		expect(preview).toMatchObject({ action: 'wouldUpdate', lastName: 'Othername', mobile: '[hidden]' });
	});

	test('a request that is held back tells its fields, and not what is in them', async () => {
		const body = { employees: [{ id: 3001, mobile: '+61 400 000 000', dateOfBirth: '1980-02-03', city: 'Cairns' }] };
		const [answer] = await bench.ok(
			'developer',
			{ resource: 'customRequest', operation: 'send', path: '/api/external/staffs', method: 'PATCH', body: JSON.stringify(body) },
			asTool,
		);
		expect(answer).toMatchObject({
			written: false,
			wouldSend: { method: 'PATCH', body: { employees: [{ id: 3001, mobile: '[hidden]', dateOfBirth: '[hidden]' }] } },
		});
		expect(JSON.stringify(answer)).not.toMatch(/400 000|1980/);
	});

	test('a step of a workflow is as ever', async () => {
		const parameters = { resource: 'staff', operation: 'getAll', people: 'pseudonyms', contactDetails: false };
		const [step] = await bench.ok('developer', parameters);
		expect([String(step?.['email']).includes('@'), names.includes(`${String(step?.['firstName'])} ${String(step?.['lastName'])}`)]).toEqual([true, true]);
	});
});

describe('With Contact Details', () => {
	const shown = { contactDetails: true };

	test('the model sees them, also all fields, and a custom request answers', async () => {
		for (const output of ['simplified', 'raw']) {
			const [list] = await bench.ok('developer', { resource: 'staff', operation: 'getAll', output, ...shown }, asTool);
			expect(JSON.stringify(list)).toMatch(/@southerncross-guarding/);
			expect(String(list?.['notes'])).not.toContain('left out');
		}
		const custom = { resource: 'customRequest', operation: 'send', path: '/api/external/staffs', ...shown };
		expect(JSON.stringify(await bench.ok('developer', custom, asTool))).toMatch(/@southerncross-guarding/);
	});
});

/** A record with what nobody should see, in every shape that a service may invent. */
const SECRETS = ['0490 555 111', '1980-02-03', 'hidden.person@example.net', '1 Private Lane', '-27.4698', '203.0.113.27', 'Next Ofkin'];
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

	const rows = reading.filter(([id]) => !/^(apiKey|customRequest)/.test(id));

	test.each(rows)('%s tells the known fields alone', async (_, { parameters }) => {
		answered = ({ path }) => listed(hostile, path);
		for (const more of everything) {
			for (const people of ['names', 'pseudonyms']) {
				const { json, error } = await runNode(service.store, { ...parameters, ...more, people }, asTool);
				const answer = `${JSON.stringify(json)} ${String(error?.message)} ${String(error?.description)}`;
				expect(SECRETS.filter((secret) => answer.includes(secret))).toEqual([]);
				expect(answer).not.toMatch(/https?:\/\/files|0490|@example/);
			}
		}
	});

	test('numbers, dates and ids in known fields stay as they are', async () => {
		const plain = { timesheetId: 500123456, employeeId: '0412345678', payBreakTime: 30, payStartTime: '2026-11-23T08:00:00Z', siteName: 'Gate 20261123' };
		answered = ({ path }) => listed(plain, path);
		const { json } = await runNode(service.store, { resource: 'timesheet', operation: 'get', timesheetId: '7' }, asTool);
		expect(json[0]).toMatchObject({ ...plain, payStartTime: '2026-11-23T08:00:00+00:00' });
	});

	test('a record that has notes of its own keeps them', async () => {
		answered = ({ path }) => listed({ timesheetId: 7, notes: [{ note: 'Gate 4' }] }, path);
		const parameters = { resource: 'timesheet', operation: 'get', timesheetId: '7', output: 'selectedFields', fields: ['notes'] };
		const { json } = await runNode(service.store, parameters, asTool);
		expect(json[0]).toMatchObject({ notes: [{ note: 'Gate 4' }], toolNotes: [expect.anything(), expect.anything()] });
	});

	test('an error that repeats an address or a number tells neither', async () => {
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			answered = () => ({
				status: 400,
				body: { status: { code: 400, errorMessage: 'hidden.person@example.net or 0490 555 111\nis refused' }, data: null, errors: [] },
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
		['no dates', { resource: 'timesheet', operation: 'getAll', period: 'custom', startDate: '={{ "" }}', endDate: '={{ "" }}' }],
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
		const many = Array.from({ length: 200 }, (_, index) => ({ timesheetId: index + 1, staffName: 'A B', photo: 'x'.repeat(500) }));
		answered = () => ({ body: { ...fine, data: many } });
		const { json } = await runNode(
			service.store,
			{ resource: 'timesheet', operation: 'getAll', period: 'lastWeek', limit: 200, options: { outputFields: 'timesheetId,photo' } },
			asTool,
		);
		expect(json[0]).toMatchObject({ shown: 200 });
	});
});

describe('With pseudonyms', () => {
	const hidden = { people: 'pseudonyms' };

	test.each(reading.filter(([id]) => !/^(customRequest|apiKey)/.test(id)))('%s names nobody', async (id, { key, parameters }) => {
		const asked = { ...(await known(id, parameters)), ...hidden };
		for (const more of everything) {
			const [answer] = await bench.ok(key, { ...asked, ...more }, asTool);
			const told = JSON.stringify(answer);
			expect(names.filter((name) => told.includes(name))).toEqual([]);
			const halves = ['firstName', 'lastName', 'middle', 'staffName'];
			for (const record of (answer?.['records'] ?? [answer]) as IDataObject[])
				for (const field of halves.filter((half) => typeof record[half] === 'string' && record[half] !== ''))
					expect(record[field]).toMatch(/^(Guard|Guard [A-Z2-9]{6,}|[A-Z2-9]{6,})$/);
		}
	});

	test('one person is called the same in every list and of every run, and others of another key', async () => {
		const dates = { period: 'custom', startDate: '2020-01-01', endDate: '2035-01-01', returnAll: true, output: 'selectedFields' };
		const fromSheets = async (tool: object) => await bench.ok('timesheet', { resource: 'timesheet', operation: 'getAll', ...dates, fields: ['staffName'], ...tool }, asTool);
		const plain = await fromSheets({});
		const [named] = (plain[0]?.['records'] ?? []) as IDataObject[];
		const [sheets] = await fromSheets(hidden);
		const [sheet] = (sheets?.['records'] ?? []) as IDataObject[];
		expect(sheet?.['staffName']).toMatch(/^Guard [A-Z2-9]{6}$/);
		expect((await fromSheets(hidden))[0]).toEqual(sheets);
		const index = (await bench.ok('developer', { resource: 'staff', operation: 'getAll', returnAll: true })).findIndex(
			({ firstName, lastName }) => `${String(firstName)} ${String(lastName)}` === named?.['staffName'],
		);
		const [staff] = await bench.ok('developer', { resource: 'staff', operation: 'getAll', returnAll: true, ...hidden, output: 'selectedFields', fields: ['lastName'] }, asTool);
		const person = ((staff?.['records'] ?? []) as IDataObject[])[index];
		// Another key, another name: the sandbox has a key for each area.
		expect(`${String(person?.['firstName'])} ${String(person?.['lastName'])}`).toMatch(/^Guard [A-Z2-9]{6}$/);
		expect(`${String(person?.['firstName'])} ${String(person?.['lastName'])}`).not.toBe(sheet?.['staffName']);
		expect(String(staff?.['notes'])).toContain('Names in free text stay');
	});
});
