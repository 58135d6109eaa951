import type { RereadRecord, Detection, PollContext } from './source';

/** Records that a look reads again one by one, so that time and requests are left for the list. */
const MOST_REREAD = 10;

/** Reads the records of lost findings again, each by requests of its own; those that are too many come with the next look. */
export async function rereadEach(
	{ pendingReread: lost }: PollContext,
	readOne: (key: string, place: number) => Promise<RereadRecord | undefined>,
): Promise<Pick<Detection, 'found' | 'later'>> {
	const found = new Map<string, RereadRecord>();
	const all = Object.entries(lost);
	for (const [key, { locator: place }] of all.slice(0, MOST_REREAD)) {
		const record = await readOne(key, place);
		if (record !== undefined) found.set(key, record);
	}
	return { reread: found, deferred: all.slice(MOST_REREAD).map(([key]) => key) };
}
