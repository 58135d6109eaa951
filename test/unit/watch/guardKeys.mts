// The keys of findings of shifts, as the trigger makes them of a record's ids, its start and whom it is about.
import { hashesOf } from '../../../nodes/WorkforceOperations/watch/core/keys.ts';

export const hashes = hashesOf('api-key', 'owner');

/** `501.t3f8xk`: ids and a start. */
export const stemOf = (ids: string, start?: unknown): string =>
	`${ids}.${typeof start === 'string' ? (Date.parse(start) / 1000).toString(36) : ''}`;

export const guardKey = (stem: string, person: string, by = hashes): string =>
	`${stem}~${person === '' ? '' : by.of('person', person.toLowerCase(), 10)}`;
