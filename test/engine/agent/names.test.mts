// Names where the service takes IDs, in the reads of an AI agent: which one is used and told, and what is an error with those that may be meant.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { candidatesOf, requestTo, sites, timesheets, useAgent } from './asked.mts';

const { bench, asked, listed } = useAgent();

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
		const formTemplateId = { __rl: true, mode: 'id', value };
		const byTemplate = { resource: 'incidentReport', operation: 'getAllByFormTemplate', period: 'anyTime' };
		const form = { ...byTemplate, formTemplateId, filters: { siteId: ['coral coast library'] } };
		const asking = await asked(form, 'incidentreport');
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
		const get = { resource: 'incidentReport', operation: 'get', incidentReportId, options: { siteId: siteName } };
		const asking = await asked(get, 'incidentreport');
		expect(asking.error).toBeUndefined();
		const resolved = { siteId: { given: siteName, name: siteName } };
		expect(asking.answer).toMatchObject({ incidentReportId, resolved });
	});

	test('of an employee is taken with and without the employee number', async () => {
		const one = { resource: 'staff', operation: 'getAll', limit: 1, simplify: false };
		const [{ id = 0, firstName = '', lastName = '' } = {}] = await bench.ok('developer', one);
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
		const { answer } = await asked(timesheets({ siteIds: 'gate a' }));
		expect(answer['resolved']).toEqual({ siteIds: { given: 'gate a', id: '12', name: 'Gate A' } });
		expect(String(answer['notes'])).not.toContain('treated as an ID');
	});

	test('that several have is an error, with what tells them apart', async () => {
		listed('/sites', [
			{ id: 11, name: 'Lobby', customerName: 'Tower One' },
			{ id: 12, name: 'LOBBY', customerName: 'Tower Two', isActive: false },
			{ id: 13, name: 'Lobby North', customerName: 'Tower One' },
		]);
		const asking = await asked(timesheets({ siteIds: 'lobby' }));
		expect(requestTo(asking, '/timesheets')).toBeUndefined();
		expect(asking.error?.message).toBe(
			'2 sites are called “lobby”. Call again with the ID of one of these: 11 “Lobby” (Tower One); 12 “LOBBY” (Tower Two, inactive).',
		);
		expect(candidatesOf(asking)).toMatchObject({ siteIds: [{ id: '11', name: 'Lobby' }, { id: '12' }] });
	});

	test('that is only a part of others is an error with five of them at most', async () => {
		const tower = await asked(timesheets({ siteIds: 'Southern Cross Tower' }));
		expect(tower.error?.message).toMatch(
			/^None of the sites is called exactly “Southern Cross Tower”\. Call again with the ID of one of these: 2013 “Southern Cross Tower Lobby” \(Southern Cross Tower\); 2014 /,
		);
		listed('/sites', sites(...'abcdef'.split('').map((letter) => `Gate ${letter}`)));
		const gate = await asked(timesheets({ siteIds: 'GATE' }));
		expect(candidatesOf(gate)).toMatchObject({ siteIds: { length: 5 } });
		expect(gate.error?.message).toMatch(/; and 1 more\.$/);
	});

	test.each([
		['nobody has', 'Nowhere Plaza', '“Nowhere Plaza”.'],
		['is punctuation alone', '--- !', '“--- !”'],
		['is ten thousand characters long', 'x'.repeat(10_000), `“${'x'.repeat(80)}”.`],
		['is ten thousand separators and letters', 'x,'.repeat(5_000), '“x”.'],
	])('that %s is an error before the list is asked for', async (_, given, told) => {
		const asking = await asked(timesheets({ siteIds: given }));
		const [said, advice] = asking.error?.message.replace(/\d+ sites/, 'n sites').split(' Call again with ') ?? [];
		expect({ said, advice }).toEqual({ said: `None of the n sites is called ${told}`, advice: expect.any(String) });
		expect(requestTo(asking, '/timesheets')).toBeUndefined();
	});

	test('with half of a character is an error', async () => {
		const asking = await asked(timesheets({ customerId: 'Tower \ud83d' }));
		expect(asking.error?.message).toMatch(/^“Customer” ends in the middle of a character/);
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
		expect(other.error?.message).toMatch(/^None of the \d+ sites of customer 1001 is called “stadium gate a”\./);
	});

	const dock = (id: number, customerId?: number | string): object => ({ id, name: 'Dock', customerId });
	test.each<[string, object[], { id?: string; told?: unknown }]>([
		['of which one is his', [dock(11, 1004), dock(12, 1006)], { id: '12' }],
		['of which his says so as text', [dock(11, 1004), dock(12, '1006')], { id: '12' }],
		[
			'which are another’s',
			[dock(11, 1004)],
			{ told: expect.stringMatching(/^None of the 0 sites of customer 1006 is called “Dock”/) },
		],
		[
			'which don’t say whose they are',
			[dock(11), { ...dock(12, 1006), name: 'Dock Two' }],
			{
				told: expect.stringMatching(
					/^“Dock” can’t be matched with certainty: some of the sites don’t say which customer they belong to/,
				),
			},
		],
	])('of a site is the customer’s own, whatever the service filters: of sites %s', async (_, records, expected) => {
		listed('/sites', records as ReturnType<typeof sites>);
		const asking = await asked(timesheets({ customerId: '1006', siteIds: 'Dock' }));
		const resolved = asking.answer['resolved'] as { siteIds?: { id: string } } | undefined;
		expect({ id: resolved?.siteIds?.id, told: asking.error?.message }).toEqual(expected);
		expect(requestTo(asking, '/timesheets') === undefined).toBe(expected.id === undefined);
	});

	test('is offered in full or not at all, the shortest first', async () => {
		const long = `Gate ${'long '.repeat(20)}one`;
		listed('/sites', [
			...sites(`Gate ${'x'.repeat(75)}`, long, 'Gate of dock@example.com', 'Gate 2'),
			{ id: 15, name: 'Gate 3', customerName: 'dock@example.com' },
		]);
		const asking = await asked(timesheets({ siteIds: 'gate' }));
		expect(asking.error?.message).toMatch(/of these: 14 “Gate 2”; 11 “Gate x{75}”; and 3 more\.$/);
		listed('/sites', sites(`${long} a`, `${long} b`));
		const none = await asked(timesheets({ siteIds: 'gate' }));
		expect(none.error?.message).toMatch(
			/^None of the sites is called exactly “gate”\. Call again with .*, or a site’s “id”/,
		);
		expect(none.error?.message).not.toContain('long');
	});
});

