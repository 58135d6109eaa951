import type { RereadRecord, Detection, PollContext } from './source';

/** The most records that one poll reads again one by one, so that time and requests are left for the list. */
const MOST_REREAD = 10;

/** Reads the records of pending findings again, each by requests of its own. Those beyond the limit are deferred to the next poll. */
export async function rereadEach(
	{ pendingReread }: PollContext,
	readOne: (key: string, locator: unknown) => Promise<RereadRecord | undefined>,
): Promise<Pick<Detection, 'reread' | 'deferred'>> {
	const reread = new Map<string, RereadRecord>();
	const all = Object.entries(pendingReread);
	for (const [key, { locator }] of all.slice(0, MOST_REREAD)) {
		const record = await readOne(key, locator);
		if (record !== undefined) reread.set(key, record);
	}
	return { reread, deferred: all.slice(MOST_REREAD).map(([key]) => key) };
}
