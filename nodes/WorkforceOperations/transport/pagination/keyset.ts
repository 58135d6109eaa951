import { Cursor, type JsonObject, pick, readCursor } from '../../contract';
import { fitted, type PaginationStrategy, sized, type PageStep } from './strategy';
import type { ListWalk } from './totals';

const ROWS_WITHOUT_ID: PageStep['stuck'] = {
	message: 'The list can’t be read to its end',
	description: 'Its rows hold no id to go on from. Switch off Return All and raise the limit and the page size.',
};

/** The id of a row: under one of the assumed names, else the first number whose name ends like an id's. */
function rowId(record: JsonObject = {}, names: readonly string[]): unknown {
	const shaped = Object.entries(record).find(([name, value]) => /id$/i.test(name) && /^\d+$/.test(String(value)));
	return pick(record, names) ?? shaped?.[1];
}

/** Keyset pagination: the envelope has no cursor, so it is made from the last row, until a page has no new rows. */
export function keysetPagination(
	{ call, walk, sizeParameter, rows, tally }: ListWalk,
	idFields: readonly string[],
	nameFields: readonly string[],
): PaginationStrategy {
	const { direction = 'next' } = walk;
	const start = readCursor(walk.startCursor, direction);
	// The anchor for a name requests a list sorted by name, so it is sent along only if the walk began with one.
	const byName = [...(start?.names ?? []), ...Object.keys({ ...call.query, ...call.additionalQuery })].some((name) =>
		name.includes('referenceName'),
	);
	const cursorBehind = (edge: JsonObject | undefined): Cursor | undefined => {
		const id = rowId(edge, idFields);
		if (id === undefined) return undefined;
		const name = edge && byName ? pick(edge, nameFields) : undefined;
		return new Cursor({
			direction,
			referenceId: String(id),
			...(name === undefined ? {} : { referenceName: String(name) }),
		});
	};
	const asked = new Set([start?.query]);
	/** Rows of earlier pages without an id, as JSON. */
	const rowsWithoutId = new Set<string>();
	return {
		start,
		call: (asked) => ({ call: sized(call, sizeParameter, asked, direction), cursor: fitted(asked, sizeParameter) }),
		step(page, { size, wanted }) {
			const earlier = new Set(rowsWithoutId);
			const isNew = (record: JsonObject): boolean => {
				if (rowId(record, idFields) !== undefined) return true;
				const written = JSON.stringify(record);
				rowsWithoutId.add(written);
				// Two equal ones on a page are two rows; on a later page it is a repetition, because nothing marks the position behind
				// it.
				return !earlier.has(written);
			};
			const compared = rows.compare(page.records);
			const records = rows.add(compared).filter(isNew).slice(0, wanted);
			tally.add(records.length, page);
			if (records.length === 0) return { records };
			const edges = direction === 'prev' ? records : [...records].reverse();
			const next = cursorBehind(edges.find((record) => rowId(record, idFields) !== undefined));
			const full = page.records.length >= (size ?? 0);
			// Rows may have changed since they were read: a short page that leads back to a read position is the end.
			if (next !== undefined && asked.has(next.query)) return { records, isUndecided: full };
			asked.add(next?.query);
			// Without an id the walk can't continue: fine after a short page; after a full one, rows would be missing silently.
			return { records, next, resume: next, stuck: next === undefined && full ? ROWS_WITHOUT_ID : undefined };
		},
	};
}
