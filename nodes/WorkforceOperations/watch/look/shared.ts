import type { JsonObject } from '../../contract';

/** Keys that several records of one answer share. The same record may come twice, where it moved between two pages. */
export function sharedKeys(all: ReadonlyArray<{ key: string; record: JsonObject }>): string[] {
	const records = new Map<string, JsonObject>();
	const shared = new Set<string>();
	for (const { key, record } of all) {
		const other = records.get(key);
		if (other !== undefined && JSON.stringify(other) !== JSON.stringify(record)) shared.add(key);
		records.set(key, record);
	}
	return [...shared];
}
