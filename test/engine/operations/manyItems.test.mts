import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';
import { useBench } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';

const bench = useBench();
const fine = { status: { code: 0, errorMessage: '' } };
const items = (count: number): Array<{ json: IDataObject }> =>
	Array.from({ length: count }, (_, index) => ({ json: { id: String(index) } }));
const get = { resource: 'timesheet', operation: 'get', timesheetId: '={{ $json.id }}', simplify: false };
const activate = {
	...{ resource: 'webhookSubscription', operation: 'update' },
	...{ subscriptionId: '={{ $json.id }}', state: 'active' },
};
const customers = { resource: 'customer', operation: 'getAll', filters: { filter: '={{ $json.id }}' } };
const goOn = { node: { onError: 'continueRegularOutput' } } as const;
const idOf = (path: string): number => Number(path.split('/').pop());

/** Resolves when `count` callers wait at it. */
function gate(count: number): () => Promise<void> {
	const waiting: Array<() => void> = [];
	return async () => {
		await new Promise<void>((open) => {
			waiting.push(open);
			if (waiting.length >= count) for (const go of waiting) go();
		});
	};
}

describe('Several items', () => {
	test('reads run side by side, five at once, and keep their order', async () => {
		let running = 0;
		let most = 0;
		const meet = gate(5);
		bench.recorder.answer(async ({ path }) => {
			most = Math.max(most, ++running);
			// The first five wait for one another; then the later answers first.
			if (idOf(path) < 5) await meet();
			if (idOf(path) === 0) await new Promise((resolve) => setImmediate(resolve));
			running--;
			return { body: { ...fine, data: { timesheetId: idOf(path) } } };
		});
		const { json, items: outputs } = await bench.run('timesheet', get, { items: items(12) });
		expect(json.map(({ timesheetId }) => timesheetId)).toEqual(Array.from({ length: 12 }, (_, index) => index));
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(Array.from({ length: 12 }, (_, item) => ({ item })));
		expect(most).toBe(5);
	});

	test('a number that is too long for n8n comes as its text, which a hint says', async () => {
		const body = '{"status": {"code": 0}, "data": {"timesheetId": 1, "badge": 9007199254740993}}';
		bench.recorder.answer(() => ({ body, headers: { 'content-type': 'application/json' } }));
		const { json, hints } = await bench.run('timesheet', get, { items: items(1) });
		expect(json).toEqual([{ timesheetId: 1, badge: '9007199254740993' }]);
		expect(hints).toEqual(['Numbers that are too long for n8n are returned as text: badge.']);
	});

	test('writes run one after another', async () => {
		let running = 0;
		let most = 0;
		bench.recorder.answer(async () => {
			most = Math.max(most, ++running);
			// Round trips of our own: a write that did not wait for this one would have arrived by then.
			for (let trips = 0; trips < 3; trips++) await fetch(`${bench.recorder.url}/token/request`);
			running--;
			return { body: { ...fine, data: null } };
		});
		await bench.ok('webhook', activate, { items: items(6) });
		expect(most).toBe(1);
		expect(bench.recorder.seen.map(({ path }) => idOf(path))).toEqual([0, 1, 2, 3, 4, 5]);
	});

	test('without Continue On Fail a read begins nothing new, and stops with the error of the first bad item', async () => {
		let go = (): void => undefined;
		const later = new Promise<void>((open) => void (go = open));
		bench.recorder.answer(async ({ path }) => {
			const id = idOf(path);
			// Item 1 is answered after item 3.
			if (id === 1) await later;
			if (id === 3) setTimeout(go, 50);
			return id === 1 || id === 3
				? { status: 404, body: { status: { code: 404, errorMessage: `No such entry: ${id}` } } }
				: { body: { ...fine, data: { timesheetId: id } } };
		});
		const { error } = await bench.run('timesheet', get, { items: items(40) });
		expect({ message: error?.message, itemIndex: error?.context.itemIndex }).toEqual({
			message: 'No such entry: 1',
			itemIndex: 1,
		});
		expect(bench.recorder.seen.length).toBeLessThan(12);
	});

	test('a write that stops half-way tells which items were written', async () => {
		bench.recorder.answer(({ path }) =>
			idOf(path) === 2
				? { status: 400, body: { status: { code: 3, errorMessage: 'No' } } }
				: { body: { ...fine, data: null } },
		);
		const { error } = await bench.run('webhook', activate, { items: items(6) });
		expect(error?.description).toContain('Rows that were written: 1 to 2. Rows that were not sent: 4 to 6.');
	});

	test('the records of one item all point to it', async () => {
		bench.recorder.answer(({ query }) => ({ body: { ...fine, data: [{ id: query.filter }, { id: query.filter }] } }));
		const { items: outputs } = await bench.run('timesheet', customers, { items: items(3) });
		expect(outputs.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			[0, 0, 1, 1, 2, 2].map((item) => [String(item), { item }]),
		);
	});

	test('the budget of the key is shared by what runs side by side', async () => {
		const store = credentialFor(bench.sandbox, 'liveops', { baseUrl: bench.recorder.url, requestsPerMinute: 3 });
		const stop = new AbortController();
		bench.recorder.answer(() => ({ body: { ...fine, data: [] } }));
		const running = runNode(store, customers, { items: items(8), signal: stop });
		// Round trips of our own: what was sent before them has arrived by then.
		for (let trips = 0; trips < 20; trips += bench.recorder.seen.length >= 3 ? 1 : 0)
			await fetch(`${bench.recorder.url}/token/request`);
		expect(bench.recorder.seen).toHaveLength(3);
		stop.abort();
		await running;
		expect(bench.recorder.seen).toHaveLength(3);
	});
});

