import { isBlank, type JsonObject, usableId } from '../../contract';
import { compare, type Difference } from './compare';
import type { MatchBy } from './directory';

/** What is to be done for one row. */
export type Step =
	| { action: 'create' }
	| { action: 'unchanged'; record: JsonObject }
	/** What differs is written, and what can't be compared. */
	| { action: 'update'; record: JsonObject; id: number; difference: Difference };

/** What a row does to the employee that it is about; to nobody yet, it creates one. */
export function stepFor(record: JsonObject | undefined, body: JsonObject): Step {
	if (record === undefined) return { action: 'create' };
	const difference = compare(record, body);
	const id = usableId(record.id);
	const isSame = difference.changed.length === 0 && difference.unknown.length === 0;
	return isSame || id === undefined ? { action: 'unchanged', record } : { action: 'update', record, id, difference };
}

const NEEDED = { firstName: 'First Name', lastName: 'Last Name', email: 'Email' } as const;

/** What somebody new needs and the row doesn't say, as the form calls it. */
export const missingForNew = (body: JsonObject): string[] =>
	Object.entries(NEEDED).flatMap(([name, label]) => (isBlank(body[name]) ? [label] : []));

export const MATCH_LABELS: Record<MatchBy, string> = { email: 'Email', employeeId: 'Employee Number', id: 'ID' };
