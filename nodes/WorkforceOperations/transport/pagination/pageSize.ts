import { type Endpoint, HOUR_MS, isKnown } from '../../contract';
import { ExpiringMap } from '../clock';
import type { ErrorKind } from '../failures/errorKind';
import type { Call } from '../request';
import type { PageWalk } from './walk';

/*
 * The size of the pages to request.
 *
 * - A size that the user gives (the walk's page size, or the additional query parameter) is used.
 * - With a limit, no more rows than wanted are requested, in pages of 100.
 * - Otherwise the fewest requests: 500 rows, or the service's known maximum. If the service refuses such a page or is
 *   too slow, the next smaller size is requested: 200, 100, and the service's default.
 * - A maximum that the user didn't set, such as a picker's, limits where these steps begin.
 * - The accepted size is remembered for this endpoint and base address for an hour, in this process.
 */

// Guess: pages.largestPage
const STEPS = [500, 200, 100];

/** Used if there is a limit. */
const LIMITED = 100;

/** After this time larger pages are tried again: the service may have been slow only once. */
const SIZE_MEMORY_MS = HOUR_MS;

const taken = new ExpiringMap<number>();

export const positive = (value: unknown): number | undefined => {
	const number = Number(value);
	return Number.isInteger(number) && number > 0 ? number : undefined;
};

export class PageSizes {
	/** In the order of trying; empty if the endpoint doesn't let the caller choose. */
	private readonly sizes: number[];

	/** A larger size was refused, and the current one isn't accepted yet. */
	private untried = false;

	private readonly memory: string;

	constructor({ endpoint, additionalQuery }: Call, walk: PageWalk, baseUrl: string) {
		this.memory = `${baseUrl} ${isKnown(endpoint) ? endpoint.id : ''}`;
		const pageSize = isKnown(endpoint) ? endpoint.pageSize : undefined;
		const added = pageSize && positive(additionalQuery?.[pageSize.parameter]);
		this.sizes = pageSize === undefined ? [] : this.sizesOf(pageSize, walk, added);
	}

	private sizesOf(given: NonNullable<Endpoint['pageSize']>, walk: PageWalk, added: number | undefined): number[] {
		const { maximum = Infinity, standard } = given;
		const { limit = Infinity, largest = Infinity, pageSize } = walk;
		if (added !== undefined) return [Math.min(added, maximum)];
		if (largest === Infinity && (pageSize !== undefined || limit < Infinity))
			return [Math.max(1, Math.min(pageSize ?? given.maximum ?? LIMITED, limit, maximum))];
		const most = Math.min(largest, limit, maximum);
		const steps = new Set([...STEPS, standard, ...(largest < Infinity ? [most] : [])]);
		const known = taken.get(this.memory) ?? Infinity;
		return [...steps].filter((size) => size <= Math.min(most, known)).sort((one, other) => other - one);
	}

	get current(): number | undefined {
		return this.sizes[0];
	}

	get canShrink(): boolean {
		return this.sizes.length > 1;
	}

	/** Switches to the next smaller size if the error may be about the size. False if it can't. */
	shrink(kind: ErrorKind): boolean {
		if (!this.canShrink || (kind !== 'invalid' && kind !== 'timeout')) return false;
		this.sizes.shift();
		this.untried = true;
		return true;
	}

	/** The current size works, so the refusal of larger ones was about their size. */
	accept(): void {
		if (!this.untried || this.current === undefined) return;
		taken.set(this.memory, this.current, SIZE_MEMORY_MS);
		this.untried = false;
	}
}
