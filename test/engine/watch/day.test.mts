// A seeded day that runs by itself in the sandbox, watched in one of n8n's ways of polling, with outages, failing steps and an n8n
// that dies at random moments: whatever happened reached the steps, and what came twice was cut off or had failed.
import { expect, test } from '@jest/globals';
import { endedByFollowUps, watchEvents } from '../../../kit/sandbox/watchEvents.mts';
import { ENTERED, engineOfDay, liveThroughDay, POLL_MS, unexplained } from '../support/watchDay.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

/** What guards do and what becomes of their shifts, logins and new staff. */
const watched = watchEvents.filter(({ event }) => !ENTERED.includes(event));

test.each([[engineOfDay, engineOfDay === 'memory' ? 16 : 12]] as const)(
	'a day with polls of the %s engine, seed %d: nothing is lost, and nothing comes twice without a reason',
	async (engine, seed) => {
		const { watchers, happenings, begun, ended: now } = await liveThroughDay(world, engine, seed, watched);
		const found = new Map(watched.map(({ event }) => [event, 0]));
		for (const [index, watcher] of watchers.entries()) {
			const { event, arrivals, looks, n8n } = watcher;
			const { subject, isOf, lasts } = watched[index]!;
			const due = endedByFollowUps(happenings).filter(({ kind, at, until, endTime, parentWelfareCheckId = 0 }) => {
				if (kind !== event || Number(parentWelfareCheckId) !== 0 || Date.parse(at) > now - POLL_MS) return false;
				// A shift that was over when somebody began to watch is taken as known.
				const isOld = typeof endTime === 'string' ? Date.parse(endTime) < begun : Date.parse(at) < begun;
				if (isOld) return false;
				if (lasts === undefined) return Date.parse(at) > begun;
				const [from, to] = [Date.parse(at) + lasts.graceMs, until === null ? now : Date.parse(until)];
				return looks.some((look) => look >= from + MINUTE && look <= to - MINUTE);
			});
			const came = [...arrivals].filter(([, times]) => times.some(({ done }) => done)).map(([key]) => key);
			const lost = due
				.filter((each) => !came.some((key) => isOf?.(key, each, happenings) ?? key === `${event}:${subject(each)}`))
				.map(subject);
			expect({ event, lost }).toEqual({ event, lost: [] });
			found.set(event, due.length);
			expect(n8n.log.filter((line) => line.includes('any more'))).toEqual([]);
			expect({ event, unexplained: unexplained(watcher) }).toEqual({ event, unexplained: [] });
		}
		// Each of them happened, or the day shows nothing of it.
		expect([...found].filter(([, count]) => count === 0)).toEqual([]);
		expect([...found.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(50);
	},
	600_000,
);
