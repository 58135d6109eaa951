// Before Create or Update writes: the preview, the brake, and who is not in the data.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { inCollections } from '../../support/collections.mts';
import { useBench } from '../../support/bench.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { refusal, SheetService, tally } from '../../support/sheetService.mts';
import { errorOf, rows } from '../../support/staffRows.mts';

const bench = useBench({ end: 'null' });
const keepGoing = { onError: 'continueRegularOutput' } as const;
const upsert = (options: IDataObject, more: IDataObject = {}): IDataObject => ({
	resource: 'staff',
	operation: 'upsert',
	columns: { mappingMode: 'autoMapInputData', value: null },
	...inCollections(options),
	...more,
});
const preview = upsert({ previewOnly: true });
const itemsOf = (...json: IDataObject[]): Array<{ json: IDataObject }> => json.map((row) => ({ json: row }));
const same = (index: number): IDataObject => ({
	firstName: `First${index}`,
	lastName: `Last${index}`,
	email: `p${index}@example.com`,
});
const fresh = (index: number): IDataObject => ({ ...same(index), email: `new${index}@example.com` });
const writes = (): Seen[] => bench.recorder.seen.filter(({ method }) => method !== 'GET');

let service: SheetService;
beforeEach(() => {
	service = new SheetService(20);
	bench.recorder.answer(service.rule);
});

describe('Preview Only', () => {
	test('gives the items of a run, with what would change from what to what, and writes nothing', async () => {
		const items = itemsOf(
			fresh(1),
			{ ...same(2), lastName: 'Ng', mobile: 'x', 'Middle name': 'Kim', city: 'Sydney' },
			same(3),
		);
		const { json, hints } = await bench.run('developer', preview, { items });
		expect(json).toEqual([
			expect.objectContaining({ ...fresh(1), action: 'wouldCreate' }),
			expect.objectContaining({
				id: 1003,
				mobile: 'x',
				middle: 'Kim',
				city: 'Sydney',
				action: 'wouldUpdate',
				changed: ['lastName', 'middleName', 'mobile'],
				notCompared: ['city'],
				changesText:
					'last name: Last2 → Ng; middle name: empty → Kim; mobile: m2 → x; city: can’t be compared → Sydney',
				changes: {
					lastName: { from: 'Last2', to: 'Ng' },
					mobile: { from: 'm2', to: 'x' },
					middleName: { from: null, to: 'Kim' },
				},
			}),
			expect.objectContaining({ id: 1004, action: 'unchanged' }),
		]);
		expect(json[2]).toMatchObject({ changes: null, changesText: null, error: '' });
		expect(writes()).toEqual([]);
		expect(hints).toContain('Preview only: nothing was written. A run would create 1, change 1 and leave 1 unchanged.');
	});

	test('100 new people: as many searches as a run, five, and no creation', async () => {
		await bench.ok('developer', preview, { items: rows(100, fresh) });
		expect(tally(bench.recorder.seen)).toEqual({ list: 2, search: 5 });
	});

	test('licences are looked up: one that is new, one that differs, one that is the same, one of somebody new', async () => {
		const held = { securityLicenseId: 7, licenseNumber: 'SL2', state: 'NSW', expiryDate: '2027-01-01T00:00:00Z' };
		service.instead = ({ path }): Canned | undefined =>
			path.endsWith('/licenses') ? { body: { status: { code: 0 }, data: [held] } } : undefined;
		const licence = (number: string, expiry: string): IDataObject => ({
			'Licence number': number,
			'Licence state': 'NSW',
			'Licence expiry': expiry,
		});
		const items = itemsOf(
			{ ...same(1), ...licence('SL1', '2027-01-01') },
			{ ...same(2), ...licence('SL2', '2028-01-01') },
			{ ...same(3), ...licence('sl2', '2027-01-01') },
			{ ...fresh(4), ...licence('SL4', '2027-01-01') },
		);
		const json = await bench.ok('developer', preview, { items });
		expect(json.map(({ action, licenceAction }) => [action, licenceAction])).toEqual([
			['unchanged', 'wouldCreate'],
			['unchanged', 'wouldUpdate'],
			['unchanged', 'unchanged'],
			['wouldCreate', 'wouldCreate'],
		]);
		expect(tally(bench.recorder.seen)).toMatchObject({ licences: 3 });
		expect(writes()).toEqual([]);
	});

	test('a field without a label has its own name, and a licence may come with a file', async () => {
		service.instead = ({ path }) =>
			path.endsWith('/licenses') ? { body: { status: { code: 0 }, data: [] } } : undefined;
		const json = { ...same(1), 'Licence number': 'SL1', licenseAttachments: 'data' };
		const binary = { data: { data: 'eA==', mimeType: 'text/plain', fileName: 'a.txt' } };
		const advanced = { additionalBody: { shirt: { size: 'L' } } };
		const [row] = await bench.ok('developer', { ...preview, advanced }, { items: [{ json, binary }] });
		expect(row?.changesText).toBe('shirt: can’t be compared → {"size":"L"}; licence SL1: new, with its file');
	});

	test('one row with an error is told in the hint beside the one that would be created', async () => {
		const { hints } = await bench.run('developer', preview, {
			items: itemsOf(fresh(1), { ...same(2), email: 'none' }),
		});
		expect(hints).toEqual([
			'Preview only: nothing was written. 1 row with an error would stop a run before it writes anything. With “On Error” set to continue, it would create 1 and skip 1 row with an error. Row 1 is the first row below the headings.',
		]);
	});

	test('whole postcodes warn of no lost zero', async () => {
		const items = itemsOf(
			{ ...same(1), Postcode: 2000 },
			{ ...same(2), Postcode: '0800' },
			{ ...same(3), Postcode: '' },
			{ ...same(4), Postcode: 1000 },
		);
		expect((await bench.run('developer', preview, { items })).hints.join()).not.toContain('numbers here');
	});

	test.each([keepGoing, {}])('a licence that can’t be looked up says so beside its row, with %j', async (node) => {
		service.instead = ({ path }) => (path.endsWith('/licenses') ? refusal(400, 'Not this one') : undefined);
		const items = itemsOf({ ...same(1), 'Licence number': 'SL1' }, same(2));
		const { json } = await bench.run('developer', preview, { items, node });
		expect(json[0]).toMatchObject({ action: 'unchanged', licenceAction: null });
		expect(String(json[0]?.licenceError)).toContain('Not this one');
	});
});

