import { MINUTE_MS } from '../contract';
import { ExpiringMap } from './clock';
import { isKind } from './errors/serviceError';

/** Long enough for one session at a form, short enough for new records to show up. */
const KEEP_MS = MINUTE_MS;
const MOST_ENTRIES = 200;

const cachedLists = new ExpiringMap<Promise<unknown>>(MOST_ENTRIES);

/**
 * Caches results for a minute; failures aren't cached. Concurrent callers share one request. If it stops with the run
 * that began it, the others start again.
 */
export async function cached<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
	const known = cachedLists.get(key) as Promise<Value> | undefined;
	if (known)
		return await known.catch(async (error: unknown) => {
			if (!isKind(error, 'stopped')) throw error;
			return await cached(key, make);
		});
	const value = make();
	cachedLists.set(key, value, KEEP_MS);
	value.catch(() => cachedLists.delete(key));
	return await value;
}
