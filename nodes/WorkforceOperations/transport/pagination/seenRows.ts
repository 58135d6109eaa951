import { createHash } from 'crypto';
import { isJsonObject, type JsonObject } from '../../contract';

const sorted = (_: string, value: unknown): unknown =>
	isJsonObject(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

/** Whether a row holds something that identifies it. Rows without it may be equal by chance. */
export const hasId = (record: JsonObject): boolean =>
	Object.entries(record).some(([name, value]) => /id$/i.test(name) && /\w/.test(String(value ?? '')));

/** Undefined for a row that can’t be identified. */
const rowHash = (record: JsonObject): string | undefined =>
	hasId(record) ? createHash('sha1').update(JSON.stringify(record, sorted)).digest('base64') : undefined;

/** What a page brings, compared with the pages before it. */
export interface Compared {
	/** The rows that no other page has brought. */
	fresh: JsonObject[];
	/** How many rows it has beside the last one of before. */
	rows: number;
	hashes: Array<string | undefined>;
}

/**
 * The rows of a walk. Where pages overlap, a row comes twice: it is left out only if it equals one of another page in every
 * field, because an id may be shared by rows that differ. Two of the same on one page are two rows.
 */
export class SeenRows {
	/** As hashes, so that a long list isn’t kept a second time. */
	private readonly earlier = new Set<string>();

	private last: string | undefined;

	/** What a page brings beside those before it. */
	compare(records: JsonObject[]): Compared {
		const hashes = records.map(rowHash);
		const fresh = records.filter((_, index) => !this.earlier.has(hashes[index] ?? ''));
		return { fresh, rows: hashes.filter((hash) => hash === undefined || hash !== this.last).length, hashes };
	}

	/** Adds a page to those before it; the next one begins behind its last row, or before its first. */
	add({ hashes }: Compared, isBackwards = false): void {
		for (const hash of hashes) if (hash !== undefined) this.earlier.add(hash);
		this.last = isBackwards ? hashes[0] : hashes.at(-1);
	}
}
