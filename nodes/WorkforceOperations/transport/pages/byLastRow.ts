import { Cursor, type JsonObject, type Paging, readCursor } from '../../contract';
import type { Call } from '../request';
import { type Pager, sized, type Walk } from './pager';

const firstValue = (record: JsonObject | undefined, names: readonly string[]): unknown =>
	names.map((name) => record?.[name]).find((value) => value !== undefined && value !== null && value !== '');

/** The id of a row: under one of the names that are assumed, else the first number whose name ends like that of an id. */
function rowId(record: JsonObject | undefined, names: readonly string[]): unknown {
	const shaped = Object.entries(record ?? {}).find(([name, value]) => /id$/i.test(name) && /^\d+$/.test(String(value)));
	return firstValue(record, names) ?? shaped?.[1];
}

/** Makes the cursor from the last row, since the envelope holds none, and goes on until a page brings nothing new. */
export function byLastRow(
	call: Call,
	walk: Walk,
	paging: Extract<Paging, { kind: 'lastRow' }>,
	sizeParameter: string | undefined,
): Pager {
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
	const seen = new Set<unknown>();
	let read = 0;
	return {
		start,
		call: (asked) => ({ call: sized(call, sizeParameter, asked, direction), cursor: asked.at }),
		step(page, { size, wanted }) {
			const fresh = page.records.filter((record) => {
				const id = rowId(record, paging.idFields);
				if (id === undefined) return read === 0;
				return seen.size < seen.add(id).size;
			});
			const records = fresh.slice(0, wanted);
			read += records.length;
			if (records.length === 0) return { records };
			const next = cursorBehind(direction === 'prev' ? records[0] : records[records.length - 1]);
			// Without an id there is no way on: fine after a page that was not full, else rows would be missing without a word.
			const full = page.records.length >= (size ?? 0);
			return {
				records,
				next,
				resume: next,
				stuck:
					next === undefined && full
						? {
								message: 'The list can’t be read to its end',
								description:
									'Its rows hold no id to go on from. Switch off Return All and raise the limit and the page size.',
							}
						: undefined,
			};
		},
	};
}
