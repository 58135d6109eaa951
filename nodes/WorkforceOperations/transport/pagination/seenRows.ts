import { createHash } from 'crypto';
import { isJsonObject, type JsonObject, realIdOf } from '../../contract';

const sorted = (_: string, value: unknown): unknown =>
	isJsonObject(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

/** Whether a row has an id. Rows without one may be equal by chance. */
export const hasId = (record: JsonObject): boolean =>
	Object.entries(record).some(([name, value]) => /id$/i.test(name) && /\w/.test(String(value ?? '')));

const rowDigest = (record: JsonObject): Buffer => createHash('sha1').update(JSON.stringify(record, sorted)).digest();

/** A value of an id field; empty for none. Of a number that JavaScript rounds, the other digits are lost. */
const idPart = (value: unknown): string =>
	typeof value === 'number' && !Number.isSafeInteger(value) ? '' : (realIdOf(value) ?? '');

/** One key for all that is known of a row. */
const contentKey = ({ id = '', content }: SeenRow): string => `${id} ${content}`;

/** An id as people read it: the first of its parts. */
const shownId = (id: string): string => id.trim().replace(/\n.*/s, '').slice(0, 80);

/** A page, compared with the pages before it. */
export interface Compared {
	/** Rows that equal none of another page. */
	fresh: JsonObject[];
	/** Number of rows without the last one of the page before. */
	rows: number;
	all: SeenRow[];
}

interface SeenRow {
	record: JsonObject;
	id: string | undefined;
	/** The same for rows that are equal in every field; of those with the same id a short one is enough. */
	content: string | number;
	/** Without an id of any kind, rows may be equal by chance. */
	byChance: boolean;
}

/**
 * The rows of a walk. Overlapping pages repeat rows: one that equals a row of another page in every field is left out. Two
 * equal ones on a page are two rows. Where records have an id of their own, one whose id stood on another page has moved
 * while the list was read: the first is kept. Once a page has shown an id twice, ids tell nothing, and all such rows come.
 */
export class SeenRows {
	/** An id that a page has shown twice. */
	shared: string | undefined;

	/** The content of rows without an id of their own, and of further rows with the same id: as hashes, to save memory. */
	private readonly earlier = new Set<string>();

	/** The content of the first row with an id. */
	private readonly ids = new Map<string, SeenRow['content']>();

	/** Rows that were left out for their ids. */
	private held: Array<{ id: string; record: JsonObject }> = [];

	private last: string | undefined;

	/** The rows of the page compared last, so that none is serialised a second time. */
	private page = new Map<JsonObject, SeenRow>();

	private readonly idFields: readonly string[];

	private readonly merges: boolean;

	/** Without `merges`, ids only serve to compare two readings. */
	constructor(idFields: readonly string[] = [], merges = true) {
		this.idFields = idFields;
		this.merges = merges;
	}

	/** The ids of records that have moved and come once. */
	get moved(): string[] {
		return [...new Set(this.held.map(({ id }) => shownId(id)))];
	}

	/** Whether another reading of the list has brought a record. `byContent`: ids tell nothing there. */
	has(record: JsonObject, byContent: boolean): boolean {
		const row = this.rowOf(record);
		const isById = !byContent && this.shared === undefined && row.id !== undefined;
		return isById ? this.ids.has(row.id ?? '') : this.isKnown(row);
	}

	/** The same for records with the same content in the same order. */
	keyOf(records: JsonObject[]): string {
		return records.map((record) => contentKey(this.page.get(record) ?? this.rowOf(record))).join('\n');
	}

	compare(records: JsonObject[]): Compared {
		const all = records.map((record) => this.rowOf(record));
		this.page = new Map(all.map((row) => [row.record, row]));
		return {
			fresh: all.filter((row) => row.byChance || !this.isKnown(row)).map(({ record }) => record),
			rows: all.filter((row) => row.byChance || contentKey(row) !== this.last).length,
			all,
		};
	}

	/**
	 * Adds a page to those before it; the next one begins after its last row or, backwards, before its first. Returns the
	 * rows that the list gives for it.
	 */
	add({ fresh, all }: Compared, isBackwards = false): JsonObject[] {
		const given = this.merge(fresh, all);
		for (const row of all) {
			if (row.id !== undefined && !this.ids.has(row.id)) this.ids.set(row.id, row.content);
			else if (!this.isKnown(row)) this.earlier.add(contentKey(row));
		}
		const last = all.at(isBackwards ? 0 : -1);
		// A page without new rows leaves the last row unchanged.
		if (fresh.length > 0) this.last = last && contentKey(last);
		return given;
	}

	private merge(fresh: JsonObject[], all: Compared['all']): JsonObject[] {
		const known = new Set<string>();
		for (const { id } of all) {
			if (id === undefined) continue;
			if (known.has(id)) this.shared ??= shownId(id);
			known.add(id);
		}
		if (this.shared !== undefined) {
			const before = this.held.map(({ record }) => record);
			this.held = [];
			return [...before, ...fresh];
		}
		const given = fresh.filter((record) => {
			const id = this.idOf(record);
			if (!this.merges || id === undefined || !this.ids.has(id)) return true;
			this.held.push({ id, record });
			return false;
		});
		return given;
	}

	private isKnown(row: SeenRow): boolean {
		return (row.id !== undefined && this.ids.get(row.id) === row.content) || this.earlier.has(contentKey(row));
	}

	private rowOf(record: JsonObject): SeenRow {
		const id = this.idOf(record);
		const hash = rowDigest(record);
		const content = id === undefined ? hash.toString('latin1') : hash.readInt32BE(0);
		return { record, id, content, byChance: id === undefined && !hasId(record) };
	}

	/** All ids of a record together, because one of them alone may be that of something else. */
	private idOf(record: JsonObject): string | undefined {
		const id = this.idFields.map((field) => idPart(record[field])).join('\n');
		return id.trim() === '' ? undefined : id;
	}
}
