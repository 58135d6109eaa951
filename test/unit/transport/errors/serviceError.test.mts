// What an error of the service means for the code that goes on from it and for n8n; and that it holds no secret.
import { describe, expect, test } from '@jest/globals';
import { NodeApiError } from 'n8n-workflow';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import {
	asNodeError,
	type Call,
	sendCall,
	ServiceError,
} from '../../../../nodes/WorkforceOperations/transport/index.ts';
import { type Answer, fakeConnection } from '../support.mts';

async function failing(answer: Answer, call: Call, credential: Record<string, string> = {}): Promise<ServiceError> {
	const { connection } = fakeConnection(() => answer, {}, credential);
	const error: unknown = await sendCall(connection, call).catch((thrown: unknown) => thrown);
	if (!(error instanceof ServiceError)) throw new Error(`no ServiceError: ${String(error)}`);
	return error;
}

const create: Call = { endpoint: endpoints['staff.create'], itemIndex: 2 };
const temporary = { cause: 'temporarily-unavailable' };

// What each status and network code is taken for: explain*.test.mts, retryPolicy.test.mts, failure.test.mts.
test.each<[Answer, string, boolean, object | undefined]>([
	[{ status: 400 }, 'invalid', false, undefined],
	[{ status: 503, headers: { 'retry-after': '9' } }, 'unavailable', true, { ...temporary, retryAfterMs: 9000 }],
	[
		{ status: 429, headers: { 'retry-after': '86400' } },
		'tooMany',
		false,
		{ cause: 'rate-limited', retryAfterMs: 86_400_000 },
	],
	[{ network: 'ECONNRESET' }, 'network', true, temporary],
	[{ body: { status: { code: 9, errorMessage: 'No' } } }, 'refused', false, undefined],
	[{ body: '<html>', headers: { 'content-type': 'text/html' } }, 'unreadable', true, undefined],
	[{ unsent: new Error('odd') }, 'unknown', false, undefined],
])('%j is “%s”, may have arrived: %j, and tells n8n %j', async (answer, kind, mayHaveArrived, failure) => {
	const error = await failing(answer, create);
	expect({ kind: error.kind, mayHaveArrived: error.mayHaveArrived, failure: error.failure }).toEqual({
		kind,
		mayHaveArrived,
		failure,
	});
});

test('n8n takes it for one of its own, and leaves it as it is', async () => {
	const error = await failing({ status: 400, body: { message: 'No', code: 7 } }, create);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.name).toBe('NodeApiError');
	expect(new NodeApiError({} as never, error as never, { message: 'another' })).toBe(error);
	expect(asNodeError({} as never, error, 5)).toBe(error);
	expect(error).toMatchObject({ message: 'No', code: '7', context: { itemIndex: 2 } });
});

describe('no secret in any error', () => {
	const secrets = {
		apiKey: 'key+with/odd="chars"&more',
		subscriptionKey: 'subscription-secret-1',
		accessToken: `h.${Buffer.from('{"KeyType":"timesheet"}').toString('base64url')}.signature`,
	};
	const all = Object.values(secrets);
	const echo = `${all.join(' ')} ${encodeURIComponent(secrets.apiKey)} ${JSON.stringify(secrets.apiKey)}`;
	const filled = `${'x'.repeat(595)}${secrets.apiKey}`;

	const repeated = { errors: [{ code: echo, message: echo, field: echo }], meta: { traceId: echo } };
	const request = { config: { headers: secrets }, response: { status: 400, config: secrets, data: echo } };
	const location = `https://${secrets.subscriptionKey}.test/${encodeURIComponent(secrets.apiKey)}`;

	const answers: Array<[string, Answer]> = [
		...[400, 401, 403, 404, 413, 500].flatMap((status): Array<[string, Answer]> => [
			[`${status} in the body`, { status, body: { message: echo, ...repeated } }],
			[`${status} as text`, { status, body: secrets.apiKey }],
			[`${status} at the cut`, { status, body: { message: filled } }],
			[`${status} in unknown fields`, { status, body: { errors: [{ odd: echo }] } }],
		]),
		['200 that refuses', { body: { status: { code: 4, errorMessage: echo }, ...repeated } }],
		['200 that refuses, at the cut', { body: { status: { code: 4, errorMessage: filled } } }],
		['302', { status: 302, headers: { location } }],
		['a media type', { body: 'x', headers: { 'content-type': secrets.subscriptionKey } }],
		['an unforeseen error', { unsent: new Error(`Invalid header ${echo}`) }],
		['an error that holds the request', { unsent: Object.assign(new Error('x'), request) }],
	];

	test.each(answers)('%s', async (_, answer) => {
		const error = await failing(answer, { endpoint: endpoints['timesheet.get'], path: { id: 1 } }, secrets);
		const seen = [
			error.message,
			error.description,
			error.stack,
			JSON.stringify(error),
			JSON.stringify(error.context),
			JSON.stringify(error.cause ?? null),
			JSON.stringify(Object.values(error)),
			String((error as { errorResponse?: unknown }).errorResponse),
		].join('\n');
		for (const secret of [...all, encodeURIComponent(secrets.apiKey), 'key+w']) expect(seen).not.toContain(secret);
	});
});
