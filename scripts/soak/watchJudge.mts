// Compares what arrived at the steps with the sandbox's own list of happenings.
import { endedByFollowUps, type Happening, mostUnmarked, type Watched } from '../../kit/sandbox/watchEvents.mts';
import type { Arrival } from './watchSteps.mts';

export interface Course {
	/** Sandbox time, in milliseconds since 1970: from the publishing to the end. */
	from: number;
	to: number;
	/**
	 * When the service answered a trigger's list with 200, and the time by which the trigger judged it; both in
	 * sandbox time, by event.
	 */
	looks: Record<string, Array<{ at: number; judgedAt: number }>>;
	/** When n8n died, in sandbox time and in real time. */
	deaths: Array<{ at: number; real: number }>;
	/** n8n's executions, in real time: read for events whose findings were duplicated without a reason so far. */
	runs: Record<string, { made: number; ended: number | undefined }>;
	/** Whether n8n saves the trigger's state with each poll, and not only with the next finding. */
	keepsSuccesses: boolean;
}

interface Told {
	key: string;
	/** Details for an investigation. */
	why: string;
}

export interface Verdict {
	event: string;
	/** How many findings were due, according to the sandbox. */
	due: number;
	/** Of these, the keys that never reached the steps in a run that continued past them. */
	lost: Told[];
	/** Findings that were refused at first and have not been redelivered yet. */
	open: string[];
	/** Cases that began and ended between two polls, and so were not due. */
	brief: number;
	arrived: number;
	twice: { failed: number; cut: number; lastBatch: number; unexplained: Told[] };
}

const minute = 60_000;

/**
 * A poll that has read its list hands over within this sandbox time: fifteen seconds. On a busy machine six were
 * seen.
 */
const pollMs = 15 * minute;

/**
 * A successful run ends within this time after its last step (if n8n wasn't asked), and its trigger knows within the
 * same time after that.
 */
const settledMs = 5_000;

/** By then the next poll has saved the success, if each poll is saved. */
const savedMs = 30_000;

/** Whether a trigger polled while the case lasted, by its own clock, and n8n survived that poll. */
const hasSeen = ({ looks, deaths }: Course, event: string, first: number, last: number): boolean =>
	(looks[event] ?? []).some(
		({ at, judgedAt }) =>
			judgedAt >= first && at < last && !deaths.some((death) => death.at >= at - minute && death.at <= at + pollMs),
	);

function isDue({ event, lasts, sweptMs }: Watched, happening: Happening, course: Course): boolean | 'brief' {
	const { at, until, endTime, parentWelfareCheckId = 0 } = happening;
	const { from, to } = course;
	const began = Date.parse(at);
	if (Number(parentWelfareCheckId) !== 0) return false;
	// Cases that were over when the workflow was published count as known.
	if (typeof endTime === 'string' ? Date.parse(endTime) < from : began < from) return false;
	const ended = until === null ? to : Math.min(to, Date.parse(until));
	if (sweptMs !== undefined) return ended - began > sweptMs || 'brief';
	if (lasts === undefined) return began > from && began < to;
	return hasSeen(course, event, Math.max(from, began + lasts.graceMs), ended) || 'brief';
}

type Reason = 'failed' | 'cut' | 'lastBatch';

/** Why a finding was delivered again. */
function reasonOf(
	before: Arrival,
	after: Arrival,
	all: readonly Arrival[],
	{ deaths, runs, keepsSuccesses }: Course,
): Reason | undefined {
	const run = all.filter(({ execution }) => execution === before.execution);
	if (run.some(({ refused }) => refused)) return 'failed';
	// An execution that n8n had only created when it died is resumed at the next start.
	const made = runs[before.execution]?.made ?? before.at;
	const death = deaths.find(({ real }) => real >= made && real <= after.at)?.real;
	if (death === undefined) return undefined;
	const ended = Math.max(runs[before.execution]?.ended ?? 0, ...run.map(({ at }) => at)) + settledMs;
	if (death <= ended) return 'cut';
	if (keepsSuccesses) return death <= ended + savedMs ? 'lastBatch' : undefined;
	// A success is saved with the trigger's next delivery: was there one between the success and the death?
	const event = before.key.split(':')[0];
	const saved = all.some(
		({ key, at, execution }) =>
			key.startsWith(`${event}:`) && (runs[execution]?.made ?? at) > ended && at < death - settledMs,
	);
	return saved ? undefined : 'lastBatch';
}

