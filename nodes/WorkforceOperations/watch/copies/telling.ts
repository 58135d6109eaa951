import { activeOf, byNumber, type JsonObject } from '../../contract';
import { Problem } from '../../transport/failures/problem';
import {
	byKeys,
	type Detection,
	type Finding,
	type Keyed,
	type LogLine,
	type Reread,
	type RereadRecord,
	SHOWN_IN_TEST,
} from '../core/source';
import { counted, safeText } from '../core/text';
import { type AllSeen, keyed, type KeyOf, type Seen } from './changes';
import { type ChangeKind, type CopyPoll, type Known, type Memory, openMemory, packMemory } from './memory';

/** How records of a kind are spoken of. */
export interface CopyWords {
	/** One of them, such as “employee”, and all of them, such as “the staff list”. */
	noun: string;
	all: string;
	/** The name of one of them; undefined if it has none. */
	nameOf: (record: JsonObject) => string | undefined;
	/** Its name is its own, and not somebody's, and the service lists it among those of a guard, not by whether it is active. */
	isLicence?: true;
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
	word: ChangeKind;
	/** As it is remembered, and not as a single reading has it. */
	isActive?: boolean;
	/** It was there before anybody looked. */
	isFirst?: boolean;
}

type About = Pick<Finding, 'record' | 'reason' | 'numbers'>;

/** What is said of a change; of what is gone only the ID is known. */
function described(words: CopyWords, { id, word, isActive, isFirst }: CopyChange, record: JsonObject = {}): About {
	const shown = `${words.noun} ${safeText(id) ?? ''}`;
	const name = words.nameOf(record) ?? shown;
	const begin = name.charAt(0).toUpperCase() + name.slice(1);
	const reasons: Record<ChangeKind, string> = {
		created: `${begin} is ${isFirst ? '' : 'new '}on ${words.all}`,
		updated: `${words.isLicence ? begin : `The record of ${name}`} was changed`,
		deactivated: `${begin} is no longer active${words.whenOff ?? ''}`,
		reactivated: `${begin} is active again`,
		gone: `The record of ${shown} is no longer on ${words.all}`,
	};
	const active = words.isLicence || word === 'gone' ? null : (isActive ?? null);
	return {
		record: word === 'gone' ? words.idsOf(id) : record,
		reason: reasons[word],
		numbers: words.onlyNew ? {} : { change: word, active },
	};
}

const HELD = 'held';

const heldWords = ({ all }: CopyWords, held: number): About => ({
	record: {},
	reason: `${counted(held, 'record')} on ${all} may have been removed or deactivated all at once, so none is reported yet. Check the API key and the service. If both are fine, publish the workflow again`,
	numbers: { change: HELD, active: null, count: held },
});

/** Above this, what is remembered would be a burden for n8n's database. */
const MOST_RECORDS = 20_000;

/** So many may end at once in any list. */
const LEAST_STOP = 20;

