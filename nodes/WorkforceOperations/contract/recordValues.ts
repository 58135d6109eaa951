import type { JsonObject } from './types';
import { yesOrNo } from './values';

/** A text of the service; undefined if it is blank or no text. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** An id, a code or a number of the service as text; undefined if there is none. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return textOf(value);
}

/** The same where zeros mean none, also as a GUID. */
export function realIdOf(value: unknown): string | undefined {
	const id = idOf(value);
	return id === undefined || /^[0-]*$/.test(id) ? undefined : id;
}

/** Whether a record's own fields say that it is active. They are undocumented; some published samples have one. */
export function activeOf({ isActive, active, isArchived, archived }: JsonObject): boolean | undefined {
	const [on, off] = [[isActive, active].map(yesOrNo), [isArchived, archived].map(yesOrNo)];
	if (on.includes(false)) return false;
	if (off.includes(true)) return on.includes(true) ? undefined : false;
	return on.includes(true) ? true : undefined;
}
