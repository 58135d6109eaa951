import { byAge, type Finding } from './source';

export interface Repeating {
	/** Epoch milliseconds. */
	now: number;
	/** 0: each key once. */
	repeatEveryMs: number;
}

/** Whether it is time to repeat what was reported. A clock that was set back must not suppress that for days. */
export const isDueAgain = ({ at }: { at: number }, { now, repeatEveryMs }: Repeating): boolean =>
	repeatEveryMs > 0 && now - Math.min(at, now) >= repeatEveryMs;

/** What a poll does with a record: nothing, forget it, keep it, report it, or report it again. */
type Verdict = 'leave' | 'forget' | 'keep' | 'tell' | 'repeat';

interface OnceRules<One, Entry> {
	/** Identifies a record. */
	keyOf(one: One): string;
	judge(one: One, known: Entry | undefined): Verdict;
	/** The entry for a record that is kept or, without `known`, for one that is reported or known from the start. */
	entryOf(one: One, known?: Entry): Entry;
	/** The most findings at once; the next poll reports the others. */
	most: number;
	/** Records to report again, in addition to those seen. */
	repeated?: readonly One[];
}

/**
 * The engine for conditions that last: reports each key once while its condition holds. New findings come before
 * repetitions.
 */
export function detectOnce<One extends Finding, Entry>(
	reported: ReadonlyMap<string, Entry>,
	seen: readonly One[],
	{ keyOf, judge, entryOf, most, repeated = [] }: OnceRules<One, Entry>,
): { findings: One[]; reported: Map<string, Entry>; waiting: number } {
	const kept = new Map(reported);
	const [fresh, again]: [One[], One[]] = [[], [...repeated]];
	// A record that moved between two pages appears twice; the later copy is newer.
	for (const one of new Map(seen.map((each) => [keyOf(each), each])).values()) {
		const key = keyOf(one);
		const known = kept.get(key);
		const verdict = judge(one, known);
		if (verdict === 'forget') kept.delete(key);
		if (verdict === 'keep' || verdict === 'repeat') kept.set(key, entryOf(one, known));
		if (verdict === 'tell') fresh.push(one);
		if (verdict === 'repeat') again.push(one);
	}
	const due = [...fresh.sort(byAge), ...again.sort(byAge)];
	const findings = due.slice(0, most).sort(byAge);
	for (const one of findings) kept.set(keyOf(one), entryOf(one));
	return { findings, reported: kept, waiting: due.length - findings.length };
}
