import { byAge, type Finding } from '../core/source';

/** An event of an append-only log. */
export interface LogEntry extends Finding {
	/** Its moment in the log (epoch milliseconds). */
	locator: number;
	/** The groups it belongs to, such as an address and a user, under names that don't reveal them. */
	groups: string[];
}

/** The stored state of a log. All times are epoch milliseconds. */
export interface LogState {
	/** Everything before it has been read. By the service's own times, never by this machine's clock. */
	watermark: number;
	/** Nothing at or before it is reported any more. */
	floor: number;
	/** Keys within the overlap, with their times. */
	seen: ReadonlyMap<string, number>;
	/** Up to when a group's failures belong to a reported finding. */
	covered: ReadonlyMap<string, number>;
	/** How much to read at once, because all of it was too much. */
	slice?: number;
}

export interface LogRules {
	now: number;
	/** Entries may be written late, so this much before the watermark is read again. */
	overlapMs: number;
	/** This many entries of a group within `withinMs` are one finding. */
	atLeast: number;
	withinMs: number;
	most: number;
}

interface LogWindow {
	from: number;
	/** Absent: up to the newest entry. */
	to?: number;
}

/**
 * Maximum of remembered keys. Beyond it, the oldest are dropped, and nothing as old as they are is reported any more.
 */
const MOST_KEYS = 5000;

const SHORTEST_SLICE_MS = 1000;

export const newLog = (since: number): LogState => ({
	watermark: since,
	floor: since - 1,
	seen: new Map(),
	covered: new Map(),
});

/** The window to read next. */
export function logWindow({ watermark, floor, slice }: LogState, rules: LogRules): LogWindow {
	const groups = rules.atLeast > 1 ? rules.withinMs : 0;
	const from = Math.max(watermark - rules.overlapMs, floor + 1) - groups;
	const to = slice === undefined ? undefined : watermark + slice;
	return to !== undefined && to < rules.now ? { from, to } : { from };
}

/**
 * Halves a window that could not be read to the end; the first half is read next. If even the shortest slice can't be
 * read, the overlap is the obstacle, and is given up.
 */
export function halved(state: LogState, { to }: LogWindow, { now }: LogRules): LogState {
	if (state.slice === SHORTEST_SLICE_MS) return { ...state, floor: Math.max(state.floor, state.watermark - 1) };
	const length = (to ?? now) - state.watermark;
	return { ...state, slice: Math.max(SHORTEST_SLICE_MS, Math.floor(length / 2)) };
}

/** The keys that the next window will include again. */
function rememberedEntries(
	seen: ReadonlyMap<string, number>,
	from: number,
): Pick<LogState, 'seen'> & { dropped?: number } {
	const kept = [...seen].filter(([, at]) => at >= from).sort(([, one], [, other]) => other - one);
	const dropped = kept[MOST_KEYS]?.[1];
	return { seen: new Map(kept.slice(0, MOST_KEYS)), ...(dropped === undefined ? {} : { dropped }) };
}

/** Goes through a group's entries and detects when enough of them occur within the time. */
class Burst {
	private recent: Array<{ entry: LogEntry; isNew: boolean }> = [];

	/** The latest finding, and how many entries it stands for. */
	finding: Finding | undefined;

	private readonly rules: LogRules;

	/** Up to when its failures belong to a finding that was reported. */
	covered: number | undefined;

	constructor(rules: LogRules, covered: number | undefined) {
		this.rules = rules;
		this.covered = covered;
	}

	/** Takes the next entry; true if it completes a burst that was not reported yet. */
	add(entry: LogEntry, isNew: boolean): boolean {
		const { withinMs, atLeast } = this.rules;
		if (this.covered !== undefined && entry.at - this.covered <= withinMs) {
			this.covered = Math.max(this.covered, entry.at);
			if (this.finding !== undefined) this.finding.numbers.count = Number(this.finding.numbers.count) + 1;
			return false;
		}
		this.finding = undefined;
		this.recent = this.recent.filter(({ entry: { at } }) => entry.at - at <= withinMs);
		this.recent.push({ entry, isNew });
		if (this.recent.length < atLeast) return false;
		const isNews = this.recent.some((member) => member.isNew);
		this.covered = entry.at;
		this.recent = [];
		return isNews;
	}
}

/**
 * The log engine: continues from the watermark less the overlap, and skips known keys. Takes the entries of a whole
 * window in any order, and reports each once, or each burst of `atLeast` entries of a group once. `describe` words a
 * burst of `count` entries of these groups.
 */
export function detectBursts(
	state: LogState,
	entries: readonly LogEntry[],
	window: LogWindow,
	rules: LogRules,
	describe: (entry: LogEntry, groups: readonly string[]) => Pick<Finding, 'reason' | 'numbers'>,
): { findings: Finding[]; state: LogState; waiting: number } {
	const from = Math.max(state.watermark - rules.overlapMs, state.floor + 1);
	const ordered = [...new Map(entries.map((entry) => [entry.key, entry])).values()].sort(byAge);
	const covered = new Map(state.covered);
	const bursts = new Map<string, Burst>();
	const burstOf = (group: string): Burst => {
		const burst = bursts.get(group) ?? new Burst(rules, covered.get(group));
		bursts.set(group, burst);
		return burst;
	};
	const findings: Finding[] = [];
	const seen = new Map(state.seen);
	let unread: LogEntry | undefined;
	let waiting = 0;
	for (const entry of ordered) {
		const isNew = entry.at >= from && !seen.has(entry.key);
		if (unread !== undefined || (isNew && findings.length >= rules.most)) {
			unread ??= entry;
			if (isNew) waiting++;
			continue;
		}
		if (entry.at >= from) seen.set(entry.key, entry.at);
		if (rules.atLeast <= 1) {
			if (isNew) findings.push(entry);
			continue;
		}
		const complete = entry.groups.filter((group) => burstOf(group).add(entry, isNew));
		if (complete.length === 0) continue;
		const finding: Finding = { ...entry, ...describe(entry, complete) };
		for (const group of complete) burstOf(group).finding = finding;
		findings.push(finding);
	}
	const newest = ordered.reduce((latest, { at }) => (at <= rules.now ? Math.max(latest, at) : latest), state.watermark);
	const read = window.to === undefined ? newest : Math.min(window.to, rules.now);
	const watermark = Math.max(state.watermark, Math.min(read, unread?.at ?? read));
	const kept = rememberedEntries(seen, watermark - rules.overlapMs);
	for (const [group, burst] of bursts) if (burst.covered !== undefined) covered.set(group, burst.covered);
	const oldest = watermark - rules.overlapMs - 2 * rules.withinMs;
	return {
		findings,
		waiting,
		state: {
			watermark,
			floor: Math.max(state.floor, kept.dropped ?? state.floor),
			seen: kept.seen,
			covered: new Map([...covered].filter(([, at]) => at >= oldest)),
			// A shortened slice grows again, until it reaches the present.
			...(window.to === undefined || state.slice === undefined ? {} : { slice: state.slice * 2 }),
		},
	};
}
