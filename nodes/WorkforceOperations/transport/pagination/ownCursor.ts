import { Cursor, isKnown, type Page, anchorOf } from '../../contract';
import type { Call } from '../request';

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
