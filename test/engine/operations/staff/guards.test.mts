// The brake and the preview hold, whatever stumbles; and one that comes to nothing is an error.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import type { Seen } from '../../support/recorder.mts';
import { refusal, SheetService, tally } from '../../support/sheetService.mts';
import { errorOf, rows } from '../../support/staffRows.mts';

const bench = useBench();
const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };
const keepGoing = { onError: 'continueRegularOutput' } as const;
const same = (index: number): IDataObject => ({
	firstName: `First${index}`,
	lastName: `Last${index}`,
	email: `p${index}@example.com`,
});
const licensed = (index: number): IDataObject => ({ ...same(index), 'Licence number': `SL${index}` });
const writes = (): Seen[] => bench.recorder.seen.filter(({ method }) => method !== 'GET');

let service: SheetService;
/** How many look-ups of licences are still refused. */
let refusals: number;
beforeEach(() => {
	service = new SheetService(20);
	refusals = 0;
	service.instead = ({ path, method }) => {
		if (!path.endsWith('/licenses')) return undefined;
		if (method === 'GET' && refusals-- > 0) return refusal(403, 'Not for you');
		return { body: { status: { code: 0 }, data: method === 'GET' ? [] : null } };
	};
	bench.recorder.answer(service.rule);
});

describe('A licence that could not be looked up while planning', () => {
	const stopIfMoreThan = (limit: number): IDataObject => ({ ...upsert, options: { stopIfMoreThan: limit } });

	test('counts as a change: with the brake at 3, twelve of them write nothing', async () => {
		refusals = 12;
		const { json } = await bench.run('developer', stopIfMoreThan(3), { items: rows(12, licensed), node: keepGoing });
		expect(json.map((row) => errorOf(row).message)).toEqual(
			json.map(() => expect.stringContaining('but “Stop If More Than” is 3')),
		);
		expect(writes()).toEqual([]);
	});

	test('isn’t written in this run, nor is its row; the others are', async () => {
		refusals = 2;
		const items = rows(5, (index) => ({ ...licensed(index), mobile: index < 4 ? 'x' : `m${index}` }));
		const { json } = await bench.run('developer', stopIfMoreThan(9), { items, node: keepGoing });
		const isRefused = json.map((row) => Boolean(row.error));
		expect(isRefused.filter(Boolean)).toHaveLength(2);
		expect(writes().filter(({ path }) => path.endsWith('/licenses'))).toHaveLength(3);
		const patched = writes().filter(({ method }) => method === 'PATCH');
		const ids = patched.flatMap(({ body }) => (body as { employees: IDataObject[] }).employees.map(({ id }) => id));
		expect(ids).toEqual([0, 1, 2, 3].filter((index) => !isRefused[index]).map((index) => 1001 + index));
	});

	test('nor where its row says nothing else', async () => {
		refusals = 1;
		const { json } = await bench.run('developer', stopIfMoreThan(9), { items: rows(1, licensed), node: keepGoing });
		expect(json[0]?.licenceAction).not.toBe('created');
		expect(writes()).toEqual([]);
	});

	test('without Continue On Fail the first of them ends the run, and nothing is written', async () => {
		refusals = 1;
		const items = rows(12, (index) => ({ ...licensed(index), mobile: 'x' }));
		const { error } = await bench.run('developer', stopIfMoreThan(20), { items });
		expect(error?.message).toContain('has no access to this');
		expect(writes()).toEqual([]);
		expect(tally(bench.recorder.seen).licences).toBeLessThan(12);
	});

	test('is an error of its row in a preview under the brake, as in the run', async () => {
		const items = rows(4, licensed);
		const told = async (previewOnly: boolean): Promise<unknown[]> => {
			refusals = 2;
			const parameters = { ...upsert, options: { stopIfMoreThan: 9, previewOnly } };
			const { json } = await bench.run('developer', parameters, { items, node: keepGoing });
			return json.map((row) => errorOf(row).message ?? null);
		};
		const previewed = await told(true);
		expect(writes()).toEqual([]);
		expect(previewed.filter((message) => message !== null)).toHaveLength(2);
		expect(await told(false)).toEqual(previewed);
	});

	test('a preview says that the brake would hold them', async () => {
		refusals = 12;
		const parameters = { ...upsert, options: { stopIfMoreThan: 3, previewOnly: true } };
		const { hints } = await bench.run('developer', parameters, { items: rows(12, licensed), node: keepGoing });
		expect(hints.join()).toContain('A run would change 12. But that is more than');
		expect(writes()).toEqual([]);
	});

	test('without brake and preview it is looked up in its turn', async () => {
		refusals = 1;
		const { json } = await bench.run('developer', upsert, { items: rows(2, licensed), node: keepGoing });
		expect(json.map(({ licenceAction }) => licenceAction)).toEqual([null, 'created']);
	});
});

