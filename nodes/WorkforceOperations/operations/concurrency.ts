/** How many reads of one node run side by side; the budget is shared with everything else. */
export const READS_AT_ONCE = 5;

/**
 * Works through items side by side and returns the results in the order of the items. After a failure nothing new is
 * begun, what runs is waited for, and the failure of the first item that has one is thrown.
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
