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

// Guess: list.inactive

/** Whether a record says that it is active. The field is undocumented; some published samples have it. */
export const activeOf = ({ isActive }: JsonObject): boolean | undefined => yesOrNo(isActive);