const isEnd = (change: ChangeKind): boolean => change === 'deactivated' || change === 'reactivated';

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
	readonly memory: Memory;

	/** What the trigger gets. Findings that are older than news of the same record are superseded, and never come after it. */
	readonly told = {
		findings: [] as Finding[],
		superseded: [] as string[],
		shared: [] as string[],
		log: [] as LogLine[],
		waiting: 0,
	};

	/** Open findings by the IDs of their records; of `busy` ones a run goes on, and a second one could end before it. */
	private readonly open = new Map<string, Array<{ key: string; word: ChangeKind }>>();

	private readonly busy: ReadonlySet<string>;

	private readonly poll: CopyPoll;

	private readonly words: CopyWords;

	constructor(poll: CopyPoll, words: CopyWords) {
		[this.poll, this.words, this.memory] = [poll, words, openMemory(poll)];
		for (const key of poll.open) {
			const { id = '', word = 'updated' } = this.partsOf(key) ?? {};
			this.open.set(id, [...(this.open.get(id) ?? []), { key, word }]);
		}
		this.busy = new Set(poll.running.map((key) => this.partsOf(key)?.id ?? ''));
		if (this.memory.isOther && !words.onlyNew)
			this.warn(
				'starts comparing again, because the API key or Watch Fields has changed. Changes since the last check aren’t reported. To get all records again, set Start With to Everything',
			);
	}

	get room(): number {
		return Math.max(0, this.poll.most - this.told.findings.length);
	}

	private warn(text: string): void {
		this.told.log.push({ level: 'warn', text });
	}

	refuseTooMany(records: number): void {
		const { all, onlyNew } = this.words;
		if (onlyNew || records <= MOST_RECORDS) return;
		throw new Problem(
			`There are more than ${MOST_RECORDS.toLocaleString('en-AU')} records on ${all}, which is more than this event can remember`,
			'Use filters to split the records between several workflows, or copy them with Get Many on a schedule.',
		);
	}

	/** Records without a usable ID. */
	warnOdd(odd: number): void {
		if (odd > 0)
			this.warn(
				`doesn’t report ${counted(odd, 'record')} without a usable ID on ${this.words.all}. A record that seems missing may have lost its ID, so missing records are reported as gone only after you publish again`,
			);
	}

	/** What a key is made of; an id may hold colons. Undefined for the key of what is held. */
	partsOf(key: string): { id: string; word: ChangeKind; print?: string } | undefined {
		if (this.words.onlyNew) return { id: key, word: 'created' };
		const [, id, word, print] = /^(.*):([a-z]+):([^:]*)$/s.exec(key) ?? [];
		return id === undefined ? undefined : { id, word: word as ChangeKind, print };
	}

	/** Records by their IDs, and how many have none. `isActive`: how they are listed; their own word counts more. */
	see(all: readonly JsonObject[], keyOf: KeyOf, isActive = true) {
		const { onlyNew, isLicence } = this.words;
		const usable = keyed(all, keyOf);
		const { records, shared } = byKeys(usable);
		this.told.shared.push(...shared);
		const seen = new Map<string, Seen>();
		for (const [id, record] of records) {
			const word = onlyNew || isLicence ? undefined : activeOf(record);
			const fields = onlyNew ? [] : this.memory.fields.of(record);
			seen.set(id, { record, fields, isActive: word ?? isActive, saysOff: word === false });
		}
		return { seen, odd: all.length - usable.length };
	}

	/** Tells these records as if nobody knew them. */
	forget(ids: Iterable<string>): void {
		for (const id of ids) if (!this.busy.has(id)) this.memory.known.delete(id);
	}

	/** The word for a change: while a stronger one wasn't delivered, it is the word for what came after it. */
	private wordFor(id: string, change: ChangeKind, isOwed: boolean): ChangeKind {
		const { kinds } = this.poll.settings;
		const open = (this.open.get(id) ?? []).map(({ word }) => word).filter((word) => kinds.has(word));
		if (change !== 'gone' && open.includes('created')) return 'created';
		const word = change === 'updated' ? (open.find(isEnd) ?? change) : change;
		// Whose activity nobody wants to hear of may have changed in something else.
		return kinds.has(word) || !isOwed ? word : 'updated';
	}

	/** Remembers what has become of a record, and returns that. One that is gone is forgotten only if that is reported. */
	private settle(id: string, change: ChangeKind, now: Seen | undefined, isTold: boolean): Partial<Known> {
		const { known, leftNext, fields } = this.memory;
		const before = known.get(id);
		if (now === undefined) {
			if (isTold) known.delete(id);
			return { ...before };
		}
		const after = {
			...(before === undefined || isEnd(change) ? { isActive: now.isActive } : before),
			print: before?.print ?? fields.print(now.fields, leftNext),
			isTold: isTold || before?.isTold,
			news: undefined,
		};
		known.set(id, after);
		return after;
	}

	private add(key: string, about: About): void {
		const { now } = this.poll;
		this.told.findings.push({ key, at: now, locator: now, ...about });
	}

	/** Tells what has become of these records, in the order of their ids. Returns whether all of it fitted in. */
	tell(ids: Iterable<string>, seen: AllSeen): boolean {
		const { poll, memory, words, told } = this;
		const { known, phase } = memory;
		const due: Array<CopyChange & { change: ChangeKind; now: Seen | undefined }> = [];
		for (const id of ids) {
			const [before, now] = [known.get(id), seen.get(id)];
			const change = this.busy.has(id) ? undefined : changeOf(before, now);
			if (change === undefined) continue;
			const word = this.wordFor(id, change, before?.news === 'owed');
			const isBegun = before !== undefined || phase === 'new' || phase === 'now';
			if (isBegun ? poll.settings.kinds.has(word) : phase === 'telling')
				due.push({ id, word, isFirst: !isBegun && !words.onlyNew, change, now });
			else this.settle(id, change, now, false);
		}
		const fitting = due.sort((one, other) => byNumber(one.id, other.id)).slice(0, this.room);
		for (const { change, now, ...each } of fitting) {
			const { id, word } = each;
			const { print = '', isActive } = this.settle(id, change, now, true);
			const about = described(words, { ...each, isActive }, now?.record);
			this.add(words.onlyNew ? id : `${id}:${word}:${print}`, about);
			told.superseded.push(...(this.open.get(id) ?? []).map(({ key }) => key));
		}
		told.waiting += due.length - fitting.length;
		return fitting.length === due.length;
	}

	/**
	 * Decides of those that have ended: to be told, or held if they are too many at once, or all that are active: an answer
	 * without them is no proof.
	 */
	decideEnds(): void {
		if (this.room === 0) return;
		const { known } = this.memory;
		const { kinds, stopAbovePercent } = this.poll.settings;
		const isRipe = ({ end }: Known): boolean => end?.stage === 'twice' && (end.what === 'off' || kinds.has('gone'));
		const ripe = [...known.values()].filter(isRipe);
		const active = [...known.values()].filter(({ isActive }) => isActive);
		const areAll = active.length > 1 && active.every((each) => isRipe(each) && each.end?.what === 'missing');
		const most = Math.max(LEAST_STOP, Math.floor((known.size * stopAbovePercent) / 100));
		const isTooMany = areAll || ripe.length > most;
		for (const each of ripe) if (each.end) each.end = { ...each.end, stage: isTooMany ? 'held' : 'due' };
		if (isTooMany && (kinds.has('gone') || kinds.has('deactivated')))
			this.add(`${HELD}:${Math.floor(this.poll.now / 1000).toString(36)}`, heldWords(this.words, ripe.length));
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
		const { id, word, print } = parts;
		const [before, now] = [known.get(id), seen.get(id)];
		if (now === undefined && word !== 'gone') return undefined;
		if (before !== undefined) before.isTold = true;
		const isActive = before?.isActive ?? now?.isActive;
		const isSame = now !== undefined && print === fields.print(now.fields, leftNext);
		const isSo = !isEnd(word) || isActive === (word === 'reactivated');
		const stillSo = words.onlyNew ? now?.isActive === true : word === 'gone' ? now === undefined : isSame && isSo;
		return { ...described(words, { id, word, isActive }, now?.record), stillSo };
	}

	/** How it goes on after a round. */
	endRound(isWhole: boolean): void {
		const { phase } = this.memory;
		const isTelling = phase === 'telling' && (this.told.waiting > 0 || !isWhole);
		if (phase === 'first' && !isWhole) this.memory.phase = 'partly';
		else if (phase !== 'new' && !isTelling) this.memory.phase = this.poll.settings.startWith;
	}

	detection(reread: Reread, engine: JsonObject = {}): Detection {
		return { ...this.told, engine: { ...packMemory(this.memory), ...engine }, complete: true, ...reread };
	}
}

/** What “Fetch Test Event” shows of records in their order: the first ones, or the last ones of those who are told when they are new. */
export function previewOf(words: CopyWords, all: Keyed): Finding[] {
	const { onlyNew } = words;
	const sorted = [...all].sort((one, other) => byNumber(one.key, other.key));
	const shown = onlyNew ? sorted.slice(-SHOWN_IN_TEST) : sorted.slice(0, SHOWN_IN_TEST);
	return shown.map(({ key: id, record }) => ({
		...{ key: onlyNew ? id : `${id}:created`, at: 0, locator: 0 },
		...described(words, { id, word: 'created', isActive: activeOf(record) ?? true, isFirst: true }, record),
	}));
}
