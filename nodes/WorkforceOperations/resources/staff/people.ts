import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../contract';
import { wholeNumber } from '../../form/checks';
import { inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';
import type { MatchBy } from './directory';
import { employeeFields } from './employee';
import { type Found, keyOf, lookUp, type Person } from './lookUp';
import { MATCH_LABELS, missingForNew, stepFor } from './planUpsert';
import { type Claim, disproved } from './proof';
import { queryKey, withAdditional } from './shared';
import type { Source } from './source';
import type { StaffList } from './staffList';
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

/** A row with who it is about and what is to be done for it. */
export interface Plan {
	item: OperationItem;
	found: Found;
	planned: Planned;
}

/** What is to be done for the row of somebody who was found, or of nobody yet. */
export function planOf({ licence, ...person }: Candidate, found: Found): Plan | { error: unknown } {
	if ('error' in found) return found;
	const { item, body } = person;
	const step = stepFor(found.record, body);
	const missing = step.action === 'create' ? missingForNew(body) : [];
	if (missing.length === 0) return { item, found, planned: { person, licence, step } };
	return {
		error: inputError(
			item,
			`The employee isn’t there yet, and the row has no ${missing.map((label) => `“${label}”`).join(', ')}`,
			'The service needs first name, last name and e-mail of everybody new.',
		),
	};
}

/** The errors of rows that would write to somebody who isn't the only one with the address, or of whom that can't be told. */
export async function disprovedPlans(plans: Plan[]): Promise<Map<Plan, unknown>> {
	const lists = new Map<StaffList, Map<Claim, Plan>>();
	for (const plan of plans) {
		const { item, found, planned } = plan;
		const { step, licence, person } = planned;
		if ('error' in found || found.unproven === undefined || step.action === 'create') continue;
		if (step.action === 'unchanged' && licence === undefined) continue;
		const claims = lists.get(found.unproven) ?? new Map<Claim, Plan>();
		lists.set(found.unproven, claims.set({ item, email: String(person.body.email), record: step.record }, plan));
	}
	const errors = new Map<Plan, unknown>();
	for (const [list, claims] of lists) {
		const disproof = await disproved([...claims.keys()], list);
		for (const [claim, plan] of claims) if (disproof.has(claim)) errors.set(plan, disproof.get(claim));
	}
	return errors;
}
