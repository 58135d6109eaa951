const lastTurns = new Map<string, Promise<unknown>>();

/** Runs work with the same name one at a time, in this process. */
export async function serialize<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
	const before = lastTurns.get(name) ?? Promise.resolve();
	const turn = before.then(work, work);
	lastTurns.set(name, turn);
	try {
		return await turn;
	} finally {
		if (lastTurns.get(name) === turn) lastTurns.delete(name);
	}
}
