// Names where the service takes IDs, in the reads of an AI agent: which one is used and told, and what is an error with those that may be meant.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { credentialFor, type Result, runNode } from '../../../kit/core/engine.mts';
import { separateKeysOf } from '../../../kit/n8n/sandboxCredentials.mts';
import { type Key, useBench } from './bench.mts';
import type { Canned, Seen } from './recorder.mts';

const bench = useBench({ total: 'right', end: 'null' });

const asTool = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' } };

let world = 0;
/** Lists of names are kept for a minute: each test asks with Service Details of its own, which no other one has. */
const fresh = (): { serviceDetails: object } => ({ serviceDetails: { statuses: [`World ${++world}`] } });

const dates = { period: 'custom', startDate: '2020-01-01', endDate: '2035-01-01' };
const timesheets = (filters: IDataObject, more: IDataObject = {}): IDataObject => ({
	resource: 'timesheet',
	operation: 'getAll',
	...dates,
	limit: 2,
	filters,
	...more,
});

type Asked = Result & { answer: IDataObject; sent: Seen[] };

async function asked(parameters: IDataObject, key: Key = 'timesheet', store?: CredentialStore): Promise<Asked> {
	bench.recorder.seen.length = 0;
	const result = await runNode(store ?? bench.store(key), parameters, { ...asTool, ...fresh() });
	return { ...result, answer: result.json[0] ?? {}, sent: [...bench.recorder.seen] };
}

const requestTo = ({ sent }: Asked, path: string): Seen | undefined => sent.find((each) => each.path.endsWith(path));

interface SomeRecord extends IDataObject {
	id: number;
	name?: string;
}

/** A service whose list at this path holds these, and of whose other lists the sandbox answers. */
function listed(path: string, records: SomeRecord[], more: IDataObject = {}): void {
	bench.recorder.answer(({ path: own, query }): Canned | undefined => {
		if (!own.endsWith(path)) return undefined;
		const data = records.filter((record) => query['isActive'] !== 'true' || record['isActive'] !== false);
		return { body: { data, count: data.length, nextPageParameters: null, ...more } };
	});
}

const sites = (...names: string[]): SomeRecord[] => names.map((name, index) => ({ id: 11 + index, name }));

const candidatesOf = ({ error }: Result): unknown => (error as { candidates?: IDataObject } | undefined)?.candidates;

