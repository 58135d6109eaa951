// Approved, not approved, or all incident reports, whatever the service takes `isApproved=false` to mean.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { locator, useBench } from '../../support/bench.mts';
import type { Seen } from '../../support/recorder.mts';
import { asTool } from '../../agent/asked.mts';

const bench = useBench();

type Meaning = 'all' | 'the unapproved';
type Report = IDataObject & { incidentReportId: number };

/** Reports 1 to 12, one a day; those whose id is a multiple of `every` are approved. */
const reports = (every = 2): Array<Report & { isApproved: boolean }> =>
	Array.from({ length: 12 }, (_, index) => ({
		incidentReportId: index + 1,
		submittedDate: `2026-07-${String(index + 1).padStart(2, '0')}T08:00:00Z`,
		isApproved: (index + 1) % every === 0,
	}));

interface Service {
	meaning: Meaning;
	every?: number;
	newestFirst?: boolean;
	/** How a record is shown; it may say less than the service knows. */
	show?: (report: Report, asked: string | undefined) => IDataObject;
}

function serve({ meaning, every, newestFirst = false, show = (report) => report }: Service): void {
	const ordered = newestFirst ? reports(every).reverse() : reports(every);
	bench.recorder.answer(({ query }: Seen) => {
		const wanted = ordered.filter(({ isApproved }) =>
			query.isApproved === 'true' ? isApproved : meaning === 'all' || !isApproved,
		);
		const at = ordered.findIndex(({ incidentReportId }) => String(incidentReportId) === query.referenceId);
		const rest = wanted.filter((report) => ordered.indexOf(report) > at);
		const page = rest.slice(0, Number(query.limit ?? 100));
		const last = page.at(-1)?.incidentReportId;
		return {
			body: {
				status: { code: 0 },
				data: page.map((report) => show(report, query.isApproved)),
				recordCount: page.length,
				totalRecordCount: wanted.length,
				nextPageParams: rest.length > page.length ? `direction=next&referenceId=${last}` : null,
			},
		};
	});
}

const untold = ({ isApproved, ...report }: Report): IDataObject => report;
const getAll = { resource: 'incidentReport', operation: 'getAll' };
const read = async (changes: IDataObject = {}): Promise<IDataObject[]> =>
	await bench.ok('incidentreport', { ...getAll, returnAll: true, ...changes });
