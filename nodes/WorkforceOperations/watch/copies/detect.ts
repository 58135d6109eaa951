import { difference, type Fingerprint, isNone, weightOf } from './fields';
import type { Known, Mark } from './packing';
import { isExplained, stormsAmong } from './storms';

/** What can become of a record. */
export type ChangeKind = 'created' | 'updated' | 'deactivated' | 'reactivated' | 'gone';

/** What is remembered between two polls. */
export interface CopyMemory {
	known: Map<string, Known>;
	/** Marks of the fields that records had. */
	names: ReadonlySet<string>;
	/** Weights of fields that were taken over, for records that were not compared since. */
	storms: readonly number[];
	/** The parity of the round: of two rounds that say the same, one is even. */
	round: 'even' | 'odd';
	/** Complete rounds that have to pass before an absence counts, since the claims of the token were narrowed. */
	quiet: number;
}

/** A record as it is now. */
export interface Seen {
	print: Fingerprint;
	isActive: boolean;
	/** Its own word says that it is not active. */
	saysOff?: boolean;
}

/** Records have to be missing in two rounds, or to stand among the inactive ones twice where they don't say so themselves. */
function marked(before: Known, seen: Seen | undefined, { round, quiet }: CopyMemory): Mark | undefined {
	const what = seen === undefined ? 'missing' : before.isActive && !seen.isActive ? 'off' : undefined;
	if (what === undefined) return undefined;
	const { mark } = before;
	const isSame = mark?.what === what;
	if (isSame && (mark.stage === 'held' || mark.stage === 'due')) return mark;
	// Of the two rounds that have to pass this is the first one, whose word counts as one of two.
	if (quiet > 0) return quiet === 1 ? { what, stage: isSame ? mark.stage : round } : undefined;
	if (seen?.saysOff === true || (isSame && mark.stage !== round)) return { what, stage: 'ripe' };
	return isSame ? mark : { what, stage: round };
}

/** Notes which records of a complete reading are missing or not active. */
export function noteEnds(memory: CopyMemory, seen: ReadonlyMap<string, Seen>, scope: Iterable<string>): void {
	for (const id of scope) {
		const before = memory.known.get(id);
		if (before === undefined) continue;
		const rest = { ...before };
		delete rest.mark;
		const mark = marked(before, seen.get(id), memory);
		memory.known.set(id, mark === undefined ? rest : { ...rest, mark });
	}
}

/** Of an incomplete reading only what records say themselves counts, and that they are there. */
export function noteWords(memory: CopyMemory, seen: ReadonlyMap<string, Seen>): void {
	const isHeard = ([id, { isActive, saysOff }]: [string, Seen]): boolean =>
		saysOff === true || isActive === memory.known.get(id)?.isActive;
	const heard = [...seen].filter(isHeard).map(([id]) => id);
	noteEnds(memory, seen, heard);
}

/** Sets the marks that `next` changes. */
function remark({ known }: CopyMemory, next: (mark: Mark, before: Known) => Mark | undefined): void {
	for (const [id, before] of known) {
		const { mark, ...rest } = before;
		const other = mark && next(mark, before);
		if (other !== mark) known.set(id, other === undefined ? rest : { ...rest, mark: other });
	}
}

/** A person has published again: what was held is told. */
export const releaseHeld = (memory: CopyMemory): void =>
	remark(memory, (mark) => (mark.stage === 'held' ? { ...mark, stage: 'due' } : mark));

/** What was missing under other claims has to be missing under these. */
export const forgetMarks = (memory: CopyMemory): void =>
	remark(memory, (mark) => (mark.stage === 'held' ? mark : undefined));

/**
 * Of those that have ended in this round: told, or held if they are more than `most` at once, or all that are active:
 * an answer without them is no proof. Returns how many are held since now.
 */
export function decideEnds(memory: CopyMemory, most: number, tellsGone: boolean): number {
	const isRipe = ({ mark }: Known): boolean => mark?.stage === 'ripe' && (mark.what === 'off' || tellsGone);
	const all = [...memory.known.values()];
	const ripe = all.filter(isRipe);
	const active = all.filter(({ isActive }) => isActive);
	const areAll = active.length > 1 && active.every((each) => isRipe(each) && each.mark?.what === 'missing');
	const isTooMany = ripe.length > most || areAll;
	remark(memory, (mark, before) => (isRipe(before) ? { ...mark, stage: isTooMany ? 'held' : 'due' } : mark));
	return isTooMany ? ripe.length : 0;
}

/** A record whose fingerprint was taken again. */
export interface ComparedRecord {
	before: Known;
	print: Fingerprint;
}

/** Of three weights nobody can tell what they explain. */
const ANY: readonly number[] = [1, 2, 3];

interface FieldsSeen {
	/** How many records there are to compare with. */
	all: number;
	/** Marks of all fields that records have now. */
	names: ReadonlySet<string>;
	/** Marks of fields that over half of them have for the first time; the fingerprints are without them. */
	added?: ReadonlySet<string>;
	/** Whether a record was read, whatever became of it. */
	isCovered: (id: string) => boolean;
	isComplete: boolean;
}

