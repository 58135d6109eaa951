import { describe, expect, test } from '@jest/globals';
import type { Happening, Watched } from '../../../../kit/sandbox/watchEvents.mts';
import { type Course, judge, type Verdict } from '../../../../scripts/soak/watchJudge.mts';
import type { Arrival } from '../../../../scripts/soak/watchSteps.mts';

const MINUTE = 60_000;
const START = Date.parse('2026-07-01T08:00:00Z');

const late: Watched = {
	event: 'shift.notClockedIn',
	key: 'liveops',
	subject: ({ shiftId }) => String(shiftId),
	lasts: { graceMs: 15 * MINUTE, aheadMs: 60 * MINUTE },
};

/** What lasted from one minute of the day to another. */
const missing = (from: number, to?: number): Happening => ({
	kind: late.event,
	at: new Date(START + from * MINUTE).toISOString(),
	until: to === undefined ? null : new Date(START + to * MINUTE).toISOString(),
	endTime: new Date(START + 600 * MINUTE).toISOString(),
	shiftId: 7,
});

const look = (minute: number, judgedBy = minute) => ({
	at: START + minute * MINUTE,
	judgedAt: START + judgedBy * MINUTE,
});

const course = (changes: Partial<Course>): Course => ({
	from: START,
	to: START + 300 * MINUTE,
	looks: {},
	deaths: [],
	runs: {},
	keepsSuccesses: false,
	...changes,
});

const arrival = (second: number, changes: Partial<Arrival> = {}): Arrival => ({
	key: `${late.event}:7`,
	execution: String(second),
	at: second * 1000,
	redelivered: false,
	refused: false,
	...changes,
});

const verdict = (happenings: Happening[], arrivals: Arrival[], changes: Partial<Course> = {}): Verdict =>
	judge(late, happenings, arrivals, course(changes));

describe('what had to be found', () => {
	test.each([
		['a look behind the time of grace', [look(40)], true],
		['a look before it', [look(20)], false],
		['a look that the trigger judged by a time before it', [look(40, 20)], false],
		['a look when it was over', [look(70)], false],
	])('by %s', (_, looks, due) => {
		const { due: count, lost, brief } = verdict([missing(10, 60)], [], { looks: { [late.event]: looks } });
		expect({ count, lost: lost.length, brief }).toEqual(
			due ? { count: 1, lost: 1, brief: 0 } : { count: 0, lost: 0, brief: 1 },
		);
	});

	test('is not what a look saw in whose poll n8n died', () => {
		const deaths = [{ at: START + 41 * MINUTE, real: 0 }];
		expect(verdict([missing(10, 60)], [], { looks: { [late.event]: [look(40)] }, deaths }).due).toBe(0);
	});

	test('is lost when its step never worked, and not when it did', () => {
		const looks = { [late.event]: [look(40)] };
		expect(verdict([missing(10)], [arrival(1, { refused: true })], { looks })).toMatchObject({
			lost: [{ key: `${late.event}:7` }],
			open: [`${late.event}:7`],
		});
		expect(verdict([missing(10)], [arrival(1)], { looks }).lost).toEqual([]);
	});
});

describe('what came twice', () => {
	const again = (second: number): Arrival => arrival(second, { redelivered: true });
	const died = (second: number) => ({ at: START, real: second * 1000 });
	const twice = (arrivals: Arrival[], changes: Partial<Course> = {}): string[] => {
		const { unexplained, ...counts } = verdict([], arrivals, changes).twice;
		return [
			...Object.entries(counts).flatMap(([why, count]) => (count > 0 ? [why] : [])),
			...unexplained.map(() => '-'),
		];
	};

	test.each<[string, Arrival[], Partial<Course>, string]>([
		['after a failed run', [arrival(1, { refused: true }), again(100)], {}, 'failed'],
		['after a run that was cut off', [arrival(1), again(100)], { deaths: [died(3)] }, 'cut'],
		['after a stop without a finding in between', [arrival(1), again(100)], { deaths: [died(50)] }, 'lastBatch'],
		[
			'after a stop with a finding in between, which saved that it was reported',
			[arrival(1), arrival(20, { key: `${late.event}:8` }), again(100)],
			{ deaths: [died(50)] },
			'-',
		],
		[
			'after a stop with a finding in between that was handed over before the run had ended',
			[arrival(1), arrival(20, { key: `${late.event}:8` }), again(100)],
			{ deaths: [died(50)], runs: { 1: { made: 1000, ended: 18_000 }, 20: { made: 19_000, ended: 21_000 } } },
			'lastBatch',
		],
		[
			'after a stop with a finding in between that was handed over when the run had ended, as n8n says',
			[arrival(1), arrival(20, { key: `${late.event}:8` }), again(100)],
			{ deaths: [died(50)], runs: { 1: { made: 1000, ended: 2000 }, 20: { made: 19_000, ended: 21_000 } } },
			'-',
		],
		[
			'after a stop, where each poll saves it',
			[arrival(1), again(200)],
			{ deaths: [died(100)], keepsSuccesses: true },
			'-',
		],
		['without a stop', [arrival(1), again(100)], {}, '-'],
		['unmarked', [arrival(1, { refused: true }), arrival(100)], {}, '-'],
		[
			'after an execution that n8n had made when it died, and ran when it was back',
			[arrival(60), again(100)],
			{ deaths: [died(50)], runs: { 60: { made: 49_000, ended: 61_000 } } },
			'cut',
		],
	])('%s', (_, arrivals, changes, why) => {
		expect(twice(arrivals, changes)).toEqual([why]);
	});
});