describe('Several names in one field', () => {
	beforeEach(() => listed('/sites', sites('Smith, Jones & Co', 'Coral Coast Library', 'Jones & Co', 'A, B', 'A', 'B')));

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
		const asking = await asked(timesheets({ siteIds: given as string }));
		expect(asking.error).toBeUndefined();
		expect(requestTo(asking, '/timesheets')?.query['siteIds']).toBe(ids);
	});

	test('are each told', async () => {
		expect((await asked(timesheets({ siteIds: 'a; jones & co; 2001' }))).answer).toMatchObject({
			resolved: {
				siteIds: [
					{ given: 'a', id: '15', name: 'A' },
					{ given: 'jones & co', id: '13', name: 'Jones & Co' },
				],
			},
			notes: expect.arrayContaining(['siteIds 2001: a number is treated as an ID, not as a name.']),
		});
	});

	test('of which one is unknown are an error', async () => {
		const asking = await asked(timesheets({ siteIds: 'A; Nowhere' }));
		expect(asking.error?.message).toMatch(/^None of the 6 sites is called “Nowhere”\./);
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
		expect(asking.answer['notes']).toContain('siteIds 1042: a number is treated as an ID, not as a name.');
		expect(asking.answer).not.toHaveProperty('resolved');
	});

	test('are listed up to a bound', async () => {
		const asking = await asked(timesheets({ siteIds: Array.from({ length: 300 }, (_, index) => index + 1) }));
		expect(asking.answer['notes']).toContainEqual(
			expect.stringMatching(/^siteIds 1, 2, .* 20 and 280 more: a number is treated as an ID, not as a name\.$/),
		);
	});

	test('that a person has chosen from the list are not talked about', async () => {
		const customerId = { __rl: true, mode: 'list', value: '1004', cachedResultName: 'Southern Cross Tower' };
		const { answer, error } = await asked(timesheets({ customerId }));
		expect(error).toBeUndefined();
		expect(String(answer['notes'])).not.toContain('treated as an ID');
	});
});
