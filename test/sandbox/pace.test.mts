// A clock that runs faster than real time: what goes by it, and what stays real because others are.
import { expect, test } from '@jest/globals';
import {
	type Answer,
	approveFirst,
	bodyOf,
	failedDelivery,
	happenings,
	noon,
	subscribe,
	until,
	useInbox,
	withClient,
	type Json,
} from './support.mts';

const receiver = useInbox();

test('it runs by itself at its pace, and every webhook of it arrives', async () => {
	await withClient({ alive: 7, pace: 3600 }, async (client) => {
		for (const event of ['submit', 'approve', 'reject']) await subscribe(client, receiver.url, event, 'incidentreport');
		const events = (): Set<unknown> => new Set(receiver.received.map((hit) => bodyOf(hit).event));
		await until(() => events().size === 3);
		const told = (await happenings(client)).filter(({ kind }) => kind === 'incidentReport.changed');
		for (const { incidentReportId, event, occurredDateTime } of receiver.received.map(bodyOf))
			expect(told).toContainEqual(expect.objectContaining({ incidentReportId, change: event, at: occurredDateTime }));
	});
});

test('what a fast clock changes: the limit counts its minutes, and Retry-After is in real seconds', async () => {
	await withClient({ ratePerMinute: 5, pace: 2 }, async (client) => {
		const ask = () => client.get('timesheet', '/external/customers');
		for (let index = 0; index < 5; index++) await ask();
		const refused = await ask();
		expect(refused.status).toBe(429);
		// A minute takes thirty real seconds here.
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
		await client.sandbox.advance(60_000);
		expect((await ask()).status).toBe(200);
	});
});

test('a receiver that is busy gets as long as in real time before the next try, however fast the clock runs', async () => {
	await withClient({ pace: 600, deliveries: { retryDelaysMs: [40_000] } }, async (client) => {
		receiver.answerWith({ status: 503 });
		await subscribe(client, receiver.url);
		await approveFirst(client);
		const failed = await failedDelivery(client);
		const [attempt] = failed.attempts as Json[];
		const wait = Date.parse(String(failed.nextAttemptAt)) - Date.parse(String(attempt?.at));
		expect(wait).toBe(600 * 40_000);
		receiver.answerWith({ status: 200 });
		await client.sandbox.advance(wait);
		expect(receiver.received).toHaveLength(2);
	});
});

test('every answer tells the date by the sandbox’s own clock, also a refusal', async () => {
	await withClient({}, async (client) => {
		const dateOf = ({ headers }: Answer): number => Date.parse(headers.get('date') ?? '') - noon.getTime();
		expect(dateOf(await client.get('timesheet', '/external/sites'))).toBeLessThan(60_000);
		await client.sandbox.advance(86_400_000);
		for (const path of ['/external/sites', '/external/nowhere']) {
			const date = dateOf(await client.get('timesheet', path));
			expect(date - 86_400_000).toBeGreaterThanOrEqual(-1000);
			expect(date - 86_400_000).toBeLessThan(60_000);
		}
	});
});
