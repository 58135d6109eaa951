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
		[
			'a stopped execution',
			{ stopped: true, budgetMs: 7 },
			{ kind: 'stopped', message: 'The execution was stopped', retryAfterMs: 7 },
		],
		[
			'a stopped execution whose request was sent',
			{ stopped: true },
			{ kind: 'stopped', message: 'The execution was stopped', mayHaveArrived: true },
		],
		[
			'a stopped execution before anything was sent',
			{ stopped: true, unsent: true },
			{ kind: 'stopped', message: 'The execution was stopped' },
		],
		[
			'a budget that is free now',
			{ budgetMs: 0 },
			{ kind: 'budget', message: used, description: words('in 1 s,'), retryAfterMs: 0 },
		],
		[
			'a budget',
			{ budgetMs: 12_001, headers: { 'retry-after': '3' } },
			{ kind: 'budget', message: used, description: words('in 13 s,'), retryAfterMs: 12_001 },
		],
		[
			'refusals for long',
			{ status: 429, stalledMs: 1_800_000 },
			{
				kind: 'tooMany',
				httpCode: '429',
				message: 'The service has refused every request for 30 minutes',
				description: words('HTTP 429'),
			},
		],
		[
			'a broken connection',
			{ network: 'ECONNRESET' },
			{ kind: 'network', mayHaveArrived: true, ...broken('ECONNRESET') },
		],
		['a connection that never came about', { network: 'ECONNREFUSED' }, { kind: 'network', ...broken('ECONNREFUSED') }],
		[
			'one that had been sent before',
			{ network: 'ECONNREFUSED', earlier: true },
			{ kind: 'network', mayHaveArrived: true, ...broken('ECONNREFUSED') },
		],
		[
			'silence',
			{ network: 'ETIMEDOUT' },
			{ kind: 'timeout', mayHaveArrived: true, message: silent, again: words('^Try again later') },
		],
		[
			'words alone',
			{ message: 'odd', description: 'more' },
			{ kind: 'unknown', message: 'odd', description: 'more', mayHaveArrived: true },
		],
		[
			'nothing',
			{ body: { message: 'not read' } },
			{ kind: 'unknown', message: 'The request to the service failed', mayHaveArrived: true },
		],
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

	const fields = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`f${at}`, at]));
	test.each<[unknown, string]>([
		[{ message: 1, other: 2 }, 'its fields are message, other\\.$'],
		[fields, `its fields are ${Object.keys(fields).slice(0, 12).join(', ')}\\.$`],
		[{}, 'It isn’t an error either: it is a plain value\\.$'],
		[[1], 'It isn’t an error either: it is a plain value\\.$'],
		['x', 'It isn’t an error either: it is a plain value\\.$'],
	])('no list: %j', (body, description) =>
		expect(inEditor(explainNoList(origin, body))).toEqual({
			kind: 'unreadable',
			mayHaveArrived: true,
			message: `${origin} answered with something that is not a list`,
			description: words(description),
			again: words('^Try again'),
		}),
	);

	test('no content', () =>
		expect(inEditor(explainNoContent(origin))).toEqual({
			kind: 'unreadable',
			mayHaveArrived: true,
			message: `${origin} answered without any data`,
			description: words('was lost'),
			again: words('^Try again'),
		}));

	test.each<[string, string, string | undefined]>([
		['application/json', 'JSON that can’t be read', words('^Try again') as unknown as string],
		['application/problem+json', 'JSON that can’t be read', words('^Try again') as unknown as string],
		['json/other', '“json/other” instead of data', undefined],
		['text/html', 'a web page instead of data', undefined],
		['', 'something unreadable instead of data', undefined],
	])('no JSON: %p', (mediaType, what, again) =>
		expect(inEditor(explainNotJson(origin, mediaType))).toEqual({
			kind: 'unreadable',
			mayHaveArrived: true,
			message: `${origin} answered with ${what}`,
			description: words('.'),
			again,
		}),
	);
});
