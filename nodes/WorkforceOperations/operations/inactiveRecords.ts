import { isBlank, type JsonObject } from '../contract';
import { advancedOf } from '../form/advanced';
import { inputError } from '../form/item';
import { type Call, collect, type Collection, type Values, type PageWalk } from '../transport';
import { type ListFlag, readOtherHalf } from './otherHalf';
import type { OperationItem } from './types';

// Guess: list.inactive

/** Whether a record's own field says that it is active. Such a field is undocumented; some published samples have one. */
export const saysActive = (record: JsonObject): boolean =>
	record.isActive === true || record.active === true || record.isArchived === false || record.archived === false;

/**
 * Whether inactive records are to be included. The user's additional query parameters override that and are read as they
 * are.
 */
export const readsInactive = (flag: ListFlag, query: Values, additionalQuery: Values): boolean =>
	query[flag.parameter] === 'false' && !(flag.parameter in additionalQuery);

/** Throws for a start cursor: a list that is read in two halves can't be continued from a single position. */
export function refuseStartCursor(item: OperationItem): void {
	if (isBlank(advancedOf(item).startCursor)) return;
	throw inputError(
		item,
		'“Start Cursor” can’t be used with “Active and Inactive”',
		'Such a list is read in two halves, with what is not active and with what is, and a cursor belongs to one of them. Read it with Return All, or set the flag of the service yourself under Additional Query Parameters.',
	);
}

/**
 * Reads a list including inactive records. The flag is “active only”, and it is undocumented whether `false` returns all
 * records or only the inactive ones. So the list is read with `false`, then with `true`, and deduplicated, which is right
 * under either meaning. The second reading is skipped if the first returned records that say that they are active, or
 * reached the limit. No cursor and no count is returned: the service's are about one of the readings.
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
