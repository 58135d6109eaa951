import { createHash } from 'crypto';
import { isJsonObject, type JsonObject } from '../../contract';

const sorted = (_: string, value: unknown): unknown =>
	isJsonObject(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

/** Whether a row has an id. Rows without one may be equal by chance. */
export const hasId = (record: JsonObject): boolean =>
	Object.entries(record).some(([name, value]) => /id$/i.test(name) && /\w/.test(String(value ?? '')));

/** Undefined for a row without an id. */
const rowHash = (record: JsonObject): string | undefined =>
	hasId(record) ? createHash('sha1').update(JSON.stringify(record, sorted)).digest('base64') : undefined;

/** A page, compared with the pages before it. */
export interface Compared {
	/** Rows that are on no other page. */
	fresh: JsonObject[];
	/** Number of rows without the last one of the page before. */
	rows: number;
	hashes: Array<string | undefined>;
}

/**
 * The rows of a walk. Overlapping pages repeat rows: one is left out only if it equals a row of another page in every
 * field, because different rows may share an id. Two equal ones on a page are two rows.
 */
export class SeenRows {
	/** As hashes, so that a long list isn't held in memory twice. */
	private readonly earlier = new Set<string>();

	private last: string | undefined;

	/** Compares a page with those before it. */
	compare(records: JsonObject[]): Compared {
		const hashes = records.map(rowHash);
		const fresh = records.filter((_, index) => !this.earlier.has(hashes[index] ?? ''));
		return { fresh, rows: hashes.filter((hash) => hash === undefined || hash !== this.last).length, hashes };
	}

	/** Adds a page to those before it; the next one begins after its last row or, backwards, before its first. */
	add({ hashes }: Compared, isBackwards = false): void {
		for (const hash of hashes) if (hash !== undefined) this.earlier.add(hash);
		this.last = isBackwards ? hashes[0] : hashes.at(-1);
	}
}
