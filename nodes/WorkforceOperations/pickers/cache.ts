import { clock } from '../transport/time';

/** Long enough for one sitting at a form, short enough to show what was just made in the service. */
const KEEP_MS = 60_000;
const MOST_ENTRIES = 200;

const entries = new Map<string, { value: Promise<unknown>; until: number }>();

/** Answers from memory for a minute. Callers that come at the same time share one answer; failures aren't kept. */
export async function cached<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
	const now = clock.now();
	for (const [other, { until }] of entries) if (until <= now) entries.delete(other);
	const known = entries.get(key);
	if (known) return (await known.value) as Value;
	const value = make();
	const oldest = entries.keys().next();
	if (entries.size >= MOST_ENTRIES && !oldest.done) entries.delete(oldest.value);
	entries.set(key, { value, until: now + KEEP_MS });
	value.catch(() => entries.delete(key));
	return await value;
}
