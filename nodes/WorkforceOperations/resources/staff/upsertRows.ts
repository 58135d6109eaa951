import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../contract';
import { requireWholeNumber } from '../../form/read';
import { inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';
import type { MatchBy, StaffList } from './staffList';
import { employeeFields } from './fields';
import { type LookUpResult, matchKey, findEmployee, type UpsertRow } from './findEmployees';
import { MATCH_LABELS, missingForNew, type Planned, stepFor } from './upsertPlan';
import { type EmailMatch, disproved } from './sharedEmail';
import { queryKey, withAdditional } from './batchWrite';
import type { RowInput } from './rowInput';

/** A row of Create or Update, before its employee is looked up. */
export type UpsertRowWithLicence = UpsertRow & { licence?: IDataObject };

/** Reads one row. Throws for invalid values. */
export async function readUpsertRow(item: OperationItem, source: RowInput, by: MatchBy): Promise<UpsertRowWithLicence> {
	source.requireColumn(item, by, 'Rows are matched by it. Rename the column, or choose another “Match By”.');
	const { values, id: written, licence } = await source.values(item);
	const body = withAdditional(item, employeeFields(item, values));
	delete body.id;
	// Licences are saved separately, except for new employees.
	delete body.licenses;
	const id = isBlank(written) ? undefined : Number(requireWholeNumber(item, written, 'ID'));
	const candidate: UpsertRowWithLicence = { item, body, id, licence };
	if (isBlank(matchKey(candidate, by)))
		throw inputError(item, `“${MATCH_LABELS[by]}” is empty`, 'Rows are matched by it, so that each of them needs one.');
	return candidate;
}

/** Looks up the employees of the rows. Rows with different additional query parameters are looked up separately. */
export async function findEmployees(
	candidates: UpsertRowWithLicence[],
	by: MatchBy,
	keepGoing: boolean,
): Promise<Map<UpsertRowWithLicence, LookUpResult>> {
	const groups = new Map<string, UpsertRowWithLicence[]>();
	for (const candidate of candidates) {
		const key = queryKey(candidate);
		groups.set(key, [...(groups.get(key) ?? []), candidate]);
	}
	const found = new Map<UpsertRowWithLicence, LookUpResult>();
	for (const group of groups.values()) {
		const records = await findEmployee(group, by, keepGoing);
		for (const [index, candidate] of group.entries()) found.set(candidate, records[index] ?? { record: undefined });
	}
	return found;
}

/** A row with its employee and its step. */
interface PlannedRow {
	item: OperationItem;
	found: LookUpResult;
	planned: Planned;
}

/** The plan for a row with an existing employee, or without one. */
export function planOf(
	{ licence, ...person }: UpsertRowWithLicence,
	found: LookUpResult,
): PlannedRow | { error: unknown } {
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

/** The errors of rows whose employee isn't the only one with the address, or for which that can't be determined. */
export async function refutedPlans(plans: PlannedRow[]): Promise<Map<PlannedRow, unknown>> {
	const lists = new Map<StaffList, Map<EmailMatch, PlannedRow>>();
	for (const plan of plans) {
		const { item, found, planned } = plan;
		const { step, licence, person } = planned;
		if ('error' in found || found.unproven === undefined || step.action === 'create') continue;
		if (step.action === 'unchanged' && licence === undefined) continue;
		const claims = lists.get(found.unproven) ?? new Map<EmailMatch, PlannedRow>();
		lists.set(found.unproven, claims.set({ item, email: String(person.body.email), record: step.record }, plan));
	}
	const errors = new Map<PlannedRow, unknown>();
	for (const [list, claims] of lists) {
		const disproof = await disproved([...claims.keys()], list);
		for (const [claim, plan] of claims) if (disproof.has(claim)) errors.set(plan, disproof.get(claim));
	}
	return errors;
}
