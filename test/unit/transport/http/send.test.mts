// What leaves through n8n: every option of a request, for how long it is waited for, and how it is said to have ended.
import { describe, expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { type Connection, usageOf } from '../../../../nodes/WorkforceOperations/transport/connection.ts';
import { sendForFile } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import { BUDGETED_HEADER } from '../../../../nodes/WorkforceOperations/transport/http/internalHeaders.ts';
import type { MemoryClaim } from '../../../../nodes/WorkforceOperations/transport/fileMemory.ts';
import {
	sendWithRetry,
	mediaType,
	type ServiceRequest,
} from '../../../../nodes/WorkforceOperations/transport/http/client.ts';
import { type Answer, fakeConnection, useVirtualTime } from '../support.mts';

const time = useVirtualTime();

/** The options of every request, as they were handed over. */
function recorded(answer: Answer = {}, changes: Partial<Connection> = {}) {
	const options: Array<Partial<IHttpRequestOptions>> = [];
	const { connection } = fakeConnection(
		(request) => {
			const { abortSignal, ...others } = request.options;
			expect(abortSignal).toBeInstanceOf(AbortSignal);
			options.push({ ...others, headers: { ...others.headers } });
			return answer;
		},
		changes,
		{ baseUrl: 'https://service.test/base' },
	);
	return { connection, options };
}

const usual = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	timeout: 120_000,
	encoding: 'arraybuffer',
	headers: { accept: 'application/json', 'x-workforce-budgeted': '1' },
};
const file = { ...usual, encoding: 'stream' };
const intake: MemoryClaim = { most: 1_000_000, take: async () => undefined, restart: () => undefined };

describe('a request', () => {
	const base = 'https://service.test/base';
	test.each<[string, ServiceRequest, object]>([
		['below the base address', { method: 'GET', target: '/x?y=1' }, { url: `${base}/x?y=1` }],
		['of a whole address', { method: 'DELETE', target: 'https://service.test/x' }, { url: 'https://service.test/x' }],
		['with a body', { method: 'POST', target: '/x', body: { a: 1 } }, { url: `${base}/x`, body: { a: 1 } }],
		[
			'with headers',
			{ method: 'GET', target: '/x', headers: { 'x-own': '1', accept: 'text/csv' } },
			{ url: `${base}/x`, headers: { accept: 'text/csv', 'x-own': '1', 'x-workforce-budgeted': '1' } },
		],
	])('%s', async (__, request, expected) => {
		const { connection, options } = recorded();
		await sendWithRetry(connection, request);
		expect(options).toEqual([{ ...usual, method: request.method, ...expected }]);
		expect(time.deadlines).toEqual([180_000]);
	});

	test.each<[string, Partial<ServiceRequest>, Partial<Connection>, number, number]>([
		['where a person waits', {}, { deadline: 2_000_000 }, 20_000, 30_000],
		['for a large page where a person waits', { large: true }, { deadline: 2_000_000 }, 20_000, 30_000],
		['for a large page', { large: true }, {}, 60_000, 60_000],
		['for a page', { large: false }, {}, 120_000, 180_000],
		['for a file', { file: intake }, {}, 120_000, 900_000],
	])('%s is waited for as long as fits', async (__, request, changes, idle, altogether) => {
		const { connection, options } = recorded({}, changes);
		await sendWithRetry(connection, { method: 'GET', target: '/x', ...request });
		expect(options.map(({ timeout }) => timeout)).toEqual([idle]);
		expect(time.deadlines).toEqual([altogether]);
	});

	test('of a user’s own path for a file, whose headers have the last word', async () => {
		const { connection, options } = recorded({ body: Buffer.from('x'), headers: { 'content-type': 'Text/CSV; a=b' } });
		const path = '/exports/day.csv?a=1';
		const taken = await sendForFile(connection, { method: 'GET', path }, intake);
		expect(taken).toEqual({ content: Buffer.from('x'), mimeType: 'text/csv', fileName: 'day.csv' });
		await sendForFile(connection, { method: 'GET', path, headers: { accept: 'text/csv' } }, intake);
		const asked = { ...file, method: 'GET', url: `https://service.test/base${path}` };
		expect(options).toEqual([
			{ ...asked, headers: { ...usual.headers, accept: '*/*' } },
			{ ...asked, headers: { ...usual.headers, accept: 'text/csv' } },
		]);
	});
});

