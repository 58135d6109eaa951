import { MINUTE_MS } from '../contract';
import { clock } from '../transport/clock';

/** Long enough for one sitting at a form, short enough to show what was just made in the service. */
const KEEP_MS = MINUTE_MS;
const MOST_ENTRIES = 200;

const cachedLists = new Map<string, { value: Promise<unknown>; until: number }>();

/** Answers from memory for a minute. Callers that come at the same time share one answer; failures aren't kept. */
export async function cached<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
	const now = clock.now();
	for (const [other, { until }] of cachedLists) if (until <= now) cachedLists.delete(other);
	const known = cachedLists.get(key);
	if (known) return (await known.value) as Value;
	const value = make();
	const oldest = cachedLists.keys().next();
	if (cachedLists.size >= MOST_ENTRIES && !oldest.done) cachedLists.delete(oldest.value);
	cachedLists.set(key, { value, until: now + KEEP_MS });
	value.catch(() => cachedLists.delete(key));
	return await value;
}
