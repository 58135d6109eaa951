const queues = new Map<string, Promise<unknown>>();

/** Lets one caller at a time of this process into the work of the same name. */
export async function serialize<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
	const before = queues.get(name) ?? Promise.resolve();
	const turn = before.then(work, work);
	queues.set(name, turn);
	try {
		return await turn;
	} finally {
		if (queues.get(name) === turn) queues.delete(name);
	}
}
