import type { Claims } from './claims';
import type { Access } from './types';
import { splitList } from './values';

/** “timesheet” or “developer”, for sentences. */
export const either = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(' or ');

/** “an API key of type “timesheet””, for errors and for the notices that tell it beforehand. */
export function describeAccess({ scope, keyTypes }: Access): string {
	if (scope) return `an API key that was issued with the scope “${scope}”`;
	return keyTypes.length === 0 ? 'any valid API key' : `an API key of type ${either(keyTypes)}`;
}

/** Whether every valid key opens an endpoint. */
export const isOpen = ({ scope, keyTypes }: Access): boolean => scope === undefined && keyTypes.length === 0;

/** Whether a token carries what an endpoint asks for; undefined when the token does not tell. */
export function fits({ scope, keyTypes }: Access, claims: Claims | undefined): boolean | undefined {
	if (claims === undefined) return undefined;
	if (scope) return claims.scopes.some((own) => own.toLowerCase() === scope);
	if (keyTypes.length === 0) return true;
	// Letter case, and how words are joined, is no other type: “TimeSheet”, “incident_report”.
	const own = splitList(claims.keyType).map((keyType) => keyType.toLowerCase().replace(/[^a-z]/g, ''));
	return own.length === 0 ? undefined : keyTypes.some((keyType) => own.includes(keyType));
}
