/** Work that is done one at a time, in the order in which it came. */
export class Mutex {
	private last: Promise<void> = Promise.resolve();

	private places = 0;

	/** Whether nobody is at work, and nobody waits. */
	get isFree(): boolean {
		return this.places === 0;
	}

	/** Takes the next place: `come` is resolved when its turn has come, and whoever is behind it waits for `end`. */
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

	/** Its failure is its own: those behind it go on. */
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

/** Runs work with the same name one at a time, in this process. */
export async function serialize<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
	const mutex = mutexes.get(name) ?? new Mutex();
	mutexes.set(name, mutex);
	try {
		return await mutex.run(work);
	} finally {
		if (mutex.isFree) mutexes.delete(name);
	}
}
