import { type Endpoint, HOUR_MS, isKnown } from '../../contract';
import type { ErrorKind } from '../failures/errorKind';
import { type Call } from '../request';
import { clock } from '../clock';
import { listName, type PageWalk } from './strategy';

/*
 * How many rows a page is asked for.
 *
 * - A size that the user gives (the page size of the walk, or the parameter among the additional ones) is that size.
 * - A limit asks for no more than are wanted, in pages of 100.
 * - Without either, the fewest requests: 500 rows, or what the service is known to allow. Where it refuses such a page, or
 *   is too slow for it, the next smaller size is asked for: 200, 100, and what the service uses by itself.
 * - A largest size that isn't the user's (a picker's) is where these steps begin.
 * - What was taken in the end is remembered for this endpoint of this address for an hour, in this process.
 */

const STEPS = [500, 200, 100];

/** Rows of a page where a limit says how many are wanted. */
const LIMITED = 100;

/** A service that was slow once isn't asked for small pages for ever. */
const SIZE_MEMORY_MS = HOUR_MS;

const taken = new Map<string, { size: number; until: number }>();

export const positive = (value: unknown): number | undefined => {
	const number = Number(value);
	return Number.isInteger(number) && number > 0 ? number : undefined;
};

/** The sizes for the pages of one walk, from the first to ask for down to the last. */
export class PageSizes {
	/** The size to ask for; undefined where the endpoint doesn't let the caller choose. */
	current: number | undefined;

	private readonly smaller: number[];

	/** A larger size was refused on this walk. */
	shrunk = false;

	/** … and the size that follows it has not been taken yet. */
	private untried = false;

	private readonly memory: string;

	constructor(call: Call, walk: PageWalk, baseUrl: string) {
		this.memory = listName(baseUrl, call);
		const [first, ...rest] = this.sizesFor(call.endpoint, call.additionalQuery, walk);
		this.current = first;
		this.smaller = rest;
	}

	private sizesFor(endpoint: Call['endpoint'], additional: Call['additionalQuery'], walk: PageWalk): number[] {
		if (!isKnown(endpoint) || endpoint.pageSize === undefined) return [];
		const { parameter, maximum = Infinity } = endpoint.pageSize;
		const { limit = Infinity, largest } = walk;
		// Where pages are counted, the size that a user adds takes part in the count; elsewhere it has the last word.
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
		const known = taken.get(this.memory);
		if (known === undefined || known.until <= clock.now()) return sizes;
		return sizes.filter((size) => size <= known.size);
	}

	/** Whether a smaller page can be asked for. */
	get canShrink(): boolean {
		return this.smaller.length > 0;
	}

	/** Goes down to the next smaller size, if an error may be about the size and there is one. */
	shrink(kind: ErrorKind): boolean {
		if (kind !== 'invalid' && kind !== 'timeout') return false;
		const next = this.smaller.shift();
		if (next === undefined) return false;
		this.current = next;
		this.shrunk = true;
		this.untried = true;
		return true;
	}

	/** A page of this size has come: a refusal of the larger ones was about their size. */
	accept(): void {
		if (!this.untried || this.current === undefined) return;
		taken.set(this.memory, { size: this.current, until: clock.now() + SIZE_MEMORY_MS });
		this.untried = false;
	}

	/** The service counts in pages of another size. */
	adopt(size: number | undefined): void {
		if (size !== undefined) this.current = size;
	}
}