const clockOf = (moment: number): string => new Date(moment).toISOString().slice(11, 19);

const describe = (times: readonly Arrival[], { runs }: Course): string =>
	times
		.map(({ execution, at, refused, redelivered }) => {
			const { made, ended } = runs[execution] ?? {};
			const marks = [
				made && `made at ${clockOf(made)}`,
				ended && `ended at ${clockOf(ended)}`,
				refused && 'refused',
				redelivered && 'marked',
			];
			return [`run ${execution} at ${clockOf(at)}`, ...marks.filter(Boolean)].join(', ');
		})
		.join('; ');

export function judge(
	event: Watched,
	happenings: readonly Happening[],
	arrivals: readonly Arrival[],
	course: Course,
): Verdict {
	const own = arrivals.filter(({ key }) => key.startsWith(`${event.event}:`));
	const accepted = new Set(own.filter(({ refused }) => !refused).map(({ key }) => key));
	const judged = endedByFollowUps(happenings)
		.filter(({ kind }) => kind === event.event)
		.map((happening) => ({
			key: `${event.event}:${event.subject(happening)}`,
			due: isDue(event, happening, course),
			happening,
		}));
	const due = new Map(judged.filter((each) => each.due === true).map(({ key, happening }) => [key, happening]));
	const deaths = course.deaths.map(({ real }) => clockOf(real)).join(', ');
	const twice: Verdict['twice'] = { failed: 0, cut: 0, lastBatch: 0, unexplained: [] };
	for (const key of new Set(own.map((arrival) => arrival.key))) {
		const times = own.filter((arrival) => arrival.key === key);
		let unmarked = mostUnmarked(event, key, happenings) - 1;
		for (const [place, after] of times.slice(1).entries()) {
			if (!after.redelivered && unmarked-- > 0) continue;
			const before = times[place];
			const reason = before && reasonOf(before, after, arrivals, course);
			if (reason !== undefined && after.redelivered) twice[reason]++;
			else {
				const happened =
					judged
						.filter((each) => each.key === key)
						.map(({ happening: { at, until } }) => `${at} to ${until ?? 'the end'}`)
						.join(', ') || 'never';
				twice.unexplained.push({ key, why: `${describe(times, course)}; happened ${happened}; n8n died at ${deaths}` });
			}
		}
	}
	const came = (key: string, happening: Happening): boolean =>
		event.isOf === undefined
			? accepted.has(key)
			: [...accepted].some((other) => event.isOf?.(other, happening, happenings));
	const lost = [...due].filter(([key, happening]) => !came(key, happening));
	return {
		event: event.event,
		due: due.size,
		lost: lost.map(([key, { at, until }]) => {
			const looks = (course.looks[event.event] ?? []).filter(
				(look) => look.at >= Date.parse(at) && look.at <= (until === null ? course.to : Date.parse(until)),
			);
			const came =
				describe(
					own.filter((arrival) => arrival.key === key),
					course,
				) || 'never';
			return {
				key,
				why: `from ${at} to ${until ?? 'the end'}, looked at ${looks.map((look) => `${clockOf(look.at)} (by ${clockOf(look.judgedAt)})`).join(', ') || 'never'}; came ${came}; n8n died at ${course.deaths.map((death) => clockOf(death.at)).join(', ')}`,
			};
		}),
		open: [...new Set(own.map(({ key }) => key))].filter((key) => !accepted.has(key)),
		brief: judged.filter((each) => each.due === 'brief').length,
		arrived: accepted.size,
		twice,
	};
}
