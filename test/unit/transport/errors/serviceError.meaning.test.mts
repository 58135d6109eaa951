// What an error of the service means: for the code that goes on from it, and for n8n.
import { describe, expect, test } from '@jest/globals';
import { NodeApiError } from 'n8n-workflow';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { asNodeError, ServiceError, sendCall } from '../../../../nodes/WorkforceOperations/transport/index.ts';
import { type Answer, fakeConnection } from '../support.mts';

async function failing(answer: Answer): Promise<ServiceError> {
	const { connection } = fakeConnection(() => answer);
	const error = await sendCall(connection, { endpoint: endpoints['staff.create'], itemIndex: 2 }).catch(
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ServiceError)) throw new Error(`no ServiceError: ${String(error)}`);
	return error;
}

const temporary = { cause: 'temporarily-unavailable' };

describe('kind, whether it may have arrived, and the cause that n8n paces its pollers by', () => {
	test.each<[Answer, string, boolean, object | undefined]>([
		[{ status: 400 }, 'invalid', false, undefined],
		[{ status: 413 }, 'invalid', false, undefined],
		[{ status: 414 }, 'invalid', false, undefined],
		[{ status: 422 }, 'invalid', false, undefined],
		[{ status: 401 }, 'unauthorized', false, { cause: 'credential-invalid' }],
		[{ status: 403 }, 'forbidden', false, { cause: 'configuration-invalid' }],
		[{ status: 404 }, 'notFound', false, { cause: 'configuration-invalid' }],
		[{ status: 409 }, 'conflict', false, undefined],
		[{ status: 418 }, 'refused', false, undefined],
		[{ status: 302 }, 'redirected', false, { cause: 'configuration-invalid' }],
		[{ status: 408 }, 'timeout', true, temporary],
		[{ status: 499 }, 'timeout', true, temporary],
		[{ status: 504 }, 'timeout', true, temporary],
		[{ status: 500 }, 'unavailable', true, temporary],
		[{ status: 503, headers: { 'retry-after': '9' } }, 'unavailable', true, { ...temporary, retryAfterMs: 9000 }],
		[
			{ status: 429, headers: { 'retry-after': '86400' } },
			'tooMany',
			false,
			{ cause: 'rate-limited', retryAfterMs: 86_400_000 },
		],
		[{ network: 'ECONNRESET' }, 'network', true, temporary],
		[{ network: 'ETIMEDOUT' }, 'timeout', true, temporary],
		[{ network: 'CERT_HAS_EXPIRED' }, 'network', false, temporary],
		[{ body: { status: { code: 9, errorMessage: 'No' } } }, 'refused', false, undefined],
		[{ body: '<html>', headers: { 'content-type': 'text/html' } }, 'unreadable', true, undefined],
		[{ body: '{"data":[', headers: { 'content-type': 'application/json' } }, 'unreadable', true, undefined],
		[{ unsent: new Error('odd') }, 'unknown', false, undefined],
	])('%j is “%s”, and may have arrived: %j', async (answer, kind, mayHaveArrived, failure) => {
		const error = await failing(answer);
		expect({ kind: error.kind, mayHaveArrived: error.mayHaveArrived, failure: error.failure }).toEqual({
			kind,
			mayHaveArrived,
			failure,
		});
	});

	test('a budget that is used up is no answer of the service', async () => {
		const { connection } = fakeConnection(() => ({}), { deadline: -Infinity }, { requestsPerMinute: 1 });
		await sendCall(connection, { endpoint: endpoints['staff.create'] });
		await expect(sendCall(connection, { endpoint: endpoints['staff.create'] })).rejects.toMatchObject({
			kind: 'budget',
			httpCode: null,
			message: 'The API key has used up its requests for this minute',
		});
	});
});

test('n8n takes it for one of its own, and leaves it as it is', async () => {
	const error = await failing({ status: 400, body: { message: 'No', code: 7 } });
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.name).toBe('NodeApiError');
	expect(new NodeApiError({} as never, error as never, { message: 'another' })).toBe(error);
	expect(asNodeError({} as never, error, 5)).toBe(error);
	expect(error).toMatchObject({ message: 'No', code: '7', context: { itemIndex: 2 } });
});
