import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { ServiceError } from '../../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import { collect } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { type Call, sendCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { type Answer, fakeConnection } from '../support.mts';

const token = (payload: unknown): string =>
	['h', Buffer.from(JSON.stringify(payload)).toString('base64url'), 'signature'].join('.');

async function failing(
	answer: Answer,
	call: Partial<Call> = {},
	credential: Record<string, string> = {},
): Promise<ServiceError> {
	const { connection } = fakeConnection(() => answer, {}, credential);
	try {
		await sendCall(connection, { endpoint: endpoints['timesheet.get'], path: { id: 1 }, itemIndex: 3, ...call });
	} catch (error) {
		return error as ServiceError;
	}
	throw new Error('this should not succeed');
}

const standard = {
	status: { code: 400, errorMessage: 'startDate is odd' },
	errors: [{ code: 100, message: 'startDate is odd', field: 'startDate' }],
};

describe('status and body in words', () => {
	test.each([
		[401, {}, 'The service does not accept the token or the subscription key', /Subscription Key.*Region/],
		[
			401,
			{ message: 'Access denied due to invalid subscription key.' },
			'The service does not accept the token or the subscription key',
			/The service said: “Access denied/,
		],
		[400, standard, 'startDate is odd; startDate: startDate is odd', /Field: startDate/],
		[400, 'plain words', 'plain words', /values of the node/],
		[400, Buffer.from(JSON.stringify({ message: 'in bytes' })), 'in bytes', /values/],
		[400, '', 'The service refused the request (HTTP 400)', /values/],
		[400, '<html><body>Bad</body></html>', 'The service refused the request (HTTP 400)', /values/],
		[404, undefined, 'The service does not have what was asked for', /id.*region/],
		[409, { message: 'exists' }, 'exists', /values/],
		[200, { status: { code: 7, errorMessage: 'not today' }, data: null }, 'not today', /did not do .* code: 7/],
		[413, '<html>', 'The service says that the request is too large', /fewer rows/],
		[500, { message: 'boom' }, 'The service could not answer (HTTP 500)', /The service said: “boom”.*try again later/],
		...[301, 302, 303, 307, 308].map(
			(status) => [status, '', 'https://service.test sends requests on to another address', /not followed/] as const,
		),
		[404, { message: 'siteAccess to ECONNREFUSED' }, 'siteAccess to ECONNREFUSED', /id/],
	])('%i %j', async (status, body, message, description) => {
		const error = await failing({ status, body });
		expect(error.message).toBe(message);
		expect(error.description).toMatch(description);
		expect(error.httpCode).toBe(String(status));
		expect(error.context.itemIndex).toBe(3);
	});

	test.each([
		['ENOTFOUND', 'There is no server at service.test'],
		['ECONNREFUSED', 'The connection to service.test failed'],
		['ETIMEDOUT', 'service.test did not answer in time'],
		['ECONNABORTED', 'service.test did not answer in time'],
		['CERT_HAS_EXPIRED', 'The certificate of service.test is not trusted'],
		['SELF_SIGNED_CERT_IN_CHAIN', 'The certificate of service.test is not trusted'],
	])(
		'%s',
		async (network, message) => {
			const error = await failing({ network }, { endpoint: { ...endpoints['timesheet.get'], method: 'POST' } });
			expect(error.message).toBe(message);
			expect(error.description).toMatch(/Look at|Try again|look there/);
			expect(error.context.itemIndex).toBe(3);
		},
		20_000,
	);

	test.each([
		['text/html; charset=utf-8', '<!doctype html>', 'https://service.test answered with a web page instead of data'],
		['text/plain', 'hello', 'https://service.test answered with “text/plain” instead of data'],
		['', 'hello', 'https://service.test answered with “nothing readable” instead of data'],
		['application/json', '{"data":[', 'https://service.test answered with JSON that can’t be read'],
	])('a 200 of type %p', async (type, body, message) =>
		expect((await failing({ body, headers: { 'content-type': type } })).message).toBe(message),
	);

	test('a redirect names the host that it points to, and nothing else of it', async () => {
		const { description } = await failing({ status: 302, headers: { location: 'https://login.test/in?secret=1' } });
		expect(description).toContain('It points to login.test.');
		expect(description).not.toContain('secret');
	});

	test('a 200 that refuses: words, field, code and trace id', async () => {
		const body = {
			data: null,
			errors: [{ code: 'validation_error', message: 'must be >= 1', field: 'page' }],
			meta: { traceId: 'trace-1' },
		};
		const error = await failing({ body });
		expect(error.message).toBe('page: must be >= 1');
		expect(error.description).toMatch(/Field: page.*validation_error.*Trace id.*trace-1/);
		expect(error).toMatchObject({
			context: { itemIndex: 3 },
			kind: 'refused',
			code: 'validation_error',
			traceId: 'trace-1',
		});
	});

	test('a path that is assumed says so', async () =>
		expect((await failing({ status: 404 }, { endpoint: endpoints['formTemplate.getAll'] })).description).toContain(
			'formTemplatesPath',
		));

	test('words that are finished are kept', async () => {
		const error = await failing({
			unsent: Object.assign(new Error('wrapped'), { cause: new Problem('The API key was rejected', 'Check it.') }),
		});
		expect([error.message, error.description, error.context.itemIndex]).toEqual([
			'The API key was rejected',
			'Check it.',
			3,
		]);
	});

	test.each(['retry-after', 'x-other'])('429 in a picker tells a number of seconds (%s)', async (name) => {
		const { connection } = fakeConnection(
			() => ({ status: 429, headers: { [name]: new Date(Date.now() + 30_000).toUTCString() } }),
			{ deadline: clock.now() + 5 },
		);
		const error = (await sendCall(connection, { endpoint: endpoints['customer.getAll'] }).catch(
			(thrown: unknown) => thrown,
		)) as ServiceError;
		expect(error.description).toMatch(/Try again in \d+ s/);
	});

	test('how many records had been read', async () => {
		const { connection } = fakeConnection((_, count) =>
			count < 3
				? { body: { data: [{ id: count }], nextPageParameter: `referenceId=${count}` } }
				: { body: { status: { code: 5, errorMessage: 'No more' } } },
		);
		await expect(collect(connection, { endpoint: endpoints['customer.getAll'], itemIndex: 1 })).rejects.toMatchObject({
			message: 'No more',
			description: expect.stringContaining('2 records had been read before.'),
			context: { itemIndex: 1 },
		});
	});
});

