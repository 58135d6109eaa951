import { type Cursor, HOUR_MS, isKnown, type Page, readCursor } from '../../contract';
import { ExpiringMap } from '../clock';
import { isKind } from '../errors/serviceError';
import { type Doubt, ending, isFull, type Named } from './ending';
import { type PageRequest, fitted, type PaginationStrategy, sized, type PageStep } from './strategy';
import type { ListWalk } from './totals';
import { ownCursor, type CursorPosition } from './ownCursor';
import type { Compared } from './seenRows';
import { SecondOpinion } from './secondOpinion';

// Guess: pages.end

/** Limited in time, because the service may be fixed. */
const SILENT_END_MEMORY_MS = HOUR_MS;

/** Lists of a base address for which this process knows that a response without a field for a cursor is the end. */
const endsWithoutSaying = new ExpiringMap<true>();

const REPEATED_CURSOR_PAGE: PageStep['stuck'] = {
	message: 'The service sends the same page again and again',
	description: 'A full page brought nothing but records of earlier pages, so the list can’t be read to its end.',
};

const UNREADABLE: PageStep['stuck'] = {
	message: 'The service announces a next page in a form that can’t be read',
	description: 'So the list can’t be read to its end. Ask the support of the service.',
};

/** Whether the service refuses this very request, and not any request at all. */
const isCursorRefusal = (error: unknown): boolean =>
	isKind(error, 'invalid', 'notFound', 'forbidden', 'conflict', 'refused', 'unavailable');

interface CursorList extends ListWalk {
	place: CursorPosition;
	/** Base address and endpoint, under which facts about the list are remembered. */
	name: string;
}

/** Follows the envelope's cursor, whatever it holds. `ending.ts` decides about ends and doubts. */
class CursorWalk implements PaginationStrategy {
	readonly start: Cursor | undefined;

	private readonly list: CursorList;

	private readonly onwards: 'next' | 'previous';

	private readonly opinion: SecondOpinion;

	/** Positions that have been requested. */
	private readonly asked = new Set<string | undefined>();

	private readonly lengths = new Set<number>();

	private behindFull = false;

	/** The doubt for which a second opinion was requested. */
	private doubt: Doubt | undefined;

	/** The list continued although a response had no field for a cursor. */
	private goesOnUnsaid = false;

	constructor(list: CursorList) {
		const { endpoint } = list.call;
		const { direction = 'next', startCursor } = list.walk;
		this.list = list;
		this.onwards = direction === 'prev' ? 'previous' : 'next';
		this.start = readCursor(startCursor, direction);
		const anchors = isKnown(endpoint) && endpoint.paging.kind === 'cursor' ? endpoint.paging.anchors : undefined;
		this.opinion = new SecondOpinion(anchors ?? [], direction);
		this.asked.add(list.place(this.start ?? ownCursor(list.call)));
	}

	call(asked: PageRequest): ReturnType<PaginationStrategy['call']> {
		const { call, walk, sizeParameter } = this.list;
		return { call: sized(call, sizeParameter, asked, walk.direction), cursor: fitted(asked, sizeParameter) };
	}

	step(page: Page, asked: PageRequest): PageStep {
		const compared = this.list.rows.compare(page.records);
		const { doubt } = this;
		if (doubt !== undefined) {
			const said = this.opinion.judge(compared.rows, compared.fresh);
			if (said !== 'on') return this.answered(doubt, said);
			this.doubt = undefined;
			if (doubt === 'unsaid') {
				this.goesOnUnsaid = true;
				endsWithoutSaying.delete(this.list.name);
			}
		}
		return this.stepBehind(page, compared, asked);
	}

	/** A refused second opinion decides nothing; any other failed request ends the walk. */
	refused(error: unknown): PageStep | undefined {
		return this.doubt !== undefined && isCursorRefusal(error) ? this.answered(this.doubt, 'undecided') : undefined;
	}

