import { byNumber, type JsonObject, usableId } from '../../contract';
import { Problem } from '../../transport/failures/problem';
import { type Finding, type LogLine, type Preview, type RereadRecord, SHOWN_IN_TEST } from '../core/source';
import { counted, safeText } from '../core/text';
import { type AllSeen, decideEnds, type Seen } from './changes';
import type { ChangeKind, CopyPoll, Known, Memory } from './memory';

/** How records of a kind are spoken of. */
export interface CopyWords {
	/** One of them, such as “employee”, and all of them, such as “the staff”. */
	noun: string;
	all: string;
	/** The name of one of them; undefined if it has none. */
	nameOf: (record: JsonObject) => string | undefined;
	/** The name is that of the record, and not of somebody. */
	isOwnName?: true;
	/** Whether the service lists active and inactive ones apart. */
	hasHalves?: true;
	/** Only who is new is told, by ID and sentence alone. */
	onlyNew?: true;
	/** What being inactive may bring with it, for the sentence. */
	whenOff?: string;
	/** All that is left of one that is gone. */
	idsOf: (id: string) => JsonObject;
}

/** Something that is told of a record. */
interface CopyChange {
	id: string;
	change: ChangeKind;
	/** As it is remembered, and not as a single reading has it. */
	isActive?: boolean;
	/** It was there before anybody looked. */
	isFirst?: boolean;
}

/** An id as the service writes most of its own. */
export const typedId = (id: string): number | string =>
	usableId(id) === undefined || String(Number(id)) !== id ? id : Number(id);

type About = Pick<Finding, 'record' | 'reason' | 'numbers'>;

/** What is said of a change; of what is gone only the ID is known. */
function described(words: CopyWords, { id, change, isActive, isFirst }: CopyChange, record: JsonObject): About {
	const shown = `${words.noun} ${safeText(id) ?? ''}`;
	const name = words.nameOf(record) ?? shown;
	const begin = name.charAt(0).toUpperCase() + name.slice(1);
	const reasons: Record<ChangeKind, string> = {
		created: `${begin} is ${isFirst ? '' : 'new '}among ${words.all}`,
		updated: `${words.isOwnName ? begin : `The record of ${name}`} was changed`,
		deactivated: `${begin} is no longer active${words.whenOff ?? ''}`,
		reactivated: `${begin} is active again`,
		gone: `The ${shown} is no longer among ${words.all} of the service`,
	};
	const active = words.hasHalves && change !== 'gone' ? (isActive ?? null) : null;
	return {
		record: change === 'gone' ? words.idsOf(id) : record,
		reason: reasons[change],
		numbers: words.onlyNew ? {} : { change, active },
	};
}

const HELD = 'held';

const heldWords = (words: CopyWords, held: number): About => ({
	record: {},
	reason: `${counted(held, 'record')} of ${words.all} would be gone or inactive at once, so none of them is reported. Check the API key and the service. If they are right, publish the workflow again`,
	numbers: { change: HELD, active: null, count: held },
});

/** Above this, what is remembered would be a burden for n8n's database. */
const MOST_RECORDS = 20_000;

export function refuseTooMany({ all, onlyNew }: CopyWords, records: number): void {
	if (onlyNew || records <= MOST_RECORDS) return;
	throw new Problem(
		`There are more than ${MOST_RECORDS.toLocaleString('en-AU')} records among ${all}, more than this event can remember`,
		'Add a filter and use one workflow per part, or copy the records with Get Many on a schedule.',
	);
}

/** What has become of a record, in one word; undefined for nothing. */
function changeOf(before: Known | undefined, now: Seen | undefined): ChangeKind | undefined {
	if (before === undefined) return now && 'created';
	const due = before.end?.stage === 'due' ? before.end.what : undefined;
	if (now === undefined) return due === 'missing' ? 'gone' : undefined;
	if (due === 'off' && !now.isActive) return 'deactivated';
	if (now.isActive && !before.isActive) return 'reactivated';
	return before.news === 'owed' ? 'updated' : undefined;
}

