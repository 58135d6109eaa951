// What the service keeps otherwise than it is sent: told in the run that finds it, and then not written every night.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Result, RunOptions } from '../../../../kit/core/engine.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { SheetService } from '../../support/sheetService.mts';
import { employees, fine } from '../../support/staffRows.mts';
import { preview, same, actions, told, envelope, useStaff } from './staffBench.mts';

const { bench, service, set, run, sent, writes, requests } = useStaff(12);
const titled = (text: unknown): string =>
	String(text).replace(/\p{L}+/gu, (word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`);

/** How the service answers a write: with what it keeps, with nothing, or with what it was sent. */
const ANSWERS: Record<string, (sent: IDataObject[], kept: Canned) => Canned> = {
	'what it keeps': (_, kept) => kept,
	nothing: () => ({ body: fine }),
	'what it was sent': (sent) => envelope(sent),
};

let service: SheetService;
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
	[service, memory, keep, answer] = [SHEET(12), {}, titled, 'nothing'];
	bench.recorder.answer(rule);
});

const sheet = (rows: number, last: (index: number) => string): Array<{ json: IDataObject }> =>
	Array.from({ length: rows }, (_, index) => ({
		json: { firstName: `First${index}`, lastName: last(index), email: `p${index}@example.com` },
	}));
const capitals = (index: number): string => `MCDONALD ${'ABCDEFGHIJKL'.charAt(index)}`;
const night = async (
	items: Array<{ json: IDataObject }>,
	parameters: IDataObject = {},
	options: RunOptions = {},
): Promise<Result & { requests: Record<string, number> }> => {
	bench.recorder.clear();
	bench.recorder.answer(rule);
	const ran = await run(items, { ...upsert, ...parameters }, { staticData: memory, ...options });
	return { ...ran, requests: requests() };
};
const told = ({ hints }: Result): string[] => hints.filter((words) => words.includes('differently from what was sent'));
const all = (action: string, rows: number): string[] => Array.from({ length: rows }, () => action);

describe.each(Object.keys(ANSWERS))('A service that answers %s', (answers) => {
	test.each([6, 12])('%i rows: the first night tells it, the second writes nothing and says nothing', async (rows) => {
		answer = answers;
		const items = sheet(rows, capitals);
		// An answer that repeats what was sent is doubted where the service held nearly the same.
		if (answers === 'what it was sent')
			for (const [index, person] of service.people.entries()) person.lastName = titled(capitals(index));
		const first = await night(items);
		expect(actions(first)).toEqual(all('updated', rows));
		expect(first.json[0]?.lastName).toBe(answers === 'what it keeps' ? 'Mcdonald A' : 'MCDONALD A');
		expect(told(first)).toEqual([
			`The service stores ${rows} values differently from what was sent: “MCDONALD A” (last name) is stored as “Mcdonald A”. A published workflow writes a value again only if either changes.`,
		]);
		const second = await night(items);
		expect(actions(second)).toEqual(all('unchanged', rows));
		expect({ told: told(second), requests: second.requests }).toEqual({ told: [], requests: { list: 2 } });
	});

	test('of people who are new, too; where the answer shows them as they were sent, a night later', async () => {
		answer = answers;
		const items = sheet(20, (index) => (index > 11 ? 'MCDONALD' : `Last${index}`));
		const nights = [await night(items), ...(answers === 'what it was sent' ? [await night(items)] : [])].map(told);
		expect(nights.pop()).toEqual([expect.stringContaining('stores 8 values differently')]);
		expect(nights.flat()).toEqual([]);
		const second = await night(items);
		expect({ actions: actions(second), told: told(second) }).toEqual({ actions: all('unchanged', 20), told: [] });
	});
});

test('of one row among many, and of a preview behind it', async () => {
	const items = sheet(8, (index) => (index === 4 ? 'NG' : `Last${index}`));
	const first = await night(items);
	expect({ actions: actions(first)[4], told: told(first) }).toEqual({
		actions: 'updated',
		told: [
			'The service stores a value differently from what was sent: “NG” (last name) is stored as “Ng”. A published workflow writes a value again only if either changes.',
		],
	});
	const preview = await night(items, { options: { previewOnly: true } });
	expect(actions(preview)).toEqual(all('unchanged', 8));
});

test('of an update of two fields that is answered with what was sent, where one was held nearly the same', async () => {
	answer = 'what it was sent';
	const items = sheet(1, capitals).concat(sheet(6, (index) => `Last${index}`).slice(1));
	set(0, { lastName: titled(capitals(0)) });
	Object.assign(items[0]?.json ?? {}, { mobile: 'x' });
	expect(told(await night(items))).toEqual([expect.stringContaining('“MCDONALD A” (last name) is stored as')]);
});

test('of people who are matched by number, without an address in the sheet', async () => {
	const items = sheet(6, capitals).map(({ json: { email, ...json } }, index) => ({
		json: { ...json, employeeId: `E-${index}` },
	}));
	expect(told(await night(items, { matchBy: 'employeeId' }))).toEqual([expect.stringContaining('stores 6 values')]);
});

test('of a field that the form doesn’t have, under its own name', async () => {
	answer = 'what it keeps';
	const kept = { id: 1001, subcontractorName: 'Reef' };
	service.instead = ({ method }) => (method === 'PATCH' ? envelope([kept]) : undefined);
	const advanced = { additionalBody: { subcontractorName: 'REEF' } };
	const ran = await night(
		sheet(1, () => 'Last0'),
		{ advanced },
	);
	expect(told(ran)).toEqual([expect.stringContaining('“REEF” (subcontractorName) is stored as “Reef”')]);
});

test('of 2000 values at most: the oldest are forgotten, and one that is told again is no longer old', async () => {
	answer = 'what it keeps';
	const old = Array.from({ length: 1999 }, (_, index) => `old ${index}`);
	const keptOtherwise = Object.fromEntries(['1001 lastName', ...old].map((key) => [key, 'x']));
	memory = { 'node:Workforce Operations': { keptOtherwise } };
	await night(sheet(6, capitals));
	const { keptOtherwise: kept } = memory['node:Workforce Operations'] as { keptOtherwise: IDataObject };
	const news = [1, 2, 3, 4, 5, 6].map((index) => `100${index} lastName`);
	expect(Object.keys(kept)).toEqual([...old.slice(5), ...news]);
});

test('a new value in the sheet, and another one in the service, are written again', async () => {
	await night(sheet(6, capitals));
	const changed = await night(sheet(6, (index) => (index === 2 ? 'OTHER' : capitals(index))));
	expect(actions(changed)).toEqual(all('unchanged', 6).with(2, 'updated'));
	set(3, { lastName: 'By Hand' });
	const byHand = await night(sheet(6, capitals));
	expect(actions(byHand)).toEqual([...all('unchanged', 2), 'updated', 'updated', 'unchanged', 'unchanged']);
});

test('a value that has settled meanwhile is not remembered: what comes back by hand is written', async () => {
	await night(sheet(6, capitals));
	keep = (text) => text;
	const settled = (index: number): string => (index === 1 ? 'Mcdonald B' : capitals(index));
	expect(actions(await night(sheet(6, settled)))).toEqual(all('unchanged', 6));
	expect(actions(await night(sheet(6, capitals)))).toEqual(all('unchanged', 6).with(1, 'updated'));
});

test('what is remembered holds neither names nor values, and a service that keeps what it is sent leaves nothing', async () => {
	await night(sheet(6, capitals));
	expect(JSON.stringify(memory)).toMatch(/"1001 lastName":"[0-9a-f]{12}"/);
	expect(JSON.stringify(memory)).not.toMatch(/mcdonald|example\.com|First0/i);
	[service, memory, keep] = [SHEET(12), {}, (text) => text];
	const ran = await night(sheet(6, capitals));
	expect(actions(ran)).toEqual(all('updated', 6));
	expect(memory).toEqual({ 'node:Workforce Operations': {} });
	expect({ told: told(ran), requests: ran.requests }).toEqual({ told: [], requests: { list: 2, PATCH: 1, search: 3 } });
});

test('one value of several people is remembered of each in another way', async () => {
	await night(sheet(6, () => 'NG'));
	const { keptOtherwise } = memory['node:Workforce Operations'] as { keptOtherwise: IDataObject };
	expect(new Set(Object.values(keptOtherwise)).size).toBe(6);
});

test('an answer that is only text shows nothing, and nothing is read back for it', async () => {
	answer = 'what it keeps';
	service.instead = ({ method }) =>
		method === 'PATCH' ? { body: { status: { code: 0 }, data: 'Failed' } as IDataObject } : undefined;
	const ran = await night(sheet(6, capitals));
	expect({ told: told(ran), requests: ran.requests }).toEqual({ told: [], requests: { list: 2, PATCH: 1 } });
});

test('a run by hand and an update of one row by e-mail read nothing back', async () => {
	const ran = await night(sheet(6, capitals), {}, { mode: 'manual' });
	expect({ told: told(ran), requests: ran.requests }).toEqual({ told: [], requests: { list: 2, PATCH: 1 } });
	const one = await night(sheet(1, () => 'LEE'));
	expect(one.requests).toEqual({ search: 1, PATCH: 1 });
});

test('damaged memory is none, and a search that fails afterwards changes nothing', async () => {
	memory = { 'node:Workforce Operations': { keptOtherwise: 'x' } };
	service.instead = ({ path }) => (path.endsWith('/search') ? { status: 500, body: 'no' } : undefined);
	const ran = await night(sheet(6, capitals));
	expect(actions(ran)).toEqual(all('updated', 6));
	expect({ told: told(ran), error: ran.error }).toEqual({ told: [], error: undefined });
});
