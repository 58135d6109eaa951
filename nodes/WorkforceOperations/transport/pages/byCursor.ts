import { readCursor } from '../../contract';
import type { Call } from '../request';
import { type Pager, sized, type Walk } from './pager';

/** Follows the cursor of the envelope, whatever it holds. */
export function byCursor(call: Call, walk: Walk, sizeParameter: string | undefined): Pager {
	const { direction = 'next' } = walk;
	const start = readCursor(walk.startCursor, direction);
	const seen = new Set([start?.query]);
	return {
		start,
		call: (asked) => ({ call: sized(call, sizeParameter, asked, direction), cursor: asked.at }),
		step(page, { wanted }) {
			const records = page.records.slice(0, wanted);
			const next = direction === 'prev' ? page.previous : page.next;
			const repeated = next !== undefined && seen.size === seen.add(next.query).size;
			return {
				records,
				next,
				// Where the service sent more rows than were asked for, its cursor points beyond rows that nobody has seen.
				resume: records.length < page.records.length ? undefined : next,
				stuck: repeated
					? {
							message: 'The service sends the same page again and again',
							description: 'Its cursor came back a second time, so the list can’t be read to its end.',
						}
					: undefined,
			};
		},
	};
}

/** The one page of a list that has no others. */
export const onePage = (call: Call, sizeParameter: string | undefined): Pager => ({
	start: undefined,
	call: (asked) => ({ call: sized(call, sizeParameter, asked) }),
	step: (page, { wanted }) => ({ records: page.records.slice(0, wanted), resume: page.next }),
});