const ids = (records: IDataObject[]): unknown[] => records.map(({ incidentReportId }) => incidentReportId);
const flags = (): Array<string | undefined> => bench.recorder.seen.map(({ query }) => query.isApproved);
/** What is added to the query by hand. */
const added = (name: string, value: string): IDataObject => ({ additionalQuery: { parameters: [{ name, value }] } });
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('not asked for', () => {
	test.each<[Meaning, boolean]>([
		['all', false],
		['all', true],
		['the unapproved', false],
		['the unapproved', true],
	])('where “false” means %s, newest first: %s, every report comes once, in order', async (meaning, newestFirst) => {
		serve({ meaning, newestFirst });
		const wanted = newestFirst ? upTo(12).reverse() : upTo(12);
		expect(ids(await read())).toEqual(wanted);
		expect(flags()).toEqual([undefined, 'true']);
		serve({ meaning, newestFirst, show: untold });
		expect(ids(await read())).toEqual(wanted);
	});

	test('one report that is approved while the unapproved are read proves nothing', async () => {
		const show = (one: Report): Report => ({ ...one, isApproved: one.isApproved || ids([one])[0] === 3 });
		serve({ meaning: 'the unapproved', show });
		expect(ids(await read())).toEqual(upTo(12));
	});

	test('an empty list is read both ways, since all reports may be approved', async () => {
		serve({ meaning: 'the unapproved', every: 1 });
		expect(ids(await read())).toEqual(upTo(12));
	});

	test('a report that is approved between the two readings comes once', async () => {
		serve({ meaning: 'all', show: (report, asked) => ({ ...report, isApproved: asked === 'true' }) });
		expect(ids(await read())).toEqual(upTo(12));
		expect(flags()).toEqual([undefined, 'true']);
	});

	test('reports without an id, or with 0 in its place, come as they are, and a hint says that some may come twice', async () => {
		for (const incidentReportId of [undefined, 0]) {
			serve({ meaning: 'the unapproved', show: (report) => ({ ...report, incidentReportId }) });
			const { json, hints } = await bench.run('incidentreport', { ...getAll, returnAll: true });
			expect({ json: json.length, hints }).toEqual({
				json: 12,
				hints: [expect.stringContaining('both halves have records without an ID')],
			});
		}
	});

	test('reports without a date come last', async () => {
		const show = ({ submittedDate, ...report }: Report): IDataObject =>
			report.incidentReportId === 3 ? report : { ...report, submittedDate: submittedDate as string };
		serve({ meaning: 'the unapproved', show });
		expect(ids(await read())).toEqual([...upTo(12).filter((id) => id !== 3), 3]);
	});

	test('a limit that the first half fills spares the second, and a hint says so unless approved ones came', async () => {
		serve({ meaning: 'the unapproved' });
		const limited = { ...getAll, returnAll: false, limit: 6 };
		const { json, hints } = await bench.run('incidentreport', limited);
		expect(ids(json)).toEqual([1, 3, 5, 7, 9, 11]);
		expect(flags()).toEqual([undefined]);
		const unread = expect.stringMatching(/^The limit was reached before the approved records were read/);
		expect(hints).toEqual([unread]);
		const file = { ...limited, options: { asFile: 'jsonl' } };
		expect((await bench.run('incidentreport', file)).hints).toContainEqual(unread);
		serve({ meaning: 'all' });
		expect((await bench.run('incidentreport', limited)).hints).toEqual([]);
	});

	test('what a limit leaves room for is filled with approved reports', async () => {
		serve({ meaning: 'the unapproved' });
		expect(ids(await read({ returnAll: false, limit: 8 }))).toEqual([1, 2, 3, 4, 5, 7, 9, 11]);
	});

	test.each<[string, IDataObject]>([
		['a start cursor', { advanced: { startCursor: 'direction=next&referenceId=2' } }],
		['an anchor', { advanced: added('referenceId', '2') }],
		['the service’s own flag', { advanced: added('isApproved', 'false') }],
		['a limit that is reached', { returnAll: false, limit: 2 }],
	])('with %s, the list is read once', async (_, changes) => {
		serve({ meaning: 'the unapproved' });
		expect((await read(changes)).length).toBeGreaterThan(0);
		expect(bench.recorder.seen).toHaveLength(1);
	});

	test('page info of two lists tells no cursor and no count of one of them', async () => {
		serve({ meaning: 'the unapproved' });
		const [first] = await read({ advanced: { includePageInfo: true } });
		const unsaid = { count: null, totalCount: null, nextCursor: null, previousCursor: null };
		expect(first?.pageInfo).toEqual({ returned: 12, pages: 2, ...unsaid });
	});

	test('page info is that of the list where the second reading adds nothing', async () => {
		serve({ meaning: 'all', every: 13 });
		const [first] = await read({ advanced: { includePageInfo: true } });
		expect(first?.pageInfo).toMatchObject({ returned: 12, pages: 2, count: 12, totalCount: 12 });
	});
});

describe('a total larger than what came is a warning above the items', () => {
	test.each<[string, 'first' | 'second', IDataObject]>([
		['of the list, where approved reports are read as well', 'first', {}],
		['of the approved reports that are read as well', 'second', {}],
		['of a list without approved reports', 'first', { isApproved: false }],
	])('%s', async (_, which, filters) => {
		bench.recorder.answer(({ query }: Seen) => {
			const isSecond = query.isApproved === 'true';
			const data = query.referenceId ? [] : [{ incidentReportId: isSecond ? 2 : 1 }];
			const isShort = isSecond === (which === 'second');
			return { body: { status: { code: 0 }, data, totalRecordCount: isShort ? 823 : 1, nextPageParams: null } };
		});
		const { hints } = await bench.run('incidentreport', { ...getAll, returnAll: true, filters });
		expect(JSON.stringify(hints)).toContain('823');
	});
});

test('a total of both lists is none of one that lacks records', async () => {
	bench.recorder.answer(({ query }: Seen) => {
		const data = query.referenceId ? [] : [{ incidentReportId: query.isApproved === 'true' ? 2 : 1 }];
		return { body: { status: { code: 0 }, data, totalRecordCount: 2, nextPageParams: null } };
	});
	const { hints, json } = await bench.run('incidentreport', { ...getAll, returnAll: true });
	expect({ ids: ids(json), hints }).toEqual({ ids: [1, 2], hints: [] });
});

describe('Approved', () => {
	test.each([true, 'true', ' TRUE '])('as %j is one reading of the list with the flag', async (isApproved) => {
		serve({ meaning: 'the unapproved' });
		expect(ids(await read({ filters: { isApproved } }))).toEqual([2, 4, 6, 8, 10, 12]);
		expect(flags()).toEqual(['true']);
	});
});

