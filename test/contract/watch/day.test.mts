// A seeded day that runs by itself in the sandbox, watched in both of n8n's ways of polling, with outages, failing steps and an n8n
// that dies at random moments: whatever happened reached the steps, and what came twice was cut off or had failed.
import { expect, test } from '@jest/globals';
import { forgetAll } from '../../../nodes/WorkforceOperations/watch/memory.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { Random } from '../../../sandbox/seed/random.mts';
import { admin } from '../support/admin.mts';
import { engines, type Run, watchNode, type WatchHost } from '../support/watchHost.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

interface Happening {
	kind: string;
	at: string;
	until: string | null;
	[subject: string]: unknown;
}

const POLL_MS = 15 * MINUTE;

/** Sixteen hours: long enough for every kind of shift to begin and end. */
const POLLS = 64;

/** Events with the key of the sandbox that they need, what identifies a happening, and how long it has to last to be due. */
const watched: ReadonlyArray<{
	event: string;
	key: keyof Sandbox['keys'];
	subject: (happening: Happening) => string;
	grace?: number;
}> = [
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

/** One step of one finding, as the workflow's own node saw it. */
interface Arrival {
	at: number;
	redelivered: boolean;
	/** The run that brought it came to its end, and well. */
	done: boolean;
	/** How often n8n had died by then. */
	life: number;
}

interface Watcher {
	event: string;
	n8n: WatchHost;
	arrivals: Map<string, Arrival[]>;
	/** Polls that read the list to its end. */
	looks: number[];
}

test.each(engines.map((engine, index) => [engine, 11 + index] as const))(
	'a day with polls of the %s engine, seed %d: nothing is lost, and nothing comes twice without a reason',
	async (engine, seed) => {
		const random = new Random(seed);
		await admin(world.sandbox, 'POST', '/alive', { on: true, seed, pace: 1 });
		const begun = await world.now();
		let life = 0;
		let now = begun;
		const watchers: Watcher[] = watched.map(({ event, key }, index) => {
			const n8n = world.host(engine, key);
			n8n.workflowId = `workflow-${index}`;
			const watcher: Watcher = { event, n8n, arrivals: new Map(), looks: [] };
			n8n.outcome = (run) => arrive(watcher, run);
			return watcher;
		});
		/** Every fifth finding fails at its first try; now and then n8n dies during a run. */
		const arrive = ({ arrivals }: Watcher, run: Run): 'success' | 'error' | undefined => {
			const keys = run.items.map(({ watch }) => watch.key);
			const bad = keys.some((key) => Number(key.replace(/\D/g, '')) % 5 === 0 && !arrivals.has(key));
			const outcome = random.chance(0.03) ? undefined : bad ? 'error' : 'success';
			for (const { watch } of run.items) {
				const known = arrivals.get(watch.key) ?? [];
				known.push({ at: now, redelivered: watch.redelivered === true, done: outcome === 'success', life });
				arrivals.set(watch.key, known);
			}
			return outcome;
		};
		const die = async (): Promise<void> => {
			life++;
			forgetAll();
			for (const { n8n } of watchers) await n8n.startAgain();
		};
		for (const { event, n8n } of watchers) await n8n.activate(watchNode({ event }));
		for (let poll = 0; poll < POLLS; poll++) {
			await world.pass(POLL_MS);
			now = await world.now();
			const isDown = random.chance(0.08);
			if (isDown) await world.fault({ path: '/api/external', status: 503, times: null });
			for (const { n8n, looks } of watchers) {
				const before = n8n.log.length;
				await n8n.tick();
				if (!n8n.log.slice(before).some((line) => line.includes('could not look'))) looks.push(now);
			}
			if (isDown) await admin(world.sandbox, 'DELETE', '/faults');
			if (random.chance(0.07)) {
				await die();
			}
		}
		// What had failed at the end of the day has its other tries; what is open then is cut off once more.
		await die();
		for (let poll = 0; poll < 8; poll++) {
			await world.pass(POLL_MS);
			for (const { n8n } of watchers) await n8n.tick();
		}
		const happenings = await admin<Happening[]>(world.sandbox, 'GET', '/happenings?limit=100000');
		let found = 0;
		for (const [index, { event, arrivals, looks, n8n }] of watchers.entries()) {
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
			const unexplained = [...arrivals].filter(([, times]) =>
				times.slice(1).some((arrival, place) => {
					const before = times[place];
					const hasReason = before?.done === false || (before?.life ?? 0) < arrival.life;
					return !arrival.redelivered || !hasReason;
				}),
			);
			expect({ event, unexplained }).toEqual({ event, unexplained: [] });
		}
		expect(found).toBeGreaterThan(50);
		await admin(world.sandbox, 'POST', '/alive', { on: false });
	},
	600_000,
);
