import { isJsonObject, type JsonObject } from '../../contract';
import type { Finding } from '../core/finding';
import { idOfPart, keyPart, realKeyPart } from '../core/keys';
import { type LogLine, sharedKeys } from '../core/source';
import { licenceName } from '../licences/rules';
import type { Scan } from '../licences/scan';
import { changedAmong, type ComparedRecord, type CopyChange, decideEnds, noteEnds, tellChanges } from './detect';
import { difference, type CountedField, fieldReader, fingerprintOf, isNone } from './fields';
import { type Known, unpackKnown } from './packing';
import { allOf } from './storms';
import { baselineOf, type CopyPoll, type CopyState, mostEnds, phaseAfter, wantsEnds } from './state';
import { anewLines, busyIds, findingOf, type SeenRecord, stormLines } from './telling';
import { type CopyWords, heldFinding, typedId } from './words';

const infoOf = ({ employeeSecurityLicenseInfo: info }: JsonObject): JsonObject => (isJsonObject(info) ? info : {});

/** The ids of employee and licence, or its number: it is undocumented whether two employees can share a licence id. */
export function licenceKey(record: JsonObject, guard: string): string | undefined {
	const id = realKeyPart(record.securityLicenseId) ?? realKeyPart(infoOf(record).employeeSecurityLicenseId);
	const number = keyPart(record.licenseNumber);
	return id === undefined && number === undefined ? undefined : `${keyPart(guard) ?? ''}.${id ?? `.${number ?? ''}`}`;
}

export const guardOf = (id: string): string => idOfPart(id.split('.', 1)[0] ?? '');

export const licenceWords: CopyWords = {
	noun: 'licence',
	all: 'the licences',
	nameOf: (record) => licenceName(record, record.employeeId),
	isOwnName: true,
	idsOf: (id) => {
		const [guard = '', licence = '', number = ''] = id.split('.').map(idOfPart);
		const own = licence === '' ? { licenseNumber: number } : { securityLicenseId: typedId(licence) };
		return { employeeId: typedId(guard), ...own };
	},
};

type SeenLicence = SeenRecord & { fields: readonly CountedField[] };

/** One poll of the licences: what is read goes through it, guard by guard. */
export class LicenceLook {
	readonly findings: Finding[] = [];

	readonly changes: CopyChange[] = [];

	readonly shared: string[] = [];

	readonly log: LogLine[];

	waiting = 0;

	/** Fingerprints that differ from those that are remembered: whether somebody changed them is known at the end of the round. */
	readonly changed: Map<string, Known>;

	/** Marks of the fields that were seen in this round. */
	readonly fields: Set<string>;

	private readonly names = new Map<string, string>();

	/** Those that this poll has read. */
	private readonly seen = new Map<string, SeenLicence>();

	private readonly busy: ReadonlySet<string>;

	private readonly read: ReturnType<typeof fieldReader>;

	private readonly poll: CopyPoll;

	readonly state: CopyState;

	constructor(poll: CopyPoll, state: CopyState) {
		const { engine, hashes, settings } = poll;
		[this.poll, this.state] = [poll, state];
		this.log = anewLines(state);
		this.busy = busyIds(poll);
		this.read = fieldReader(hashes, settings.watchFields);
		const { changed, fields }: JsonObject = state.isOther ? {} : engine;
		this.changed = unpackKnown(changed) ?? new Map<string, Known>();
		this.fields = new Set(typeof fields === 'string' ? fields.match(/.{4}/gs) : []);
	}

	/** Tells what is so of some records; what doesn't fit in waits. */
	tell(ids: Iterable<string>, seen: ReadonlyMap<string, SeenRecord>, changed: ReadonlySet<string>): number {
		const { poll, state, findings } = this;
		const free = [...ids].filter((id) => !this.busy.has(id));
		const told = tellChanges(state.memory, free, seen, changed, {
			kinds: poll.settings.kinds,
			baseline: baselineOf(state),
			most: poll.most - findings.length,
		});
		this.changes.push(...told.changes);
		for (const change of told.changes) findings.push(findingOf(licenceWords, change, seen.get(change.id), poll));
		this.waiting += told.waiting;
		return told.waiting;
	}

