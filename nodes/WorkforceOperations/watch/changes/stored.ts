import { HOUR_MS, isJsonObject, type JsonObject } from '../../contract';
import type { EngineForm } from '../core/source';
import { type ChangeMemory, CHANGES, eachChange, newMemory, reportedChanges } from './detect';

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
	memory: ChangeMemory;
	walk?: ChangeScan;
	/** How much of the window is read at once, since all of it was too much for a poll. */
	slice?: number;
	/** The window holds more records than can be kept in mind. */
	narrowed: boolean;
	/** How far back the last whole look went, in milliseconds; what lies before it is not remembered. */
	back?: number;
}

function unpackWindowScan(stored: unknown): ChangeScan | undefined {
	const { upper, begun, records } = isJsonObject(stored) ? stored : {};
	return typeof upper === 'number' && typeof begun === 'number' && typeof records === 'number'
		? { upper, begun, records }
		: undefined;
}

export const changesForm: EngineForm = {
	horizon: { reads: (stored) => typeof stored === 'number' },
	told: {
		reads: (stored) => isJsonObject(stored) && CHANGES.every((change) => reportedChanges.reads(stored[change])),
		needed: true,
	},
	walk: { reads: (stored) => unpackWindowScan(stored) !== undefined },
	slice: { reads: (stored) => typeof stored === 'number' },
	narrowed: { reads: (stored) => typeof stored === 'boolean' },
	back: { reads: (stored) => typeof stored === 'number' },
};

export function storedChanges(engine: JsonObject, now: number): StoredChanges {
	const fresh = newMemory(now);
	const { horizon, slice, narrowed, back } = engine;
	const told = isJsonObject(engine.told) ? engine.told : {};
	const walk = unpackWindowScan(engine.walk);
	return {
		memory: {
			// Clock rollback: must not hide what happens from now on.
			horizon: typeof horizon === 'number' ? Math.min(horizon, now) : fresh.horizon,
			reported: eachChange((change) => reportedChanges.unpack(told[change]) ?? fresh.reported[change]),
		},
		...(walk === undefined ? {} : { walk }),
		...(typeof slice === 'number' && slice >= SHORTEST_MS ? { slice } : {}),
		narrowed: narrowed === true,
		...(typeof back === 'number' ? { back } : {}),
	};
}

export const packedChanges = ({
	memory: { horizon, reported },
	walk,
	slice,
	narrowed,
	back,
}: StoredChanges): JsonObject => ({
	horizon,
	told: eachChange((change) => reportedChanges.pack(reported[change])),
	...(walk === undefined ? {} : { walk }),
	...(slice === undefined ? {} : { slice }),
	...(narrowed ? { narrowed } : {}),
	...(back === undefined ? {} : { back }),
});
