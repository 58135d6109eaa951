// What a call hands up or throws: empty answers, odd ones, and what an error carries of where it came up.
import { describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import {
	type Call,
	errorContext,
	noContentError,
	sendCall,
	sendRaw,
} from '../../../nodes/WorkforceOperations/transport/request.ts';
import {
	isKind,
	nodeError,
	refusalError,
	ServiceError,
} from '../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import { toRetry } from '../../../nodes/WorkforceOperations/transport/failures/cure.ts';
import type { Explanation } from '../../../nodes/WorkforceOperations/transport/errors/explain.ts';
import { type Answer, fakeConnection, useVirtualTime } from './support.mts';

const time = useVirtualTime();

const UNCERTAIN = 'The service may have made the change anyway: check there before you run it again.';
const get = endpoints['timesheet.get'];
const put = endpoints['webhookSubscription.update'];
const post = endpoints['staff.create'];
const own = (method: Endpoint['method']): Call['endpoint'] => ({ method, path: '/own' });

const thrown = async (work: Promise<unknown>): Promise<ServiceError> => {
	const error: unknown = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof ServiceError)) throw new Error(`no ServiceError: ${String(error)}`);
	return error;
};

describe('an answer without content', () => {
	const nothing = 'https://service.test answered without any data';
	test.each<[string, Call['endpoint'], Answer, boolean]>([
		['to a known GET', get, { body: '' }, true],
		['to a known GET', get, { body: null }, true],
		['to an unknown GET', own('GET'), { body: '' }, true],
		['of blanks to a known GET', get, { body: ' \n' }, true],
		['of blanks to an unknown DELETE', own('DELETE'), { body: ' \n' }, false],
		['to a known POST', post, { body: '' }, true],
		['to an unknown POST', own('POST'), { body: '' }, false],
		['to a known PUT', put, { body: '' }, false],
		['to an unknown DELETE', own('DELETE'), { body: null }, false],
		['of 204 to a known GET', get, { status: 204, body: '' }, false],
		['of 204 to a known POST', post, { status: 204, body: null }, false],
		['of 205 to a known POST', post, { status: 205, body: '' }, true],
	])('%s (%j): an error is %p', async (_, endpoint, answer, isError) => {
		const { connection } = fakeConnection(() => answer);
		const work = sendCall(connection, { endpoint, itemIndex: 3 }, undefined, 7);
		const empty = { data: undefined, records: [] };
		expect(isError ? empty : await work).toEqual(empty);
		if (!isError) return;
		const error = await thrown(work);
		expect(error).toMatchObject({ message: nothing, kind: 'unreadable', context: { itemIndex: 3 } });
		expect(error.description).toContain('Records read before the error: 7.');
		expect(error.description).toContain(endpoint.method === 'POST' ? UNCERTAIN : 'Try again');
	});

	test('that should hold a record is told by hand', () => {
		const { connection } = fakeConnection(() => ({}));
		expect(noContentError(connection, { endpoint: post, itemIndex: 2 })).toMatchObject({
			message: nothing,
			mayHaveArrived: true,
			context: { itemIndex: 2 },
		});
	});
});

describe('a refusal in an answer of success, of what was sent once before,', () => {
	const refusal = { status: { code: 4, errorMessage: 'No' } };
	test.each([
		['to a call', sendCall, { endpoint: own('PUT') }],
		['to a custom request', sendRaw, { method: 'PUT', path: '/own' }],
	] as const)('%s says that the first may have been carried out', async (_, send, request) => {
		const { connection } = fakeConnection((__, count) => (count === 1 ? { status: 503 } : { body: refusal }));
		const error = await time.until(thrown(send(connection, request as never)));
		expect(error).toMatchObject({ message: 'No', mayHaveArrived: true });
		expect(error.description).toContain(UNCERTAIN);
	});

	test('a custom request’s blanks are an answer as it is', async () => {
		const { connection } = fakeConnection(() => ({ body: ' \n' }));
		expect(await sendRaw(connection, { method: 'DELETE', path: '/own' })).toBe(' \n');
	});
});

