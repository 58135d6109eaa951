import type { IDataObject } from 'n8n-workflow';
import { splitIntoBatches, type Row } from '../../operations/batches';
import { stopRun } from '../../operations/runReport';
import type { RowResult } from '../../operations/types';
import {
	isUpdate,
	type Planned,
	type PlannedUpdate,
	shownAs,
	type Stop,
	type UpsertResults,
	type UpsertRun,
} from './upsertPlan';
import { NewPeople } from './createAll';
import { BatchRun, employeeIdOf, queryKey, writeInBatches } from './batchWrite';
import { indexesOf, type LicenceOfRow, saveLicences } from './saveLicences';

const changedFields = ({ person: { body }, step: { difference } }: PlannedUpdate): IDataObject =>
	Object.fromEntries(
		[...difference.changed, ...difference.unknown].map((field) => [field, body[field]]),
	) as IDataObject;

/** The record as it is after the planned update. */
export function afterUpdate(planned: PlannedUpdate): IDataObject {
	const { record } = planned.step;
	const written = Object.entries(changedFields(planned)).map(([field, value]) => [
		shownAs(record, field) ?? field,
		value,
	]);
	return { ...(record as IDataObject), ...Object.fromEntries(written) };
}

/** The item of an update: the record of the response if it has one, else the previous record with the written fields. */
function writtenItem(planned: PlannedUpdate, result: RowResult): RowResult {
	if ('error' in result) return result;
	const { difference } = planned.step;
	const news = { action: 'updated', changed: difference.changed, notCompared: difference.unknown };
	const outcomes = result.outcomes.map(({ json: { updated, ...answer } }) => ({
		json:
			result.unknown === true
				? { ...answer, updated: updated ?? null, action: null }
				: { ...afterUpdate(planned), ...answer, ...news },
	}));
	return { ...result, outcomes };
}

async function updateEmployees(
	updates: PlannedUpdate[],
	batchSize: number,
	results: UpsertResults,
	batchRun: BatchRun,
	stop: Stop,
): Promise<void> {
	const byItem = new Map(updates.map((planned) => [planned.person.item.itemIndex, planned]));
	const rows = updates.map((planned): Row => ({
		item: planned.person.item,
		body: { id: planned.step.id, ...changedFields(planned) },
	}));
	for (const batch of splitIntoBatches(rows, batchSize, ({ body }) => employeeIdOf(body), queryKey)) {
		await writeInBatches(batch, results, batchRun);
		for (const { item } of batch) {
			const [planned, result] = [byItem.get(item.itemIndex), results[item.itemIndex]];
			if (planned && result) results[item.itemIndex] = writtenItem(planned, result);
		}
		if (batch.some(({ item }) => 'error' in (results[item.itemIndex] ?? {}))) stop?.();
	}
}

function plannedLicence({ person: { item }, licence, step, knownLicence }: Planned): LicenceOfRow[] {
	if (licence === undefined || step.action === 'create') return [];
	return [{ item, employeeId: Number(step.record.id), licence, known: knownLicence }];
}

function leaveUnchanged(planned: Planned[], results: UpsertResults): void {
	for (const { person, step } of planned) {
		if (step.action !== 'unchanged') continue;
		const json = { ...(step.record as IDataObject), action: 'unchanged' };
		results[person.item.itemIndex] = { outcomes: [{ json }], unwritten: true };
	}
}

/**
 * Carries out the plan: updates in batches; creations in batches; then those whom another run has created meanwhile; then
 * the licences of existing employees.
 */
export async function writePlan(planned: Planned[], run: UpsertRun, results: UpsertResults): Promise<void> {
	const { batchSize, keepGoing } = run;
	const batchRun = new BatchRun();
	const { outage } = batchRun;
	const people = new NewPeople(run, results, outage);
	const { late } = people;
	const licences = (): LicenceOfRow[] => [...planned, ...late].flatMap(plannedLicence);
	const stop = keepGoing ? undefined : (): never => stopRun(results, indexesOf(licences()));
	leaveUnchanged(planned, results);
	await updateEmployees(planned.filter(isUpdate), batchSize, results, batchRun, stop);
	await people.create(planned, stop);
	leaveUnchanged(late, results);
	await updateEmployees(late.filter(isUpdate), batchSize, results, batchRun, stop);
	await saveLicences(licences(), results, keepGoing, outage);
}
