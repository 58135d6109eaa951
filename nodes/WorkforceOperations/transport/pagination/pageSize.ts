import { type Endpoint, HOUR_MS, isKnown } from '../../contract';
import type { ErrorKind } from '../failures/errorKind';
import { type Call } from '../request';
import { ExpiringMap } from '../clock';
import { listName, type PageWalk } from './strategy';

// Guess: pages.largestPage

/*
 * The size of the pages to request.
 *
 * - A size that the user gives (the walk's page size, or the additional query parameter) is used.
 * - With a limit, no more rows than wanted are requested, in pages of 100.
 * - Otherwise the fewest requests: 500 rows, or the service's known maximum. If it refuses such a page or is too slow for
 *   it, the next smaller size is requested: 200, 100, and the service's default.
 * - A maximum that isn't the user's (a picker's) limits where these steps begin.
 * - The accepted size is remembered for this endpoint and base address for an hour, in this process.
 */

const STEPS = [500, 200, 100];

/** Page size when there is a limit. */
const LIMITED = 100;

/** A service that was slow once is not asked for small pages for ever. */
const SIZE_MEMORY_MS = HOUR_MS;

const taken = new ExpiringMap<number>();

export const positive = (value: unknown): number | undefined => {
	const number = Number(value);
	return Number.isInteger(number) && number > 0 ? number : undefined;
};

/** The page sizes of one walk, in the order in which they are tried. */
export class PageSizes {
	/** The size to request; undefined if the endpoint doesn't let the caller choose. */
	current: number | undefined;

	private readonly smaller: number[];

	/** A larger size was refused during this walk. */
	shrunk = false;

	/** … and the current one hasn't been accepted yet. */
	private untried = false;

	/** The user's own size is above the documented maximum: what the service makes of it is unknown. */
	readonly isOver: boolean;

	private readonly memory: string;

	constructor(call: Call, walk: PageWalk, baseUrl: string) {
		this.memory = listName(baseUrl, call);
		const [first, ...rest] = this.sizesFor(call.endpoint, call.additionalQuery, walk);
		this.current = first;
		this.smaller = rest;
		this.isOver = isKnown(call.endpoint) && (first ?? 0) > (call.endpoint.pageSize?.maximum ?? Infinity);
	}

	private sizesFor(endpoint: Call['endpoint'], additional: Call['additionalQuery'], walk: PageWalk): number[] {
		if (!isKnown(endpoint) || endpoint.pageSize === undefined) return [];
		const { parameter, maximum = Infinity } = endpoint.pageSize;
		const { limit = Infinity, largest } = walk;
		// With page numbers, the user's size is part of the count; elsewhere it overrides.
		const added = positive(additional?.[parameter]);
		if (added !== undefined) return [endpoint.paging.kind === 'pageNumber' ? added : Math.min(added, limit)];
		if (largest !== undefined) return this.stepsFrom(Math.min(largest, limit), endpoint.pageSize);
		if (walk.pageSize !== undefined || limit < Infinity) {
			return [Math.max(1, Math.min(walk.pageSize ?? endpoint.pageSize.maximum ?? LIMITED, limit, maximum))];
		}
		return this.stepsFrom(Infinity, endpoint.pageSize);
	}

	private stepsFrom(largest: number, { maximum = Infinity, standard }: NonNullable<Endpoint['pageSize']>): number[] {
		const most = Math.min(largest, maximum);
		const steps = [...STEPS, standard, ...(largest < Infinity ? [most] : [])];
		const sizes = [...new Set(steps)].filter((size) => size <= most).sort((a, b) => b - a);
		const known = taken.get(this.memory) ?? Infinity;
		return sizes.filter((size) => size <= known);
	}

	/** Whether there is a smaller size. */
	get canShrink(): boolean {
		return this.smaller.length > 0;
	}

	/** Switches to the next smaller size, if the error may be about the size and there is one. */
	shrink(kind: ErrorKind): boolean {
		if (kind !== 'invalid' && kind !== 'timeout') return false;
		const next = this.smaller.shift();
		if (next === undefined) return false;
		this.current = next;
		this.shrunk = true;
		this.untried = true;
		return true;
	}

	/** A page of the current size came, so the refusal of larger ones was about their size. */
	accept(): void {
		if (!this.untried || this.current === undefined) return;
		taken.set(this.memory, this.current, SIZE_MEMORY_MS);
		this.untried = false;
	}

	/** The service counts in pages of another size. */
	adopt(size: number | undefined): void {
		if (size !== undefined) this.current = size;
	}
}
