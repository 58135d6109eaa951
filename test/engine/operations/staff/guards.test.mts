// The brake and the preview hold, whatever stumbles; and one that comes to nothing is an error.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { refusal } from '../../support/sheetService.mts';
import { actions, envelope, fresh, isLicences, messages, same, staff, times, useStaff } from './staffBench.mts';

const { bench, service, holdLicences, run, keepGoing, ok, sent, writes, requests } = useStaff(20);
const limited = (stopIfMoreThan: unknown, more: IDataObject = {}): IDataObject =>
	staff('upsert', { options: { stopIfMoreThan, ...more } as IDataObject });
const licensed = (index: number): IDataObject => ({ ...same(index), 'Licence number': `SL${index}` });

describe('A licence that could not be looked up while planning', () => {
	/** How many look-ups of licences are still refused. */
	let refusals: number;
	beforeEach(() => {
		refusals = 0;
		service.instead = (seen) => {
			if (!isLicences(seen)) return undefined;
			if (seen.method === 'GET' && refusals-- > 0) return refusal(403, 'Not for you');
			return envelope(seen.method === 'GET' ? [] : null);
		};
	});

	test('counts as a change: with the brake at 3, twelve of them write nothing, and a preview says so', async () => {
		refusals = 12;
		const { json } = await keepGoing(times(12, licensed), limited(3));
		expect(messages(json)).toEqual(times(12, () => expect.stringContaining('but “Stop If More Than” is 3')));
		refusals = 12;
		const { hints } = await keepGoing(times(12, licensed), limited(3, { previewOnly: true }));
		expect(hints.join()).toContain('A run would change 12. But that is more than');
		expect(writes()).toEqual([]);
	});

	test('isn’t written in this run, nor is its row; the others are', async () => {
		refusals = 2;
		const { json } = await keepGoing(
			times(5, (index) => ({ ...licensed(index), mobile: index < 4 ? 'x' : `m${index}` })),
			limited(9),
		);
		const isRefused = json.map((row) => Boolean(row.error));
		expect(isRefused.filter(Boolean)).toHaveLength(2);
		expect(writes().filter(isLicences)).toHaveLength(3);
		const written = [0, 1, 2, 3].filter((index) => !isRefused[index]);
		expect(sent('PATCH')).toEqual(written.map((index) => ({ id: 1001 + index, mobile: 'x' })));
	});

	test('nor where its row says nothing else', async () => {
		refusals = 1;
		const { json } = await keepGoing(times(1, licensed), limited(9));
		expect(json[0]?.licenceAction).not.toBe('created');
		expect(writes()).toEqual([]);
	});

	test('without Continue On Fail the first of them ends the run, and nothing is written', async () => {
		refusals = 1;
		const { error } = await run(
			times(12, (index) => ({ ...licensed(index), mobile: 'x' })),
			limited(20),
		);
		expect(error?.message).toContain('has no access to this');
		expect(writes()).toEqual([]);
		expect(requests().licences).toBeLessThan(12);
	});

	test('is an error of its row in a preview under the brake, as in the run', async () => {
		refusals = 2;
		const previewed = await keepGoing(times(4, licensed), limited(9, { previewOnly: true }));
		expect(writes()).toEqual([]);
		expect(messages(previewed.json).filter(Boolean)).toHaveLength(2);
		refusals = 2;
		const ran = await keepGoing(times(4, licensed), limited(9));
		expect(messages(ran.json)).toEqual(messages(previewed.json));
	});

	test('without brake and preview it is looked up in its turn', async () => {
		refusals = 1;
		const { json } = await keepGoing(times(2, licensed));
		expect(json.map(({ licenceAction }) => licenceAction)).toEqual([null, 'created']);
	});
});

