/** What became of some work: what it brought, or why it failed. */
export type Attempt<Value> = { value: Value } | { error: unknown };

/** For those who have something to do after a failure, whether they then go on or throw it. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Attempt<Value>> {
	try {
		return { value: await work() };
	} catch (error) {
		return { error };
	}
}