describe('A name in a read of an AI agent', () => {
	test.each([
		['a filter for several sites', 'siteIds', 'Coral Coast Library', '2022', 'siteIds'],
		['a filter for one customer', 'customerId', 'Southern Cross Tower', '1004', 'customerId'],
	])('is taken in %s', async (_, field, given, id, parameter) => {
		const asking = await asked(timesheets({ [field]: given }));
		expect(asking.error).toBeUndefined();
		expect(requestTo(asking, '/timesheets')?.query[parameter]).toBe(id);
		expect(asking.answer['resolved']).toEqual({ [field]: { given, id, name: given } });
	});

	test('is taken in a locator as a model fills it, and in fields above the filters', async () => {
		const value = "={{ $fromAI('template', '', 'string', 'slip, trip or fall') }}";
		const asking = await asked(
			{
				resource: 'incidentReport',
				operation: 'getAllByFormTemplate',
				formTemplateId: { __rl: true, mode: 'id', value },
				period: 'anyTime',
				filters: { siteId: ['coral coast library'] },
			},
			'incidentreport',
		);
		expect(asking.error).toBeUndefined();
		expect(requestTo(asking, '/formtemplate')?.query).toMatchObject({ formTemplateId: '502', siteId: '2022' });
		expect(asking.answer['resolved']).toEqual({
			siteId: { given: 'coral coast library', id: '2022', name: 'Coral Coast Library' },
			formTemplateId: { given: 'slip, trip or fall', id: '502', name: 'Slip, Trip or Fall' },
		});
	});

	test('is taken in the options of a single record, whose answer tells it', async () => {
		const reports = await bench.ok('incidentreport', { resource: 'incidentReport', operation: 'getAll', limit: 1 });
		const [{ incidentReportId = '', siteName = '' } = {}] = reports;
		const parameters = {
			resource: 'incidentReport',
			operation: 'get',
			incidentReportId,
			options: { siteId: siteName },
		};
		const asking = await asked(parameters, 'incidentreport');
		expect(asking.error).toBeUndefined();
		expect(asking.answer).toMatchObject({
			incidentReportId,
			resolved: { siteId: { given: siteName, name: siteName } },
		});
	});

	test('of an employee is taken with and without the employee number', async () => {
		const [{ id = 0, firstName = '', lastName = '' } = {}] = await bench.ok('developer', {
			resource: 'staff',
			operation: 'getAll',
			limit: 1,
			simplify: false,
		});
		const name = `${String(firstName)} ${String(lastName)}`;
		for (const given of [name, `${name} (SCG100)`]) {
			const parameters = { resource: 'securityLicence', operation: 'getAll', employeeId: given };
			const asking = await asked(parameters, 'developer');
			expect(requestTo(asking, '/licenses')?.path).toContain(`/${String(id)}/`);
			expect(asking.answer['resolved']).toMatchObject({ employeeId: { given, id: String(id) } });
		}
	});

	test.each([
		['st marys', 'St. Mary’s'],
		['ST MARY`S', 'St. Mary’s'],
		['  St.\tMary\u2019s ', 'St. Mary’s'],
		['cafe zoe', 'Café Zoë'],
		['CAFÉ ZOE\u0308', 'Café Zoë'],
		['HAUPTSTRASSE 5', 'Hauptstraße 5'],
		['ｂａｙ ７', 'Bay 7'],
		['शिव मंदिर', 'शिव मंदिर'],
		['10/42', '1042'],
	])('“%s” is “%s”', async (given, name) => {
		listed('/sites', sites('Other', 'St. Mary’s', 'Café Zoë', 'Hauptstraße 5', 'Bay 7', 'शिव मंदिर', 'शव मंदिर', '1042'));
		const { answer, error } = await asked(timesheets({ siteIds: [given] }));
		expect(error).toBeUndefined();
		expect(answer['resolved']).toMatchObject({ siteIds: { name } });
	});

	test('is used beside longer names that contain it', async () => {
		listed('/sites', sites('Gate A North', 'Gate A', 'Old Gate A'));
		expect((await asked(timesheets({ siteIds: 'gate a' }))).answer['resolved']).toEqual({
			siteIds: { given: 'gate a', id: '12', name: 'Gate A' },
		});
	});

	test('that several have is an error, with what tells them apart', async () => {
		listed('/sites', [
			{ id: 11, name: 'Lobby', customerName: 'Tower One' },
			{ id: 12, name: 'LOBBY', customerName: 'Tower Two', isActive: false },
			{ id: 13, name: 'Lobby North', customerName: 'Tower One' },
		]);
		const asking = await asked(timesheets({ siteIds: 'lobby' }));
		expect(requestTo(asking, '/timesheets')).toBeUndefined();
		expect(asking.error?.message).toBe('2 sites are called “lobby”');
		expect(asking.error?.description).toBe(
			'Call again with the ID of one of these: 11 “Lobby” (Tower One); 12 “LOBBY” (Tower Two, inactive).',
		);
		expect(candidatesOf(asking)).toMatchObject({ siteIds: [{ id: '11', name: 'Lobby' }, { id: '12' }] });
	});

	test('that is only a part of others is an error with five of them at most', async () => {
		const tower = await asked(timesheets({ siteIds: 'Southern Cross Tower' }));
		expect(tower.error?.message).toBe('None of the sites is called just “Southern Cross Tower”');
		expect(tower.error?.description).toMatch(
			/^Call again with the ID of one of these: 2013 “Southern Cross Tower Lobby” \(Southern Cross Tower\); 2014 /,
		);
		listed('/sites', sites(...'abcdefg'.split('').map((letter) => `Gate ${letter}`)));
		const gate = await asked(timesheets({ siteIds: 'GATE' }));
		expect(candidatesOf(gate)).toMatchObject({ siteIds: { length: 5 } });
		expect(gate.error?.description).toMatch(/; and 2 more\.$/);
	});

	test.each([
		['nobody has', 'Nowhere Plaza', /^None of the \d+ sites is called “Nowhere Plaza”$/],
		['is punctuation alone', '--- !', /^“--- !” is no name$/],
		['is ten thousand characters long', 'x'.repeat(10_000), /^None of the \d+ sites is called “x{80}”$/],
		['is ten thousand separators and letters', 'x,'.repeat(5_000), /^None of the \d+ sites is called “x”$/],
	])('that %s is an error before the list is asked for', async (_, given, message) => {
		const asking = await asked(timesheets({ siteIds: given }));
		expect(asking.error?.message).toMatch(message);
		expect(asking.error?.description).toMatch(/^Call again with /);
		expect(requestTo(asking, '/timesheets')).toBeUndefined();
	});

	test('with half of a character is an error', async () => {
		const asking = await asked(timesheets({ customerId: 'Tower \ud83d' }));
		expect(asking.error?.message).toBe('“Customer” holds half of a character');
		expect(asking.sent).toEqual([]);
	});

	test('is looked for among what is inactive, too', async () => {
		const asking = await asked(timesheets({ siteIds: 'bayside showground' }));
		expect(asking.answer['resolved']).toMatchObject({ siteIds: { name: 'Bayside Showground' } });
	});

	test('of a site is looked for among those of the customer that is asked for', async () => {
		const asking = await asked(timesheets({ customerId: 'swan river stadium', siteIds: 'stadium gate a' }));
		expect(requestTo(asking, '/sites')?.query['customerId']).toBe('1006');
		expect(asking.answer['resolved']).toMatchObject({ siteIds: { name: 'Stadium Gate A' } });
		const other = await asked(timesheets({ customerId: '1001', siteIds: 'stadium gate a' }));
		expect(other.error?.message).toMatch(/^None of the \d+ sites of customer 1001 is called “stadium gate a”$/);
	});
});

