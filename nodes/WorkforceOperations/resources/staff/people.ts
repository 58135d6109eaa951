import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../contract';
import { wholeNumber } from '../../form/checks';
import { inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';
import type { MatchBy } from './directory';
import { employeeFields } from './employee';
import { type Found, keyOf, lookUp, type Person } from './lookUp';
import { MATCH_LABELS, missingForNew, stepFor } from './planUpsert';
import { queryKey, withAdditional } from './shared';
import type { Source } from './source';
import type { Planned } from './writeUpsert';

/** A row of Create or Update, before it is known whose it is. */
export type Candidate = Person & { licence?: IDataObject };

/** Reads one row. */
export async function candidateOf(item: OperationItem, source: Source, by: MatchBy): Promise<Candidate> {
	source.demand(item, by, 'Rows are matched by it. Rename the column, or choose another “Match By”.');
	const { values, id: written, licence } = await source.given(item);
	const body = withAdditional(item, employeeFields(item, values));
	delete body.id;
	// Licences have a way of their own, except those of somebody new.
	delete body.licenses;
	const id = isBlank(written) ? undefined : Number(wholeNumber(item, written, 'ID'));
	const candidate: Candidate = { item, body, id, licence };
	if (isBlank(keyOf(candidate, by)))
		throw inputError(item, `“${MATCH_LABELS[by]}” is empty`, 'Rows are matched by it, so that each of them needs one.');
	return candidate;
}

/** Finds out who the rows are about. Rows that add different things to the query are looked up apart. */
export async function lookUpAll(
	candidates: Candidate[],
	by: MatchBy,
	keepGoing: boolean,
): Promise<Map<Candidate, Found>> {
	const groups = new Map<string, Candidate[]>();
	for (const candidate of candidates) {
		const key = queryKey(candidate);
		groups.set(key, [...(groups.get(key) ?? []), candidate]);
	}
	const found = new Map<Candidate, Found>();
	for (const group of groups.values()) {
		const records = await lookUp(group, by, keepGoing);
		for (const [index, candidate] of group.entries()) found.set(candidate, records[index] ?? { record: undefined });
	}
	return found;
}

/** What is to be done for the row of somebody who was found, or of nobody yet. */
export function planOf(
	{ licence, ...person }: Candidate,
	found: Found,
): (Planned & { item: OperationItem }) | { error: unknown } {
	if ('error' in found) return found;
	const { item, body } = person;
	const step = stepFor(found.record, body);
	const missing = step.action === 'create' ? missingForNew(body) : [];
	if (missing.length === 0) return { item, person, licence, step };
	return {
		error: inputError(
			item,
			`The employee isn’t there yet, and the row has no ${missing.map((label) => `“${label}”`).join(', ')}`,
			'The service needs first name, last name and e-mail of everybody new.',
		),
	};
}
