// How far a poll reads, by its time, its requests and the budget of its key, and what it says of lists that may lack records.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IPollFunctions } from 'n8n-workflow';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { PollReader, UnfinishedList } from '../../../../nodes/WorkforceOperations/watch/core/pollReader.ts';
import { VirtualTime } from '../../../../kit/time/virtualTime.mts';
import { reports, rows, service } from '../../transport/endings.mts';
import { auditService, eventsOf } from '../../transport/services.mts';
import { fakeConnection, type Sent } from '../../transport/support.mts';

const LIST = 'loginAudit.getAll';

let time: VirtualTime;
beforeEach(() => {
	time = new VirtualTime().hurried().takePlaceOf(clock);
});
afterEach(() => time.restore());

interface Given {
	endsAfter?: number;
	mostRequests?: number;
	perMinute?: number;
}

type Answer = Parameters<typeof fakeConnection>[0];

/** A reader of a poll, which gets pages of two records. */
async function open(answer: Answer, { endsAfter = 60_000, mostRequests, perMinute = 6000 }: Given = {}) {
	const { connection, sent } = fakeConnection(answer, {}, { requestsPerMinute: perMinute });
	const log: string[] = [];
	Object.assign(connection.context, { logger: { warn: (line: string) => void log.push(line) } });
	const bounds = { deadline: time.now + endsAfter, ...(mostRequests === undefined ? {} : { mostRequests }) };
	const reader = await PollReader.open(connection.context as IPollFunctions, bounds, { pageSize: 2 }, LIST);
	return { reader, sent, log };
}

/** `whole 5`, or `cut 4` for a list that was not read to its end. */
const outcome = async (work: Promise<JsonObject[]>): Promise<string> =>
	await work.then(
		(records) => `whole ${records.length}`,
		(error: Error) => (error instanceof UnfinishedList ? `cut ${error.records.length}` : error.message),
	);

const five = auditService(eventsOf(5));

/** Each answer takes so long. */
const slow =
	(ms: number, answer: (request: Sent) => ReturnType<Answer> = five): Answer =>
	(request) => {
		time.now += ms;
		return answer(request);
	};

const never = async (): Promise<never> => await new Promise(() => undefined);

describe('a list', () => {
	test.each<[string, Given, number | undefined, string]>([
		['to its end', {}, undefined, 'whole 5'],
		['to its end with the last request', { mostRequests: 3 }, undefined, 'whole 5'],
		['no further than the requests go', { mostRequests: 2 }, undefined, 'cut 4'],
		['to the limit with the last request', { mostRequests: 1 }, 2, 'whole 2'],
		['no further than the requests go before the limit', { mostRequests: 1 }, 3, 'cut 2'],
	])('is read %s', async (_, given, limit, expected) => {
		const { reader } = await open(five, given);
		expect(await outcome(reader.list(LIST, {}, limit))).toBe(expected);
		expect(reader.recordsRead).toBe(Number(expected.split(' ')[1]));
	});

	test.each([
		[20_000, 'cut 4'],
		[20_001, 'whole 5'],
	])('whose pages take ten seconds is read for %d milliseconds: %s', async (endsAfter, expected) => {
		const { reader } = await open(slow(10_000), { endsAfter });
		expect(await outcome(reader.list(LIST, {}))).toBe(expected);
		expect(time.deadlines[0]).toBe(endsAfter);
	});

	test('isn’t begun when the time is over, and as much of it as there is can be asked for', async () => {
		const { reader, sent } = await open(slow(10_000), { endsAfter: 10_000 });
		expect(await reader.someOf(LIST, {})).toHaveLength(2);
		expect(reader.isSpent).toBe(true);
		expect(await outcome(reader.list(LIST, {}))).toBe('cut 0');
		expect(sent).toHaveLength(1);
	});

	test('that fails is an error, also where some of it would do', async () => {
		const { reader } = await open(() => ({ status: 403 }));
		await expect(reader.someOf(LIST, {})).rejects.toThrow(/\S/);
	});

	test('of which no page comes in time is no list, and one of which some pages came is cut', async () => {
		const { reader } = await open(never, { endsAfter: 10_000 });
		expect(await outcome(time.until(reader.list(LIST, {})))).toBe('The service did not answer during the poll');
		const { reader: other } = await open(async (request, count) => (count === 1 ? five(request) : await never()));
		expect(await outcome(time.until(other.list(LIST, {})))).toBe('cut 2');
	});

	test('that may lack records is said once a poll', async () => {
		const { reader, log } = await open(service(reports, rows(3), () => null, { totalRecordCount: 99 }));
		expect(reader.hasDoubts).toBe(false);
		for (let times = 0; times < 2; times++) await reader.list('incidentReport.getAll', {});
		expect(reader.hasDoubts).toBe(true);
		expect(log).toEqual([expect.stringContaining(`“n”: ${reports.path}: The list may be incomplete`)]);
	});
});

describe('a list that belongs to one record', () => {
	test('is read for half a minute, without what is added to the event’s own list', async () => {
		const all = auditService(eventsOf(1200));
		const { reader, sent } = await open(slow(15_000, all));
		expect(await outcome(reader.listOf(LIST, {}))).toBe('cut 1000');
		expect({ deadlines: time.deadlines[0], query: sent.map(({ query }) => query.pageSize) }).toEqual({
			deadlines: 30_000,
			query: ['500', '500'],
		});
	});

	test('is read no longer than the poll', async () => {
		const { reader } = await open(five, { endsAfter: 12_000.5 });
		await reader.listOf(LIST, {});
		expect(time.deadlines[0]).toBe(12_001);
	});

	test('doesn’t wait for long where the key’s requests are used up, as the event’s own list does', async () => {
		const { reader, sent } = await open(auditService(eventsOf(1)), { endsAfter: 100_000, perMinute: 1 });
		await reader.list(LIST, {});
		const begun = time.now;
		await expect(reader.listOf(LIST, {})).rejects.toThrow(/\S/);
		expect([sent.length, time.now - begun < 16_000]).toEqual([1, true]);
		expect(await outcome(reader.list(LIST, {}))).toBe('whole 1');
	});
});

describe('what can wait', () => {
	test('may go on while polls have used less than a third of the key’s requests, else when they are free again', async () => {
		const { reader } = await open(five, { endsAfter: 100_000, perMinute: 9 });
		const begun = time.now;
		await reader.list(LIST, {}, 4);
		expect([await reader.mayGoOn(), time.now - begun]).toEqual([true, 0]);
		await reader.list(LIST, {}, 1);
		expect(await reader.mayGoOn()).toBe(true);
		expect(Math.round((time.now - begun) / 2000)).toBe(30);
	});

	test('may not go on when the poll ends before that', async () => {
		const { reader } = await open(five, { endsAfter: 30_500, perMinute: 9 });
		const begun = time.now;
		await reader.list(LIST, {});
		expect([await reader.mayGoOn(), time.now - begun]).toEqual([false, 30_500]);
	});
});