describe('Several names in one field', () => {
	const three = ['Smith, Jones & Co', 'Coral Coast Library', 'Jones & Co', 'A, B', 'A', 'B'];
	test.each<[unknown, string]>([
		['Coral Coast Library; Jones & Co', '12,13'],
		['coral coast library, jones & co', '12,13'],
		['Smith, Jones & Co', '11'],
		['Coral Coast Library, Smith, Jones & Co', '12,11'],
		['Smith, Jones & Co; coral coast library\njones & co', '11,12,13'],
		['A, B', '14'],
		['B, A', '16,15'],
		['2001, Coral Coast Library', '2001,12'],
		[['A, B', 'A', '2001'], '14,15,2001'],
		[['Coral Coast Library', 'CORAL COAST LIBRARY'], '12'],
		[['Coral Coast Library, Jones & Co', 77], '12,13,77'],
	])('%j are %s', async (given, ids) => {
		listed('/sites', sites(...three));
		const asking = await asked(timesheets({ siteIds: given as string }));
		expect(asking.error).toBeUndefined();
		expect(requestTo(asking, '/timesheets')?.query['siteIds']).toBe(ids);
	});

	test('are each told', async () => {
		listed('/sites', sites(...three));
		expect((await asked(timesheets({ siteIds: 'a; jones & co; 2001' }))).answer).toMatchObject({
			resolved: {
				siteIds: [
					{ given: 'a', id: '15', name: 'A' },
					{ given: 'jones & co', id: '13', name: 'Jones & Co' },
				],
			},
			notes: expect.arrayContaining(['siteIds 2001: taken for an ID, not for a name.']),
		});
	});

	test('of which one is unknown are an error', async () => {
		listed('/sites', sites(...three));
		const asking = await asked(timesheets({ siteIds: 'A; Nowhere' }));
		expect(asking.error?.message).toBe('None of the 6 sites is called “Nowhere”');
		expect(requestTo(asking, '/timesheets')).toBeUndefined();
	});
});

