// What a request without a usable answer is taken for, as a table of whole explanations.
import { describe, expect, test } from '@jest/globals';
import {
	explain,
	explainNoContent,
	explainNoList,
	explainNotJson,
	explainRefusal,
} from '../../../../nodes/WorkforceOperations/transport/errors/explain.ts';
import type { Failure } from '../../../../nodes/WorkforceOperations/transport/failures/failure.ts';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { type Expected, expectExplained, inEditor, settings, words } from './inEditor.mts';

describe('without an answer', () => {
	const used = 'The API key has used up its requests for this minute';
	const silent = 'service.test:8443 did not answer in time';
	const broken = (network: string) => ({
		message: 'The connection to service.test:8443 failed',
		description: `Check the credential’s Region (or Base URL). Check n8n’s network connection (${network}).`,
		again: 'Or try again later.',
	});
	const odd = { network: 'ECONNRESET', status: 500, message: 'odd' };
	const stopped = { kind: 'stopped', message: 'The execution was stopped' } as const;
	const budget = { kind: 'budget', message: used } as const;
	const reset = { kind: 'network', mayHaveArrived: true, ...broken('ECONNRESET') } as const;
	const refused = { kind: 'network', ...broken('ECONNREFUSED') } as const;
	const unknown = { kind: 'unknown', mayHaveArrived: true } as const;
	const tooMany = {
		kind: 'tooMany',
		httpCode: '429',
		message: 'The service has refused every request for 30 minutes',
	} as const;
	test.each<[string, Failure, Expected]>([
		[
			'a problem before anything else',
			{ problem: new Problem('p', 'cure'), stopped: true, ...odd },
			{ kind: 'settings', message: 'p', description: 'cure', httpCode: '500' },
		],
		[
			'a problem that passes',
			{ problem: new Problem('p', 'cure', true) },
			{ kind: 'unavailable', message: 'p', description: 'cure' },
		],
		['a stopped execution', { stopped: true, budgetMs: 7 }, { ...stopped, retryAfterMs: 7 }],
		['a stopped execution whose request was sent', { stopped: true }, { ...stopped, mayHaveArrived: true }],
		['a stopped execution before anything was sent', { stopped: true, unsent: true }, stopped],
		['a budget that is free now', { budgetMs: 0 }, { ...budget, description: words('in 1 s,'), retryAfterMs: 0 }],
		[
			'a budget',
			{ budgetMs: 12_001, headers: { 'retry-after': '3' } },
			{ ...budget, description: words('in 13 s,'), retryAfterMs: 12_001 },
		],
		['refusals for long', { status: 429, stalledMs: 1_800_000 }, { ...tooMany, description: words('HTTP 429') }],
		['a broken connection', { network: 'ECONNRESET' }, reset],
		['a connection that never came about', { network: 'ECONNREFUSED' }, refused],
		['one that had been sent before', { network: 'ECONNREFUSED', earlier: true }, { ...refused, mayHaveArrived: true }],
		[
			'silence',
			{ network: 'ETIMEDOUT' },
			{ kind: 'timeout', mayHaveArrived: true, message: silent, again: words('^Try again later') },
		],
		['words alone', { message: 'odd', description: 'more' }, { ...unknown, message: 'odd', description: 'more' }],
		['nothing', { body: { message: 'not read' } }, { ...unknown, message: 'The request to the service failed' }],
	])('%s', (_, failure, expected) => expectExplained(failure, expected));

	const nobody = 'There is no server at service.test:8443';
	const untrusted = 'The certificate of service.test:8443 is not trusted';
	test.each<[string, string, boolean, boolean]>([
		['ENOTFOUND', nobody, true, false],
		['EAI_AGAIN', nobody, true, false],
		['ETIMEDOUT', silent, false, true],
		['ECONNABORTED', silent, false, true],
		['UND_ERR_HEADERS_TIMEOUT', silent, false, true],
		['CERT_HAS_EXPIRED', untrusted, true, false],
		['SELF_SIGNED_CERT_IN_CHAIN', untrusted, true, false],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted, true, false],
		['ERR_TLS_CERT_ALTNAME_INVALID', untrusted, true, false],
		['ERR_SSL_WRONG_VERSION_NUMBER', untrusted, true, false],
		['ECONNRESET', broken('').message, true, true],
	])('%s in words', (network, message, described, again) => {
		const said = inEditor(explain({ network }, { settings }));
		expect({
			message: said.message,
			described: said.description !== undefined,
			again: said.again !== undefined,
		}).toEqual({ message, described, again });
	});
});

describe('a success that is none', () => {
	const origin = settings.origin;

	test.each<[Parameters<typeof explainRefusal>[0], string, string]>([
		[{ message: '' }, 'The service refused the request (HTTP 200)', 'Check the node’s values.'],
		[
			{ message: 'm'.repeat(601), field: 'page', code: '7', traceId: 't' },
			'm'.repeat(600),
			'Check the node’s values. Field: page. Error code: 7.',
		],
	])('a refusal: %j', (refusal, message, description) =>
		expect(inEditor(explainRefusal(refusal))).toEqual({
			message,
			description,
			kind: 'refused',
			httpCode: '200',
			code: refusal.code,
			traceId: refusal.traceId,
			spoken: true,
		}),
	);

	const unreadable = (what: string): Expected => ({
		kind: 'unreadable',
		mayHaveArrived: true,
		message: `${origin} answered ${what}`,
	});
	const again = words('^Try again');

	const fields = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`f${at}`, at]));
	test.each<[unknown, string]>([
		[{ message: 1, other: 2 }, 'its fields are message, other\\.$'],
		[fields, `its fields are ${Object.keys(fields).slice(0, 12).join(', ')}\\.$`],
		[{}, 'It isn’t an error either: it is a plain value\\.$'],
		[[1], 'It isn’t an error either: it is a plain value\\.$'],
		['x', 'It isn’t an error either: it is a plain value\\.$'],
	])('no list: %j', (body, description) =>
		expect(inEditor(explainNoList(origin, body))).toEqual({
			...unreadable('with something that is not a list'),
			description: words(description),
			again,
		}),
	);

	test('no content', () =>
		expect(inEditor(explainNoContent(origin))).toEqual({
			...unreadable('without any data'),
			description: words('was lost'),
			again,
		}));

	test.each<[string, string, boolean]>([
		['application/json', 'JSON that can’t be read', true],
		['application/problem+json', 'JSON that can’t be read', true],
		['json/other', '“json/other” instead of data', false],
		['text/html', 'a web page instead of data', false],
		['', 'something unreadable instead of data', false],
	])('no JSON: %p', (mediaType, what, passes) =>
		expect(inEditor(explainNotJson(origin, mediaType))).toEqual({
			...unreadable(`with ${what}`),
			description: words('.'),
			again: passes ? again : undefined,
		}),
	);
});
