import { graver, pages, SeenRows } from '../transport';
import {
	type Call,
	type CheckedPage,
	type Connection,
	goesOn,
	type Incomplete,
	type PageWalk,
	type Place,
} from '../transport';

// Guess: list.inactive

// Guess: list.isApproved

interface HalfPage extends CheckedPage {
	isSecond: boolean;
	/** On the last page: the limit was reached before the second half. */
	isHalf?: boolean;
}

/**
 * Reads a list whose flag is off in two halves: as it is, and with the flag set, for the records that the first one lacks.
 * That is the whole list, whatever the service lists without the flag. A limit applies in the service's own order. The last
 * page has no records, and what is to be said of both. Going on in the first half ends with it; going on in the second reads
 * the first one for what has been given.
 */
export async function* halves(
	connection: Connection,
	call: Call,
	{ limit = Infinity, from, places, ...walk }: PageWalk,
	flag: string,
): AsyncGenerator<HalfPage> {
	const rows = new SeenRows(call, connection.settings.details);
	const doubts: Incomplete[] = [];
	const totals = new Set<number>();
	let [read, isHalf] = [0, false];
	let behind: Place | undefined;
	for (const isSecond of [false, true]) {
		const isKnown = !isSecond && from?.isSecond === true;
		const isOver = isSecond && from?.isSecond !== true && goesOn({ from });
		if ((isHalf = read >= limit) || isOver) {
			behind ??= { row: 0, isSecond: true };
			break;
		}
		rows.begin();
		const half = isSecond ? { ...call, query: { ...call.query, [flag]: 'true' } } : call;
		const begin = isSecond === (from?.isSecond ?? false) ? from : undefined;
		// Without a limit in the second one: records that are known already don't count.
		const most = isSecond || isKnown ? Infinity : limit;
		for await (const page of pages(connection, half, { ...walk, limit: most, rows, places, from: begin })) {
			if (isKnown) continue;
			const records = page.records.slice(0, limit - read);
			const surplus = page.records[records.length];
			for (const record of isSecond ? page.records : []) {
				const place = places?.get(record);
				if (place !== undefined) places?.set(record, { ...place, isSecond });
			}
			behind = surplus === undefined ? page.behind && { ...page.behind, isSecond } : places?.get(surplus);
			read += records.length;
			const isCut = isSecond && read >= limit;
			if (page.total !== undefined) totals.add(page.total);
			if (page.incomplete && (!isCut || page.incomplete.reason === 'moved')) doubts.push(page.incomplete);
			yield { ...page, records, incomplete: undefined, total: isSecond ? undefined : page.total, isSecond };
			if (isCut) break;
		}
	}
	if (rows.withoutId.size > 1) doubts.push({ reason: 'moved', read });
	// A total that both halves state may be of both, and then it is what came.
	const open = doubts.filter(({ reason, total }) => reason !== 'total' || total !== read || totals.size > 1);
	const incomplete = open.reduce<Incomplete | undefined>(graver, undefined);
	yield { data: undefined, records: [], moved: rows.moved, incomplete, isHalf, isSecond: true, behind };
}