describe('Digits', () => {
	test.each<[string, IDataObject]>([
		['as text', { siteIds: '1042' }],
		['as a number', { siteIds: [1042] }],
	])('%s are an ID, which the answer says, also where a site has that name', async (_, filters) => {
		listed('/sites', sites('1042'));
		const asking = await asked(timesheets(filters));
		expect(requestTo(asking, '/sites')).toBeUndefined();
		expect(requestTo(asking, '/timesheets')?.query['siteIds']).toBe('1042');
		expect(asking.answer['notes']).toContain('siteIds 1042: taken for an ID, not for a name.');
		expect(asking.answer).not.toHaveProperty('resolved');
	});

	test('that a person has chosen from the list are not talked about', async () => {
		const customerId = { __rl: true, mode: 'list', value: '1004', cachedResultName: 'Southern Cross Tower' };
		const { answer, error } = await asked(timesheets({ customerId }));
		expect(error).toBeUndefined();
		expect(String(answer['notes'])).not.toContain('taken for an ID');
	});
});

describe('A list of names that can’t be trusted', () => {
	test.each<[string, IDataObject]>([['counts more than it shows', { totalRecordCount: 9 }]])(
		'because it %s takes the ID alone',
		async (_, more) => {
			listed('/sites', sites('Gate A', 'Gate B'), more);
			const asking = await asked(timesheets({ siteIds: 'gate a' }));
			expect(asking.error?.message).toBe(
				'Whom or what “gate a” means can’t be told: the list of sites may be incomplete',
			);
			expect(asking.error?.description).toBe('Call again with the ID of one of these: 11 “Gate A”.');
			expect((await asked(timesheets({ siteIds: '11' }))).error).toBeUndefined();
			const unknown = await asked(timesheets({ siteIds: 'elsewhere' }));
			expect(unknown.error?.description).toBe('Call again with the ID: “id” of a site.');
		},
	);

	test('because one of it has no ID takes the ID alone', async () => {
		listed('/sites', [{ id: 0, name: 'Gate A' }, ...sites('Gate A', 'Gate B')]);
		expect((await asked(timesheets({ siteIds: 'gate a' }))).error?.message).toMatch(/some of the sites have no ID$/);
	});
});

describe('A name of an employee', () => {
	const aroha = { employeeId: 'Aroha Ngata' };
	const refused = /^Names of employees can’t be looked up with this API key$/;

	test('needs a key that may list them; the ID is taken without one', async () => {
		const asking = await asked(timesheets(aroha));
		expect(asking.error?.message).toMatch(refused);
		expect(asking.error?.description).toBe('Call again with the ID: “id” of an employee, “staffId” of a timesheet.');
		expect(requestTo(asking, '/timesheets')).toBeUndefined();
		expect((await asked(timesheets({ employeeId: '3001' }))).error).toBeUndefined();
	});

	const separate = (changes: IDataObject = {}): CredentialStore =>
		credentialFor(bench.sandbox, 'timesheet', {
			baseUrl: bench.recorder.url,
			requestsPerMinute: 6000,
			...separateKeysOf(bench.sandbox),
			...changes,
		});

	test('goes by the key for them, where the credential holds several', async () => {
		const asking = await asked(timesheets(aroha), 'timesheet', separate());
		expect(asking.answer['resolved']).toMatchObject({ employeeId: { given: 'Aroha Ngata', id: '3001' } });
		expect(requestTo(asking, '/timesheets')?.query['employeeId']).toBe('3001');
	});

	test('is refused in the same words, where the credential holds several and none for them', async () => {
		const asking = await asked(timesheets(aroha), 'timesheet', separate({ developerKey: '', apiKey: '' }));
		expect(asking.error?.message).toMatch(refused);
		expect(asking.sent).toEqual([]);
	});
});

