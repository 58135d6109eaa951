// What n8n threw, read: its errors wrap those of axios, which wrap Node's.
import { describe, expect, test } from '@jest/globals';
import { declaredFailure } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { header, isTimeout, readFailure } from '../../../../nodes/WorkforceOperations/transport/failures/failure.ts';
import { findProblem, Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';

const error = (fields: object, message = ''): Error => Object.assign(new Error(message), fields);
const within = (depth: number, cause: unknown): Error =>
	depth === 0 ? (cause as Error) : new Error(`level ${depth}`, { cause: within(depth - 1, cause) });

describe('a failure', () => {
	const answered = (response: object, more = {}): Error => error({ response, ...more });
	const whole = { status: 404, data: { a: 1 }, headers: { b: '2' } };
	const inner = error({ response: { status: 500, data: 'inner' } }, 'inside');
	const insideOut = { httpCode: '200', cause: { httpCode: '503' } };
	const emptyOutside = { description: '', cause: { message: 'm', description: 'd' } };
	test.each<[string, unknown, object]>([
		['without anything', new Error(''), {}],
		['that is a text', 'thrown', {}],
		['that is null', null, {}],
		[
			'with an answer',
			error({ response: whole, description: 'd' }, 'm'),
			{ status: 404, body: { a: 1 }, headers: { b: '2' }, message: 'm', description: 'd' },
		],
		['with an answer without headers', answered({ status: 404, headers: null }), { status: 404 }],
		['with headers that are a text', answered({ status: 404, headers: 'x' }), { status: 404 }],
		['with an answer of 199', answered({ status: 199 }), { status: 199 }],
		['with an answer of 300', answered({ status: 300 }), { status: 300 }],
		['with an answer of 200', answered({ status: 200, data: 'x' }, { code: 'ECONNRESET' }), { network: 'ECONNRESET' }],
		['with an answer of 299', answered({ status: 299 }), {}],
		[
			'whose answer is the cause of another',
			error({ cause: inner }),
			{ status: 500, body: 'inner', message: 'inside' },
		],
		['with a status and a code of Node’s', answered({ status: 502 }, { code: 'ERR_CANCELED' }), { status: 502 }],
		['of an n8n that drops the cause', error({ httpCode: '404' }), { status: 404 }],
		['of such an n8n, at 100', error({ httpCode: '100' }), { status: 100 }],
		['of such an n8n, with a number that is no status', error({ httpCode: '99' }), {}],
		['of such an n8n, with half a number', error({ httpCode: '404.5' }), {}],
		['of such an n8n, for an answer that broke off', error({ httpCode: '200' }), { network: 'ERR_BAD_RESPONSE' }],
		['that says 200 outside and 503 inside', error(insideOut), { status: 503 }],
		['of such an n8n, for a connection', error({ httpCode: 'ECONNREFUSED' }), { network: 'ECONNREFUSED' }],
		['that was cancelled', error({ code: 'ERR_CANCELED' }), { network: 'ERR_CANCELED', stopped: true }],
		['with empty words outside', error(emptyOutside), { message: 'm', description: 'd' }],
		['with words that are none', error({ description: 7, cause: { message: 7 } }), {}],
		['five levels deep', within(5, { code: 'EPIPE' }), { network: 'EPIPE', message: 'level 5' }],
		['six levels deep', within(6, { code: 'EPIPE' }), { message: 'level 6' }],
	])('%s', (_, thrown, expected) => expect(readFailure(thrown)).toEqual({ stopped: false, ...expected }));

	test.each([
		['ECONNRESET', true],
		['EAI_AGAIN', true],
		['ERR_BAD_RESPONSE', true],
		['ERR_BAD_REQUEST', false],
		['ERR_TLS_CERT_ALTNAME_INVALID', true],
		['UND_ERR_SOCKET', true],
		['CERT_HAS_EXPIRED', true],
		['DEPTH_ZERO_SELF_SIGNED_CERT', true],
		['SELF_SIGNED_CERT_IN_CHAIN', true],
		['UNABLE_TO_GET_ISSUER_CERT', true],
		['HPE_INVALID_CONSTANT', true],
		['ERROR', true],
		['EOF', false],
		['WHATEVER', false],
		['xECONNRESET', false],
		['ECONNRESET!', false],
		[500, false],
	])('the code %p is one of a connection: %p', (code, isOne) =>
		expect(readFailure({ code }).network).toBe(isOne ? code : undefined),
	);

	test('a problem is found as deep as n8n wraps it, and holds nothing else', () => {
		const problem = new Problem('p', 'cure');
		expect(readFailure(within(4, problem))).toEqual({ problem });
		expect(findProblem(within(5, problem))).toBeUndefined();
		expect(findProblem({ cause: problem })).toBeUndefined();
		expect(problem).toMatchObject({ cure: 'cure', passing: false, description: 'cure' });
		expect(new Problem('p')).toMatchObject({ cure: undefined, passing: false, description: null });
		expect(new Problem('p', 'c', true).passing).toBe(true);
	});

	test('a problem with an answer is the answer', () =>
		expect(readFailure(Object.assign(new Problem('p', 'cure'), { response: { status: 401 } }))).toEqual({
			stopped: false,
			status: 401,
			message: 'p',
			description: 'cure',
		}));
});

test.each([
	['ECONNABORTED', true],
	['ETIMEDOUT', true],
	['UND_ERR_CONNECT_TIMEOUT', true],
	['ECONNRESET', false],
])('%s is a timeout: %p', (network, expected) => expect(isTimeout(network)).toBe(expected));

test.each([
	['text', 'text'],
	['', ''],
	[0, '0'],
	[['a'], undefined],
	[null, undefined],
])('the header %p is %p', (value, expected) => expect(header({ name: value, other: 'x' }, 'name')).toBe(expected));
test('no headers hold no header', () => expect(header(undefined, 'name')).toBeUndefined());

const credential = { cause: 'credential-invalid' };
const configuration = { cause: 'configuration-invalid' };
const limited = { cause: 'rate-limited', retryAfterMs: 0 };
const temporary = { cause: 'temporarily-unavailable', retryAfterMs: 0 };

test.each([
	['unauthorized', credential],
	['settings', credential],
	['forbidden', configuration],
	['notFound', configuration],
	['redirected', configuration],
	['tooMany', limited],
	['budget', limited],
	['timeout', temporary],
	['network', temporary],
	['unavailable', temporary],
	...(['invalid', 'conflict', 'refused', 'unreadable', 'incomplete', 'stopped', 'unknown'] as const).map(
		(kind) => [kind, undefined] as const,
	),
] as const)('%s tells n8n %j', (kind, expected) => {
	expect(declaredFailure(kind, 0)).toEqual(expected);
	const { retryAfterMs: _, ...untold } = { retryAfterMs: undefined, ...expected };
	expect(declaredFailure(kind)).toStrictEqual(expected === undefined ? undefined : untold);
});