describe('Stop If More Than', () => {
	const nine = times(9, fresh);
	const eleven = [...nine, { ...same(1), mobile: 'x' }, { ...same(2), city: 'Sydney' }, same(3)];

	test.each([
		[10, /^They are: .*First9 Last9, p9@example\.com \(mobile\)\. Check them all/],
		[11, /^The first 10: .*First9 Last9, p9@example\.com \(mobile\)\. Check them all/],
	])('%i rows above the limit: up to ten are named, as people read it', async (count, words) => {
		const { error } = await run(
			times(count, (index) => ({ ...same(index), mobile: 'x' })),
			limited(9),
		);
		expect(error?.description).toMatch(words);
		expect(error?.description).not.toContain('  ');
		expect(writes()).toEqual([]);
	});

	test('above the limit each row is named with what it would do, and nothing is written', async () => {
		const { error } = await run(
			[{ ...same(1), mobile: 'x', lastName: 'New' }, { ...same(2), city: 'Sydney' }, licensed(3), same(4), fresh(5)],
			limited(1),
		);
		expect(error?.message).toBe(
			'Nothing was written: 1 row would be created and 3 changed, but “Stop If More Than” is 1',
		);
		expect(error?.description).toContain(
			'They are: First5 Last5, new5@example.com (new); First1 Last1, p1@example.com (lastName, mobile); First2 Last2, p2@example.com (city: can’t be compared); First3 Last3, p3@example.com (licence). 1 row would be written in every run just because some fields can’t be compared',
		);
		expect(error?.description).toContain('None of the 5 rows was written.');
		expect(writes()).toEqual([]);
	});

	test('counts those who are new and those who differ', async () => {
		expect((await run(eleven, limited(10))).error?.message).toBe(
			'Nothing was written: 9 rows would be created and 2 changed, but “Stop If More Than” is 10',
		);
	});

	test.each([11, 0, '11'])('%j lets 11 through', async (limit) => {
		const json = await ok(eleven, limited(limit));
		expect(actions(json)).toEqual([...times(9, () => 'created'), 'updated', 'updated', 'unchanged']);
	});

	test.each([-1, 1.5, 'ten', true])('%j is refused before anything is asked', async (limit) => {
		const { error } = await run([fresh(1)], limited(limit));
		expect(error?.message).toBe('“Stop If More Than” must be a whole number, 0 or more');
		expect(bench.recorder.seen).toEqual([]);
	});

	test('with Continue On Fail every row says so, and those with an error of their own keep it', async () => {
		const { json } = await keepGoing([{ ...same(1), email: 'none' }, ...times(3, fresh)], limited(2));
		expect(messages(json)).toEqual([
			'“Email” is not an e-mail address',
			...times(3, () => expect.stringContaining('but “Stop If More Than” is 2')),
		]);
		expect(writes()).toEqual([]);
	});

	test('a licence that would be written is a change; one that is the same isn’t, and is asked for once', async () => {
		holdLicences({ securityLicenseId: 7, licenseNumber: 'SL1', state: 'NSW' });
		const rows = (number: string): IDataObject[] =>
			[1, 2].map((index) => ({ ...same(index), 'Licence number': number, 'Licence state': 'NSW' }));
		const json = await ok(rows('SL1'), limited(1));
		expect(actions(json)).toEqual(['unchanged', 'unchanged']);
		expect(json.map(({ licenceAction }) => licenceAction)).toEqual(['unchanged', 'unchanged']);
		expect(requests()).toMatchObject({ search: 2, licences: 2 });
		const { error } = await run(rows('SL9'), limited(1));
		expect(error?.message).toContain('0 rows would be created and 2 changed');
		expect(writes()).toEqual([]);
	});

	test('a preview isn’t stopped; its hint says that the run would be', async () => {
		const { json, hints } = await run(times(3, fresh), limited(2, { previewOnly: true }));
		expect(actions(json)).toEqual(times(3, () => 'wouldCreate'));
		expect(hints.join(' ')).toContain('A run would create 3. But that is more than “Stop If More Than” allows');
	});
});

describe('A safeguard that is added', () => {
	const rows = times(3, (index) => ({ ...same(index), mobile: 'x', limit: index, yes: index > 0 }));
	/** What both a run that stops and one with Continue On Fail say before they read anything. */
	const refused = async (options: IDataObject): Promise<string[]> => {
		const parameters = staff('upsert', { options });
		const { error } = await run(rows, parameters);
		const { json } = await keepGoing(rows, parameters);
		expect(messages(json)).toEqual(rows.map(() => expect.any(String)));
		expect(bench.recorder.seen).toEqual([]);
		return [`${error?.message} ${error?.description}`, ...messages(json.slice(0, 1)).map(String)];
	};
	const both = (words: string): unknown[] => [expect.stringContaining(words), expect.stringContaining(words)];

	const names: Array<[string, string]> = [
		['previewOnly', 'Preview Only'],
		['stopIfMoreThan', 'Stop If More Than'],
		['reportMissing', 'Report Employees Missing From the Data'],
	];
	const nothing = ['={{ $json.typo }}', '={{ undefined }}', '={{ null }}', '', '  ', null, '={{ "" }}', '={{ [] }}'];
	test.each(names.flatMap(([name, label]) => nothing.map((value) => [name, label, value] as const)))(
		'%s (%s) of %j comes to nothing: an error before anything is read',
		async (name, label, value) => expect(await refused({ [name]: value })).toEqual(both(`“${label}”`)),
	);

	test.each<[string, IDataObject, string]>([
		['is empty for one row', { stopIfMoreThan: '={{ $json.limit === 2 ? undefined : 5 }}' }, 'Stop If More Than'],
		['differs between rows by their cells', { stopIfMoreThan: '={{ $json.limit }}' }, 'differs between'],
		['differs between rows by their place', { stopIfMoreThan: '={{ $itemIndex + 1 }}' }, 'differs between'],
		['is a switch that differs', { previewOnly: '={{ $json.yes }}' }, '“Preview Only” differs between row 1 and row 2'],
		['differs behind rows that agree', { reportMissing: '={{ $json.limit < 2 }}' }, 'between row 1 and row 3'],
	])('and %s is refused as well', async (_, options, words) => expect(await refused(options)).toEqual(both(words)));

	test.each<[string, IDataObject]>([
		['0, which is no limit', { stopIfMoreThan: 0 }],
		['0 as text', { stopIfMoreThan: '={{ "0" }}' }],
		['a switch that is off', { previewOnly: false, reportMissing: '={{ false }}' }],
		['the same number in other words', { stopIfMoreThan: '={{ $itemIndex === 0 ? 5 : "5" }}' }],
	])('holds with %s', async (_, options) => {
		const json = await ok(rows, staff('upsert', { options }));
		expect(actions(json)).toEqual(['updated', 'updated', 'updated']);
	});
});