describe('Writes', () => {
	test.each<[string, IDataObject]>([
		['staff', { resource: 'staff', operation: 'update', updateFields: { mobile: '+61 400 000 000' } }],
		[
			'a licence',
			{ resource: 'securityLicence', operation: 'upsert', licenses: { licence: [{ licenseNumber: 'X' }] } },
		],
	])('of %s take an ID alone', async (_, parameters) => {
		const asking = await asked({ ...parameters, employeeId: 'Aroha Ngata', allowWrites: true }, 'developer');
		expect(asking.error?.message).toBe('“Employee” takes an ID here');
		expect(asking.error?.description).toBe('It is “Aroha Ngata”. Look the ID up with a read first.');
		expect(asking.sent).toEqual([]);
	});
});

describe('A user of the login audit', () => {
	const logins = (more: IDataObject): IDataObject => ({ resource: 'loginAudit', limit: 5, ...more });
	const recent = (userId: unknown): IDataObject => logins({ operation: 'getRecent', userId } as IDataObject);
	const among = /^“[^”]+” was found among the \d+ login events that were read\.$/;
	const dana = { id: '7001', name: 'dana.whitlock@southerncross-guarding.example' };

	test.each(['Dana.Whitlock@southerncross-guarding.example', 'dana whitlock'])(
		'is found by “%s” among the events that are read, which the answer says',
		async (given) => {
			for (const parameters of [recent(given), logins({ operation: 'getAll', filters: { userId: given } })]) {
				const { answer, error } = await asked(parameters, 'loginaudit');
				expect(error).toBeUndefined();
				expect(answer['resolved']).toEqual({ userId: { given, ...dana } });
				expect(answer['notes']).toContainEqual(expect.stringMatching(among));
				for (const { userId } of answer['records'] as IDataObject[]) expect(String(userId)).toBe('7001');
			}
		},
	);

	test('is looked for in the period that is asked for', async () => {
		const filters = { userId: 'dana whitlock', from: '2001-01-01', to: '2001-01-02' };
		const { error } = await asked(logins({ operation: 'getAll', filters }), 'loginaudit');
		expect(error?.message).toBe('None of the 0 users in the 0 login events that were read is called “dana whitlock”');
	});

	test('that only a part fits is an error with those that may be meant', async () => {
		const asking = await asked(recent('southerncross'), 'loginaudit');
		expect(asking.error?.message).toMatch(/^None of the users in the \d+ login events .* just “southerncross”$/);
		expect(candidatesOf(asking)).toMatchObject({ userId: { length: 5 } });
	});

	test('may have any text for an ID, which is said', async () => {
		bench.recorder.answer(({ path }) => (path.endsWith('/recent') ? { body: { data: [], meta: {} } } : undefined));
		const { answer, sent } = await asked(recent('auth0|8f1c'), 'loginaudit');
		expect(sent.at(-1)?.path).toMatch(/\/users\/auth0%7C8f1c\/recent$/);
		expect(answer['notes']).toContainEqual(
			expect.stringMatching(/^“auth0\|8f1c” was taken for a user ID: nobody has this name among the \d+ login events/),
		);
		expect((await asked(recent('7001'), 'loginaudit')).sent).toHaveLength(1);
	});
});

describe('The lists of names', () => {
	test('are read once for all items of a run, and kept for a minute', async () => {
		const details = fresh();
		bench.recorder.seen.length = 0;
		const run = async (): Promise<void> => {
			const options = { ...asTool, ...details, items: [{ json: {} }, { json: {} }, { json: {} }] };
			await bench.ok('timesheet', timesheets({ siteIds: 'Coral Coast Library' }), options);
		};
		await run();
		const { length } = bench.recorder.seen.filter(({ path }) => path.endsWith('/sites'));
		expect([1, 2]).toContain(length);
		await run();
		expect(bench.recorder.seen.filter(({ path }) => path.endsWith('/sites'))).toHaveLength(length);
	});

	test('are no matter of a workflow step, which takes IDs as ever', async () => {
		const { error } = await bench.run('timesheet', timesheets({ customerId: 'Southern Cross Tower' }));
		expect(error?.message).toBe('“Customer” must be a whole number');
		expect(bench.recorder.seen).toEqual([]);
	});
});
