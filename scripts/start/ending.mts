// The end of `npm start`: everything is stopped in reverse order, on Ctrl-C as well as after a failure.

export class Ending {
	readonly #stops: Array<{ what: string; stop: () => Promise<void> }> = [];
	readonly #say: (line: string) => void;
	readonly #controller = new AbortController();
	/** Aborts as soon as somebody asks for the end, so that a start under way gives up. */
	readonly signal = this.#controller.signal;

	constructor(say: (line: string) => void) {
		this.#say = say;
	}

	add(what: string, stop: () => Promise<void>): void {
		this.#stops.push({ what, stop });
	}

	ask(): void {
		this.#controller.abort();
	}

	async run(): Promise<void> {
		this.ask();
		for (const { what, stop } of this.#stops.splice(0).reverse()) {
			this.#say(`Stopping ${what} …`);
			try {
				await stop();
			} catch (error) {
				this.#say(error instanceof Error ? error.message : String(error));
				process.exitCode = 1;
			}
		}
	}
}

/** Resolves when the user or the system asks for the end. A terminal and npm may both send the signal: repeats change nothing. */
export function endRequested(ending: Ending): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => {
				ending.ask();
				resolve();
			});
		}
	});
}
