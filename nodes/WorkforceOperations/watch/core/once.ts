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

/** What becomes of a record in a poll: nothing is done, it is forgotten, it stays known, it is told, or told once more. */
type Verdict = 'leave' | 'forget' | 'keep' | 'tell' | 'repeat';

interface OnceRules<One, Entry> {
	/** By what a record is known again. */
	keyOf(one: One): string;
	judge(one: One, known: Entry | undefined): Verdict;
	/** What to remember of a record that stays known, or, without `known`, of one that is told or known from the start. */
	entryOf(one: One, known?: Entry): Entry;
	/** The most findings at once; the others come with the next poll. */
	most: number;
	/** Records that are told once more, besides those that were seen. */
	repeated?: readonly One[];
}

/**
 * The engine of everything that holds for a while: reports each key once while it holds. What was never told comes before
 * repetitions.
 */
export function detectOnce<One extends Finding, Entry>(
	reported: ReadonlyMap<string, Entry>,
	seen: readonly One[],
	{ keyOf, judge, entryOf, most, repeated = [] }: OnceRules<One, Entry>,
): { findings: One[]; reported: Map<string, Entry>; waiting: number } {
	const kept = new Map(reported);
	const [fresh, again]: [One[], One[]] = [[], [...repeated]];
	// A record that moved between two pages comes twice: the later copy is the newer one.
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
