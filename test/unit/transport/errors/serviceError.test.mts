import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { ServiceError } from '../../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
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

describe('an answer in words', () => {
	test.each([
		['text/html; charset=utf-8', '<!doctype html>', 'https://service.test answered with a web page instead of data'],
		['text/plain', 'hello', 'https://service.test answered with “text/plain” instead of data'],
		['', 'hello', 'https://service.test answered with something unreadable instead of data'],
		['application/json', '{"data":[', 'https://service.test answered with JSON that can’t be read'],
	])('a 200 of type %p', async (type, body, message) =>
		expect((await failing({ body, headers: { 'content-type': type } })).message).toBe(message),
	);

	test('words that are finished are kept', async () => {
		const error = await failing({
			unsent: Object.assign(new Error('wrapped'), { cause: new Problem('The API key was rejected', 'Check it.') }),
		});
		expect({ message: error.message, description: error.description, itemIndex: error.context.itemIndex }).toEqual({
			message: 'The API key was rejected',
			description: 'Check it.',
			itemIndex: 3,
		});
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
});

describe('403', () => {
	const forbid = async (claims: unknown, call: Partial<Call> = {}): Promise<ServiceError> =>
		await failing({ status: 403, body: { message: 'Forbidden here' } }, call, {
			accessToken: typeof claims === 'string' ? claims : token(claims),
		});

	test('webhooks take either of two types', async () =>
		expect(
			(await forbid({ KeyType: 'timesheet' }, { endpoint: endpoints['webhookSubscriber.create'] })).description,
		).toContain('“developer” or “webhook”'));

	test.each(['opaque', 'a.b.c', '', token({ CompanyId: 1 })])(
		'claims that can’t be read: both possibilities (%p)',
		async (claims) => {
			const { message, description } = await forbid(claims);
			expect(message).toBe('The API key has no access to this');
			expect(description).toMatch(/“timesheet”.*An ID may be outside/);
		},
	);
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
