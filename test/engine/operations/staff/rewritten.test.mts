// What the service keeps otherwise than it is sent: told in the run that finds it, and then not written every night.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { RunOptions } from '../../../../kit/core/engine.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { employees } from '../../support/staffRows.mts';
import { actions, envelope, isSearch, same, times, upsert, useStaff } from './staffBench.mts';

const { bench, service, employ, set, run, requests } = useStaff(12);
const titled = (text: unknown): string =>
	String(text).replace(/\p{L}+/gu, (word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`);

/** How the service answers a write: with what it keeps, with nothing, or with what it was sent. */
const ANSWERS: Record<string, (sent: IDataObject[], kept: Canned) => Canned> = {
	'what it keeps': (_, kept) => kept,
	nothing: () => envelope(null),
	'what it was sent': (sent) => envelope(sent),
};

/** n8n's memory of the workflow. */
let memory: IDataObject;
let keep: (text: unknown) => unknown;
let answer = 'nothing';

/** The service writes last names in its own way, whatever it answers. */
async function rule(seen: Seen): Promise<Canned | 'cut' | undefined> {
	if (seen.method === 'GET') return await service.rule(seen);
	const sent = employees(seen).map((fields) => ({ ...fields }));
	for (const fields of employees(seen)) if (fields.lastName) fields.lastName = keep(fields.lastName) as string;
	const kept = await service.rule(seen);
	if (kept === undefined || kept === 'cut' || Number(kept.status ?? 200) >= 400) return kept;
	const first = service.people.length - sent.length;
	const known = sent.map((fields, index) => ({ id: service.people[first + index]?.id, ...fields }));
	return ANSWERS[answer]?.(known as IDataObject[], kept);
}

beforeEach(() => {
	[memory, keep, answer] = [{}, titled, 'nothing'];
});

const sheet = (count: number, last: (index: number) => string): IDataObject[] =>
	times(count, (index) => ({ ...same(index), lastName: last(index) }));
const capitals = (index: number): string => `MCDONALD ${'ABCDEFGHIJKL'.charAt(index)}`;
/** A run of a published workflow: what became of the rows, and what it tells of values that are kept otherwise. */
async function night(rows: IDataObject[], parameters: IDataObject = {}, options: RunOptions = {}) {
	bench.recorder.clear();
	bench.recorder.answer(rule);
	const { json, hints, error } = await run(rows, { ...upsert, ...parameters }, { staticData: memory, ...options });
	const told = hints.filter((words) => words.includes('differently from what was sent'));
	return { json, error, told, actions: actions(json), requests: requests() };
}
const all = (action: string, rows: number): string[] => times(rows, () => action);
/** The keys of what is remembered, each with its hash. */
const remembered = (): IDataObject =>
	(memory['node:Workforce Operations'] as { keptOtherwise: IDataObject }).keptOtherwise;

describe.each(Object.keys(ANSWERS))('A service that answers %s', (answers) => {
	test.each([6, 12])('%i rows: the first night tells it, the second writes nothing and says nothing', async (count) => {
		answer = answers;
		const rows = sheet(count, capitals);
		// An answer that repeats what was sent is doubted where the service held nearly the same.
		if (answers === 'what it was sent')
			for (const [index, person] of service.people.entries()) person.lastName = titled(capitals(index));
		const first = await night(rows);
		expect(first).toMatchObject({
			actions: all('updated', count),
			told: [
				`The service stores ${count} values differently from what was sent: “MCDONALD A” (last name) is stored as “Mcdonald A”. A published workflow writes a value again only if either changes.`,
			],
		});
		expect(first.json[0]?.lastName).toBe(answers === 'what it keeps' ? 'Mcdonald A' : 'MCDONALD A');
		const { told, actions: second, requests } = await night(rows);
		expect({ told, second, requests }).toEqual({ told: [], second: all('unchanged', count), requests: { list: 2 } });
	});

	test('of people who are new, too; where the answer shows them as they were sent, a night later', async () => {
		answer = answers;
		const rows = sheet(20, (index) => (index > 11 ? 'MCDONALD' : `Last${index}`));
		const earlier = answers === 'what it was sent' ? [(await night(rows)).told] : [];
		expect(earlier.flat()).toEqual([]);
		expect((await night(rows)).told).toEqual([expect.stringContaining('stores 8 values differently')]);
		expect(await night(rows)).toMatchObject({ actions: all('unchanged', 20), told: [] });
	});
});

test('of one row among many, and of a preview behind it', async () => {
	const rows = sheet(8, (index) => (index === 4 ? 'NG' : `Last${index}`));
	expect(await night(rows)).toMatchObject({
		actions: all('unchanged', 8).with(4, 'updated'),
		told: [
			'The service stores a value differently from what was sent: “NG” (last name) is stored as “Ng”. A published workflow writes a value again only if either changes.',
		],
	});
	expect((await night(rows, { options: { previewOnly: true } })).actions).toEqual(all('unchanged', 8));
});

test('of an update of two fields that is answered with what was sent, where one was held nearly the same', async () => {
	answer = 'what it was sent';
	set(0, { lastName: titled(capitals(0)) });
	const rows = times(6, same).with(0, { ...same(0), lastName: capitals(0), mobile: 'x' });
	expect((await night(rows)).told).toEqual([expect.stringContaining('“MCDONALD A” (last name) is stored as')]);
});

test('of people who are matched by number, without an address in the sheet', async () => {
	const rows = times(6, (index) => ({ lastName: capitals(index), employeeId: `E-${index}` }));
	const { told } = await night(rows, { matchBy: 'employeeId' });
	expect(told).toEqual([expect.stringContaining('stores 6 values')]);
});

test('of a field that the form doesn’t have, under its own name', async () => {
	answer = 'what it keeps';
	const kept = { id: 1001, subcontractorName: 'Reef' };
	service.instead = ({ method }) => (method === 'PATCH' ? envelope([kept]) : undefined);
	const { told } = await night([same(0)], { advanced: { additionalBody: { subcontractorName: 'REEF' } } });
	expect(told).toEqual([expect.stringContaining('“REEF” (subcontractorName) is stored as “Reef”')]);
});

test('of 2000 values at most: the oldest are forgotten, and one that is told again is no longer old', async () => {
	answer = 'what it keeps';
	const old = times(1999, (index) => `old ${index}`);
	const keptOtherwise = Object.fromEntries(['1001 lastName', ...old].map((key) => [key, 'x']));
	memory = { 'node:Workforce Operations': { keptOtherwise } };
	await night(sheet(6, capitals));
	const news = times(6, (index) => `${1001 + index} lastName`);
	expect(Object.keys(remembered())).toEqual([...old.slice(5), ...news]);
});

test('a new value in the sheet, and another one in the service, are written again', async () => {
	await night(sheet(6, capitals));
	const changed = await night(sheet(6, (index) => (index === 2 ? 'OTHER' : capitals(index))));
	expect(changed.actions).toEqual(all('unchanged', 6).with(2, 'updated'));
	set(3, { lastName: 'By Hand' });
	const byHand = await night(sheet(6, capitals));
	expect(byHand.actions).toEqual(all('unchanged', 6).with(2, 'updated').with(3, 'updated'));
});

test('a value that has settled meanwhile is not remembered: what comes back by hand is written', async () => {
	await night(sheet(6, capitals));
	keep = (text) => text;
	const settled = await night(sheet(6, (index) => (index === 1 ? 'Mcdonald B' : capitals(index))));
	expect(settled.actions).toEqual(all('unchanged', 6));
	expect((await night(sheet(6, capitals))).actions).toEqual(all('unchanged', 6).with(1, 'updated'));
});

test('what is remembered holds neither names nor values, and a service that keeps what it is sent leaves nothing', async () => {
	await night(sheet(6, capitals));
	expect(JSON.stringify(memory)).toMatch(/"1001 lastName":"[0-9a-f]{12}"/);
	expect(JSON.stringify(memory)).not.toMatch(/mcdonald|example\.com|First0/i);
	employ(12);
	[memory, keep] = [{}, (text) => text];
	const ran = await night(sheet(6, capitals));
	expect(ran).toMatchObject({ actions: all('updated', 6), told: [] });
	expect(ran.requests).toEqual({ list: 2, PATCH: 1, search: 3 });
	expect(memory).toEqual({ 'node:Workforce Operations': {} });
});

test('one value of several people is remembered of each in another way', async () => {
	await night(sheet(6, () => 'NG'));
	expect(new Set(Object.values(remembered())).size).toBe(6);
});

describe('nothing is read back', () => {
	test('for an answer that is only text', async () => {
		answer = 'what it keeps';
		service.instead = ({ method }) => (method === 'PATCH' ? envelope('Failed') : undefined);
		const { told, requests } = await night(sheet(6, capitals));
		expect({ told, requests }).toEqual({ told: [], requests: { list: 2, PATCH: 1 } });
	});

	test('in a run by hand', async () => {
		const { told, requests } = await night(sheet(6, capitals), {}, { mode: 'manual' });
		expect({ told, requests }).toEqual({ told: [], requests: { list: 2, PATCH: 1 } });
	});

	test('after an update of one row by e-mail', async () => {
		expect((await night(sheet(1, () => 'LEE'))).requests).toEqual({ search: 1, PATCH: 1 });
	});
});

test('damaged memory is none, and a search that fails afterwards changes nothing', async () => {
	memory = { 'node:Workforce Operations': { keptOtherwise: 'x' } };
	service.instead = (seen) => (isSearch(seen) ? { status: 500, body: 'no' } : undefined);
	const { actions, told, error } = await night(sheet(6, capitals));
	expect({ actions, told, error }).toEqual({ actions: all('updated', 6), told: [], error: undefined });
});
