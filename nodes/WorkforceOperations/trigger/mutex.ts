const lastTurns = new Map<string, Promise<unknown>>();

/** Lets one caller at a time of this process into the work of the same name. */
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
