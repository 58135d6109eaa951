// A seeded day that runs by itself in the sandbox, watched in both of n8n's ways of polling, with outages, failing steps and an n8n
// that dies at random moments: whatever happened reached the steps, and what came twice was cut off or had failed.
import { expect, test } from '@jest/globals';
import { type Happening, liveThroughDay, POLL_MS, unexplained, type Watched } from '../support/watchDay.mts';
import { engines } from '../support/watchHost.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

/** Events with the key of the sandbox that they need, what identifies a happening, and how long it has to last to be due. */
const watched: ReadonlyArray<Watched & { subject: (happening: Happening) => string; grace?: number }> = [
	{ event: 'shift.notClockedIn', key: 'liveops', subject: ({ shiftId }) => String(shiftId), grace: 15 * MINUTE },
	{ event: 'shift.notClockedOut', key: 'liveops', subject: ({ shiftId }) => String(shiftId), grace: 30 * MINUTE },
	{ event: 'shift.clockedIn', key: 'liveops', subject: ({ shiftId }) => String(shiftId) },
	{ event: 'shift.clockedOut', key: 'liveops', subject: ({ shiftId }) => String(shiftId) },
	{ event: 'shift.offSite', key: 'liveops', subject: ({ shiftId, where }) => `${String(shiftId)}:${String(where)}` },
	{
		event: 'welfareCheck.unanswered',
		key: 'liveops',
		subject: ({ welfareCheckId }) => String(welfareCheckId),
		grace: 10 * MINUTE,
	},
	{ event: 'login.failed', key: 'loginaudit', subject: ({ loginId }) => String(loginId) },
	{ event: 'staff.created', key: 'developer', subject: ({ employeeId }) => String(employeeId) },
];

test.each(engines.map((engine, index) => [engine, 11 + index] as const))(
	'a day with polls of the %s engine, seed %d: nothing is lost, and nothing comes twice without a reason',
	async (engine, seed) => {
		const { watchers, happenings, begun, ended: now } = await liveThroughDay(world, engine, seed, watched);
		let found = 0;
		for (const [index, watcher] of watchers.entries()) {
			const { event, arrivals, looks, n8n } = watcher;
			const { subject, grace } = watched[index]!;
			const due = happenings.filter(({ kind, at, until, endTime, parentWelfareCheckId = 0 }) => {
				if (kind !== event || Number(parentWelfareCheckId) !== 0 || Date.parse(at) > now - POLL_MS) return false;
				// A shift that was over when somebody began to watch is taken as known.
				const isOld = typeof endTime === 'string' ? Date.parse(endTime) < begun : Date.parse(at) < begun;
				if (isOld) return false;
				if (grace === undefined) return Date.parse(at) > begun;
				const [from, to] = [Date.parse(at) + grace, until === null ? now : Date.parse(until)];
				return looks.some((look) => look >= from + MINUTE && look <= to - MINUTE);
			});
			const lost = due
				.map((happening) => `${event}:${subject(happening)}`)
				.filter((key) => !arrivals.get(key)?.some(({ done }) => done));
			expect({ event, lost }).toEqual({ event, lost: [] });
			found += due.length;
			expect(n8n.log.filter((line) => line.includes('any more'))).toEqual([]);
			expect({ event, unexplained: unexplained(watcher) }).toEqual({ event, unexplained: [] });
		}
		expect(found).toBeGreaterThan(50);
	},
	600_000,
);
