// What a failed request is taken for, as a table of whole explanations: the function is pure.
import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import {
	type ErrorCircumstances,
	explain,
	type Explanation,
} from '../../../../nodes/WorkforceOperations/transport/errors/explain.ts';
import type { Failure } from '../../../../nodes/WorkforceOperations/transport/failures/failure.ts';
import { useVirtualTime } from '../support.mts';
import { type Expected, expectExplained, inEditor, settings, words } from './inEditor.mts';

const valuesOfTheNode = 'Check the node’s values.';
const later = 'Nothing is wrong with the workflow: try again later.';

describe('an answer with an error status', () => {
	const invalid = (httpCode: string): Expected => ({
		kind: 'invalid',
		httpCode,
		message: `The service refused the request (HTTP ${httpCode})`,
		description: valuesOfTheNode,
	});
	const ill = (httpCode: string, kind: Explanation['kind'] = 'unavailable'): Expected => ({
		kind,
		httpCode,
		mayHaveArrived: true,
		message: `The service could not answer (HTTP ${httpCode})`,
		again: later,
	});
	const refused = (httpCode: string, kind: Explanation['kind']): Expected => ({ ...invalid(httpCode), kind });

	test.each<[number, Expected]>([
		[400, invalid('400')],
		[402, refused('402', 'refused')],
		[408, { ...refused('408', 'timeout'), mayHaveArrived: true }],
		[409, refused('409', 'conflict')],
		[414, invalid('414')],
		[415, refused('415', 'refused')],
		[422, invalid('422')],
		[498, refused('498', 'refused')],
		[499, { ...refused('499', 'timeout'), mayHaveArrived: true }],
		[500, ill('500')],
		[501, ill('501')],
		[504, ill('504', 'timeout')],
		[599, ill('599')],
	])('%i without words', (status, expected) => expectExplained({ status }, expected));

	test.each<[string, unknown, Expected]>([
		['a text', 'plain words', { message: 'plain words' }],
		['a text of 300 signs', 'x'.repeat(300), { message: 'x'.repeat(300) }],
		['a longer text', 'x'.repeat(301), {}],
		['a page', 'a <b>', {}],
		['a number', 7, {}],
		['JSON in bytes', Buffer.from('{"message":"in bytes"}'), { message: 'in bytes' }],
		['JSON in a buffer', new TextEncoder().encode('{"message":"in bytes"}').buffer, { message: 'in bytes' }],
		['a long message', { message: `${'m'.repeat(600)}n` }, { message: 'm'.repeat(600) }],
		[
			'an envelope',
			{ status: { code: 12, errorMessage: 'odd' }, data: null },
			{ message: 'odd', code: '12', spoken: true },
		],
		[
			'errors with a field, a code and a trace id',
			{ errors: [{ message: 'must be 1', field: 'page', code: 'range' }], meta: { traceId: 't-1' } },
			{
				message: 'page: must be 1',
				description: `${valuesOfTheNode} Field: page.`,
				code: 'range',
				traceId: 't-1',
				spoken: true,
			},
		],
		['a trace id alone', { traceId: 't-2' }, { traceId: 't-2' }],
		['a list', [{ message: 'in a list' }], {}],
	])('400 with %s', (_, body, expected) => expectExplained({ status: 400, body }, { ...invalid('400'), ...expected }));

	test('its words are cleaned before they are cut', () =>
		expectExplained(
			{ status: 400, body: { message: `${'x'.repeat(595)}secret-key` } },
			{ ...invalid('400'), message: `${'x'.repeat(595)}***` },
			{ clean: (text) => text.replace('secret-key', '***') },
		));

	const large: Expected = {
		kind: 'invalid',
		httpCode: '413',
		message: 'The service says the request is too large',
	};
	const tooMany: Expected = {
		kind: 'tooMany',
		httpCode: '429',
		message: 'The API key has used up its requests for this minute',
	};
	const cure = 'Send fewer rows, or smaller files.';
	const said = 'The service says: “Too much”.';
	const body = { message: 'Too much' };
	test.each<[string, Failure, Expected]>([
		['413', { status: 413 }, { ...large, description: cure }],
		['413 with words', { status: 413, body }, { ...large, description: `${cure} ${said}` }],
		['500 with words', { status: 500, body }, { ...ill('500'), description: said }],
		[
			'500 with many words',
			{ status: 500, body: { message: 'm'.repeat(601) } },
			{ ...ill('500'), description: `The service says: “${'m'.repeat(300)}”.` },
		],
		[
			'401',
			{ status: 401, body },
			{
				kind: 'unauthorized',
				httpCode: '401',
				message: 'The service does not accept the token or the subscription key',
				description: words('^The API key was exchanged .* The service says: “Too much”\\.$'),
			},
		],
		['503 that says when', { status: 503, headers: { 'retry-after': '9' } }, { ...ill('503'), retryAfterMs: 9000 }],
		[
			'429 that says when',
			{ status: 429, headers: { 'retry-after': '17' } },
			{ ...tooMany, description: words('Try again in 17 s,'), retryAfterMs: 17_000 },
		],
		['429 that does not', { status: 429 }, { ...tooMany, description: words('Try again in 60 s,') }],
	])('%s', (_, failure, expected) => expectExplained(failure, expected));

	const missing = {
		kind: 'notFound',
		httpCode: '404',
		message: 'The service can’t find what was requested',
	} as const;
	const known = 'Check the ID, and the credential’s Region (or Base URL).';
	test.each<[string, unknown, Partial<ErrorCircumstances>, Expected]>([
		['of a path that is documented', undefined, { endpoint: endpoints['timesheet.get'] }, { description: known }],
		['of an unknown path', undefined, {}, { description: known }],
		['with words', { message: 'm'.repeat(601) }, {}, { message: 'm'.repeat(600), description: known }],
		[
			'of a path that is assumed',
			undefined,
			{ endpoint: endpoints['formTemplate.getAll'] },
			{
				description: words(
					`^Check the ID.* Check the path ${endpoints['formTemplate.getAll'].path}, .* Service Details .*formTemplatesPath`,
				),
			},
		],
	])('404 %s', (_, body404, circumstances, expected) =>
		expectExplained({ status: 404, body: body404 }, { ...missing, ...expected }, circumstances),
	);

	test.each<[number, unknown, string | undefined]>([
		[301, 'https://login.test:81/in?secret=1', 'login.test:81'],
		[302, undefined, undefined],
		[303, '', undefined],
		[307, '/somewhere', undefined],
		[308, ['https://login.test'], undefined],
	])('a %i that leads to %p names the host %p', (status, location, host) =>
		expectExplained(
			{ status, headers: { location } },
			{
				kind: 'redirected',
				httpCode: String(status),
				message: 'https://service.test:8443 redirects requests to another address',
				description: words(
					`^Redirects aren’t followed, .*credential’s .*\\.${host === undefined ? '' : ` The redirect leads to ${host}\\.`}$`,
				),
			},
		),
	);
});

