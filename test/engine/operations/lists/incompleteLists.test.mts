// In which ways a list can come short, and what “If Incomplete: Stop” makes of each of them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { inCollections } from '../../support/collections.mts';
import { breakdown, fine, getAll, idOf, isRates, keepGoing, service, sheets } from '../../support/payrollService.mts';
import type { Canned, Seen } from '../../support/recorder.mts';

const bench = useBench();
const stop = (options: IDataObject = {}): IDataObject => inCollections({ ifIncomplete: 'stop', ...options });

type Page = IDataObject & { data: IDataObject[] };

const staff = { resource: 'staff', operation: 'getAll', returnAll: true };
const bothHalves = { ...staff, filters: { isActive: false } };
const reports = { resource: 'incidentReport', operation: 'getAll', returnAll: true };

/** These pages of a list, each under the cursor that its place gives it, unless the page says otherwise. */
function serve(...pages: Page[]): void {
	bench.recorder.answer((seen): Canned => {
		if (isRates(seen)) return { body: { ...fine, data: breakdown(idOf(seen)) } };
		const page = Number(seen.query.referenceId ?? 0);
		const next = page + 1 < pages.length ? `direction=next&referenceId=${page + 1}` : null;
		return { body: { ...fine, nextPageParameter: next, data: [], ...pages[page] } };
	});
}

const ids = (...timesheetIds: number[]): Page => ({ data: timesheetIds.map((timesheetId) => ({ timesheetId })) });
const many = (from: number, count = 100): Page => ids(...Array.from({ length: count }, (_, index) => from + index));

describe.each([{}, { asFile: 'csv' }, { asFile: 'jsonl', outputFields: 'timesheetId' }])('With %j', (options) => {
	const run = async (changes: IDataObject = {}) =>
		await bench.run('timesheet', { ...getAll, ...stop({ ...options, ...changes }) }, { serviceDetails: '' });

	const counts = (read: number, counted: number): RegExp =>
		new RegExp(`${read} records were returned, and the service counts ${counted}$`);
	const twice = [{ timesheetId: 1 }, { timesheetId: 2, notes: 'a' }, { timesheetId: 2, notes: 'b' }];

	test.each<[string, RegExp, Page[]]>([
		['a total as text', counts(2, 5), [{ ...ids(1, 2), totalRecordCount: ' 5 ' }]],
		['a count above the page', counts(2, 9), [{ ...ids(1, 2), count: 9 }]],
		['none, of which there are some', counts(0, 3), [{ ...ids(), totalRecordCount: 3 }]],
		[
			'a total that a later page still has',
			counts(3, 4),
			[
				{ ...ids(1, 2), totalRecordCount: 6 },
				{ ...ids(3), totalRecordCount: 4 },
			],
		],
		[
			'an ID twice on a page',
			/may contain duplicates: 3 records were returned, and one page shows the ID 2 more than once$/,
			[{ data: twice }],
		],
	])('%s stops it', async (_, message, pages) => {
		serve(...pages);
		const { items, error } = await run();
		expect({ items, message: error?.message }).toEqual({ items: [], message: expect.stringMatching(message) });
		expect(error?.description).toMatch(/“If Incomplete” is set to Stop, so nothing was returned/);
		expect(error?.description?.includes('"totals"')).toBe(/the service counts/.test(String(message)));
	});

	test.each<[string, Page[]]>([
		['a total of as many', [{ ...ids(1, 2), totalRecordCount: '2' }]],
		[
			'a total that sinks to what is there',
			[
				{ ...ids(1, 2), totalRecordCount: 4 },
				{ ...ids(3), totalRecordCount: 3 },
			],
		],
		['a timesheet that moved and comes once', [ids(1, 2), ids(2, 3)]],
		['an empty list', [ids()]],
	])('%s doesn’t', async (_, pages) => {
		serve(...pages);
		const { items, error } = await run();
		expect([error, items.some(({ json }) => json.complete === false)]).toEqual([undefined, false]);
		expect(items.length).toBe(
			'asFile' in options ? 1 : new Set(pages.flatMap(({ data }) => data.map(({ timesheetId }) => timesheetId))).size,
		);
	});

	test.each<[string, IDataObject]>([
		['alone', {}],
		['with a total above', { totalRecordCount: 250 }],
	])('a full page that says nothing of a next one stops it: %s', async (_, said) => {
		bench.recorder.answer(({ query }) => {
			const page = query.referenceId === 'b' ? many(101) : many(1);
			const next = query.referenceId === 'b' ? {} : { nextPageParameter: 'direction=next&referenceId=b' };
			return { body: { ...fine, ...page, ...said, ...next } };
		});
		const { items, error } = await run();
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^The list may be incomplete: 200 records were returned/);
		expect(error?.description).toMatch(/The service doesn’t say whether there are more.*"listEnd": "unsaid"/);
	});

	test('a limit that is reached doesn’t, and one that isn’t does', async () => {
		serve({ ...ids(1, 2, 3), totalRecordCount: 9 });
		const limited = (limit: number) => ({ ...getAll, returnAll: false, limit, ...stop(options) });
		const reached = await bench.run('timesheet', limited(3));
		expect([reached.error, reached.items.length]).toEqual([undefined, 'asFile' in options ? 1 : 3]);
		const { items, error } = await bench.run('timesheet', limited(4));
		expect(items).toEqual([]);
		expect(error?.message).toContain('3 records were returned, and the service counts 9');
	});

	test('one of several input items has its own error', async () => {
		bench.recorder.answer(({ query }) => ({
			body: { ...fine, data: sheets(2), totalRecordCount: query.status === 'Pending' ? 3 : 2 },
		}));
		const items = ['Approved', 'Pending', 'Rejected'].map((status) => ({ json: { status } }));
		const parameters = { ...getAll, ...stop(options), filters: { status: '={{ $json.status }}' } };
		const stopped = await bench.run('timesheet', parameters, { items });
		expect([stopped.items, stopped.error?.context.itemIndex]).toEqual([[], 1]);
		const gone = await bench.run('timesheet', parameters, { items, ...keepGoing });
		const failed = gone.items.filter(({ json }) => 'error' in json);
		expect(failed.map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([[['error'], { item: 1 }]]);
		expect(gone.items.length).toBe('asFile' in options ? 3 : 5);
		expect(gone.hints.filter((hint) => hint.includes('incomplete'))).toEqual([]);
	});
});

