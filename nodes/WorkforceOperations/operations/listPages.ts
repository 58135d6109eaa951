import type { JsonObject } from '../contract';
import { type Call, type Connection, type Incomplete, pages, type PageWalk } from '../transport';
import { readsInactive, saysActive } from './inactiveRecords';
import { type Approval, FIRST, isPart, saysApproved } from './approval';
import { recordKey, type ListFlag, otherHalf } from './otherHalf';

/** A portion of a list, with the service's count of all of it. */
interface ListPage {
	records: JsonObject[];
	total?: number;
	/** Why records may be missing though the list was read to its end. */
	incomplete?: Incomplete;
}

type ListPages = AsyncGenerator<ListPage>;

/** What a later reading needs to know of an earlier one, instead of its records. */
class Before {
	readonly keys = new Set<string>();

	private readonly ids: ListFlag['ids'];

	constructor({ ids }: ListFlag) {
		this.ids = ids;
	}

	add(records: readonly JsonObject[]): void {
		for (const record of records) this.keys.add(recordKey(record, this.ids));
	}
}

/** See `collectInactive`. */
async function* bothHalves(connection: Connection, call: Call, walk: PageWalk, flag: ListFlag): ListPages {
	const before = new Before(flag);
	const { limit = Infinity } = walk;
	let [read, isOne] = [0, false];
	for await (const { records, incomplete } of pages(connection, call, walk)) {
		before.add(records);
		read += records.length;
		isOne ||= records.some(saysActive);
		yield { records, incomplete };
	}
	if (read < limit && !isOne) yield* otherHalf(connection, call, walk, flag, before.keys, limit - read);
}

/** See `collectUnapproved`. */
async function* unapproved(connection: Connection, call: Call, walk: PageWalk, field: string): ListPages {
	let left = walk.limit ?? Infinity;
	const own = { ...walk, limit: undefined, first: Math.min(left, FIRST) };
	for await (const { records, incomplete } of pages(connection, call, own)) {
		const open = records.filter((record) => !saysApproved(record, field)).slice(0, left);
		left -= open.length;
		yield { records: open, incomplete: left > 0 ? incomplete : undefined };
		if (left <= 0) return;
	}
}

/** See `collectAll`; but the second reading follows the first unsorted, because neither is kept in memory. */
async function* whateverApproval(connection: Connection, call: Call, walk: PageWalk, approval: Approval): ListPages {
	const before = new Before(approval);
	const { limit = Infinity } = walk;
	const doubts: Array<Incomplete | undefined> = [];
	let [read, isOne] = [0, isPart(call, walk, approval)];
	let total: number | undefined;
	for await (const page of pages(connection, call, walk)) {
		const { records, incomplete } = page;
		before.add(records);
		read += records.length;
		isOne ||= records.some((record) => saysApproved(record, approval.parameter));
		doubts[0] = incomplete;
		total = page.total;
		yield { records, total };
	}
	if (read < limit && !isOne) {
		for await (const page of otherHalf(connection, call, walk, approval, before.keys, limit - read)) {
			const { records, incomplete } = page;
			read += records.length;
			doubts[1] = incomplete;
			yield { records };
		}
	}
	// A total of one of the readings may cover both.
	const counted = doubts.length === 1 ? -1 : read;
	const isMissing = (one: Incomplete | undefined): boolean =>
		one !== undefined && !(one.total !== undefined && one.total <= counted);
	yield { records: [], incomplete: doubts.find(isMissing), total: doubts.length === 1 ? total : undefined };
}

/** The options that decide how a list is read. */
export interface Reading {
	activeOnly?: ListFlag;
	approval?: Approval;
}

/** The records of a list in pages, as `collect…` return them; only their order may differ (see `whateverApproval`). */
export function listPages(connection: Connection, call: Call, walk: PageWalk, reading: Reading): ListPages {
	const { query = {}, additionalQuery = {} } = call;
	const { activeOnly, approval } = reading;
	if (activeOnly && readsInactive(activeOnly, query, additionalQuery))
		return bothHalves(connection, call, walk, activeOnly);
	if (!approval) return pages(connection, call, walk);
	const asked = approval.parameter in additionalQuery ? 'true' : query[approval.parameter];
	if (asked === 'true') return pages(connection, call, walk);
	if (asked === 'false') return unapproved(connection, call, walk, approval.parameter);
	return whateverApproval(connection, call, walk, approval);
}
