import { clock } from '../transport/clock';

/** How many records are worked on before n8n gets its turn. */
const PART = 500;

/** Works on the records of a list part by part, so that n8n goes on with other things in between. */
export async function inParts<Given, Made>(
	all: readonly Given[],
	work: (part: Given[]) => Made[] | Promise<Made[]>,
): Promise<Made[]> {
	const made: Made[] = [];
	for (let begin = 0; begin < all.length; begin += PART) {
		if (begin > 0) await clock.sleep(0);
		for (const one of await work(all.slice(begin, begin + PART))) made.push(one);
	}
	return made;
}

/** How many reads of a node run concurrently; they share the rate limit with everything else. */
export const READS_AT_ONCE = 5;

/**
 * Runs work for each of several, concurrently, and returns the results in their order. After a failure no further work starts,
 * in-flight work is awaited, and the error of the first failed item is thrown.
 */
export async function runItems<One, Result>(
	all: readonly One[],
	atOnce: number,
	work: (one: One, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures = new Map<number, unknown>();
	// All workers take from it.
	const left = all.entries();
	const worker = async (): Promise<void> => {
		for (const [index, one] of left) {
			if (failures.size > 0) return;
			try {
				results[index] = await work(one, index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, all.length)) }, worker));
	const first = [...failures.keys()].sort((a, b) => a - b)[0];
	if (first !== undefined) throw failures.get(first);
	return results;
}