describe('403', () => {
	const claims = { keyType: 'liveops', scopes: [], companies: ['1'], customers: [], sites: ['5', '6'] };
	const said = 'The service says: “No”.';
	const needs = 'This operation needs an API key of type “timesheet”.';
	const needsScope = 'This operation needs an API key with the scope “login-audits.read”.';
	const choose = (field: string): string =>
		`Choose a credential with the right type of key, or switch on Separate Keys there and fill in ${field}.`;
	const enter = (field: string): string => `Enter the right type of key in the credential’s ${field}.`;
	const lies = (scope = 'one company, or some customers or sites'): string =>
		`An ID may be outside the key’s scope (${scope}): choose another ID, or a key with a wider scope.`;
	const sites = Array.from({ length: 21 }, (_, at) => String(at));
	const entry = { endpoint: endpoints['timesheet.get'] };
	const audit = { endpoint: endpoints['loginAudit.getAll'] };
	const separate = { settings: { ...settings, field: 'timesheetKey', separateKeys: new Map() } } as const;

	test.each<[string, Partial<ErrorCircumstances>, string]>([
		[
			'of another type',
			{ ...entry, claims },
			`${needs} The API key is of type “liveops”. ${choose('Timesheet Key')} ${said}`,
		],
		[
			'of another type, in its own field',
			{ ...entry, ...separate, claims },
			`${needs} The Timesheet Key is of type “liveops”. ${enter('Timesheet Key')} ${said}`,
		],
		[
			'without its scope',
			{ ...audit, claims },
			`${needsScope} The API key has no scope. ${choose('Audit Key')} ${said}`,
		],
		[
			'with other scopes',
			{ ...audit, claims: { ...claims, scopes: ['a.read', 'b.read'] } },
			`${needsScope} The API key has the scopes “a.read” or “b.read”. ${choose('Audit Key')} ${said}`,
		],
		[
			'of another type, where either of two will do',
			{ endpoint: endpoints['webhookSubscriber.create'], claims },
			`This operation needs an API key of type “developer” or “webhook”. The API key is of type “liveops”. ${choose('Webhook Key or Developer Key')} ${said}`,
		],
		[
			'whose type fits',
			{ ...entry, claims: { ...claims, keyType: 'timesheet' } },
			`${lies('company 1; customers all; sites 5, 6')} ${said}`,
		],
		[
			'of many sites',
			{ ...entry, claims: { ...claims, keyType: 'timesheet', companies: [], customers: ['9'], sites } },
			`${lies(`company all; customers 9; sites ${sites.slice(0, 20).join(', ')}`)} ${said}`,
		],
		['whose type is not known', { ...entry, claims: { ...claims, keyType: undefined } }, `${needs} ${lies()} ${said}`],
		['without claims', entry, `${needs} ${lies()} ${said}`],
		['of an unknown path', { claims }, `${lies()} ${said}`],
	])('of a key %s', (_, circumstances, description) =>
		expectExplained(
			{ status: 403, body: { message: 'No' } },
			{
				kind: 'forbidden',
				httpCode: '403',
				message: `The ${'settings' in circumstances ? 'Timesheet Key' : 'API key'} has no access to this`,
				description,
			},
			circumstances,
		),
	);
});

