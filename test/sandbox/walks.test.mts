import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startClient, type Client, type Json } from './support.mts';

let client: Client;
beforeAll(async () => {
	client = await startClient({ validateResponses: false });
});
afterAll(() => client.close());

type KeyName = keyof Client['sandbox']['keys'];

interface List {
	name: string;
	key: KeyName;
	path: string;
	/** Query that every page needs, and the anchors that start each sort. */
	query: string;
	sorts: string[];
	id: string;
	/** The query of the next or previous page, from the envelope; null at the end. */
	cursor: (body: Json, way: 'next' | 'prev') => string | null;
}

const slim = (body: Json, way: 'next' | 'prev'): string | null => body[`${way}PageParameter`] as string | null;
const incident = (body: Json, way: 'next' | 'prev'): string | null => body[`${way}PageParams`] as string | null;
const live = (body: Json, way: 'next' | 'prev'): string | null => {
	const text = slim(body, way);
	if (text === null) return null;
	const cursor = JSON.parse(text) as Json;
	const anchor =
		'ReferenceName' in cursor
			? `referenceName=${encodeURIComponent(String(cursor.ReferenceName))}`
			: `referenceDateTime=${String(cursor.ReferenceDateTime)}`;
	return `direction=${way}&referenceId=${String(cursor.ReferenceId)}&${anchor}`;
};

const lists: List[] = [
	{
		name: 'timesheets',
		key: 'timesheet',
		path: '/external/timesheets',
		query: 'startDate=2026-07-10T00:00:00Z&endDate=2026-07-20T00:00:00Z',
		sorts: [
			'',
			'referenceSiteName=',
			'referenceStaffName=',
			'referenceName=',
			'referenceStartDate=2000-01-01T00:00:00Z',
		],
		id: 'timesheetId',
		cursor: slim,
	},
	{
		name: 'scoped timesheets',
		key: 'scoped',
		path: '/external/timesheets',
		query: 'startDate=2020-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z',
		sorts: ['', 'referenceStaffName='],
		id: 'timesheetId',
		cursor: slim,
	},
	{
		name: 'customers',
		key: 'timesheet',
		path: '/external/customers',
		query: '',
		sorts: ['', 'referenceName='],
		id: 'id',
		cursor: slim,
	},
	{
		name: 'sites',
		key: 'timesheet',
		path: '/external/sites',
		query: '',
		sorts: ['', 'referenceName='],
		id: 'id',
		cursor: slim,
	},
	{
		name: 'staff',
		key: 'developer',
		path: '/external/staffs',
		query: '',
		sorts: ['', 'referenceName='],
		id: 'id',
		cursor: slim,
	},
	{
		name: 'incident reports',
		key: 'incidentreport',
		path: '/external/incidentreports/getall',
		query: '',
		sorts: ['', 'referenceName=', 'referenceDateTime=2000-01-01T00:00:00Z'],
		id: 'incidentReportId',
		cursor: incident,
	},
	{
		name: 'reports of a form',
		key: 'incidentreport',
		path: '/external/incidentreport/formtemplate',
		query: 'formTemplateId=502',
		sorts: ['', 'referenceName='],
		id: 'incidentReportId',
		cursor: incident,
	},
	{
		name: 'live operations',
		key: 'liveops',
		path: '/external/liveops',
		query: 'startDate=2026-07-14T00:00:00Z&endDate=2026-07-16T00:00:00Z',
		sorts: ['', 'referenceName='],
		id: 'shiftId',
		cursor: live,
	},
];

const page = (list: List, ...parts: string[]) =>
	client.get(list.key, `${list.path}?${[list.query, ...parts].filter((part) => part !== '').join('&')}`);

/** Every id in order, in one page; no demo list is longer than the largest page. */
async function whole(list: List, sort: string): Promise<number[]> {
	const answer = await page(list, sort, 'limit=500');
	expect(list.cursor(answer.body, 'next')).toBeNull();
	return answer.rows.map((row) => Number(row[list.id]));
}

/** Follows the cursor to the end with a page size per step; calls `meanwhile` between pages. */
async function walk(
	list: List,
	start: string,
	way: 'next' | 'prev',
	sizes: readonly number[],
	meanwhile: (step: number) => Promise<void> = async () => undefined,
): Promise<number[]> {
	const seen: number[] = [];
	let cursor: string | null = start;
	for (let step = 0; cursor !== null; step++) {
		const size = sizes[step % sizes.length] ?? 1;
		const answer = await page(list, cursor, `limit=${size}`);
		const ids = answer.rows.map((row) => Number(row[list.id]));
		expect(ids.length).toBeLessThanOrEqual(size);
		if (way === 'next') seen.push(...ids);
		else seen.unshift(...ids);
		const next = list.cursor(answer.body, way);
		// A page that isn't full is the last one, and no cursor leads to an empty page.
		if (next !== null) expect(ids).toHaveLength(size);
		if (step > 0) expect(ids.length).toBeGreaterThan(0);
		await meanwhile(step);
		cursor = next;
	}
	return seen;
}

const sizes = fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 1, maxLength: 6 });

test.each(lists)(
	'$name: forwards and backwards, in every sort and with any page sizes, every row comes once and in order',
	async (list) => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...list.sorts), sizes, sizes, async (sort, there, back) => {
				const all = await whole(list, sort);
				expect(new Set(all).size).toBe(all.length);
				expect(all.length).toBeGreaterThan(5);
				expect(await walk(list, sort, 'next', there)).toEqual(all);
				// The last page's cursor leads back to the first row, without the rows of the last page itself.
				const size = Math.min(there[0] ?? 1, all.length - 1);
				const first = await page(list, sort, `limit=${all.length - size}`);
				const last = await page(list, list.cursor(first.body, 'next') ?? '', 'limit=500');
				const backwards = list.cursor(last.body, 'prev');
				expect(await walk(list, backwards ?? '', 'prev', back)).toEqual(all.slice(0, all.length - size));
			}),
			{ numRuns: 12 },
		);
	},
	60_000,
);

test('login audit: numbered pages of any size make the same list', async () => {
	const get = async (query: string): Promise<number[]> =>
		(await client.get('loginaudit', `/external/loginaudit?${query}`)).rows.map((row) => Number(row.id));
	const all = [...(await get('pageSize=500')), ...(await get('pageSize=500&page=2'))];
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 20, max: 500 }), async (size) => {
			const seen: number[] = [];
			for (let number = 1; ; number++) {
				const rows = await get(`pageSize=${size}&page=${number}`);
				seen.push(...rows);
				if (rows.length < size) break;
			}
			expect(seen).toEqual(all);
		}),
		{ numRuns: 12 },
	);
});

test('staff: rows that are added during a walk neither hide nor repeat one that was there before', async () => {
	const staff = lists.find(({ name }) => name === 'staff') as List;
	let made = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...staff.sorts),
			fc.array(fc.integer({ min: 2, max: 15 }), { minLength: 1, maxLength: 4 }),
			fc.constantFrom('Aaa', 'Mmm', 'Zzz'),
			async (sort, there, name) => {
				const before = await whole(staff, sort);
				const seen = await walk(staff, sort, 'next', there, async (step) => {
					if (step > 3) return;
					const answer = await client.call('developer', 'POST', '/external/staffs', {
						employees: [{ firstName: name, lastName: 'New', email: `new${made++}@example.org` }],
					});
					expect(answer.status).toBe(200);
				});
				expect(new Set(seen).size).toBe(seen.length);
				expect(seen.filter((id) => before.includes(id))).toEqual(before);
			},
		),
		{ numRuns: 10 },
	);
});
