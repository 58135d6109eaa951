import { DAY_MS, isJsonObject } from '../../contract';
import { packSeenIds, unpackSeenIds } from '../core/seenIds';

/** A day in UTC, as the number of days since 1970. */
type DayNumber = number;

interface DatedKey {
	version: string;
	day: DayNumber;
}

/**
 * Versions by record id, each kept until its record's day is before a given moment. So nothing is forgotten because a
 * record is missing from the list for a while. Packed by day: ids of the same day are close to each other and compress
 * well.
 */
export class DatedKeys {
	private readonly kept: Map<string, DatedKey>;

	constructor(kept: Map<string, DatedKey> = new Map<string, DatedKey>()) {
		this.kept = kept;
	}

	/** Reads what was stored; undefined if it is unreadable. */
	static unpack(packed: unknown): DatedKeys | undefined {
		if (!isJsonObject(packed)) return undefined;
		const kept = new Map<string, DatedKey>();
		for (const [name, versions] of Object.entries(packed)) {
			const [day, unpacked] = [Number(name), unpackSeenIds(versions)];
			if (unpacked === undefined || !Number.isSafeInteger(day)) return undefined;
			for (const [id, version] of unpacked) if (!kept.has(id)) kept.set(id, { version, day });
		}
		return new DatedKeys(kept);
	}

	pack(): Record<string, string> {
		const days = new Map<DayNumber, Map<string, string>>();
		for (const [id, { version, day }] of this.kept) {
			const versions = days.get(day) ?? new Map<string, string>();
			days.set(day, versions.set(id, version));
		}
		return Object.fromEntries([...days].map(([day, versions]) => [String(day), packSeenIds(versions)]));
	}

	copy(): DatedKeys {
		return new DatedKeys(new Map(this.kept));
	}

	get size(): number {
		return this.kept.size;
	}

	get(id: string): string | undefined {
		return this.kept.get(id)?.version;
	}

	/** `moment`: the record's own, in epoch milliseconds. */
	set(id: string, version: string, moment: number): void {
		this.kept.set(id, { version, day: Math.floor(moment / DAY_MS) });
	}

	delete(id: string): void {
		this.kept.delete(id);
	}

	/** Forgets the records of days that had ended by `moment`. */
	forgetBefore(moment: number): void {
		for (const [id, { day }] of this.kept) if ((day + 1) * DAY_MS <= moment) this.kept.delete(id);
	}
}
