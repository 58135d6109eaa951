/** Memory reserved for one file until n8n has stored it. */
export interface MemoryClaim {
	/** In bytes. */
	readonly most: number;
	/** Waits until this many more bytes are available. */
	take(bytes: number): Promise<void>;
	/** Releases everything taken, because the file is fetched again. */
	restart(): void;
}

/**
 * The memory shared by the files of a run: in total, as much as one file may take. When it is used up, one file
 * continues beyond the limit while the others wait, which prevents a deadlock.
 */
export class FileMemory {
	private taken = 0;

	/** The file that continues when no memory is left. */
	private ahead: MemoryClaim | undefined;

	private readonly waiting = new Set<() => void>();

	/** Releases the reservation when the work ends. */
	async enter<Result>(most: number, work: (claim: MemoryClaim) => Promise<Result>): Promise<Result> {
		let claimed = 0;
		let begun = 0;
		const restart = (): void => {
			begun++;
			this.taken -= claimed;
			claimed = 0;
			if (this.ahead === claim) this.ahead = undefined;
			for (const wake of this.waiting) wake();
			this.waiting.clear();
		};
		const take = async (bytes: number): Promise<void> => {
			const startedAs = begun;
			while (this.ahead !== claim && this.taken + bytes > most) {
				if (this.ahead === undefined) this.ahead = claim;
				else await new Promise<void>((resolve) => this.waiting.add(resolve));
				// The file was abandoned meanwhile.
				if (startedAs !== begun) return;
			}
			claimed += bytes;
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
