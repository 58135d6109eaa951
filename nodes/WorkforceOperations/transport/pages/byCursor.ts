import { readCursor } from '../../contract';
import type { Call } from '../request';
import { fitted, type Pager, sized, type Step, type Walk } from './pager';

const REPEATED: Step['stuck'] = {
	message: 'The service sends the same page again and again',
	description: 'Its cursor came back a second time, so the list can’t be read to its end.',
};

const UNREADABLE: Step['stuck'] = {
	message: 'The service announces a next page in a form that can’t be read',
	description: 'So the list can’t be read to its end. Ask the support of the service.',
};

/** Follows the cursor of the envelope, whatever it holds. */
export function byCursor(call: Call, walk: Walk, sizeParameter: string | undefined): Pager {
	const { direction = 'next' } = walk;
	const onwards = direction === 'prev' ? 'previous' : 'next';
	const start = readCursor(walk.startCursor, direction);
	const seen = new Set([start?.query]);
	return {
		start,
		call: (asked) => ({ call: sized(call, sizeParameter, asked, direction), cursor: fitted(asked, sizeParameter) }),
		step(page, { wanted }) {
			const records = page.records.slice(0, wanted);
			const next = page[onwards];
			const step: Step = {
				records,
				next,
				// Where the service sent more rows than were asked for, its cursor points beyond rows that nobody has seen.
				resume: records.length < page.records.length ? undefined : next,
			};
			if (next !== undefined && seen.has(next.query)) step.stuck = REPEATED;
			else if (page.unreadable?.[onwards]) step.stuck = UNREADABLE;
			seen.add(next?.query);
			return step;
		},
	};
}

/** The one page of a list that has no others. */
export const onePage = (call: Call, sizeParameter: string | undefined): Pager => ({
	start: undefined,
	call: (asked) => ({ call: sized(call, sizeParameter, asked) }),
	step: (page, { wanted }) => ({ records: page.records.slice(0, wanted), resume: page.next }),
});
