// Return All asks for the largest pages that the service takes.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Endpoint, JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { collect } from '../../../../nodes/WorkforceOperations/transport/index.ts';
import {
	audit,
	auditService,
	cursorService,
	eventsOf,
	idsOf,
	lastRowService,
	rowsOf,
	slim,
	templates,
} from '../services.mts';
import { type Answer, fakeConnection, FakeTime, type Fake, type Sent } from '../support.mts';

let time: FakeTime;
let addresses = 0;

beforeEach(() => {
	time = new FakeTime().install();
});
afterEach(() => time.restore());

const sizeOf = ({ query }: Sent): number => Number(query.limit ?? query.pageSize);

/** A service at an address of its own: what is remembered of one isn't known of another. */
const at = (answer: (request: Sent, count: number) => Answer | Promise<Answer>, baseUrl?: string): Fake =>
	fakeConnection(answer, {}, { baseUrl: baseUrl ?? `https://pages-${addresses++}.test` });

type Service = (request: Sent, count: number) => Answer;

/** Refuses pages of more rows than it takes. */
const refusing =
	(service: Service, maximum: number, refusal: Answer = { status: 400, body: { message: 'limit is too large' } }) =>
	(request: Sent, count: number): Answer =>
		sizeOf(request) > maximum ? refusal : service(request, count);

const kinds: Array<[string, Endpoint, (count: number) => Service, (count: number) => JsonObject[], number]> = [
	['cursor', slim, (count) => cursorService(rowsOf(count)), rowsOf, 20],
	['last row', templates, (count) => lastRowService(rowsOf(count)), rowsOf, 100],
	['page number', audit, (count) => auditService(eventsOf(count)), eventsOf, 50],
];

describe.each(kinds)('by %s', (_, endpoint, serviceOf, rows, smallest) => {
	const walk = async ({ connection }: Fake) => await time.until(collect(connection, { endpoint }));

	test('five hundred rows at first', async () => {
		const fake = at(serviceOf(1234));
		expect(idsOf((await walk(fake)).records)).toEqual(idsOf(rows(1234)));
		expect(fake.sent.map(sizeOf)).toEqual([500, 500, 500, ...(endpoint === templates ? [500] : [])]);
	});

	test.each([400, 413, 422])('the next smaller size after a %i, and from then on', async (status) => {
		const baseUrl = `https://pages-${addresses++}.test`;
		const answer = refusing(serviceOf(450), 150, { status });
		const first = at(answer, baseUrl);
		expect(idsOf((await walk(first)).records)).toEqual(idsOf(rows(450)));
		expect(first.sent.map(sizeOf).slice(0, 4)).toEqual([500, 200, 100, 100]);
		const second = at(answer, baseUrl);
		expect(idsOf((await walk(second)).records)).toEqual(idsOf(rows(450)));
		expect(new Set(second.sent.map(sizeOf))).toEqual(new Set([100]));
		const elsewhere = at(answer);
		await walk(elsewhere);
		expect(elsewhere.sent.map(sizeOf)[0]).toBe(500);
	});

	test('down to what the service uses by itself', async () => {
		const fake = at(refusing(serviceOf(130), smallest));
		expect(idsOf((await walk(fake)).records)).toEqual(idsOf(rows(130)));
		expect(fake.sent.at(-1) && sizeOf(fake.sent.at(-1) as Sent)).toBe(smallest);
	});

	test.each<[string, Answer | 'trickle']>([
		['504', { status: 504 }],
		['an answer that trickles', 'trickle'],
	])('the next smaller size where the service is too slow: %s', async (_name, slow) => {
		const service = serviceOf(300);
		const fake = at(async (request, count) => {
			if (sizeOf(request) <= 200) return service(request, count);
			return slow === 'trickle' ? await new Promise<never>(() => undefined) : slow;
		});
		expect(idsOf((await walk(fake)).records)).toEqual(idsOf(rows(300)));
		expect(fake.sent.map(sizeOf).slice(0, 4)).toEqual([500, 500, 200, 200]);
	});

	test('what every size is refused for is the service’s own error, and nothing is remembered of it', async () => {
		const baseUrl = `https://pages-${addresses++}.test`;
		const { connection } = at(() => ({ status: 400, body: { message: 'No such filter' } }), baseUrl);
		await expect(time.until(collect(connection, { endpoint, itemIndex: 2 }))).rejects.toMatchObject({
			message: 'No such filter',
			kind: 'invalid',
			context: { itemIndex: 2 },
		});
		const next = at(serviceOf(10), baseUrl);
		await walk(next);
		expect(sizeOf(next.sent[0] as Sent)).toBe(500);
	});

	test('other errors are not about the size', async () => {
		for (const status of [401, 403, 404, 409, 500]) {
			const fake = at(() => ({ status }));
			await expect(walk(fake)).rejects.toMatchObject({ httpCode: String(status) });
			expect(new Set(fake.sent.map(sizeOf))).toEqual(new Set([500]));
		}
	});

	test('pages that are refused half-way lose and double nothing', async () => {
		const service = serviceOf(2345);
		const fake = at((request, count) =>
			count > 2 && sizeOf(request) > 200 ? { status: 413 } : service(request, count),
		);
		expect(idsOf((await walk(fake)).records)).toEqual(idsOf(rows(2345)));
		expect(fake.sent.map(sizeOf).slice(0, 5)).toEqual([500, 500, 500, 200, 200]);
	});

	test('a page size that the user gives is that size', async () => {
		const { connection, sent } = at(refusing(serviceOf(100), 60));
		await expect(time.until(collect(connection, { endpoint }, { pageSize: 80 }))).rejects.toMatchObject({
			kind: 'invalid',
		});
		const parameter = endpoint.pageSize?.parameter ?? '';
		await expect(
			time.until(collect(connection, { endpoint, additionalQuery: { [parameter]: 80 } })),
		).rejects.toMatchObject({ kind: 'invalid' });
		expect(sent.map(sizeOf)).toEqual([80, 80]);
	});

	test('a limit of 50 asks for 50', async () => {
		const { connection, sent } = at(serviceOf(300));
		expect((await time.until(collect(connection, { endpoint }, { limit: 50 }))).records).toHaveLength(50);
		expect(sent.map(sizeOf)).toEqual([50]);
	});

	test('what was remembered is forgotten after an hour', async () => {
		const baseUrl = `https://pages-${addresses++}.test`;
		await walk(at(refusing(serviceOf(10), 100), baseUrl));
		time.now += 61 * 60_000;
		const later = at(serviceOf(10), baseUrl);
		await walk(later);
		expect(sizeOf(later.sent[0] as Sent)).toBe(500);
	});
});

test('a service that caps silently is followed by its cursor', async () => {
	const { connection, sent } = at(cursorService(rowsOf(333), 100));
	expect(idsOf((await collect(connection, { endpoint: slim })).records)).toEqual(idsOf(rowsOf(333)));
	expect(sent.map(sizeOf)).toEqual([500, 500, 500, 500]);
});
