// A day of the sandbox that runs by itself, watched by several triggers, with outages, failing steps and an n8n that dies at random
// moments.
import type { Happening, Watched } from '../../../kit/sandbox/watchEvents.mts';
import { forgetMemories } from '../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import { Random } from '../../../sandbox/seed/random.mts';
import { admin } from './admin.mts';
import { type Engine, type Run, watchNode, type WatchHost } from './watchHost.mts';
import { MINUTE, type WatchWorld } from './watchWorld.mts';

export const POLL_MS = 15 * MINUTE;

/** One engine for each variant of the sandbox, because a day takes long. */
export const engineOfDay: Engine = process.env.WORKFORCE_VARIANT === 'contrary' ? 'durable' : 'memory';

/** What people enter has a day of its own (`recordsDay.test.mts`); every other event that is counted is watched in `day.test.mts`. */
export const ENTERED: readonly string[] = [
	'licence.expiring',
	'licence.invalid',
	'incidentReport.changed',
	'timesheet.changed',
	'incidentReport.waiting',
	'timesheet.waiting',
];

/** Sixteen hours: long enough for every kind of shift to begin and end. */
const POLLS = 64;

/** The sandbox's time passes with the polls and, as good as, not between them: how long a poll takes changes nothing. */
const STILL = 0.001;

/** Lists that come empty, as each of them would. */
const EMPTY: Readonly<Record<string, object>> = {
	liveops: { isSuccess: true, statusMessage: '', status: 0, errorMessages: [], data: [], nextPageParameter: null },
	loginaudit: { data: [], errors: null, meta: { traceId: 'empty', nextPageEndpoint: null, prevPageEndpoint: null } },
	'(staffs|timesheets|incidentreports)': { status: { code: 0, errorMessage: '' }, data: [], message: '', errors: [] },
};

/** One step of one finding, as the workflow's own node saw it. */
interface Arrival {
	at: number;
	redelivered: boolean;
	/** The run that brought it came to its end, and well. */
	done: boolean;
	/** How often n8n had died by then. */
	life: number;
}

export interface Watcher {
	event: string;
	n8n: WatchHost;
	arrivals: Map<string, Arrival[]>;
	/** Polls while the service was up and its lists were not empty for once. */
	looks: number[];
}

export interface Day {
	watchers: Watcher[];
	/** All that the sandbox says has happened. */
	happenings: Happening[];
	/** When the workflows were published, and when the last poll of the day was. */
	begun: number;
	ended: number;
}

/** Lives through a day. Every fifth finding fails at its first try; now and then n8n dies during a run, the service is down, or its lists are empty. */
export async function liveThroughDay(
	world: WatchWorld,
	engine: Engine,
	seed: number,
	watched: readonly Watched[],
): Promise<Day> {
	const random = new Random(seed);
	await admin(world.sandbox, 'POST', '/alive', { on: true, seed, pace: STILL });
	const begun = await world.now();
	let life = 0;
	let now = begun;
	let isCalm = false;
	const arrive = ({ arrivals }: Watcher, run: Run): 'success' | 'error' | undefined => {
		const keys = run.items.map(({ watch }) => watch.key);
		const bad = keys.some((key) => Number(key.replace(/\D/g, '')) % 5 === 0 && !arrivals.has(key));
		const outcome = isCalm ? 'success' : random.chance(0.03) ? undefined : bad ? 'error' : 'success';
		for (const { watch } of run.items) {
			const known = arrivals.get(watch.key) ?? [];
			known.push({ at: now, redelivered: watch.redelivered === true, done: outcome === 'success', life });
			arrivals.set(watch.key, known);
		}
		return outcome;
	};
	const watchers: Watcher[] = watched.map(({ event, key }, index) => {
		const n8n = world.host(engine, key);
		n8n.workflowId = `workflow-${index}`;
		const watcher: Watcher = { event, n8n, arrivals: new Map(), looks: [] };
		n8n.outcome = (run) => arrive(watcher, run);
		return watcher;
	});
	const die = async (): Promise<void> => {
		life++;
		forgetMemories();
		for (const { n8n } of watchers) await n8n.startAgain();
	};
	for (const [index, { n8n }] of watchers.entries())
		await n8n.activate(watchNode({ event: watched[index]?.event, ...watched[index]?.form }));
	for (let poll = 0; poll < POLLS; poll++) {
		await world.pass(POLL_MS);
		now = await world.now();
		const isDown = random.chance(0.08);
		if (isDown) await world.fault({ path: '/api/external', status: 503, times: null });
		const isEmpty = !isDown && random.chance(0.08);
		for (const [list, body] of Object.entries(isEmpty ? EMPTY : {}))
			await world.fault({ path: `/api/external/${list}`, status: 200, times: null, body });
		for (const { n8n, looks } of watchers) {
			await n8n.tick();
			if (!isDown && !isEmpty) looks.push(now);
		}
		if (isDown || isEmpty) await admin(world.sandbox, 'DELETE', '/faults');
		if (random.chance(0.07)) await die();
	}
	const ended = now;
	// What has failed or is open at the end of the day comes once more, and is taken.
	isCalm = true;
	await die();
	for (let poll = 0; poll < 8; poll++) {
		await world.pass(POLL_MS);
		now = await world.now();
		for (const { n8n } of watchers) await n8n.tick();
	}
	const happenings = await admin<Happening[]>(world.sandbox, 'GET', '/happenings?limit=100000');
	await admin(world.sandbox, 'POST', '/alive', { on: false });
	return { watchers, happenings, begun, ended };
}

/** What came twice although its run had succeeded and n8n had not died, or more often than `most` without being marked. */
export const unexplained = ({ arrivals }: Watcher, most: (key: string) => number = () => 1): string[] =>
	[...arrivals]
		.filter(
			([key, times]) =>
				times.filter(({ redelivered }) => !redelivered).length > most(key) ||
				times.slice(1).some((arrival, place) => {
					const before = times[place];
					const hasReason = before?.done === false || (before?.life ?? 0) < arrival.life;
					return arrival.redelivered && !hasReason;
				}),
		)
		.map(([key]) => key);
