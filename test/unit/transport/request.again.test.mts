// A write that is sent again because its answer was lost: whatever the service says then, the first one may have been carried out.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { sendRaw } from '../../../nodes/WorkforceOperations/transport/request.ts';
import { sendCall, type ServiceError } from '../../../nodes/WorkforceOperations/transport/index.ts';
import { type Answer, fakeConnection, FakeTime } from './support.mts';

let time: FakeTime;
beforeEach(() => {
	time = new FakeTime().install();
});
afterEach(() => time.restore());

const lost: Answer[] = [{ status: 503 }, { network: 'ECONNRESET' }];
const said: Array<[string, Answer]> = [
	['refuses inside of a success', { body: { status: { code: 7, errorMessage: 'Not today' } } }],
	['refuses', { status: 400, body: { message: 'Not like this' } }],
	['sends a web page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
];

const cases = lost.flatMap((first) => said.map(([what, second]): [string, Answer, Answer] => [what, first, second]));

const errorOf = async (work: Promise<unknown>): Promise<ServiceError> =>
	await time.until(work).then(
		() => {
			throw new Error('nothing was thrown');
		},
		(error: ServiceError) => error,
	);

describe.each(cases)('the service %s after an answer that was lost (%j)', (_, first, second) => {
	const answers = (): ReturnType<typeof fakeConnection> =>
		fakeConnection((__, count) => (count === 1 ? first : second));

	test('of a known path', async () => {
		const { connection, sent } = answers();
		const error = await errorOf(
			sendCall(connection, { endpoint: endpoints['webhookSubscription.update'], path: { id: 1 } }),
		);
		expect(sent).toHaveLength(2);
		expect([error.mayHaveArrived, error.description]).toEqual([
			true,
			expect.stringContaining('The service may have done it all the same'),
		]);
	});

	test('of a custom request', async () => {
		const { connection, sent } = answers();
		const error = await errorOf(sendRaw(connection, { method: 'PUT', path: '/api/other', itemIndex: 0 } as never));
		expect(sent).toHaveLength(2);
		expect(error.mayHaveArrived).toBe(true);
	});
});

test('a refusal at the first try is one: nothing was carried out', async () => {
	const { connection } = fakeConnection(() => ({ body: { status: { code: 7, errorMessage: 'Not today' } } }));
	const error = await errorOf(
		sendCall(connection, { endpoint: endpoints['webhookSubscription.update'], path: { id: 1 } }),
	);
	expect([error.mayHaveArrived, error.description]).toEqual([false, expect.not.stringContaining('may have')]);
});