describe('Not Approved', () => {
	const open = [1, 3, 5, 7, 9, 11];

	test.each<[Meaning, unknown]>([
		['all', false],
		['the unapproved', 'false'],
		['all', ' False'],
	])('where “false” means %s, leaves out what is approved, as %j', async (meaning, isApproved) => {
		serve({ meaning });
		expect(ids(await read({ filters: { isApproved } as IDataObject }))).toEqual(open);
		expect(flags()).toEqual(['false']);
	});

	test('what doesn’t say whether it is approved stays', async () => {
		serve({ meaning: 'the unapproved', show: untold });
		expect(ids(await read({ filters: { isApproved: false } }))).toEqual(open);
	});

	test('as many come as the limit says, though a page of that size holds fewer', async () => {
		serve({ meaning: 'all', every: 2 });
		const records = await read({ returnAll: false, limit: 4, filters: { isApproved: false } });
		expect(ids(records)).toEqual([1, 3, 5, 7]);
		// What follows a page that didn’t suffice is read in as few requests as Return All needs.
		expect(bench.recorder.seen.map(({ query }) => query.limit)).toEqual(['4', '500']);
	});

	test('a page size that was chosen stays', async () => {
		serve({ meaning: 'all' });
		await read({ returnAll: false, limit: 4, filters: { isApproved: false }, advanced: { pageSize: 3 } });
		expect(bench.recorder.seen.map(({ query }) => query.limit)).toEqual(['3', '3', '3']);
	});

	test.each<Meaning>(['all', 'the unapproved'])(
		'where “false” means %s, the cursor of page info leads right behind what came',
		async (meaning) => {
			serve({ meaning });
			const seen: unknown[] = [];
			let startCursor: unknown;
			for (let run = 0; run < 3 && startCursor !== null; run++) {
				const records = await read({
					returnAll: false,
					limit: 2,
					filters: { isApproved: false },
					advanced: { includePageInfo: true, ...(run === 0 ? {} : { startCursor: String(startCursor) }) },
				});
				seen.push(...ids(records));
				startCursor = (records[0]?.pageInfo as IDataObject).nextCursor;
			}
			expect(seen).toEqual(open);
		},
	);

	test('page info counts the request for that cursor as well, which a tool doesn’t make', async () => {
		serve({ meaning: 'all' });
		const limited = { returnAll: false, limit: 2, filters: { isApproved: false } };
		const [report] = await read({ ...limited, advanced: { includePageInfo: true } });
		expect(bench.recorder.seen).toHaveLength(3);
		expect(report?.pageInfo).toMatchObject({ returned: 2, pages: 3 });
		bench.recorder.seen.length = 0;
		await bench.ok('incidentreport', { ...getAll, ...limited }, asTool);
		expect(bench.recorder.seen).toHaveLength(2);
	});

	test('page info counts nothing that was left out', async () => {
		const pageInfo = async (meaning: Meaning): Promise<unknown> => {
			serve({ meaning });
			return (await read({ filters: { isApproved: false }, advanced: { includePageInfo: true } }))[0]?.pageInfo;
		};
		expect(await pageInfo('all')).toMatchObject({ returned: 6, count: null, totalCount: null });
		expect(await pageInfo('the unapproved')).toMatchObject({ returned: 6, count: 6, totalCount: 6 });
	});

	test('who sets the flag of the service by hand gets what it brings', async () => {
		serve({ meaning: 'all' });
		const advanced = added('isApproved', 'false');
		expect(ids(await read({ filters: { isApproved: false }, advanced }))).toEqual(upTo(12));
	});
});

describe.each(['all', 'unapproved'] as const)('the sandbox, where “false” lists %s', (isApproved) => {
	const sandbox = useBench({ isApproved });

	test('has each report once, and each in one of the two states', async () => {
		const list = async (filters: IDataObject): Promise<IDataObject[]> =>
			await sandbox.ok('incidentreport', { ...getAll, period: 'anyTime', returnAll: true, filters });
		const all = await list({});
		const [approved, open] = [await list({ isApproved: true }), await list({ isApproved: false })];
		expect(new Set(ids(all)).size).toBe(130);
		expect([...ids(approved), ...ids(open)].sort()).toEqual(ids(all).sort());
		expect(new Set(open.map((report) => report.isApproved))).toEqual(new Set([false]));
	});
});

describe('Neither of the two states', () => {
	test.each(['yes', 'approved', 2, [true], { a: 1 }])('is %j, an error that names them', async (isApproved) => {
		const { error } = await bench.run('incidentreport', { ...getAll, filters: { isApproved } as IDataObject });
		expect(error?.message).toBe('“Approval” is neither Approved (true) nor Not Approved (false)');
		expect(bench.recorder.seen).toEqual([]);
	});

	test('is what an expression left empty: it is refused, not read as all', async () => {
		const { error } = await bench.run('incidentreport', { ...getAll, filters: { isApproved: '={{ "" }}' } });
		expect(error?.message).toBe('The filter “Approval” is empty');
	});
});

test('the list by form template has no such flag, and is read once', async () => {
	serve({ meaning: 'the unapproved' });
	await read({ operation: 'getAllByFormTemplate', formTemplateId: locator('501'), filters: { isApproved: true } });
	expect(flags()).toEqual([undefined]);
});