describe('Continue On Fail', () => {
	const failing = {
		status: 422,
		body: { data: null, errors: [{ code: 'E17', message: 'Not this one', field: 'id' }], meta: { traceId: 'trace-9' } },
	};

	test.each(everyOperation.map((row): [string, typeof row] => [row.id, row]))(
		'%s: an item with nothing but the error, and the others go on',
		async (_, { key, parameters }) => {
			bench.recorder.answer(() => failing);
			const run = await bench.run(key, parameters, { items: items(2), ...goOn });
			const error = {
				message: expect.stringContaining('Not this one'),
				description: expect.any(String),
				...{ httpCode: '422', code: 'E17', traceId: 'trace-9' },
			};
			expect({ error: run.error, json: run.json }).toEqual({ error: undefined, json: [{ error }, { error }] });
			expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		},
	);

	test.each(everyOperation.map((row): [string, typeof row] => [row.id, row]))(
		'%s: a credential that can’t be used is every item’s error',
		async (_, { parameters }) => {
			const store = credentialFor(bench.sandbox, 'developer', { apiKey: '' });
			const { json, error } = await runNode(store, parameters, { items: items(2), ...goOn });
			expect(error).toBeUndefined();
			const empty = { error: { message: 'The API key is empty', description: expect.any(String) } };
			expect(json).toEqual([empty, empty]);
		},
	);

	test('n8n’s error output takes the bad items and leaves the good ones', async () => {
		bench.recorder.answer(({ path }) =>
			idOf(path) % 2 === 1 ? failing : { body: { ...fine, data: { timesheetId: idOf(path) } } },
		);
		const toErrors = { node: { onError: 'continueErrorOutput' } } as const;
		const { outputs } = await bench.run('timesheet', get, { items: items(5), ...toErrors });
		expect(outputs[0]?.map(({ json }) => json.timesheetId)).toEqual([0, 2, 4]);
		expect(outputs[1]?.map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([
			[['error'], { item: 1 }],
			[['error'], { item: 3 }],
		]);
	});

	test('what the user entered wrong is an item’s own error too', async () => {
		bench.recorder.answer(({ path }) => ({ body: { ...fine, data: { timesheetId: idOf(path) } } }));
		const { json } = await bench.run('timesheet', get, { items: [{ json: { id: '1' } }, { json: {} }], ...goOn });
		expect(json).toEqual([
			{ timesheetId: 1 },
			{ error: { message: '“Timesheet” is empty', description: expect.any(String) } },
		]);
	});

	test('no key, token or secret is in an error', async () => {
		const store = bench.store('timesheet');
		bench.recorder.answer(({ headers }) => {
			const secrets = [headers.authorization, headers['external-svc-apim-sub-key'], store.data.apiKey];
			return { status: 400, body: { status: { code: 1, errorMessage: `Bad ${secrets.join(' ')}` } } };
		});
		const { json } = await bench.run('timesheet', get, { items: items(1), ...goOn });
		const words = JSON.stringify(json);
		for (const secret of [store.data.apiKey, store.data.accessToken, store.data.subscriptionKey])
			expect(words).not.toContain(String(secret));
	});
});