describe('403', () => {
	const forbid = async (claims: unknown, call: Partial<Call> = {}): Promise<ServiceError> =>
		await failing({ status: 403, body: { message: 'Forbidden here' } }, call, {
			accessToken: typeof claims === 'string' ? claims : token(claims),
		});

	test('another key type: what it needs and what it has', async () => {
		const error = await forbid({ KeyType: 'liveops' });
		expect(error.message).toBe('The API key may not do this');
		expect(error.description).toMatch(
			/needs an API key of type “timesheet”\..*is of type “liveops”.*The service said: “Forbidden here”/,
		);
	});

	test('webhooks take either of two types', async () =>
		expect(
			(await forbid({ KeyType: 'timesheet' }, { endpoint: endpoints['webhookSubscriber.create'] })).description,
		).toContain('“developer” or “webhook”'));

	test.each([
		[{ KeyType: 'developer', Scope: '' }, /has no scope/],
		[{ KeyType: 'developer', Scope: 'other.read' }, /has the scopes “other.read”/],
	])('a missing scope: %j', async (claims, words) => {
		const { description } = await forbid(claims, { endpoint: endpoints['loginAudit.getAll'] });
		expect(description).toMatch(/issued with the scope “login-audits.read”/);
		expect(description).toMatch(words);
	});

	test('a type that fits: the company, customers and sites of the key', async () => {
		const error = await forbid({ KeyType: 'Timesheet', CompanyId: '1', CustomerId: '10,11', SiteId: '' });
		expect(error.message).toBe('The API key may not see what was asked for');
		expect(error.description).toMatch(/company 1; customers 10, 11; sites all/);
	});

	test.each(['opaque', 'a.b.c', '', token({ CompanyId: 1 })])(
		'claims that can’t be read: both possibilities (%p)',
		async (claims) => {
			const { message, description } = await forbid(claims);
			expect(message).toBe('The API key may not do this');
			expect(description).toMatch(/“timesheet”.*Or an id lies outside/);
		},
	);

	test('a path of one’s own: nobody knows what it needs', async () => {
		const custom = { method: 'GET', path: '/api/external/own' } as const;
		const { message, description } = await forbid({ KeyType: 'liveops' }, { endpoint: custom });
		expect(message).toBe('The API key may not do this');
		expect(description).not.toContain('type fits');
	});
});

describe('no secret in any error', () => {
	const secrets = {
		apiKey: 'key+with/odd="chars"&more',
		subscriptionKey: 'subscription-secret-1',
		accessToken: token({ KeyType: 'timesheet' }),
	};
	const all = Object.values(secrets);
	const echo = `${all.join(' ')} ${encodeURIComponent(secrets.apiKey)} ${JSON.stringify(secrets.apiKey)}`;
	const filled = `${'x'.repeat(595)}${secrets.apiKey}`;

	const answers: Array<[string, Answer]> = [
		...[400, 401, 403, 404, 413, 500].flatMap((status): Array<[string, Answer]> => [
			[
				`${status} in the body`,
				{
					status,
					body: { message: echo, errors: [{ code: echo, message: echo, field: echo }], meta: { traceId: echo } },
				},
			],
			[`${status} as text`, { status, body: secrets.apiKey }],
			[`${status} at the cut`, { status, body: { message: filled } }],
			[`${status} in unknown fields`, { status, body: { errors: [{ odd: echo }] } }],
		]),
		[
			'200 that refuses',
			{
				body: {
					status: { code: 4, errorMessage: echo },
					errors: [{ code: echo, message: echo, field: echo }],
					meta: { traceId: echo },
				},
			},
		],
		['200 that refuses, at the cut', { body: { status: { code: 4, errorMessage: filled } } }],
		[
			'302',
			{
				status: 302,
				headers: { location: `https://${secrets.subscriptionKey}.test/${encodeURIComponent(secrets.apiKey)}` },
			},
		],
		['a media type', { body: 'x', headers: { 'content-type': secrets.subscriptionKey } }],
		['an unforeseen error', { unsent: new Error(`Invalid header ${echo}`) }],
		[
			'an error that holds the request',
			{
				unsent: Object.assign(new Error('x'), {
					config: { headers: secrets },
					response: { status: 400, config: secrets, data: echo },
				}),
			},
		],
	];

	test.each(answers)('%s', async (_, answer) => {
		const error = await failing(answer, {}, secrets);
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
