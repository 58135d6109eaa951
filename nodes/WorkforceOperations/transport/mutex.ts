/** Runs work one at a time, first come, first served. */
export class Mutex {
	private last: Promise<void> = Promise.resolve();

	private places = 0;

	get isFree(): boolean {
		return this.places === 0;
	}

	/** `come` resolves when it is the caller's turn; the next in the queue waits for `end`. */
	queue(): { come: Promise<void>; end: () => void } {
		const come = this.last;
		let end = (): void => undefined;
		this.places++;
		this.last = new Promise((resolve) => {
			end = () => {
				this.places--;
				resolve();
			};
		});
		return { come, end };
	}

	/** A failure doesn't affect the work queued behind it. */
	async run<Result>(work: () => Promise<Result>): Promise<Result> {
		const { come, end } = this.queue();
		await come;
		try {
			return await work();
		} finally {
			end();
		}
	}
}

const mutexes = new Map<string, Mutex>();

/** Runs work of the same name one at a time, in this process. */
export async function serialize<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
	const mutex = mutexes.get(name) ?? new Mutex();
	mutexes.set(name, mutex);
	try {
		return await mutex.run(work);
	} finally {
		if (mutex.isFree) mutexes.delete(name);
	}
}