describe('how it ended', () => {
	const outcome = async (request: Partial<ServiceRequest>, ...answers: Answer[]): Promise<unknown> => {
		const { connection } = fakeConnection((__, count) => answers[count - 1] ?? answers.at(-1) ?? {});
		return await time.until(sendWithRetry(connection, { method: 'GET', target: '/x', ...request }));
	};
	const ok: Answer = { status: 200, headers: { a: 'b' }, body: { c: 1 } };

	const first = { unsent: false, earlier: false };
	const lost: Answer = { network: 'ECONNRESET' };
	const never: Answer = { network: 'ECONNREFUSED' };
	const plain = { headers: {}, body: {} };
	test.each<[string, Partial<ServiceRequest>, Answer[], object]>([
		['with an answer', {}, [ok], { response: ok, earlier: false }],
		['with an answer of 299', {}, [{ ...ok, status: 299 }], { response: { ...ok, status: 299 }, earlier: false }],
		['with an answer of 300', {}, [{ ...ok, status: 300 }], { failure: { ...ok, status: 300, ...first } }],
		['with an answer after a lost one', {}, [lost, ok], { response: ok, earlier: true }],
		['with an answer after a 503', {}, [{ status: 503 }, ok], { response: ok, earlier: true }],
		['with an answer after a 429', {}, [{ status: 429 }, ok], { response: ok, earlier: false }],
		['with an answer after a connection that never came about', {}, [never, ok], { response: ok, earlier: false }],
		[
			'with a refusal after a lost answer and another wait',
			{},
			[{ status: 503 }, never, { status: 400 }],
			{ failure: { ...plain, status: 400, unsent: false, earlier: true } },
		],
		[
			'without anything sent',
			{},
			[{ unsent: new Error('odd') }],
			{ failure: { stopped: false, message: 'odd', unsent: true, earlier: false } },
		],
		['with a refusal', { method: 'POST' }, [{ status: 503 }], { failure: { ...plain, status: 503, ...first } }],
	])('%s', async (__, request, answers, expected) => expect(await outcome(request, ...answers)).toEqual(expected));

	test.each([true, false])('in a stopped execution, with the mark taken off before or not: %p', async (left) => {
		const stop = new AbortController();
		const { connection } = fakeConnection(
			async ({ options }) => {
				if (left) delete options.headers?.[BUDGETED_HEADER];
				stop.abort();
				return await new Promise<never>(() => undefined);
			},
			{ signal: stop.signal },
		);
		const ended = await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' }));
		expect(ended).toEqual({ failure: { stopped: true, unsent: !left, earlier: false } });
		const after = await sendWithRetry(connection, { method: 'GET', target: '/x' });
		expect(after).toEqual({ failure: { stopped: true, unsent: true, earlier: false } });
	});
});

test('a connection tells what it has sent, and what is left for all', async () => {
	const { connection } = fakeConnection(() => ({}), {}, { requestsPerMinute: 5 });
	const other: Connection = { ...connection };
	expect(usageOf(connection)).toEqual({ sent: 0, left: 5, perMinute: 5 });
	for (const each of [connection, connection, other]) await sendWithRetry(each, { method: 'GET', target: '/x' });
	expect(usageOf(connection)).toEqual({ sent: 2, left: 2, perMinute: 5 });
	expect(usageOf(other)).toEqual({ sent: 1, left: 2, perMinute: 5 });
});

test.each([
	[1, 2],
	[2, 1],
])('a connection with several keys tells how much of the most used one is left: %i and %i', async (...counts) => {
	const credential = { requestsPerMinute: 5, separateKeys: true, timesheetKey: `ts-${counts.join('-')}` };
	const { connection } = fakeConnection(() => ({}), {}, credential);
	for (const [index, keyField] of (['apiKey', 'timesheetKey'] as const).entries())
		for (let count = 0; count < (counts[index] ?? 0); count++)
			await sendWithRetry(connection, { method: 'GET', target: '/x', choice: { keyField } });
	expect(usageOf(connection)).toEqual({ sent: 2, left: 3, perMinute: 5 });
});

test.each([
	[undefined, ''],
	[{}, ''],
	[{ 'content-type': ' Text/HTML ; charset=utf-8' }, 'text/html'],
	[{ 'content-type': 'a/b' }, 'a/b'],
])('the media type of %j is %p', (headers, expected) => expect(mediaType(headers)).toBe(expected));