/** What one poll tells. */
export class Telling {
	readonly findings: Finding[] = [];

	/** Open findings of records of which there is news, so that what is older never comes after it. */
	readonly superseded: string[] = [];

	readonly log: LogLine[] = [];

	/** How many wait for the next polls. */
	waiting = 0;

	/** Open findings by the IDs of their records; of `busy` ones a run goes on, and a second one could end before it. */
	private readonly open = new Map<string, Array<{ key: string; change: ChangeKind }>>();

	private readonly busy: ReadonlySet<string>;

	private readonly poll: CopyPoll;

	private readonly memory: Memory;

	private readonly words: CopyWords;

	constructor(poll: CopyPoll, memory: Memory, words: CopyWords) {
		[this.poll, this.memory, this.words] = [poll, memory, words];
		for (const key of poll.open) {
			const { id = '', change = 'updated' } = this.partsOf(key) ?? {};
			this.open.set(id, [...(this.open.get(id) ?? []), { key, change }]);
		}
		this.busy = new Set(poll.running.map((key) => this.partsOf(key)?.id ?? ''));
		if (memory.isOther && !words.onlyNew)
			this.warn(
				'starts comparing again, because the API key or Watch Fields has changed. Changes since the last check aren’t reported. To get all records again, choose Everything',
			);
	}

	get room(): number {
		return Math.max(0, this.poll.most - this.findings.length);
	}

	private warn(text: string): void {
		this.log.push({ level: 'warn', text });
	}

	/** Records without a usable ID. */
	warnOdd(odd: number): void {
		if (odd > 0)
			this.warn(
				`doesn’t report ${counted(odd, 'record')} of ${this.words.all} without a usable ID. Records that went missing at that moment may be among them, and are reported as gone only after you publish again`,
			);
	}

	/** What a key is made of; an id may hold colons. Undefined for the key of what is held. */
	partsOf(key: string): { id: string; change: ChangeKind; print?: string } | undefined {
		if (this.words.onlyNew) return { id: key, change: 'created' };
		const [, id, change, print] = /^(.*):([a-z]+):([^:]*)$/s.exec(key) ?? [];
		return id === undefined ? undefined : { id, change: change as ChangeKind, print };
	}

	/** Tells these records as if nobody knew them. */
	forget(ids: Iterable<string>): void {
		for (const id of ids) if (!this.busy.has(id)) this.memory.known.delete(id);
	}

	/** The word for a change: while a stronger one wasn't delivered, it is the word for what came after it. */
	private wordFor(id: string, change: ChangeKind, isOwed: boolean): ChangeKind {
		const { kinds } = this.poll.settings;
		const open = (this.open.get(id) ?? []).map((each) => each.change).filter((each) => kinds.has(each));
		const ends = open.find((each) => each === 'deactivated' || each === 'reactivated');
		if (change !== 'gone' && open.includes('created')) return 'created';
		const word = change === 'updated' ? (ends ?? change) : change;
		// Whose activity nobody wants to hear of may have changed in something else.
		return kinds.has(word) || !isOwed ? word : 'updated';
	}

	/** Remembers what has become of a record. Of what is gone nothing is over without anybody to tell of it. */
	private settle(id: string, change: ChangeKind, now: Seen | undefined, isTold: boolean): void {
		const { known, leftNext, fields } = this.memory;
		const before = known.get(id);
		if (now === undefined && isTold) known.delete(id);
		if (now === undefined) return;
		const news = isTold || before?.news === 'since' ? 'since' : undefined;
		const isEnd = before === undefined || change === 'deactivated' || change === 'reactivated';
		known.set(id, {
			print: before?.print ?? fields.print(now.fields, leftNext),
			news,
			...(isEnd ? { isActive: now.isActive } : { isActive: before.isActive, end: before.end }),
		});
	}