	private stepBehind(page: Page, compared: Compared, { size, wanted }: PageRequest): PageStep {
		const { fresh, rows } = compared;
		const { tally, rows: seen } = this.list;
		const { endpoint } = this.list.call;
		const named = this.namedBy(page);
		const cursor = named === 'new' ? page[this.onwards] : undefined;
		// What moved is new to the end of the list, but isn't given a second time.
		const given = seen.add(compared, this.onwards === 'previous');
		const records = given.slice(0, wanted);
		this.opinion.add(fresh, page[this.onwards]);
		tally.add(records.length, page);
		const standard = isKnown(endpoint) ? endpoint.pageSize?.standard : undefined;
		const length = rows === 0 ? 0 : page.records.length;
		const sight = {
			rows,
			fresh: fresh.length,
			named,
			isFull: isFull(length, size && Math.min(size, wanted), standard, this.lengths),
		};
		const what = ending({
			...sight,
			behindFull: this.behindFull,
			isMissing: tally.isMissing,
			endsUnsaid: this.endsUnsaid,
		});
		if (length > 0) {
			this.behindFull = sight.isFull;
			this.lengths.add(length);
		}
		// If the service sent more rows than requested, its cursor points beyond rows that were not taken.
		const step: PageStep = { records, resume: records.length < given.length ? undefined : cursor };
		if (page.unreadable?.[this.onwards] === true) return { ...step, stuck: UNREADABLE };
		if (what === 'on') return { ...step, next: this.ask(cursor) };
		if (what === 'end') return step;
		return { ...(this.question(what) ?? this.settled(what, what !== 'missing')), ...step };
	}

	private namedBy({ stated, ...page }: Page): Named {
		const place = this.list.place(page[this.onwards]);
		if (place !== undefined) return this.asked.has(place) ? 'read' : 'new';
		return page[this.onwards] !== undefined || stated?.[this.onwards] === true ? 'none' : 'unsaid';
	}

	private get endsUnsaid(): boolean {
		return !this.opinion.isPossible || (!this.goesOnUnsaid && endsWithoutSaying.get(this.list.name) === true);
	}

	private ask(cursor: Cursor | undefined): Cursor | undefined {
		this.asked.add(this.list.place(cursor));
		return cursor;
	}

	/** Requests a second opinion at a position that hasn't been requested yet; without one, the doubt remains. */
	private question(doubt: Doubt): PageStep | undefined {
		const cursor = this.opinion.cursors.find((one) => !this.asked.has(this.list.place(one)));
		if (cursor === undefined) return undefined;
		this.doubt = doubt;
		return { records: [], next: this.ask(cursor), isQuestion: true };
	}

	/** An undecided response may be due to the requested sort order: then the other one is tried. */
	private answered(doubt: Doubt, said: 'end' | 'undecided'): PageStep {
		return (said === 'undecided' ? this.question(doubt) : undefined) ?? this.settled(doubt, said === 'undecided');
	}

	/** The end of a walk about which there was doubt. */
	private settled(doubt: Doubt, isUndecided: boolean): PageStep {
		if (isUndecided && doubt === 'repeated') return { records: [], stuck: REPEATED_CURSOR_PAGE };
		if (!isUndecided && doubt === 'unsaid' && !this.goesOnUnsaid)
			endsWithoutSaying.set(this.list.name, true, SILENT_END_MEMORY_MS);
		return { records: [], isUndecided };
	}
}

export const cursorPagination = (list: CursorList): PaginationStrategy => new CursorWalk(list);

export const onePage = ({ call, sizeParameter, rows, tally }: ListWalk): PaginationStrategy => ({
	start: undefined,
	call: (asked) => ({ call: sized(call, sizeParameter, asked) }),
	step(page, { wanted }) {
		const records = rows.add(rows.compare(page.records)).slice(0, wanted);
		tally.add(records.length, page);
		return { records, resume: page.next };
	},
});