	/** Tells what is decided. */
	tellDue(): void {
		const { known } = this.state.memory;
		const due = [...known].filter(([, { mark }]) => mark?.stage === 'due').map(([id]) => id);
		this.tell(due, new Map(), new Set());
	}

	get hasRoom(): boolean {
		return this.findings.length < this.poll.most;
	}

	/** By their keys; `isOdd` if one has none. */
	licencesOf(guard: string, records: readonly JsonObject[]): { seen: Map<string, SeenLicence>; isOdd: boolean } {
		const all = records.map((record) => ({ key: licenceKey(record, guard) ?? '', record }));
		const own = all.filter(({ key }) => key !== '');
		this.shared.push(...sharedKeys(own));
		const seen = new Map<string, SeenLicence>();
		for (const { key, record } of own) {
			const fields = this.read(record);
			for (const { mark, name } of fields) this.names.set(mark, name);
			seen.set(key, { record, fields, print: fingerprintOf(fields), isActive: true });
		}
		return { seen, isOdd: own.length < all.length };
	}

	/** Takes the licences of a guard in a round. Returns whether all that is new fitted in. */
	take(guard: string, records: readonly JsonObject[]): boolean {
		const { memory } = this.state;
		const { seen, isOdd } = this.licencesOf(guard, records);
		const begin = `${keyPart(guard) ?? ''}.`;
		const scope = [...memory.known.keys()].filter((id) => id.startsWith(begin));
		if (!isOdd && !this.poll.reader.hasDoubts) noteEnds(memory, seen, scope);
		for (const { fields } of seen.values()) for (const { mark } of fields) this.fields.add(mark);
		for (const [id, licence] of seen) {
			const { print } = licence;
			const before = memory.known.get(id);
			if (before === undefined || this.busy.has(id)) continue;
			this.changed.delete(id);
			if (isNone(before.print)) memory.known.set(id, { ...before, print });
			else if (!isNone(difference(print, before.print))) this.changed.set(id, { print, isActive: true });
			this.seen.set(id, licence);
		}
		const fresh = [...seen.keys()].filter((id) => !memory.known.has(id));
		return this.tell(fresh, seen, new Set()) === 0;
	}

	/** Takes the licences of a guard once more, because some of them were changed. */
	takeAgain(guard: string, records: readonly JsonObject[]): boolean {
		const { known } = this.state.memory;
		const { seen } = this.licencesOf(guard, records);
		const ids = [...seen].filter(([id, { print }]) => {
			const before = known.get(id)?.print;
			return before !== undefined && !isNone(difference(print, before));
		});
		const changed = new Set(ids.map(([id]) => id));
		return this.tell(changed, seen, changed) === 0;
	}

	/** At the end of a round: who was changed by somebody, and what is gone. Returns the guards to be read again for it. */
	endRound(scan: Scan): string[] {
		const { state, poll, seen } = this;
		const { memory } = state;
		const compared = new Map<string, ComparedRecord>();
		for (const [id, { print }] of this.changed) {
			const before = memory.known.get(id);
			if (before !== undefined) compared.set(id, { before, print });
		}
		const { changed, storms, isFlood } = changedAmong(memory, compared, {
			all: allOf(Math.min(scan.records, memory.known.size), memory.known.size),
			names: this.fields,
			isCovered: () => true,
			isComplete: scan.unread.length === 0,
		});
		for (const [id, { before, print }] of compared)
			if (!changed.has(id)) memory.known.set(id, { ...(memory.known.get(id) ?? before), print });
		this.log.push(...stormLines(storms, isFlood, this.names));
		const held = decideEnds(memory, mostEnds(poll, memory.known.size), poll.settings.kinds.has('gone'));
		if (held > 0 && wantsEnds(poll)) this.findings.push(heldFinding(licenceWords, held, poll.now));
		state.phase = phaseAfter(state, poll.settings.startWith, { isComplete: true, waiting: this.waiting });
		this.tell(changed, new Map([...seen].filter(([id]) => changed.has(id))), changed);
		const told = new Set(this.changes.map(({ id }) => id));
		this.changed.clear();
		this.fields.clear();
		const left = [...changed].filter((id) => !told.has(id) && poll.settings.kinds.has('updated'));
		return [...new Set(left.map(guardOf))];
	}
}
