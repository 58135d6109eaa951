import { Cursor, type JsonObject, type Paging, readCursor } from '../../contract';
import type { Call } from '../request';
import { fitted, type PaginationStrategy, sized, type PageStep, type PageWalk } from './strategy';
import { SeenRows } from './seenRows';

const ROWS_WITHOUT_ID: PageStep['stuck'] = {
	message: 'The list can’t be read to its end',
	description: 'Its rows hold no id to go on from. Switch off Return All and raise the limit and the page size.',
};

const firstValue = (record: JsonObject | undefined, names: readonly string[]): unknown =>
	names.map((name) => record?.[name]).find((value) => value !== undefined && value !== null && value !== '');

/** The id of a row: under one of the names that are assumed, else the first number whose name ends like that of an id. */
function rowId(record: JsonObject | undefined, names: readonly string[]): unknown {
	const shaped = Object.entries(record ?? {}).find(([name, value]) => /id$/i.test(name) && /^\d+$/.test(String(value)));
	return firstValue(record, names) ?? shaped?.[1];
}

/** Makes the cursor from the last row, since the envelope holds none, and goes on until a page brings nothing new. */
export function keysetPagination(
	call: Call,
	walk: PageWalk,
	paging: Extract<Paging, { kind: 'lastRow' }>,
	sizeParameter: string | undefined,
): PaginationStrategy {
	const { direction = 'next' } = walk;
	const start = readCursor(walk.startCursor, direction);
	// A name as anchor asks for a list that is sorted by name, so that it goes with the id only where one began like that.
	const byName = [...(start?.names ?? []), ...Object.keys({ ...call.query, ...call.additionalQuery })].some((name) =>
		name.includes('referenceName'),
	);
	const cursorBehind = (edge: JsonObject | undefined): Cursor | undefined => {
		const id = rowId(edge, paging.idFields);
		if (id === undefined) return undefined;
		const name = byName ? firstValue(edge, paging.nameFields) : undefined;
		return new Cursor({
			direction,
			referenceId: String(id),
			...(name === undefined ? {} : { referenceName: String(name) }),
		});
	};
	const rows = new SeenRows();
	const asked = new Set([start?.query]);
	let read = 0;
	/** Rows of earlier pages that hold no id, as they were written. */
	const rowsWithoutId = new Set<string>();
	return {
		start,
		call: (asked) => ({ call: sized(call, sizeParameter, asked, direction), cursor: fitted(asked, sizeParameter) }),
		step(page, { size, wanted }) {
			const earlier = new Set(rowsWithoutId);
			const isNew = (record: JsonObject): boolean => {
				if (rowId(record, paging.idFields) !== undefined) return true;
				const written = JSON.stringify(record);
				rowsWithoutId.add(written);
				// Two of the same on one page are two rows; on a later page it comes again, because no id stands behind it.
				return !earlier.has(written);
			};
			const compared = rows.compare(page.records);
			rows.add(compared);
			const records = compared.fresh.filter(isNew).slice(0, wanted);
			if (records.length === 0) return { records };
			const edges = direction === 'prev' ? records : [...records].reverse();
			const next = cursorBehind(edges.find((record) => rowId(record, paging.idFields) !== undefined));
			const full = page.records.length >= (size ?? 0);
			read += records.length;
			// Rows may have changed since they came: a page that leads back to where the list has been is its end, if it is short.
			if (next !== undefined && asked.has(next.query))
				return { records, ...(full ? { incomplete: { reason: 'undecided', read } } : {}) };
			asked.add(next?.query);
			// Without an id there is no way on: fine after a page that was not full, else rows would be missing without a word.
			return { records, next, resume: next, stuck: next === undefined && full ? ROWS_WITHOUT_ID : undefined };
		},
	};
}
