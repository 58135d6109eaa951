import { Problem } from '../../transport/failures/problem';
import type { Finding } from '../core/finding';
import type { Detection, LogLine, RereadRecord } from '../core/source';
import { safeText } from '../core/text';
import { changedAmong, type ComparedRecord, type CopyChange, type CopyMemory, type Seen } from './detect';
import { type CountedField, fingerprintOf } from './fields';
import type { CopyPoll, CopyState } from './state';
import { allOf } from './storms';
import { type CopyWords, described, heldWords, isHeldKey, keyOf, partsOf } from './words';
import type { JsonObject } from '../../contract';

/** Above this, what is remembered would be a burden for n8n's database. */
const MOST_RECORDS = 20_000;

/** Fields that a line of the log names. */
const MOST_NAMED = 5;

export type SeenRecord = Seen & { record: JsonObject };

/** Throws while a person publishes, who can do something about it. */
export function refuseTooMany({ published }: CopyPoll, { all }: CopyWords, records: number): void {
	if (!published || records <= MOST_RECORDS) return;
	throw new Problem(
		`There are more than ${MOST_RECORDS.toLocaleString('en-AU')} records among ${all}, which is more than this event can keep in mind`,
		'Add a filter, and use a workflow for each part, or copy them by Get Many on a schedule.',
	);
}

const idsOf = (keys: Iterable<string>): Set<string> => new Set([...keys].flatMap((key) => partsOf(key)?.id ?? []));

/** Records of whose last change the run has not ended: a second run could end before it. */
export const busyIds = ({ running }: CopyPoll): Set<string> => idsOf(running);

/** Open findings of records of which there is news, so that what is older never comes after it. */
export function supersededBy({ open }: CopyPoll, changes: readonly CopyChange[]): string[] {
	const ids = new Set(changes.map(({ id }) => id));
	return open.filter((key) => ids.has(partsOf(key)?.id ?? ''));
}

export const findingOf = (
	words: CopyWords,
	change: CopyChange,
	seen: SeenRecord | undefined,
	{ now, locator = now }: { now: number; locator?: number },
): Finding => ({
	key: keyOf(change),
	at: now,
	locator,
	...described(words, change, seen?.record ?? {}, seen?.isActive),
});

/** A record of an open finding as it is now; undefined if it isn't there. */
export function rereadOf(words: CopyWords, key: string, seen: SeenRecord | undefined): RereadRecord | undefined {
	const parts = partsOf(key);
	if (parts === undefined) return undefined;
	const { id, change } = parts;
	const isGone = change === 'gone';
	if (seen === undefined && !isGone) return undefined;
	const isSame = seen !== undefined && keyOf({ id, change, print: seen.print }) === key;
	const isSo =
		change === 'deactivated' ? seen?.isActive === false : change !== 'reactivated' || seen?.isActive === true;
	return {
		...described(words, { id, change }, seen?.record ?? {}, seen?.isActive),
		stillSo: isGone ? seen === undefined : isSame && isSo,
	};
}

/** That so many are held, told again. */
export function rereadHeld(words: CopyWords, { known }: CopyMemory): RereadRecord {
	const held = [...known.values()].filter(({ mark }) => mark?.stage === 'held').length;
	return { ...heldWords(words, held), stillSo: held > 0 };
}

/** The records of open findings, from a reading of everything. */
export function rereadFrom(
	{ pendingReread }: CopyPoll,
	words: CopyWords,
	seen: ReadonlyMap<string, SeenRecord>,
	memory: CopyMemory,
): Detection['reread'] {
	const reread: Detection['reread'] = new Map();
	for (const key of Object.keys(pendingReread)) {
		const record = isHeldKey(key) ? rereadHeld(words, memory) : rereadOf(words, key, seen.get(partsOf(key)?.id ?? ''));
		if (record !== undefined) reread.set(key, record);
	}
	return reread;
}

/** The line about fingerprints that nothing can be compared with. */
export const anewLines = ({ isOther }: CopyState): LogLine[] =>
	isOther
		? [
				{
					level: 'warn',
					text: 'compares anew, because the API key or Watch Fields is another one: what was changed since the last round is not told. Everything hands over all records once more',
				},
			]
		: [];

/** Marks and names of fields. */
export const namesOf = (all: Iterable<readonly CountedField[]>): Map<string, string> =>
	new Map([...all].flatMap((fields) => fields.map(({ mark, name }): [string, string] => [mark, name])));

/** Fields that over half of the records have for the first time. */
function addedTo(
	{ known, names }: CopyMemory,
	fields: ReadonlyMap<string, readonly CountedField[]>,
	all: number,
): Set<string> {
	const counts = new Map<string, number>();
	for (const [id, each] of names.size === 0 ? [] : fields)
		if (known.has(id)) for (const { mark } of each) if (!names.has(mark)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
	return new Set([...counts].filter(([, count]) => count > 1 && 2 * count > all).map(([mark]) => mark));
}

/** The line about fields that the service changed in most records. */
export function stormLines(storms: Iterable<string>, isFlood: boolean, names: ReadonlyMap<string, string>): LogLine[] {
	const all = [...storms].map((mark) => safeText(names.get(mark)));
	if (all.length === 0 && !isFlood) return [];
	const shown = all
		.slice(0, MOST_NAMED)
		.map((name) => (name === undefined ? 'a field that none has any more' : `“${name}”`));
	const what = isFlood ? 'several fields' : shown.join(', ') + (all.length > MOST_NAMED ? ' …' : '');
	return [
		{
			level: 'info',
			text: `takes over without a report what differs in over half of all records at once: ${what}`,
		},
	];
}

/** Which records were changed by somebody. `fields`: those of the records that are compared. */
export function changesOf(
	state: CopyState,
	fields: ReadonlyMap<string, readonly CountedField[]>,
	{ names, isComplete }: { names: ReadonlyMap<string, string>; isComplete: boolean },
): { changed: Set<string>; log: LogLine[] } {
	const { memory } = state;
	const before = [...fields.keys()].filter((id) => memory.known.has(id));
	const all = allOf(isComplete ? before.length : memory.known.size, memory.known.size);
	const added = addedTo(memory, fields, all);
	const compared = new Map<string, ComparedRecord>();
	for (const id of before) {
		const known = memory.known.get(id);
		const counting = (fields.get(id) ?? []).filter(({ mark }) => !added.has(mark));
		if (known !== undefined) compared.set(id, { before: known, print: fingerprintOf(counting) });
	}
	const rules = { all, names: new Set(names.keys()), added, isCovered: (id: string) => fields.has(id), isComplete };
	const { changed, storms, isFlood } = changedAmong(memory, compared, rules);
	return { changed, log: [...anewLines(state), ...stormLines([...added, ...storms], isFlood, names)] };
}
