import type { Reply } from '../server/envelopes.mts';
import type { Caller } from '../ground/keys.mts';
import type { World } from '../server/world.mts';

/** A request that has passed every check: who asks and what, with the types that the contract gives each parameter. */
export interface Call {
	world: World;
	caller: Caller;
	params: Record<string, unknown>;
	query: Record<string, unknown>;
	body: Record<string, unknown>;
}

/** What an endpoint does. Refuses by throwing a `ServiceError`. */
export type Handler = (call: Call) => Reply;

/** The query without the parameters that are not given; reads them with the type that the contract has checked. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
export const timeOf = (value: unknown): number | undefined =>
	typeof value === 'string' && value !== '' ? Date.parse(value) : undefined;