describe('an error', () => {
	const { connection } = fakeConnection(() => ({}), {}, { apiKey: 'error-key-1', subscriptionKey: 'error-sub-1' });
	const again = toRetry('a', 'a');
	const explanation: Explanation = { kind: 'refused', message: 'm', description: ['d', again] };

	test.each<[Partial<Explanation>, Parameters<typeof nodeError>[2], string, boolean]>([
		[{}, undefined, 'd a', false],
		[{}, { writes: true }, 'd a', false],
		[{ mayHaveArrived: true }, {}, 'd a', false],
		[{ mayHaveArrived: true }, { writes: true }, `d ${UNCERTAIN}`, true],
		[{}, { writes: true, earlier: true }, `d ${UNCERTAIN}`, true],
		[{}, { earlier: true }, 'd a', false],
		[{ description: ['', again] }, { recordsRead: 2 }, 'a Records read before the error: 2.', false],
		[{ description: 'd' }, { recordsRead: 0 }, 'd', false],
		[{ traceId: 't' }, {}, 'd a Trace ID for the service’s support team: t.', false],
	])('%j in %j says %p', (changes, context, description, mayHaveArrived) => {
		const error = nodeError(connection, { ...explanation, ...changes }, context);
		expect({ description: error.description, mayHaveArrived: error.mayHaveArrived }).toEqual({
			description,
			mayHaveArrived,
		});
	});

	test('without any words beside its message has no description', () =>
		expect(nodeError(connection, { kind: 'stopped', message: 'm' }).description).toBeUndefined());

	test('carries no secret, wherever it stands', () => {
		for (const secret of ['error-key-1', 'error-sub-1', 'error-token-1']) {
			const held = { message: secret, description: secret, code: secret, traceId: secret };
			expect(nodeError(connection, { kind: 'refused', ...held }, {}, ['error-token-1'])).toMatchObject({
				message: '***',
				description: '*** Trace ID for the service’s support team: ***.',
				code: '***',
				traceId: '***',
			});
		}
	});

	test('has its facts, and what was done in part', () => {
		const error = nodeError(connection, { ...explanation, code: '7', traceId: 't', spoken: true, httpCode: '200' });
		const facts = { kind: 'refused', code: '7', traceId: 't', spoken: true, httpCode: '200' };
		expect(error).toMatchObject({ name: 'NodeApiError', ...facts });
		expect(nodeError(connection, explanation)).toMatchObject({ spoken: false, mayHaveArrived: false });
		expect(error.inPart('in part')).toBe(error);
		expect({ mayHaveArrived: error.mayHaveArrived, description: error.description }).toEqual({
			mayHaveArrived: true,
			description: 'd a Trace ID for the service’s support team: t. in part',
		});
		expect(nodeError(connection, { kind: 'stopped', message: 'm' }).inPart('in part').description).toBe('in part');
		expect({
			oneOfTwo: isKind(error, 'network', 'refused'),
			another: isKind(error, 'network'),
			none: isKind(error),
			otherError: isKind(new Error('x'), 'refused'),
		}).toEqual({ oneOfTwo: true, another: false, none: false, otherError: false });
	});

	test('is told although the credential can’t be read any more', async () => {
		const lost = {
			...connection,
			context: { ...connection.context, getCredentials: async () => await Promise.reject(new Error('gone')) },
		};
		expect(await refusalError(lost as never, { message: 'said error-key-1' })).toMatchObject({ message: 'said ***' });
	});

	test.each<[Call, number | undefined, object]>([
		[{ endpoint: get, itemIndex: 2 }, undefined, { endpoint: get, itemIndex: 2, recordsRead: 0, writes: false }],
		[{ endpoint: post }, 5, { endpoint: post, recordsRead: 5, writes: true }],
		[{ endpoint: own('DELETE') }, 5, { recordsRead: 5, writes: true }],
	])('knows where it came up: %j', (call, read, expected) => expect(errorContext(call, read)).toEqual(expected));
});
