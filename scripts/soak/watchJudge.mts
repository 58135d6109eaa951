// Holds what arrived at the steps against the sandbox's own list of what happened.
import type { Happening, Watched } from './watchEvents.mts';
import type { Arrival } from './watchSteps.mts';

export interface Course {
	/** Sandbox time, in milliseconds since 1970: from the publishing to the end. */
	from: number;
	to: number;
	/** When the service answered a list with 200, in sandbox time, by the name of the key. */
	looks: Record<string, number[]>;
	/** When n8n died, in real time. */
	deaths: number[];
}

export interface Verdict {
	event: string;
	/** What the sandbox says that had to be found. */
	due: number;
	/** Of these, the keys that never reached the steps in a run that went on past them. */
	lost: string[];
	/** What began and ended before a look could see it, and was not due. */
	brief: number;
	arrived: number;
	twice: { failed: number; cut: number; lastBatch: number; unexplained: string[] };
}

const minute = 60_000;

/** Of the sandbox's time: nearer looks are those of other triggers. */
const apartMs = 8 * minute;

/** So long after its last step a run that went well is known to have ended. */
const settledMs = 5_000;

function isDue(
	{ graceMs }: Watched,
	happening: Happening,
	{ from, to, looks }: Course,
	key: string,
): boolean | 'brief' {
	const { at, until, endTime, parentWelfareCheckId = 0 } = happening;
	const began = Date.parse(at);
	if (Number(parentWelfareCheckId) !== 0) return false;
	// What was over when the workflow was published is taken as known.
	if (typeof endTime === 'string' ? Date.parse(endTime) < from : began < from) return false;
	if (graceMs === undefined) return began > from && began < to;
	const [first, last] = [
		Math.max(from, began + graceMs) + 2 * minute,
		until === null ? to : Date.parse(until) - 2 * minute,
	];
	if (first >= last) return 'brief';
	// Several triggers share a key and look at about the same moment: only moments that lie apart count. Three of them, since n8n may
	// have died during one, and the service may have failed another.
	let moments = 0;
	let before = 0;
	for (const look of looks[key] ?? []) {
		if (look < first || look > last || look - before < apartMs) continue;
		moments++;
		before = look;
	}
	return moments >= 3 ? true : 'brief';
}

/** An answer to a follow-up is an answer to the check that it follows, as the trigger has it. */
function endedByFollowUps(happenings: readonly Happening[]): Happening[] {
	const answers = new Map<string, string>();
	for (const { parentWelfareCheckId = 0, until } of happenings) {
		const parent = String(parentWelfareCheckId);
		const known = answers.get(parent);
		if (parent !== '0' && until !== null && (known === undefined || until < known)) answers.set(parent, until);
	}
	return happenings.map((happening) => {
		const answered = happening.kind.startsWith('welfareCheck.')
			? answers.get(String(happening['welfareCheckId']))
			: undefined;
		const { until } = happening;
		return answered !== undefined && (until === null || answered < until)
			? { ...happening, until: answered }
			: happening;
	});
}

/** Why a finding came once more. */
function reasonOf(
	before: Arrival,
	after: Arrival,
	all: readonly Arrival[],
	{ deaths }: Course,
): keyof Verdict['twice'] | undefined {
	if (all.some(({ execution, refused }) => refused && execution === before.execution)) return 'failed';
	const death = deaths.find((at) => at >= before.at && at <= after.at);
	if (death === undefined) return undefined;
	if (death - before.at < settledMs) return 'cut';
	// A success is saved with the next finding of its trigger: was there one between the success and the death?
	const event = before.key.split(':')[0];
	const saved = all.some(
		({ key, at, redelivered }) =>
			key.startsWith(`${event}:`) && !redelivered && at > before.at + settledMs && at < death - settledMs,
	);
	return saved ? undefined : 'lastBatch';
}

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
			due: isDue(event, happening, course, event.key),
		}));
	const due = new Set(judged.filter((each) => each.due === true).map(({ key }) => key));
	const twice: Verdict['twice'] = { failed: 0, cut: 0, lastBatch: 0, unexplained: [] };
	for (const key of new Set(own.map((arrival) => arrival.key))) {
		const times = own.filter((arrival) => arrival.key === key);
		for (const [place, after] of times.slice(1).entries()) {
			const before = times[place];
			const reason = before && reasonOf(before, after, arrivals, course);
			if (reason === undefined || reason === 'unexplained' || !after.redelivered) twice.unexplained.push(key);
			else twice[reason]++;
		}
	}
	return {
		event: event.event,
		due: due.size,
		lost: [...due].filter((key) => !accepted.has(key)),
		brief: judged.filter((each) => each.due === 'brief').length,
		arrived: accepted.size,
		twice,
	};
}
