import { HOUR_MS, isJsonObject, type JsonObject } from '../../contract';
import { packIds, unpackIds } from '../core/seenIds';
import type { EngineForm } from '../core/source';
import { DatedKeys } from './datedKeys';
import { type ChangeMemory, CHANGES, eachChange, newMemory } from './detect';

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

/** Whether each part is one of ours. */
const eachReads =
	(unpack: (part: unknown) => unknown) =>
	(stored: unknown): boolean =>
		isJsonObject(stored) && CHANGES.every((change) => unpack(stored[change]) !== undefined);

export const changesForm: EngineForm = {
	horizon: { reads: (stored) => typeof stored === 'number' },
	told: { reads: eachReads((part) => DatedKeys.unpack(part)), needed: true },
	missing: { reads: eachReads(unpackIds) },
	walk: { reads: (stored) => unpackWindowScan(stored) !== undefined },
	slice: { reads: (stored) => typeof stored === 'number' },
	narrowed: { reads: (stored) => typeof stored === 'boolean' },
	back: { reads: (stored) => typeof stored === 'number' },
};

export function storedChanges(engine: JsonObject, now: number): StoredChanges {
	const fresh = newMemory(now);
	const { horizon, told, missing, slice, narrowed, back } = engine;
	const [packedTold, packedMissing] = [told, missing].map((each) => (isJsonObject(each) ? each : {}));
	const walk = unpackWindowScan(engine.walk);
	return {
		memory: {
			// Clock rollback: must not hide what happens from now on.
			horizon: typeof horizon === 'number' ? Math.min(horizon, now) : fresh.horizon,
			reported: eachChange((change) => DatedKeys.unpack(packedTold?.[change]) ?? fresh.reported[change]),
			missing: eachChange((change) => unpackIds(packedMissing?.[change]) ?? new Set()),
		},
		...(walk === undefined ? {} : { walk }),
		...(typeof slice === 'number' && slice >= SHORTEST_MS ? { slice } : {}),
		narrowed: narrowed === true,
		...(typeof back === 'number' ? { back } : {}),
	};
}

export const packedChanges = ({
	memory: { horizon, reported, missing },
	walk,
	slice,
	narrowed,
	back,
}: StoredChanges): JsonObject => ({
	horizon,
	told: eachChange((change) => reported[change].pack()),
	...(CHANGES.some((change) => missing[change].size > 0)
		? { missing: eachChange((change) => packIds(missing[change])) }
		: {}),
	...(walk === undefined ? {} : { walk }),
	...(slice === undefined ? {} : { slice }),
	...(narrowed ? { narrowed } : {}),
	...(back === undefined ? {} : { back }),
});
