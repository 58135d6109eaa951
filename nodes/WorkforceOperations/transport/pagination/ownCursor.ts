import { Cursor, isBlank, isKnown, type Page, anchorOf } from '../../contract';
import type { Call } from '../request';
import type { PageWalk } from './strategy';

// Guess: pages.cursor

/** The position that a cursor marks in the list of a call; undefined if it marks none, which is the end. */
export type CursorPosition = (cursor: Cursor | undefined) => string | undefined;

/** The parameters of a call, as if they were a cursor. */
export function ownCursor({ query, additionalQuery, writtenPath = '' }: Call): Cursor {
	const given = Object.entries({ ...query, ...additionalQuery }).map(([name, value]): [string, string] => [
		name,
		String(value ?? ''),
	]);
	const written = new Cursor(writtenPath.split('?')[1] ?? '').entries;
	return new Cursor(new URLSearchParams([...written, ...given]).toString());
}

export function cursorPosition(call: Call): CursorPosition {
	const { endpoint } = call;
	const documented = new Set(isKnown(endpoint) ? endpoint.query.map(({ name }) => name.toLowerCase()) : []);
	const sent = new Set(ownCursor(call).entries.map((pair) => pair.join('=')));
	const repeats = (name: string, value: string): boolean =>
		documented.has(name.toLowerCase()) || sent.has(`${name}=${value}`);
	return (cursor) => cursor && anchorOf(cursor, repeats);
}

/** A page without cursors that only mean the end. */
export const withoutEnds = (page: Page, place: CursorPosition): Page => ({
	...page,
	next: place(page.next) === undefined ? undefined : page.next,
	previous: place(page.previous) === undefined ? undefined : page.previous,
});

/**
 * Whether a reading is but a part of its list: it starts at a cursor, at the parameters that a cursor is made of or at a
 * later page, or the user's own parameter is the number of rows of a list that has only one page.
 */
export function beginsBehind(call: Call, { startCursor }: PageWalk): boolean {
	const { endpoint, additionalQuery = {} } = call;
	const own = ownCursor(call);
	const from = Number(own.get('page')) === 1 ? own.with('page', '') : own;
	if (!isBlank(startCursor) || cursorPosition(call)(from) !== undefined) return true;
	const size = isKnown(endpoint) && endpoint.paging.kind === 'none' ? endpoint.pageSize?.parameter : undefined;
	return size !== undefined && !isBlank(additionalQuery[size]);
}

/** Whether a reading can't be of the whole list: it begins behind the start, or goes backwards. */
export const isPartOf = (call: Call, walk: PageWalk): boolean =>
	walk.direction === 'prev' || ownCursor(call).get('direction') === 'prev' || beginsBehind(call, walk);