	/** Tells what has become of these records, in the order of their ids. Returns whether all of it fitted in. */
	tell(ids: Iterable<string>, seen: AllSeen): boolean {
		const { poll, memory, words, open } = this;
		const { known, phase } = memory;
		const due: Array<{ id: string; change: ChangeKind; word: ChangeKind; isFirst: boolean }> = [];
		for (const id of ids) {
			const before = known.get(id);
			const change = this.busy.has(id) ? undefined : changeOf(before, seen.get(id));
			if (change === undefined) continue;
			const isFirst = before === undefined && phase === 'telling';
			const isSilent = before === undefined && (phase === 'first' || phase === 'partly');
			const word = this.wordFor(id, change, before?.news === 'owed');
			if (!isSilent && (isFirst || poll.settings.kinds.has(word))) due.push({ id, change, word, isFirst });
			else this.settle(id, change, seen.get(id), false);
		}
		const told = due.sort((one, other) => byNumber(one.id, other.id)).slice(0, this.room);
		for (const { id, change, word, isFirst } of told) {
			const [before, now] = [known.get(id), seen.get(id)];
			this.settle(id, change, now, true);
			const { print = '', isActive } = known.get(id) ?? before ?? {};
			const about = { id, change: word, isActive, isFirst: isFirst && !words.onlyNew };
			const key = words.onlyNew ? id : `${id}:${word}:${print}`;
			this.findings.push({ key, at: poll.now, locator: poll.now, ...described(words, about, now?.record ?? {}) });
			this.superseded.push(...(open.get(id) ?? []).map((each) => each.key));
		}
		this.waiting += due.length - told.length;
		return told.length === due.length;
	}

	/** Decides who has ended, and tells if they are too many. */
	decide(): void {
		const { poll, memory, words } = this;
		const held = this.room > 0 ? decideEnds(memory, poll.settings) : 0;
		const key = `${HELD}:${Math.floor(poll.now / 1000).toString(36)}`;
		if (held > 0) this.findings.push({ key, at: poll.now, locator: poll.now, ...heldWords(words, held) });
	}

	/** The record of an open finding as it is now; undefined if it isn't there. */
	reread(key: string, seen: AllSeen): RereadRecord | undefined {
		const { memory, words } = this;
		const { known, fields, leftNext } = memory;
		const parts = this.partsOf(key);
		if (parts === undefined) {
			const held = [...known.values()].filter(({ end }) => end?.stage === 'held').length;
			return { ...heldWords(words, held), stillSo: held > 0 };
		}
		const { id, change, print } = parts;
		const [before, now] = [known.get(id), seen.get(id)];
		if (now === undefined && change !== 'gone') return undefined;
		if (before !== undefined) before.news ??= 'since';
		const isActive = before?.isActive ?? now?.isActive;
		const isSame = now !== undefined && print === fields.print(now.fields, leftNext);
		const isSo = change === 'deactivated' ? !isActive : change !== 'reactivated' || isActive === true;
		const stillSo = words.onlyNew ? now?.isActive === true : change === 'gone' ? now === undefined : isSame && isSo;
		return { ...described(words, { id, change, isActive }, now?.record ?? {}), stillSo };
	}
}

/** What “Fetch Test Event” shows of records in their order: the first ones, or the last ones of those who are told when they are new. */
export function previewOf(
	words: CopyWords,
	{ settings, now }: CopyPoll,
	all: ReadonlyArray<{ id: string; record: JsonObject; isActive?: boolean }>,
): Pick<Preview, 'findings' | 'nearest'> {
	const { onlyNew } = words;
	const about = (isFirst: boolean): Finding[] =>
		(onlyNew ? all.slice(-SHOWN_IN_TEST) : all.slice(0, SHOWN_IN_TEST)).map(({ id, record, isActive }) => ({
			...{ key: onlyNew ? id : `${id}:created`, at: now, locator: 0 },
			...described(words, { id, change: 'created', isActive, isFirst }, record),
		}));
	const nearest = about(true).at(onlyNew ? -1 : 0);
	const later = `${onlyNew ? 'Anyone who joins after the workflow is published is reported' : 'Changes after the workflow is published are reported'}`;
	return {
		findings: settings.startWith === 'now' ? about(!onlyNew) : [],
		nearest: nearest && { ...nearest, reason: `${nearest.reason} already. ${later}` },
	};
}
