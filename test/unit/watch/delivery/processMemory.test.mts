// What a process remembers of its triggers, and which of its polls may work.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isFirstPoll, pollTimeMs } from '../../../../nodes/WorkforceOperations/transport/n8nQuirks.ts';
import {
	fingerprint,
	forgetMemories,
	ProcessMemory,
	memoryOf,
	watchOwner,
} from '../../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../../kit/time/virtualTime.mts';
import { deferred, pollContext } from '../pollContext.mts';

const DAY = 24 * 3_600_000;

let time: VirtualTime;

beforeEach(() => {
	forgetMemories();
	time = new VirtualTime().takePlaceOf(clock);
});
afterEach(() => time.restore());

describe('whose a state is', () => {
	const owner = (place: Parameters<typeof pollContext>[0]): string => watchOwner(pollContext(place).context);

	test('depends on the instance, the workflow and the node, and on nothing else', () => {
		const owners = [{}, { instance: 'other' }, { workflow: 'other' }, { node: 'other' }, { workflow: undefined }].map(
			owner,
		);
		expect(new Set(owners).size).toBe(5);
		expect(owner({ activation: 'init', budgetMs: 5 })).toBe(owners[0]);
		for (const each of owners) expect(each).toMatch(/^[\w-]{16}$/);
	});

	test('where one part ends and the next begins counts', () => {
		expect(fingerprint('a', 'bc')).not.toBe(fingerprint('ab', 'c'));
		expect(fingerprint('a')).not.toBe(fingerprint('a', ''));
	});
});

describe('the memory of a node', () => {
	const of = (node: string): ProcessMemory => memoryOf(pollContext({ node }).context);

	test('is the same in each of its polls, and no other node’s', () => {
		const memory = of('a');
		expect(memory).toMatchObject({ items: new Map(), awaited: new Set(), lastPoll: time.now });
		time.now += 1000;
		expect(of('a')).toBe(memory);
		expect(memory.lastPoll).toBe(time.now);
		expect(of('b')).not.toBe(memory);
	});

	test('is forgotten when the node was not polled for more than 40 days, unless one of its runs is awaited', () => {
		const [polled, waiting, still, idle] = [of('polled'), of('waiting'), of('still'), of('idle')];
		waiting.startRun(new Map([['key', { json: {} }]]));
		time.now += 20 * DAY;
		of('polled');
		time.now += 20 * DAY;
		expect(of('still')).toBe(still);
		time.now += 1;
		expect(of('polled')).toBe(polled);
		expect(of('waiting')).toBe(waiting);
		expect(of('idle')).not.toBe(idle);
	});
});

describe('the first poll of an activation', () => {
	test('is told by the object that n8n calls all its polls with', () => {
		const [one, other] = [pollContext().context, pollContext({ budgetMs: 60_001 }).context];
		expect([one, one, other, other, one].map(isFirstPoll)).toEqual([true, false, true, false, false]);
		forgetMemories();
		expect(isFirstPoll(one)).toBe(true);
	});

	test.each([
		[undefined, true],
		[59_999, false],
		[60_000, false],
		[60_001, true],
	])('with a time of %j is one: %j', (budgetMs, expected) => {
		const { context } = pollContext(budgetMs === undefined ? {} : { budgetMs });
		expect({ pollTimeMs: pollTimeMs(context), isFirstPoll: isFirstPoll(context) }).toEqual({
			pollTimeMs: budgetMs,
			isFirstPoll: expected,
		});
	});

	test('a time that can’t be asked for is none', () => {
		expect(pollTimeMs({ getPollBudgetMs: 7 } as never)).toBeUndefined();
	});
});

describe('polls of one node', () => {
	test('keep each other out; one whose time has run out gives its place to the next, and learns of it', async () => {
		const own = new ProcessMemory(0);
		const gates = [deferred<void>(), deferred<void>()] as const;
		const current: boolean[] = [];
		const work = (gate: Promise<void>) => async (isCurrent: () => boolean) => {
			current.push(isCurrent());
			await gate;
			current.push(isCurrent());
			return 'done';
		};
		const other = async () => await own.skipIfRunning(1000, async () => await Promise.resolve('other'));
		const first = own.skipIfRunning(1000, work(gates[0].promise));
		time.now += 999;
		expect(await other()).toBeUndefined();
		time.now += 1;
		const second = own.skipIfRunning(1000, work(gates[1].promise));
		gates[0].resolve();
		expect(await first).toBe('done');
		// The one that has ended late does not open the door while the other one works.
		expect(await other()).toBeUndefined();
		gates[1].resolve();
		expect(await second).toBe('done');
		expect(current).toEqual([true, true, false, true]);
		expect(own.poll).toBeUndefined();
		expect(await other()).toBe('other');
	});
});
