import type { Found, Look, Visit } from './types';

/** Records that a look reads again one by one, so that time and requests are left for the list. */
const MOST_AGAIN = 10;

/** Reads the records of lost findings again, each by requests of its own; those that are too many come with the next look. */
export async function eachAgain(
	{ lost }: Visit,
	readOne: (key: string, place: number) => Promise<Found | undefined>,
): Promise<Pick<Look, 'found' | 'later'>> {
	const found = new Map<string, Found>();
	const all = Object.entries(lost);
	for (const [key, { place }] of all.slice(0, MOST_AGAIN)) {
		const record = await readOne(key, place);
		if (record !== undefined) found.set(key, record);
	}
	return { found, later: all.slice(MOST_AGAIN).map(([key]) => key) };
}
