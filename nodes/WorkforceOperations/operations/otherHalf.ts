import { firstFilled, type JsonObject } from '../contract';
import { type Call, type Collection, type Connection, pages, type PageWalk } from '../transport';

// Guess: list.inactive

/** A flag of a list for which it is undocumented whether `false` returns all records or only the others. */
export interface ListFlag {
	parameter: string;
	/** The fields that identify a record of the list. */
	ids: readonly string[];
}

export const recordKey = (record: JsonObject, ids: readonly string[]): string => {
	const id = firstFilled(ids.map((field) => record[field]).filter((value) => String(value) !== '0'));
	return id === undefined ? JSON.stringify(record) : String(id);
};

/** Pages of the list with its flag set: at most `room` records, without those of an earlier reading (`known`). */
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
	// Without a limit: records that are already known don't count.
	for await (const { records, incomplete } of pages(connection, set, { ...walk, limit: undefined })) {
		const others = records.filter((record) => !known.has(recordKey(record, ids))).slice(0, left);
		left -= others.length;
		yield { records: others, incomplete: left > 0 ? incomplete : undefined };
		if (left <= 0) return;
	}
}

/** All records that the flag adds to an earlier reading. */
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
