// Stops everything that was started, in reverse order; continues if something can't be stopped.

export class Stops {
	readonly #stops: Array<() => Promise<void> | void> = [];

	add(stop: () => Promise<void> | void): void {
		this.#stops.push(stop);
	}

	/** Ends everything, then throws the first error if there were any. */
	async end(): Promise<void> {
		const errors: unknown[] = [];
		for (const stop of this.#stops.splice(0).reverse()) {
			try {
				await stop();
			} catch (error) {
				errors.push(error);
			}
		}
		if (errors.length > 0) throw errors[0];
	}
}

/** `stop` ends everything that `start` began. If `start` fails, everything is stopped at once. */
export async function startTogether<T extends object>(
	start: (stops: Stops) => Promise<T>,
): Promise<T & { stop: () => Promise<void> }> {
	const stops = new Stops();
	try {
		return Object.assign(await start(stops), { stop: () => stops.end() });
	} catch (error) {
		// Often fails for the same reason, which it must not hide.
		await stops.end().catch(() => undefined);
		throw error;
	}
}