describe('A list that is read in two halves', () => {
	/** Three of each half; `counted` is what the service states of it, by its flag. */
	const halves = (flag: string, idName: string, counted: Record<string, number>): void =>
		bench.recorder.answer(({ query }: Seen) => {
			const half = query[flag] === 'true' ? 'true' : 'false';
			const data = [1, 2, 3].map((id) => ({ [idName]: half === 'true' ? id : id + 10 }));
			return { body: { ...fine, data: query.referenceId ? [] : data, totalRecordCount: counted[half] } };
		});

	test.each([
		['true', 8],
		['false', 8],
		// No more than both have together.
		['true', 5],
		['false', 4],
		['false', 6],
	])('isn’t whole where one of them (%s) is short of %i', async (half, total) => {
		const short = { items: [], error: { message: expect.stringContaining(`counts ${total}`) } };
		halves('isActive', 'id', { true: 3, false: 3, [half]: total });
		expect(await bench.run('developer', { ...bothHalves, ...stop() })).toMatchObject(short);
		halves('isApproved', 'incidentReportId', { true: 3, false: 3, [half]: total });
		for (const options of [{}, { asFile: 'jsonl' }])
			expect(await bench.run('incidentreport', { ...reports, ...stop(options) })).toMatchObject(short);
	});

	test.each([
		{ true: 3, false: 3 },
		{ true: 6, false: 6 },
	])('is whole where the totals are of each or of both: %j', async (counted) => {
		halves('isActive', 'id', counted);
		expect(await bench.ok('developer', { ...bothHalves, ...stop() })).toHaveLength(6);
	});
});

