import { settle } from '../transport';
import { clock } from '../transport/clock';

/** Processes the records of a list in parts, so that n8n can do other work in between. */
export async function inParts<Given, Made>(
	all: readonly Given[],
	work: (part: Given[]) => Made[] | Promise<Made[]>,
	size = 500,
): Promise<Made[]> {
	const made: Made[] = [];
	for (let begin = 0; begin < all.length; begin += size) {
		if (begin > 0) await clock.sleep(0);
		for (const one of await work(all.slice(begin, begin + size))) made.push(one);
	}
	return made;
}

/** How many reads of a node run concurrently; they share the rate limit with everything else. */
export const READS_AT_ONCE = 5;

/**
 * Runs work for each entry, concurrently, and returns the results in order. After a failure no further work starts, and
 * running work is awaited. Then the error of the first failed entry is thrown.
 */
export async function runItems<One, Result>(
	all: readonly One[],
	atOnce: number,
	work: (one: One, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures = new Map<number, unknown>();
	// Shared by all workers.
	const left = all.entries();
	const worker = async (): Promise<void> => {
		for (const [index, one] of left) {
			if (failures.size > 0) return;
			const tried = await settle(work(one, index));
			if ('error' in tried) failures.set(index, tried.error);
			else results[index] = tried.result;
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, all.length)) }, worker));
	const first = [...failures.keys()].sort((a, b) => a - b)[0];
	if (first !== undefined) throw failures.get(first);
	return results;
}
