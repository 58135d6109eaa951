// A key that the service does not accept any more: how often that is asked for by the requests of one run.
import { expect, test } from '@jest/globals';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { CircuitBreakers } from '../../../nodes/WorkforceOperations/transport/circuitBreaker.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { sendCall } from '../../../nodes/WorkforceOperations/transport/request.ts';
import { type Answer, fakeConnection, useVirtualTime } from './support.mts';

const time = useVirtualTime();

/** So many requests, one after another; how many of them were sent by then, and how each ended. */
async function sending(count: number, answer: (sent: number) => Answer): Promise<Array<[number, unknown]>> {
	const { connection, sent } = fakeConnection((_, number) => answer(number));
	const ends: Array<[number, unknown]> = [];
	for (let index = 0; index < count; index++) {
		const call = { endpoint: endpoints['timesheet.get'], path: { id: index + 1 }, itemIndex: index };
		const end = await time.until(
			sendCall(connection, call).then(
				() => 'done',
				(error: { kind?: unknown }) => error.kind,
			),
		);
		ends.push([sent.length, end]);
	}
	return ends;
}

const fine: Answer = { status: 200, body: { status: { code: 0 }, data: { timesheetId: 1 } } };
const refused: Answer = { status: 401, body: {} };

test('three requests that are refused with a new token each are enough: nothing more is sent', async () => {
	expect(await sending(5, () => refused)).toEqual([
		[2, 'unauthorized'],
		[4, 'unauthorized'],
		[6, 'unauthorized'],
		[6, 'unauthorized'],
		[6, 'unauthorized'],
	]);
});

test.each<[string, Answer, unknown]>([
	['that is answered', fine, 'done'],
	['that is refused for another reason', { status: 404, body: {} }, 'notFound'],
])('one between them %s begins the count anew', async (_, other, end) => {
	const ends = await sending(6, (number) => (number === 5 ? other : refused));
	expect(ends).toEqual([
		[2, 'unauthorized'],
		[4, 'unauthorized'],
		[5, end],
		[7, 'unauthorized'],
		[9, 'unauthorized'],
		[11, 'unauthorized'],
	]);
});

test('the service’s date is known once an answer tells it, and is the latest that any answer allows', async () => {
	const breakers = new CircuitBreakers();
	const second = Math.floor(clock.date() / 1000) * 1000;
	const hear = (date: number): void => breakers.noteDate({ date: new Date(date).toUTCString() });
	for (const headers of [undefined, {}, { date: 'soon' }]) breakers.noteDate(headers);
	expect(breakers.serviceDate).toBeUndefined();
	hear(second);
	await time.until(time.wait(900));
	expect(breakers.serviceDate).toBe(second + 900);
	// Told half a second late, or in whole seconds.
	hear(second);
	expect(breakers.serviceDate).toBe(second + 900);
	hear(second + 2000);
	expect(breakers.serviceDate).toBe(second + 2000);
});
