import { createHash } from 'crypto';
import { isJsonObject, type JsonObject } from '../../contract';

const sorted = (_: string, value: unknown): unknown =>
	isJsonObject(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

const hashOf = (record: JsonObject): string =>
	createHash('sha1').update(JSON.stringify(record, sorted)).digest('base64');

/** Whether a row holds something that tells it from others. Those that don’t may be alike by chance. */
export const hasId = (record: JsonObject): boolean =>
	Object.entries(record).some(([name, value]) => /id$/i.test(name) && /\w/.test(String(value ?? '')));

/** What a page brings, compared with the pages before it. */
interface Compared {
	/** The rows that no other page has brought. */
	fresh: JsonObject[];
	/** How many rows it has beside the last one of before. */
	rows: number;
}

/**
 * The rows of a walk. Where pages overlap, a row comes twice: it is left out only if it equals one of another page in every
 * field, because an id may be shared by rows that differ. Two of the same on one page are two rows.
 */
export class Rows {
	/** As hashes, so that a long list isn’t kept a second time. */
	private readonly earlier = new Set<string>();

	private last: string | undefined;

	/** Compares a page with those before it, and adds it to them. `edge` is the row behind which the next page begins. */
	add(records: JsonObject[], edge = records.at(-1)): Compared {
		const hashes = records.map((record) => (hasId(record) ? hashOf(record) : undefined));
		const isKnown = (hash: string | undefined): boolean => hash !== undefined && this.earlier.has(hash);
		const fresh = records.filter((_, index) => !isKnown(hashes[index]));
		const again = this.last === undefined ? 0 : hashes.filter((hash) => hash === this.last).length;
		for (const hash of hashes) if (hash !== undefined) this.earlier.add(hash);
		if (edge !== undefined && fresh.length > 0) this.last = hashes[records.indexOf(edge)];
		return { fresh, rows: records.length - again };
	}
}
