// A short trial of what `npm run bench -- g` tries at length: the budget itself, several of it apart, and a service.
import { describe, expect, test } from '@jest/globals';
import { fairness, recovery, refusals, trial, used, type Setup } from '../../../../kit/budget/budgetTrial.mts';
import { RateLimiter } from '../../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';

const run = (busyMinutes: number[], setup: Partial<Setup> = {}): ReturnType<typeof trial> =>
	trial({ RateLimiter, clock }, { busyMinutes, refusedCount: false, retryAfter: 'told', seed: 7, ...setup });

describe('processes that share a key', () => {
	test.each<[Setup['retryAfter'], boolean, number]>([
		['told', false, 0.96],
		['told', true, 0.92],
		['absent', false, 0.96],
		['absent', true, 0.92],
		['wrong', true, 0.8],
	])(
		'two, Retry-After %s, refused requests count: %s: use up the minute, evenly, with few refusals',
		async (retryAfter, refusedCount, least) => {
			const course = await run([30, 30], { retryAfter, refusedCount });
			expect(used(course)).toBeGreaterThan(least);
			expect(fairness(course)).toBeGreaterThan(0.9);
			expect(refusals(course)).toBeLessThan(2);
		},
	);

	test('eight, where refused requests count: keep most of the minute, where it would be used up by refusals', async () => {
		const course = await run(
			Array.from({ length: 8 }, () => 50),
			{ refusedCount: true },
		);
		expect(used(course)).toBeGreaterThan(0.75);
		expect(fairness(course)).toBeGreaterThan(0.75);
	});

	test('the one that is left has the whole minute again within five', async () => {
		const course = await run([20, 10, 10, 10]);
		expect(recovery(course, 10)).toBeLessThan(5);
	});

	test('one that comes when another one has everything gets its share', async () => {
		const course = await run([30, 30], { retryAfter: 'absent', seed: 3 });
		const late = course.served.map((own) => own.filter((at) => at > 15 * 60_000).length);
		expect(Math.min(...late) / Math.max(...late)).toBeGreaterThan(0.5);
	});

	test('a lone one is never refused and never yields', async () => {
		const course = await run([10]);
		expect(refusals(course)).toBe(0);
		expect(used(course)).toBeGreaterThan(0.99);
	});

	test('the only busy one of four is as good as alone', async () => {
		const course = await run([20, 0, 0, 0]);
		expect(used(course)).toBeGreaterThan(0.99);
	});
});
