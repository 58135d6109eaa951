import type { CircuitBreakers } from './circuitBreaker';

/** The place of one file in memory, while it is fetched and until it is kept elsewhere. */
export interface MemoryClaim {
	/** The largest file that is wanted, in bytes. */
	readonly most: number;
	/** Waits until there is room for this many bytes more. */
	take(bytes: number): Promise<void>;
	/** Releases what was taken so far: the file is fetched from its beginning again. */
	restart(): void;
}

/**
 * The memory that the files of a run share: together they take what one of them may take, and beyond that one goes on
 * while the others wait, so that no two wait for each other.
 */
export class FileMemory {
	private taken = 0;

	/** The file that goes on where there is no room for any other. */
	private ahead: MemoryClaim | undefined;

	private readonly waiting = new Set<() => void>();

	/** Does the work with a place for one file, which is given back with its end. */
	async enter<Result>(most: number, work: (claim: MemoryClaim) => Promise<Result>): Promise<Result> {
		let own = 0;
		let begun = 0;
		const restart = (): void => {
			begun++;
			this.taken -= own;
			own = 0;
			if (this.ahead === claim) this.ahead = undefined;
			for (const wake of this.waiting) wake();
			this.waiting.clear();
		};
		const take = async (bytes: number): Promise<void> => {
			const mine = begun;
			while (this.ahead !== claim && this.taken + bytes > most) {
				if (this.ahead === undefined) this.ahead = claim;
				else await new Promise<void>((resolve) => this.waiting.add(resolve));
				// Whoever wanted it has given up meanwhile.
				if (mine !== begun) return;
			}
			own += bytes;
			this.taken += bytes;
		};
		const claim: MemoryClaim = { most, take, restart };
		try {
			return await work(claim);
		} finally {
			restart();
		}
	}
}

const fileMemories = new WeakMap<CircuitBreakers, FileMemory>();

/** The room of a run, which all connections of the run share. */
export function fileMemoryOf({ breakers }: { breakers: CircuitBreakers }): FileMemory {
	const memory = fileMemories.get(breakers) ?? new FileMemory();
	fileMemories.set(breakers, memory);
	return memory;
}
