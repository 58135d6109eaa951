import { firstFilled, type JsonObject } from '../contract';
import { type Call, type Collection, type Connection, pages, type PageWalk } from '../transport';

/** A flag of a list of which nobody says whether `false` brings all records or the others alone. */
export interface ListFlag {
	parameter: string;
	/** The fields that tell the records of the list apart. */
	ids: readonly string[];
}

export const recordKey = (record: JsonObject, ids: readonly string[]): string => {
	const id = firstFilled(ids.map((field) => record[field]).filter((value) => String(value) !== '0'));
	return id === undefined ? JSON.stringify(record) : String(id);
};

/**
 * The pages of a list with its flag set, with what an earlier reading without it didn't bring: records whose keys are not
 * among the known ones, each once, as far as there is room for them.
 */
export async function* otherHalf(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	{ parameter, ids }: ListFlag,
	known: ReadonlySet<string>,
	room: number,
): AsyncGenerator<Pick<Collection, 'records' | 'incomplete'>> {
	const set: Call = { ...call, query: { ...call.query, [parameter]: 'true' } };
	let left = room;
	// Without a limit of its own: records that are there already don't count for it.
	for await (const { records, incomplete } of pages(connection, set, { ...walk, limit: undefined })) {
		const others = records.filter((record) => !known.has(recordKey(record, ids))).slice(0, left);
		left -= others.length;
		yield { records: others, incomplete: left > 0 ? incomplete : undefined };
		if (left <= 0) return;
	}
}

/** The same as a whole, behind an earlier reading. */
export async function readOtherHalf(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	flag: ListFlag,
	before: Collection,
): Promise<Collection> {
	const known = new Set(before.records.map((record) => recordKey(record, flag.ids)));
	const room = (walk.limit ?? Infinity) - before.records.length;
	const records: JsonObject[] = [];
	let count = 0;
	let incomplete: Collection['incomplete'];
	for await (const page of otherHalf(connection, call, walk, flag, known, room)) {
		count++;
		records.push(...page.records);
		({ incomplete } = page);
	}
	return { records, pages: count, incomplete };
}
