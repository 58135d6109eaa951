// Every list of the description that comes in pages: from its first row to its last and back, in every sort and with any page sizes.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { endpoints } from '../../nodes/WorkforceOperations/contract/index.ts';
import { type Endpoint, type EnvelopeKind, endpointsOf, loadDescription } from '../../sandbox/description/load.mts';
import { calls } from './calls.mts';
import { useClient, type Json, type KeyName } from './support.mts';

const client = useClient({ validateResponses: false });

interface List {
	name: string;
	key: KeyName;
	path: string;
	/** Anchors that start each sort. */
	sorts: string[];
	idOf: (row: Json) => number;
	/** The query of the next or previous page, from the envelope; null at the end. Undefined where the envelope has none. */
	cursor: ((body: Json, way: 'next' | 'prev') => string | null) | undefined;
	/** The parameter with the size of a page. */
	size: string;
}

const live = (body: Json, way: 'next' | 'prev'): string | null => {
	const text = body[`${way}PageParameter`] as string | null;
	if (text === null) return null;
	const cursor = JSON.parse(text) as Json;
	const anchor =
		'ReferenceName' in cursor
			? `referenceName=${encodeURIComponent(String(cursor.ReferenceName))}`
			: `referenceDateTime=${String(cursor.ReferenceDateTime)}`;
	return `direction=${way}&referenceId=${String(cursor.ReferenceId)}&${anchor}`;
};

const cursors: Record<EnvelopeKind, List['cursor']> = {
	slimCursor: (body, way) => body[`${way}PageParameter`] as string | null,
	incidentReports: (body, way) => body[`${way}PageParams`] as string | null,
	liveOperations: live,
	standard: undefined,
	loginAudit: undefined,
};

/** The id of a row, by the endpoint table of the package. */
const idOf =
	({ method, path }: Endpoint): List['idOf'] =>
	(row) => {
		const bare = (text: string): string => text.replace(/\{\w+\}/g, '{}');
		const known = Object.values(endpoints).find((each) => each.method === method && bare(each.path) === bare(path));
		return Number(row[known?.ids?.find((name) => name in row) ?? '']);
	};

const lists: List[] = endpointsOf(loadDescription()).flatMap((endpoint) => {
	const { operationId: name, method, parameters, envelope } = endpoint;
	const size = parameters.find((each) => each.name === 'limit' || each.name === 'pageSize')?.name;
	if (method !== 'GET' || size === undefined) return [];
	const { path, keys: [key] = [] } = calls[name] ?? {};
	if (path === undefined || key === undefined) throw new Error(`test/sandbox/calls.mts needs a row for ${name}`);
	const anchors = parameters.filter((each) => /^reference(?!Id$)/.test(each.name));
	const sorts = anchors.map(
		(each) => `${each.name}=${each.schema.format === 'date-time' ? '2000-01-01T00:00:00Z&referenceId=0' : ''}`,
	);
	return [{ name, key, path, size, sorts: ['', ...sorts], idOf: idOf(endpoint), cursor: cursors[envelope] }];
});

const named = (name: string): List[] => lists.filter((list) => list.name === name);

/** Also with a key that is limited to some sites. */
const limited = named('listTimesheets').map((list): List => ({
	...list,
	key: 'scoped',
	name: `${list.name} (scoped)`,
}));

const page = (list: List, ...parts: string[]) =>
	client.get(
		list.key,
		`${list.path}${list.path.includes('?') ? '&' : '?'}${parts.filter((part) => part !== '').join('&')}`,
	);

const nextOf = (list: List, body: Json, way: 'next' | 'prev'): string | null => list.cursor?.(body, way) ?? null;

/** Every id in order, in one page; no demo list is longer than the largest page. */
async function whole(list: List, sort: string): Promise<number[]> {
	const answer = await page(list, sort, 'limit=500');
	expect(nextOf(list, answer.body, 'next')).toBeNull();
	return answer.rows.map(list.idOf);
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
		const ids = answer.rows.map(list.idOf);
		expect(ids.length).toBeLessThanOrEqual(size);
		if (way === 'next') seen.push(...ids);
		else seen.unshift(...ids);
		const next = nextOf(list, answer.body, way);
		// A page that isn't full is the last one, and no cursor leads to an empty page.
		if (next !== null) expect(ids).toHaveLength(size);
		if (step > 0) expect(ids.length).toBeGreaterThan(0);
		await meanwhile(step);
		cursor = next;
	}
	return seen;
}

const sizes = fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 1, maxLength: 6 });

test.each([...lists.filter(({ cursor }) => cursor), ...limited])(
	'$name: forwards and backwards, in every sort and with any page sizes, every row comes once and in order',
	async (list) => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...list.sorts), sizes, sizes, async (sort, there, back) => {
				const all = await whole(list, sort);
				expect(new Set(all).size).toBe(all.length);
				expect(all.length).toBeGreaterThan(5);
				// As many pages of a long list as of a short one.
				const [forth, behind] = [there, back].map((of) => of.map((size) => size * Math.ceil(all.length / 100))) as [
					number[],
					number[],
				];
				expect(await walk(list, sort, 'next', forth)).toEqual(all);
				// The last page's cursor leads back to the first row, without the rows of the last page itself.
				const size = Math.min(forth[0] ?? 1, all.length - 1);
				const first = await page(list, sort, `limit=${all.length - size}`);
				const last = await page(list, nextOf(list, first.body, 'next') ?? '', 'limit=500');
				const backwards = nextOf(list, last.body, 'prev');
				expect(await walk(list, backwards ?? '', 'prev', behind)).toEqual(all.slice(0, all.length - size));
			}),
			{ numRuns: 12 },
		);
	},
	60_000,
);

test.each(lists.filter(({ cursor }) => !cursor))(
	'$name, whose envelope has no cursor: pages of any size make the same list',
	async (list) => {
		const read = async (size: number): Promise<number[]> => {
			const seen: number[] = [];
			for (let number = 1, goOn = ''; ; number++) {
				const rows = (await page(list, `${list.size}=${size}`, goOn)).rows.map(list.idOf);
				seen.push(...rows);
				if (rows.length < size) return seen;
				goOn = list.size === 'pageSize' ? `page=${number + 1}` : `direction=next&referenceId=${rows.at(-1)}`;
			}
		};
		const all = await read(500);
		expect(all.length).toBeGreaterThan(3);
		expect(new Set(all).size).toBe(all.length);
		const smallest = Math.ceil(all.length / 50);
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: smallest, max: 500 }), async (size) => expect(await read(size)).toEqual(all)),
			{ numRuns: 12 },
		);
	},
);

test('staff: rows that are added during a walk neither hide nor repeat one that was there before', async () => {
	const [staff] = named('listStaff') as [List];
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
