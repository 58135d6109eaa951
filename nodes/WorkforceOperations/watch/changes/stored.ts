import { HOUR_MS, isJsonObject, type JsonObject } from '../../contract';
import type { EngineForm } from '../core/source';
import { type SeenChanges, seenChanges } from './detect';

/** The shortest part of the window that is read at once. */
export const SHORTEST_MS = HOUR_MS;

/** The look that is under way: newest records first, as far down as `upper`. */
interface ChangeScan {
	upper: number;
	begun: number;
	records: number;
}

/** What is remembered of changes between two polls. */
interface StoredChanges {
	seen: SeenChanges;
	walk?: ChangeScan;
	/** How much of the window is read at once, since all of it was too much for a poll. */
	slice?: number;
	/** The window holds more records than can be kept in mind. */
	narrowed: boolean;
	/** How far back the last whole look went, in milliseconds; what lies before it is not remembered. */
	back?: number;
}

const isNumber = (stored: unknown): stored is number => typeof stored === 'number';

const isScan = (stored: unknown): stored is JsonObject & ChangeScan =>
	isJsonObject(stored) && [stored.upper, stored.begun, stored.records].every(isNumber);

export const changesForm: EngineForm = {
	told: { reads: seenChanges.reads, needed: true },
	walk: { reads: isScan },
	slice: { reads: isNumber },
	narrowed: { reads: (stored) => typeof stored === 'boolean' },
	back: { reads: isNumber },
};

export const storedChanges = ({ told, walk, slice, narrowed, back }: JsonObject): StoredChanges => ({
	seen: seenChanges.unpack(told) ?? new Map(),
	walk: isScan(walk) ? walk : undefined,
	slice: isNumber(slice) && slice >= SHORTEST_MS ? slice : undefined,
	narrowed: narrowed === true,
	back: isNumber(back) ? back : undefined,
});

export const packedChanges = ({ seen, narrowed, ...parts }: StoredChanges): JsonObject => ({
	told: seenChanges.pack(seen),
	...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
	...(narrowed ? { narrowed } : {}),
});
