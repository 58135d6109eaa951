import { isBlank, type JsonObject } from '../contract';
import { advancedOf } from '../form/advanced';
import { inputError } from '../form/item';
import { type Call, collect, type Collection, type Values, type PageWalk } from '../transport';
import { type ListFlag, readOtherHalf } from './otherHalf';
import type { OperationItem } from './types';

/** Whether a record says of itself that it is active. The service documents no such field (published samples have some). */
export const saysActive = (record: JsonObject): boolean =>
	record.isActive === true || record.active === true || record.isArchived === false || record.archived === false;

/** Whether a list is to be read with what is not active. What the user adds to the query has the last word, and is read as it is. */
export const readsInactive = (flag: ListFlag, query: Values, additionalQuery: Values): boolean =>
	query[flag.parameter] === 'false' && !(flag.parameter in additionalQuery);

/** A list that is read in two halves has no one place from which another run could go on. */
export function refuseStartCursor(item: OperationItem): void {
	if (isBlank(advancedOf(item).startCursor)) return;
	throw inputError(
		item,
		'“Start Cursor” can’t be used with “Active and Inactive”',
		'Such a list is read in two halves, with what is not active and with what is, and a cursor belongs to one of them. Read it with Return All, or set the flag of the service yourself under Additional Query Parameters.',
	);
}

/**
 * Reads a list with what is not active. The service calls its flag “active only” and doesn’t say whether `false` brings
 * all or the inactive alone, so that the list is read with `false` and then with `true`, and each record is kept once: true
 * under either meaning. The second reading is spared where the first one brought records that say that they are active,
 * and where the limit is reached before. No cursor and no count of the service is about both halves: none is told.
 */
export async function collectInactive(
	item: OperationItem,
	call: Call,
	walk: PageWalk,
	flag: ListFlag,
): Promise<Collection> {
	const first = await collect(item.connection, call, walk);
	const { records, pages, incomplete } = first;
	if (records.length >= (walk.limit ?? Infinity) || records.some(saysActive)) return { records, pages, incomplete };
	const others = await readOtherHalf(item.connection, call, walk, flag, first);
	return {
		records: [...records, ...others.records],
		pages: pages + others.pages,
		incomplete: incomplete ?? others.incomplete,
	};
}
