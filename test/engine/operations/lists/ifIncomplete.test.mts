// “If Incomplete: Stop” on every list: what isn't surely whole ends in an error that says why, and nothing is passed on.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { everyOperation, type Minimal, offeredIn } from '../../support/everyOperation.mts';
import { linesOf, madeOf } from '../../support/fileResults.mts';
import { fine, keepGoing } from '../../support/payrollService.mts';

const bench = useBench();

const FORMATS = ['csv', 'xlsx', 'jsonl'] as const;

const offers = (id: string, name: string, collection = 'options'): boolean =>
	offeredIn(id, collection).some((field) => field.name === name);

const stopping = everyOperation.filter(({ id }) => offers(id, 'ifIncomplete'));

/** The form of a list that is to be read as far as it goes. */
const form = ({ parameters }: Minimal, options: IDataObject = {}): IDataObject => ({
	...parameters,
	returnAll: true,
	limit: 500,
	options,
});

/** The sandbox, whose lists say something else beside their records. */
const say = (words: IDataObject): void =>
	bench.recorder.answer(async ({ method, path, search, headers }) => {
		if (path.endsWith('/subscriptions')) return { body: { ...fine, data: [{ subscriptionId: 1 }], ...words } };
		const sent = ['authorization', 'external-svc-apim-sub-key'].map((name) => [name, String(headers[name])]);
		const answer = await fetch(`${bench.sandbox.url}${path}?${search}`, { method, headers: Object.fromEntries(sent) });
		return { status: answer.status, body: { ...((await answer.json()) as object), ...words } };
	});

test('every list has the option, and nothing else has', () => {
	const ids = stopping.map(({ id }) => id);
	expect(ids).toEqual(everyOperation.map(({ id }) => id).filter((id) => /\.get(All|Recent)|^customRequest/.test(id)));
});

describe.each(stopping)('$id', (row) => {
	const { id, key } = row;

	test('comes as it is where nothing speaks against it', async () => {
		say({});
		const items = await bench.ok(key, form(row));
		expect(await bench.ok(key, form(row, { ifIncomplete: 'stop' }))).toEqual(items);
		if (id === 'customRequest.send') return;
		const file = { asFile: 'jsonl', ifIncomplete: 'stop' };
		const { items: made, error } = await bench.run(key, form(row, file));
		expect(error).toBeUndefined();
		expect(made[0]?.json).toMatchObject({ records: items.length, complete: true });
		expect(linesOf(madeOf(made)[0] ?? { json: {}, content: Buffer.alloc(0) })).toHaveLength(items.length);
	});

	test.each([70_000, '70000'])('that lacks what the service counts (%j) isn’t passed on', async (totalRecordCount) => {
		say({ totalRecordCount });
		const { items, error, hints } = await bench.run(key, form(row, { ifIncomplete: 'stop' }));
		expect({ items, hints }).toEqual({ items: [], hints: [] });
		expect(error?.context.itemIndex).toBe(0);
		expect(error?.message).toMatch(
			/^The list may be incomplete: \d+ records? (?:was|were) returned, and the service counts 70000$/,
		);
		expect(error?.description).toMatch(
			/"totals": "ignore" in the credential’s Service Details.*“If Incomplete” is set to Stop/,
		);
		// Warn, which is the default, passes it on.
		const warned = await bench.run(key, form(row));
		expect({ error: warned.error, hints: warned.hints }).toEqual({
			error: undefined,
			hints: [expect.stringContaining('may be incomplete')],
		});
		expect(await bench.ok(key, form(row, { ifIncomplete: 'warn' }))).toEqual(warned.json);
		const ignoring = { serviceDetails: { totals: 'ignore' } };
		expect(await bench.ok(key, form(row, { ifIncomplete: 'stop' }), ignoring)).toEqual(warned.json);
	});

	test('is but its error where On Error is Continue', async () => {
		say({ totalRecordCount: 70_000 });
		const { json, hints } = await bench.run(key, form(row, { ifIncomplete: 'stop' }), keepGoing);
		expect(json).toEqual([{ error: expect.objectContaining({ message: expect.stringContaining('counts 70000') }) }]);
		expect(hints).toEqual([]);
	});

	test.each(id === 'customRequest.send' ? ['none'] : FORMATS)('is no file: %s', async (asFile) => {
		say({ totalRecordCount: 70_000 });
		for (const run of [{}, keepGoing]) {
			const { items, error } = await bench.run(key, form(row, { ifIncomplete: 'stop', asFile }), run);
			expect(items.map(({ binary, json }) => [binary, Object.keys(json)])).toEqual(
				error === undefined ? [[undefined, ['error']]] : [],
			);
			expect(error ?? items[0]?.json.error).toMatchObject({
				message: expect.stringContaining('the service counts 70000'),
				description: expect.stringMatching(asFile === 'none' ? /nothing was returned\.$/ : /No file was created\.$/),
			});
		}
	});

	const additional = (name: string, value: string): IDataObject =>
		id === 'customRequest.send'
			? { query: { parameters: [{ name, value }] } }
			: { advanced: { additionalQuery: { parameters: [{ name, value }] } } };
	const parts: IDataObject[] = [
		...(offers(id, 'startCursor', 'advanced') ? [{ advanced: { startCursor: 'direction=next&referenceId=7' } }] : []),
		...(id === 'loginAudit.getRecent' ? [additional('take', '3')] : []),
		...(id.startsWith('loginAudit.getAll') ? [additional('page', '2')] : [additional('referenceId', '7')]),
		additional('direction', 'prev'),
	];
	test.each(parts)('refuses to call a part of it whole, before anything is sent: %j', async (part) => {
		say({});
		const { items, error } = await bench.run(key, { ...form(row, { ifIncomplete: 'stop' }), ...part });
		expect({ items, seen: bench.recorder.seen }).toEqual({ items: [], seen: [] });
		expect(error?.message).toMatch(
			/“If Incomplete: Stop” can’t be used if you read only part of a list|“Start Cursor” can’t be/,
		);
	});

	test('refuses another word before anything is sent', async () => {
		const { error } = await bench.run(key, form(row, { ifIncomplete: '={{ "halt" }}' }));
		expect({ message: error?.message, seen: bench.recorder.seen }).toEqual({
			message: '“If Incomplete” can’t be “halt”',
			seen: [],
		});
	});
});
