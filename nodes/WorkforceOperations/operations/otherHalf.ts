import { firstFilled, type JsonObject } from '../contract';
import { type Call, type Collection, type Connection, pages, type PageWalk } from '../transport';

/** A flag of a list of which nobody says whether `false` brings all records or the others alone. */
export interface ListFlag {
	parameter: string;
	/** The fields that tell the records of the list apart. */
	ids: readonly string[];
}

const recordKey = (record: JsonObject, ids: readonly string[]): string => {
	const id = firstFilled(ids.map((field) => record[field]).filter((value) => String(value) !== '0'));
	return id === undefined ? JSON.stringify(record) : String(id);
};

/**
 * What a list holds with its flag set that an earlier reading without it didn't bring, each record once, as far as the limit
 * leaves room behind that reading.
 */
export async function readOtherHalf(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	{ parameter, ids }: ListFlag,
	before: Collection,
): Promise<Collection> {
	const set: Call = { ...call, query: { ...call.query, [parameter]: 'true' } };
	const known = new Set(before.records.map((record) => recordKey(record, ids)));
	const room = (walk.limit ?? Infinity) - before.records.length;
	const records: JsonObject[] = [];
	let count = 0;
	let incomplete: Collection['incomplete'];
	// Without a limit of its own: records that are there already don't count for it.
	for await (const page of pages(connection, set, { ...walk, limit: undefined })) {
		count++;
		const others = page.records.filter((record) => !known.has(recordKey(record, ids)));
		records.push(...others.slice(0, room - records.length));
		if (records.length >= room) break;
		({ incomplete } = page);
	}
	return { records, pages: count, incomplete };
}
