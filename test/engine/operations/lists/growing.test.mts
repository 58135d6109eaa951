// Lists that grow while they are read, or between two runs of which the second goes on where the first has ended.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';

const bench = useBench();
const staff = { resource: 'staff', operation: 'getAll' };
const subscriptions = { resource: 'webhookSubscription', operation: 'getAll' };

let added = 0;
/** Somebody else hires a person, past the recorder; the new id. */
async function hire(): Promise<number> {
	const headers = { 'content-type': 'application/json', 'external-svc-apim-sub-key': bench.sandbox.subscriptionKey };
	const post = async (path: string, body: object, more = {}): Promise<{ data: IDataObject }> => {
		const sent = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
		const answer = await fetch(`${bench.sandbox.url}/api/external/${path}`, sent);
		if (!answer.ok) throw new Error(await answer.text());
		return (await answer.json()) as { data: IDataObject };
	};
	const { data: token } = await post('token/request', { apiKey: bench.sandbox.keys.developer });
	const person = { firstName: 'New', lastName: `Starter ${++added}`, email: `new${added}@example.com` };
	await post('staffs', { employees: [person] }, { authorization: `Bearer ${String(token.accessToken)}` });
	return Math.max(...(await all()));
}

const idsOf = (records: IDataObject[]): number[] => records.map(({ id }) => Number(id));
const cursorOf = (records: IDataObject[]): string => String((records.at(-1)?.pageInfo as IDataObject).nextCursor);
const all = async (): Promise<number[]> => idsOf(await bench.ok('developer', { ...staff, returnAll: true }));

describe('a cursor that is gone on with after the list has grown', () => {
	test('brings exactly what stood behind it, and what is new', async () => {
		const before = await all();
		const first = await bench.ok('developer', { ...staff, limit: 7, advanced: { pageSize: 3, includePageInfo: true } });
		const hired = [await hire(), await hire()];
		const rest = await bench.ok('developer', {
			...staff,
			returnAll: true,
			advanced: { pageSize: 10, startCursor: cursorOf(first) },
		});
		const read = [...idsOf(first), ...idsOf(rest)];
		// Where the new ones stand is the service's order.
		expect(read.filter((id) => !hired.includes(id))).toEqual(before);
		expect(read.filter((id) => hired.includes(id)).sort()).toEqual([...hired].sort());
	});

	test('may be used twice, and brings the same again', async () => {
		const first = await bench.ok('developer', { ...staff, limit: 5, advanced: { includePageInfo: true } });
		const goOn = { ...staff, limit: 5, advanced: { startCursor: cursorOf(first) } };
		const second = await bench.ok('developer', goOn);
		await hire();
		expect(idsOf(await bench.ok('developer', goOn))).toEqual(idsOf(second));
	});
});

test('a list that grows while it is read: nothing twice, and everything that was there when it began', async () => {
	const before = await all();
	bench.recorder.clear();
	let pages = 0;
	bench.recorder.answer(async () => {
		if (++pages <= 3) await hire();
		return undefined;
	});
	const read = idsOf(await bench.ok('developer', { ...staff, returnAll: true, advanced: { pageSize: 8 } }));
	bench.recorder.answer(undefined);
	expect(new Set(read).size).toBe(read.length);
	expect(before.filter((id) => !read.includes(id))).toEqual([]);
	expect(read).toEqual(await all());
});

test('subscriptions that are added between two runs are seen by the second', async () => {
	const [subscriber] = await bench.ok('webhook', { resource: 'webhookSubscriber', operation: 'create' });
	const subscriberId = String(subscriber?.id);
	const list = { ...subscriptions, subscriberId, returnAll: true };
	const counts: number[] = [];
	for (const event of ['approve', 'reject', 'submit']) {
		const subscription = { subscriberId, eventType: 'timesheet', event, uri: `https://example.com/${event}` };
		await bench.ok('webhook', { ...subscriptions, operation: 'create', ...subscription });
		counts.push((await bench.ok('webhook', list)).length);
	}
	expect(counts).toEqual([1, 2, 3]);
});