describe('a wait in words', () => {
	const time = useVirtualTime();
	const minute = 60_000;
	const hour = 60 * minute;
	const waiting = (ms: number, timeZone?: string) =>
		inEditor(explain({ status: 429, headers: { 'retry-after': ms / 1000 } }, { settings, timeZone }));

	test.each([
		[0, '1 s'],
		[1000, '1 s'],
		[1001, '2 s'],
		[15 * minute, '900 s'],
	])('%i ms: %s', (ms, span) => {
		expect(waiting(ms)).toMatchObject({
			message: 'The API key has used up its requests for this minute',
			description: expect.stringContaining(`Try again in ${span},`),
		});
	});

	test.each([
		[15 * minute + 1, 'UTC', '10:15'],
		[2 * hour, 'Australia/Brisbane', '22:00'],
		[4 * hour, 'Australia/Brisbane', '2026-11-17 00:00'],
		[16 * hour, 'UTC', '2026-11-17 02:00'],
		[Number.MAX_SAFE_INTEGER * 1000, 'UTC', '+138865-05-08 00:00'],
	])('%i ms in %s: %s', (ms, timeZone, until) => {
		time.putDate(Date.UTC(2026, 10, 16, 10));
		expect(waiting(ms, timeZone)).toMatchObject({
			message: `The service says to wait until ${until} (${timeZone})`,
			description: expect.stringContaining('Retry-After'),
		});
	});
});