describe('Stop If More Than', () => {
	const limited = (stopIfMoreThan: unknown, more: IDataObject = {}): IDataObject =>
		upsert({ stopIfMoreThan: stopIfMoreThan as number, ...more });
	const news = (count: number): Array<{ json: IDataObject }> => rows(count, fresh);

	test('more than that: nothing is written; the error counts both and names the first ten', async () => {
		const items = [...news(9), ...itemsOf({ ...same(1), mobile: 'x' }, { ...same(2), city: 'Sydney' }, same(3))];
		const { error } = await bench.run('developer', limited(10), { items });
		expect(error?.message).toBe(
			'Nothing was written: 9 rows would be created and 2 changed, but “Stop If More Than” is 10',
		);
		expect(error?.description).toMatch(
			/^The first 10: First0 Last0, new0@example\.com \(new\); .*First8 Last8, new8@example\.com \(new\); First1 Last1, p1@example\.com \(mobile\)\./,
		);
		expect(error?.description).toContain(
			'1 row would be written in every run just because some fields can’t be compared',
		);
		expect(error?.description).toContain('None of the 12 rows was written.');
		expect(writes()).toEqual([]);
	});

	test.each([11, 0, '11'])('%j lets 11 through', async (limit) => {
		const items = [...news(9), ...itemsOf({ ...same(1), mobile: 'x' }, { ...same(2), city: 'Sydney' }, same(3))];
		const json = await bench.ok('developer', limited(limit), { items });
		expect(json.filter(({ action }) => action === 'created' || action === 'updated')).toHaveLength(11);
	});

	test.each([-1, 1.5, 'ten', true])('%j is refused before anything is asked', async (limit) => {
		const { error } = await bench.run('developer', limited(limit), { items: news(1) });
		expect(error?.message).toBe('“Stop If More Than” must be a whole number, 0 or more');
		expect(bench.recorder.seen).toEqual([]);
	});

	test('with Continue On Fail every row says so, and those with an error of their own keep it', async () => {
		const items = [...itemsOf({ ...same(1), email: 'none' }), ...news(3)];
		const { json } = await bench.run('developer', limited(2), { items, node: keepGoing });
		expect(json.map((row) => errorOf(row).message)).toEqual([
			'“Email” is not an e-mail address',
			...[1, 2, 3].map(() => expect.stringContaining('but “Stop If More Than” is 2')),
		]);
		expect(writes()).toEqual([]);
	});

	test('a licence that would be written is a change; one that is the same isn’t, and is asked for once', async () => {
		const held = { securityLicenseId: 7, licenseNumber: 'SL1', state: 'NSW' };
		service.instead = ({ path }) =>
			path.endsWith('/licenses') ? { body: { status: { code: 0 }, data: [held] } } : undefined;
		const licence = { 'Licence number': 'SL1', 'Licence state': 'NSW' };
		const items = itemsOf({ ...same(1), ...licence }, { ...same(2), ...licence });
		const json = await bench.ok('developer', limited(1), { items });
		expect(json.map(({ action, licenceAction }) => [action, licenceAction])).toEqual([
			['unchanged', 'unchanged'],
			['unchanged', 'unchanged'],
		]);
		expect(tally(bench.recorder.seen)).toMatchObject({ search: 2, licences: 2 });
		for (const { json: row } of items) row['Licence number'] = 'SL9';
		const { error } = await bench.run('developer', limited(1), { items });
		expect(error?.message).toContain('0 rows would be created and 2 changed');
		expect(writes()).toEqual([]);
	});

	test('a preview isn’t stopped; its hint says that the run would be', async () => {
		const { json, hints } = await bench.run('developer', limited(2, { previewOnly: true }), { items: news(3) });
		expect(json.map(({ action }) => action)).toEqual(news(3).map(() => 'wouldCreate'));
		expect(hints.join(' ')).toContain('A run would create 3. But that is more than “Stop If More Than” allows');
	});
});

