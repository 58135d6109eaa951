import { MINUTE_MS } from '../contract';
import { ExpiringMap } from './clock';

/** Long enough for one session at a form, short enough for new records to show up. */
const KEEP_MS = MINUTE_MS;
const MOST_ENTRIES = 200;

const cachedLists = new ExpiringMap<Promise<unknown>>(MOST_ENTRIES);

/** Caches results for a minute. Concurrent callers share one; failures aren't cached. */
export async function cached<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
	const known = cachedLists.get(key);
	if (known) return (await known) as Value;
	const value = make();
	cachedLists.set(key, value, KEEP_MS);
	value.catch(() => cachedLists.delete(key));
	return await value;
}