describe('What is added to the records', () => {
	/** Two employees, of whom the second one’s licences come so. */
	const licences = (second: Canned): void =>
		bench.recorder.answer(({ path }) => {
			if (path.endsWith('/staffs')) return { body: { ...fine, data: [{ id: 1 }, { id: 2 }], totalRecordCount: 2 } };
			return path.includes('/2/') ? second : { body: { ...fine, data: [{ securityLicenseId: 5 }] } };
		});
	const register = (options: IDataObject): IDataObject => ({ ...staff, ...inCollections(options) });
	const short: Canned = { body: { ...fine, data: [], totalRecordCount: 4 } };

	test.each([{ includeLicences: true }, { rows: 'licence' }])(
		'has to be whole as well: licences that are short (%j)',
		async (options) => {
			licences(short);
			for (const asFile of ['none', 'csv']) {
				for (const run of [{}, keepGoing]) {
					const asked = register({ ...options, asFile, ifIncomplete: 'stop' });
					const { items, error } = await bench.run('developer', asked, run);
					expect(items.filter(({ json }) => !('error' in json))).toEqual([]);
					expect((error ?? (items[0]?.json.error as IDataObject)).message).toMatch(
						/^The licences of .+ could not be read: The list may be incomplete: 0 records were returned, and the service counts 4/,
					);
				}
			}
			const [file] = await bench.ok('developer', register({ ...options, asFile: 'csv' }));
			expect(file).toMatchObject({ complete: false, reason: 'total' });
			expect(file).not.toHaveProperty('expected');
		},
	);

	const refused: Canned = { status: 404, body: { status: { code: 1, errorMessage: 'None' } } };

	const ofTimesheet = /^The rates of a timesheet could not be read/;
	test.each<[string, 'developer' | 'timesheet', IDataObject, RegExp]>([
		['licences', 'developer', { ...staff, ...stop({ includeLicences: true }) }, /^The licences of an employee /],
		['rates', 'timesheet', { ...getAll, ...stop({ includeRates: true }) }, ofTimesheet],
		['lines', 'timesheet', { ...getAll, ...stop({ rows: 'payLines' }) }, ofTimesheet],
	])('has to be readable, also where On Error is Continue: %s', async (what, key, parameters, message) => {
		if (what === 'licences') licences(refused);
		else bench.recorder.answer(service(sheets(3), (id) => (id === 2 ? refused : undefined)));
		const { json } = await bench.run(key, parameters, keepGoing);
		expect(json).toEqual([{ error: expect.objectContaining({ message: expect.stringMatching(message) }) }]);
		expect((json[0]?.error as IDataObject).description).toMatch(
			/nothing was returned\. Run it again, or leave “Include/,
		);
	});

	test('has to be fetched: a file that a record links to', async () => {
		const link = `${bench.recorder.url}/files/1.pdf`;
		const data = [{ incidentReportId: `R${'7'.repeat(99)}`, pdfLink: link }];
		bench.recorder.answer(({ path }) => (path.startsWith('/files') ? refused : { body: { ...fine, data } }));
		const approved = { ...reports, filters: { isApproved: true } };
		const { items, error } = await bench.run('incidentreport', { ...approved, ...stop({ downloadPdf: true }) });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^A file for incidentReportId R7{62} could not be downloaded: pdfLink: /);
		expect(await bench.ok('incidentreport', { ...approved, options: { downloadPdf: true } })).toHaveLength(1);
	});

	test('has its amounts: lines without one end it, and their timesheets are named', async () => {
		bench.recorder.answer(
			service(sheets(2), (id) => ({
				body: { ...fine, data: { ...breakdown(id), payRate: { hours: 8, ...(id === 2 ? {} : { amount: 240 }) } } },
			})),
		);
		const lines = (options: IDataObject) => ({ ...getAll, ...inCollections({ rows: 'payLines', ...options }) });
		for (const asFile of ['none', 'xlsx']) {
			const { items, error } = await bench.run('timesheet', lines({ asFile, ifIncomplete: 'stop' }));
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/^Some timesheet lines have no amount, or an amount that contradicts another/);
			expect(error?.description).toMatch(/^Correct the lines of timesheet ID 2, /);
		}
		expect((await bench.ok('timesheet', lines({}))).length).toBeGreaterThan(1);
	});

	test('isn’t asked for any more once the list has come short', async () => {
		serve({ ...ids(1, 2), totalRecordCount: 3 });
		for (const asFile of ['none', 'csv']) {
			bench.recorder.seen.length = 0;
			const { error } = await bench.run('timesheet', { ...getAll, ...stop({ includeRates: true, asFile }) });
			expect([error?.message, bench.recorder.seen.filter(isRates)]).toEqual([expect.stringContaining('counts 3'), []]);
		}
	});
});

describe('A custom request', () => {
	const path = '/api/external/other';
	const sent = (method: string, more: IDataObject): IDataObject => ({
		...{ resource: 'customRequest', operation: 'send', path, method, returnAll: method === 'GET' },
		options: { ifIncomplete: 'stop' },
		...more,
	});

	test('that writes isn’t called failed for what its answer counts', async () => {
		bench.recorder.answer(() => ({ body: { ...fine, data: [{ id: 1 }], totalRecordCount: 9 } }));
		expect(await bench.ok('developer', sent('POST', {}))).toEqual([{ id: 1 }]);
		expect((await bench.run('developer', sent('GET', {}))).error?.message).toMatch(/counts 9/);
	});

	test('that isn’t unwrapped has no list that could be short', async () => {
		bench.recorder.answer(() => ({ body: { ...fine, data: [{ id: 1 }], totalRecordCount: 9 } }));
		const [answer] = await bench.ok('developer', sent('GET', { options: { ifIncomplete: 'stop', unwrap: false } }));
		expect(answer).toMatchObject({ data: [{ id: 1 }] });
	});

	test.each(['?page=2', '?referenceId=9', '?direction=prev'])(
		'whose path asks for a part (%s) is refused',
		async (query) => {
			const { error } = await bench.run('developer', sent('GET', { path: `${path}${query}` }));
			expect([error?.message, bench.recorder.seen]).toEqual([expect.stringContaining('part of a list'), []]);
		},
	);
});

test('an AI agent gets its answer, which says that there may be more', async () => {
	serve({ ...ids(1, 2), totalRecordCount: 3 });
	const node = { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' };
	const { json, error } = await bench.run('timesheet', { ...getAll, ...stop() }, { node });
	expect([error, json]).toEqual([undefined, [expect.objectContaining({ shown: 2, more: true })]]);
});
