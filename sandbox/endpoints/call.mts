import type { Choices } from '../core/choices.mts';
import { momentOf } from '../core/moments.mts';
import type { Reply } from '../server/envelopes.mts';
import type { Caller } from '../core/keys.mts';
import type { World } from '../server/world.mts';
import type { Row } from '../store/query.mts';

/** A request that has passed every check, with its parameters in the types of the contract. */
export interface Call {
	world: World;
	caller: Caller;
	params: Record<string, unknown>;
	query: Record<string, unknown>;
	body: Record<string, unknown>;
}

/** Implements an endpoint. Refuses by throwing a `ServiceError`. */
export type Handler = (call: Call) => Reply;

/** An optional text parameter; its type has been validated. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
export const timeOf = (value: unknown): number | undefined =>
	typeof value === 'string' && value !== '' ? momentOf(value) : undefined;

// Assumed, Filters: `isActive` and `showActiveOnly` list only active records unless they are false; what false means is a choice.
/** The condition for an active-only parameter; what `false` means is a choice. */
export function activity(choices: Choices, column: string, activeOnly: unknown): [sql: string, ...values: number[]] {
	if (activeOnly !== false) return [`${column} = ?`, 1];
	return choices.inactive === 'only' ? [`${column} = ?`, 0] : ['1'];
}

/** The response to a write, whose shape is undocumented and therefore a choice. */
export function written(choices: Choices, found: Row | readonly Row[], item: (row: Row) => unknown): Reply {
	const rows = [found].flat() as Row[];
	const shown = (values: unknown[]): unknown => (Array.isArray(found) ? values : values[0]);
	switch (choices.writes) {
		case 'records':
			return { data: shown(rows.map(item)), count: Array.isArray(found) ? rows.length : null };
		case 'ids':
			return { data: shown(rows.map(({ id }) => id)) };
		case 'counts':
			return { data: rows.length };
		case 'none':
			return { data: null };
	}
}
