import type { JsonObject } from '../contract';
import {
	type Call,
	type CheckedPage,
	type Connection,
	goesOn,
	graver,
	type Incomplete,
	pages,
	type PageWalk,
	type Place,
	SeenRows,
} from '../transport';

// Guess: list.inactive

// Guess: list.isApproved

/** A flag of a list for which it is undocumented whether `false` returns all records or only the others. */
export interface ListFlag {
	parameter: string;
	/** The word for records with the flag, in messages. */
	name: string;
	isSet: (record: JsonObject) => boolean;
}

export interface HalfPage extends CheckedPage {
	isSecond?: boolean;
	/** On the last page: the half that the limit left unread, if none of its records were returned. */
	unread?: string;
}

/**
 * Reads a list whose flag is off in two halves: as it is, and with the flag set, for the records that the first half
 * lacks. Together they are the whole list, whatever the service lists without the flag. A limit applies in the
 * service's own order. The last page has no records, only the remarks on both halves.
 * Continuing in the first half ends with it, unless it has no records left. Continuing in the second half reads the
 * first one to find out what was already returned.
 */
export async function* halves(
	connection: Connection,
	call: Call,
	{ limit = Infinity, from, places, ...walk }: PageWalk,
	{ parameter, name, isSet }: ListFlag,
): AsyncGenerator<HalfPage> {
	const rows = new SeenRows(call, connection.settings.details);
	const doubts: Incomplete[] = [];
	const totals = new Set<number>();
	let [read, isThere, isHalf] = [0, false, false];
	let behind: Place | undefined;
	for (const isSecond of [false, true]) {
		const isKnown = !isSecond && from?.isSecond === true;
		const isOver = isSecond && from?.isSecond !== true && goesOn({ from });
		if (isOver && read === 0) {
			// An empty answer would end the list, so the second half is read now.
			const second = { ...walk, limit, places, from: { row: 0, isSecond: true } };
			for await (const page of halves(connection, call, second, { parameter, name, isSet }))
				yield { ...page, incomplete: graver(doubts.at(-1), page.incomplete) };
			return;
		}
		if ((isHalf = read >= limit) || isOver) {
			behind ??= { row: 0, isSecond: true };
			break;
		}
		rows.begin();
		const half = isSecond ? { ...call, query: { ...call.query, [parameter]: 'true' } } : call;
		const begin = isSecond === (from?.isSecond ?? false) ? from : undefined;
		// The second half has no limit here, because records that are already known don't count.
		const most = isSecond || isKnown ? Infinity : limit;
		for await (const page of pages(connection, half, { ...walk, limit: most, rows, places, from: begin, isSecond })) {
			if (isKnown) continue;
			const records = page.records.slice(0, limit - read);
			const surplus = page.records[records.length];
			behind = surplus === undefined ? page.behind : places?.get(surplus);
			read += records.length;
			isThere ||= records.some(isSet);
			const isFull = read >= limit;
			if (page.total !== undefined) totals.add(page.total);
			if (page.incomplete && (!(isSecond && isFull) || page.incomplete.reason === 'moved'))
				doubts.push(page.incomplete);
			// After the limit, the other half may have records that the service's counts of this one leave out.
			const counts = isSecond || isFull ? { count: undefined, total: undefined } : {};
			yield { ...page, ...counts, records, incomplete: undefined, isSecond };
			if (isSecond && isFull) break;
		}
	}
	if (rows.withoutId.size > 1) doubts.push({ reason: 'moved', read });
	// A single total that equals the number of records read may be that of both halves.
	const open = doubts.filter(({ reason, total }) => reason !== 'total' || total !== read || totals.size > 1);
	const incomplete = open.reduce<Incomplete | undefined>(graver, undefined);
	const unread = isHalf && !isThere ? name : undefined;
	yield { data: undefined, records: [], moved: rows.moved, incomplete, unread, behind };
}
