/** How many reads of a node run concurrently; they share the rate limit with everything else. */
export const READS_AT_ONCE = 5;

/**
 * Runs work for items concurrently and returns the results in their order. After a failure no further work starts,
 * in-flight work is awaited, and the error of the first failed item is thrown.
 */
export async function runItems<Result>(
	count: number,
	atOnce: number,
	work: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures = new Map<number, unknown>();
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < count && failures.size === 0) {
			const index = next++;
			try {
				results[index] = await work(index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, count)) }, worker));
	const first = [...failures.keys()].sort((a, b) => a - b)[0];
	if (first !== undefined) throw failures.get(first);
	return results;
}
