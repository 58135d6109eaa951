import { MINUTE_MS } from '../contract';
import { clock } from '../transport/clock';

/** Long enough for one session at a form, short enough for newly made records to show up. */
const KEEP_MS = MINUTE_MS;
const MOST_ENTRIES = 200;

const cachedLists = new Map<string, { value: Promise<unknown>; until: number }>();

/** Caches results for a minute. Concurrent callers share one result; failures aren't cached. */
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