/** Which records were changed by somebody, and marks of the fields that the service changed in most of them. */
export function changedAmong(
	memory: CopyMemory,
	compared: ReadonlyMap<string, ComparedRecord>,
	{ all, names, added = new Set(), isCovered, isComplete }: FieldsSeen,
): { changed: Set<string>; storms: readonly string[]; isFlood: boolean } {
	const differences = new Map<string, Fingerprint>();
	for (const [id, { before, print }] of compared) {
		const between = difference(print, before.print);
		const isOld = isNone(before.print) || (before.isStale === true && isExplained(between, memory.storms));
		if (!isNone(between) && !isOld) differences.set(id, between);
	}
	const { storms: lately } = memory;
	const marks = [...new Set([...memory.names, ...names])].filter((mark) => !added.has(mark));
	const vanished = marks.filter((mark) => !names.has(mark)).map(weightOf);
	const weights = [...new Set([...marks.map(weightOf), ...lately])];
	const found = stormsAmong([...differences.values()], { all, weights, vanished });
	const storms = found === 'all' ? [] : found;
	const changed = new Set<string>();
	for (const [id, between] of differences) {
		const known = compared.get(id)?.before.isStale === true ? [...storms, ...lately] : storms;
		if (found !== 'all' && !isExplained(between, known)) changed.add(id);
	}
	const taken = [...(found === 'all' ? ANY : storms), ...[...added].map(weightOf)];
	for (const [id, each] of memory.known) {
		const { isStale: wasStale, ...rest } = each;
		if (wasStale && isCovered(id)) memory.known.set(id, rest);
		else if (taken.length > 0 && !isCovered(id)) memory.known.set(id, { ...each, isStale: true });
	}
	const isStale = [...memory.known.values()].some((each) => each.isStale === true);
	memory.storms = isStale ? [...new Set([...lately, ...taken])] : [];
	// A list that came short says nothing of the fields of those that it lacks.
	const areAllRead = isComplete && [...memory.known.keys()].every(isCovered);
	memory.names = new Set([...(areAllRead ? [] : memory.names), ...names]);
	return { changed, storms: marks.filter((mark) => storms.includes(weightOf(mark))), isFlood: found === 'all' };
}

/** Something that is told of a record. */
export interface CopyChange {
	id: string;
	change: ChangeKind;
	/** Of what is told, so that two changes of a record are two findings. */
	print: Fingerprint;
	/** It was there before anybody looked. */
	isFirst?: true;
}

interface TellRules {
	kinds: ReadonlySet<ChangeKind>;
	/** Records that nobody knows yet: taken as known, or told as they are found. */
	baseline?: 'known' | 'everything';
	/** The most changes at once. */
	most: number;
}

/** What has become of a record, in one word; undefined for nothing. */
function changeOf(before: Known | undefined, seen: Seen | undefined, isChanged: boolean): ChangeKind | undefined {
	if (before === undefined) return seen === undefined ? undefined : 'created';
	const due = before.mark?.stage === 'due' ? before.mark.what : undefined;
	if (due === 'missing' && seen === undefined) return 'gone';
	if (due === 'off' && seen?.isActive === false) return 'deactivated';
	if (seen?.isActive === true && !before.isActive) return 'reactivated';
	return seen !== undefined && isChanged ? 'updated' : undefined;
}

/** Ids in the order in which people count. */
export const inOrder = new Intl.Collator('en', { numeric: true });

/** Tells what has become of these records, in the order of their ids, and remembers it as told. */
export function tellChanges(
	{ known }: CopyMemory,
	ids: Iterable<string>,
	seen: ReadonlyMap<string, Seen>,
	changed: ReadonlySet<string>,
	{ kinds, baseline, most }: TellRules,
): { changes: CopyChange[]; waiting: number } {
	const due: Array<CopyChange & { remember: () => void }> = [];
	for (const id of ids) {
		const [before, now] = [known.get(id), seen.get(id)];
		const change = changeOf(before, now, changed.has(id));
		const print = (now ?? before)?.print;
		if (print === undefined) continue;
		const remember = (): void => {
			if (change === 'gone') known.delete(id);
			if (now === undefined) return;
			const { mark, isActive, isStale }: Omit<Known, 'print'> = before ?? { isActive: now.isActive };
			const isEnd = change === 'deactivated' || change === 'reactivated';
			known.set(id, {
				print,
				isActive: isEnd ? now.isActive : isActive,
				...(mark === undefined || isEnd ? {} : { mark }),
				...(isStale ? { isStale } : {}),
			});
		};
		const isFirst = before === undefined && baseline === 'everything';
		const isSilent = before === undefined && baseline === 'known';
		// Whose activity nobody wants to hear of may have changed in something else.
		const word = change !== undefined && !kinds.has(change) && changed.has(id) ? 'updated' : change;
		if (word !== undefined && !isSilent && (isFirst || kinds.has(word)))
			due.push({ id, change: word, print, ...(isFirst ? { isFirst } : {}), remember });
		// Without anybody to tell of it, nothing is over.
		else if (change !== 'gone') remember();
	}
	due.sort((one, other) => inOrder.compare(one.id, other.id));
	const told = due.slice(0, most);
	for (const { remember } of told) remember();
	const changes = told.map(({ id, change, print, isFirst }) => ({
		id,
		change,
		print,
		...(isFirst ? { isFirst } : {}),
	}));
	return { changes, waiting: due.length - told.length };
}