describe('Report Employees Missing From the Data', () => {
	const report = (more: IDataObject = {}, options: IDataObject = {}): IDataObject =>
		upsert({ reportMissing: true, ...options }, more);
	const reported = (json: IDataObject[]): unknown[] =>
		json.filter(({ action }) => action === 'notInData').map(({ id }) => id);

	test('active people in no row come after the others, paired with no input; those who have left don’t', async () => {
		for (const id of [1004, 1005]) service.left.add(id);
		const items = [...rows(15, same).filter((_, index) => index !== 4), ...itemsOf(fresh(1))];
		const { json, items: out, hints } = await bench.run('developer', report(), { items });
		expect(reported(json)).toEqual([1016, 1017, 1018, 1019, 1020]);
		expect(json.slice(15)).toEqual(
			json.slice(15).map(({ id }) => expect.objectContaining({ id, email: expect.any(String), of: 15 })),
		);
		expect(out.slice(0, 15).map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(out.slice(15).map(({ pairedItem }) => pairedItem)).toEqual(json.slice(15).map(() => undefined));
		expect(hints.join()).not.toContain('not said');
	});

	test('of a single row n8n pairs nobody with it either', async () => {
		const { items: out } = await bench.run('developer', report(), { items: itemsOf(same(1)) });
		expect(out).toHaveLength(20);
		expect(out.slice(1).map(({ pairedItem }) => pairedItem)).toEqual(out.slice(1).map(() => []));
	});

	test.each(['email', 'employeeId', 'id'])('by %s; also in a preview, which writes nothing', async (matchBy) => {
		const items = rows(19, (index) => ({ ...same(index), employeeId: `e-${index}`, id: 1001 + index, mobile: 'x' }));
		const { json } = await bench.run('developer', report({ matchBy }, { previewOnly: true }), { items });
		expect(reported(json)).toEqual([1020]);
		expect(writes()).toEqual([]);
	});

	test('it is one reading of the list, which the rows are matched by as well', async () => {
		await bench.ok('developer', report(), { items: rows(2, same) });
		expect(tally(bench.recorder.seen)).toEqual({ search: 2, list: 2 });
	});

	test('who shares the address of a row is not said to be missing', async () => {
		Object.assign(service.people[7] ?? {}, { email: 'P1@example.com' });
		const { json } = await bench.run('developer', report(), { items: rows(2, same) });
		expect(reported(json)).not.toContain(1008);
		expect(reported(json)).toHaveLength(17);
	});

	test('of rows that ask for different lists nothing of the kind is said', async () => {
		const additionalQuery = { parameters: [{ name: 'companyId', value: '={{ $itemIndex }}' }] };
		const { json, hints } = await bench.run('developer', report({}, { additionalQuery }), { items: rows(2, same) });
		expect(reported(json)).toEqual([]);
		expect(hints.join()).toContain('changes which employees are listed');
	});

	const silent: Array<[string, string, IDataObject[], (seen: Seen) => Canned | undefined, IDataObject?]> = [
		['a row has an error', 'a row with an error', [same(1), { ...same(2), email: 'none' }], () => undefined],
		['a row has no key', 'a row with an error', [same(1), { ...same(2), email: '' }], () => undefined],
		[
			'a row is refused',
			'a row with an error',
			[same(1), fresh(2)],
			({ method }) => (method === 'POST' ? refusal(400, 'No') : undefined),
		],
		[
			'nobody can tell whether the list has ended',
			'the staff list may be incomplete',
			[same(1)],
			({ path }) => (path.endsWith('/staffs') ? { body: { status: { code: 0 }, data: service.people } } : undefined),
		],
		[
			'the list can’t be read',
			'couldn’t be read',
			[same(1)],
			({ path }) => (path.endsWith('/staffs') ? refusal(403, 'Not for you') : undefined),
		],
		[
			'an AI agent uses it',
			'an AI agent',
			[same(1)],
			() => undefined,
			{ type: 'n8n-nodes-workforce-operations.workforceOperationsTool' },
		],
		['the user asks for another list', 'changes which employees are listed', [same(1)], () => undefined],
	];
	test.each(silent)('where %s nothing of the kind is said, but why', async (name, words, json, instead, node = {}) => {
		service.instead = instead;
		const query = { parameters: [{ name: 'isActive', value: 'false' }] };
		const parameters = report({}, name.startsWith('the user') ? { additionalQuery: query } : {});
		const ran = await bench.run('developer', parameters, { items: itemsOf(...json), node: { ...keepGoing, ...node } });
		expect(reported(ran.json)).toEqual([]);
		expect(ran.json).toHaveLength(json.length);
		expect(ran.hints.filter((hint) => hint.startsWith('Employees missing from the data aren’t listed: '))).toEqual([
			expect.stringContaining(words),
		]);
	});
});