test.each([
	[10, /^They are: .*First9 Last9, p9@example\.com \(mobile\)\. Check them all/],
	[11, /^The first 10: .*First9 Last9, p9@example\.com \(mobile\)\. Check them all/],
])('%i rows above the limit: up to ten are named, as people read it', async (count, words) => {
	const items = rows(count, (index) => ({ ...same(index), mobile: 'x' }));
	const { error } = await bench.run('developer', { ...upsert, options: { stopIfMoreThan: 9 } }, { items });
	expect(error?.description).toMatch(words);
	expect(error?.description).not.toContain('  ');
	expect(writes()).toEqual([]);
});

test('above the limit each row is named with what it would do', async () => {
	const items = [
		...[1, 2, 3, 4].map((index) => ({ ...same(index), ...(index === 1 ? { mobile: 'x', lastName: 'New' } : {}) })),
		{ ...same(5), email: 'new5@example.com' },
	];
	Object.assign(items[1] ?? {}, { city: 'Sydney' });
	Object.assign(items[2] ?? {}, { 'Licence number': 'SL3' });
	const options = { stopIfMoreThan: 1 };
	const { error } = await bench.run('developer', { ...upsert, options }, { items: items.map((json) => ({ json })) });
	expect(error?.message).toContain('1 row would be created and 3 changed, but “Stop If More Than” is 1');
	expect(error?.description).toContain(
		'They are: First5 Last5, new5@example.com (new); First1 Last1, p1@example.com (lastName, mobile); First2 Last2, p2@example.com (city: can’t be compared); First3 Last3, p3@example.com (licence). 1 row would be written in every run',
	);
});

describe('A safeguard that is added', () => {
	const items = rows(3, (index) => ({ ...same(index), mobile: 'x', limit: index, yes: index > 0 }));
	const refused = async (options: unknown, node = {}): Promise<string> => {
		const { json, error } = await bench.run(
			'developer',
			{ ...upsert, options: options as IDataObject },
			{ items, node },
		);
		expect(bench.recorder.seen).toEqual([]);
		const messages = json.map((row) => errorOf(row).message);
		if (error === undefined) expect(messages).toEqual(items.map(() => expect.any(String)));
		return `${error?.message ?? String(messages[0])} ${error?.description ?? String(errorOf(json[0]).description)}`;
	};

	const names: Array<[string, string]> = [
		['previewOnly', 'Preview Only'],
		['stopIfMoreThan', 'Stop If More Than'],
		['reportMissing', 'Report Employees Missing From the Data'],
	];
	const nothing: unknown[] = [
		'={{ $json.typo }}',
		'={{ undefined }}',
		'={{ null }}',
		'',
		'  ',
		null,
		'={{ "" }}',
		'={{ [] }}',
	];
	test.each(names.flatMap(([name, label]) => nothing.map((value) => [name, label, value] as const)))(
		'%s (%s) of %j comes to nothing: an error before anything is read',
		async (name, label, value) => {
			expect(await refused({ [name]: value })).toContain(`“${label}”`);
			expect(await refused({ [name]: value }, keepGoing)).toContain(`“${label}”`);
		},
	);

	test('for one row alone as well', async () => {
		expect(await refused({ stopIfMoreThan: '={{ $json.limit === 2 ? undefined : 5 }}' })).toContain(
			'Stop If More Than',
		);
	});

	test.each(['={{ $json.limit }}', '={{ $itemIndex + 1 }}'])('that differs between rows (%s)', async (value) => {
		expect(await refused({ stopIfMoreThan: value }, keepGoing)).toContain('differs between');
	});

	test('also a switch, and also behind rows that agree', async () => {
		expect(await refused({ previewOnly: '={{ $json.yes }}' })).toContain(
			'“Preview Only” differs between row 1 and row 2 ',
		);
		expect(await refused({ reportMissing: '={{ $json.limit < 2 }}' }, keepGoing)).toContain('between row 1 and row 3');
	});

	test.each<[string, IDataObject]>([
		['0, which is no limit', { stopIfMoreThan: 0 }],
		['0 as text', { stopIfMoreThan: '={{ "0" }}' }],
		['a switch that is off', { previewOnly: false, reportMissing: '={{ false }}' }],
		['the same number in other words', { stopIfMoreThan: '={{ $itemIndex === 0 ? 5 : "5" }}' }],
	])('holds with %s', async (_, options) => {
		const json = await bench.ok('developer', { ...upsert, options }, { items });
		expect(json.map(({ action }) => action)).toEqual(['updated', 'updated', 'updated']);
	});
});
