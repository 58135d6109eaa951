import type { IDataObject } from 'n8n-workflow';
import { splitIntoBatches, type Row } from '../../operations/batches';
import { notSentError, stopRun } from '../../operations/runReport';
import type { RowResult } from '../../operations/types';
import type { JsonObject } from '../../contract';
import { settle, type CreationLock, type OutageDetector } from '../../transport';
import { shownAs, stepFor, type UpsertStep } from './upsertPlan';
import { createEmployeeOnce } from './createOnce';
import type { MatchBy } from './directory';
import { BatchRun, employeeIdOf, queryKey, writeInBatches } from './batchWrite';
import { indexesOf, type LicenceOfRow, saveLicences } from './saveLicences';
import type { UpsertRow } from './findEmployees';

/** A row with what is to be done for it. */
export interface Planned {
	person: UpsertRow;
	licence?: IDataObject;
	step: UpsertStep;
}

type PlannedUpdate = Planned & { step: Extract<UpsertStep, { action: 'update' }> };

const isUpdate = (planned: Planned): planned is PlannedUpdate => planned.step.action === 'update';

const bodyOf = ({ person: { body }, step: { difference } }: PlannedUpdate): IDataObject =>
	Object.fromEntries(
		[...difference.changed, ...difference.unknown].map((field) => [field, body[field]]),
	) as IDataObject;

/** The record as it is after an update: the answer's where it brought one, else what was there and what was written. */
function writtenItem(planned: PlannedUpdate, result: RowResult): RowResult {
	if ('error' in result) return result;
	const { record, difference } = planned.step;
	const written = Object.entries(bodyOf(planned)).map(([field, value]) => [shownAs(record, field) ?? field, value]);
	const news = { action: 'updated', changed: difference.changed, notCompared: difference.unknown };
	const outcomes = result.outcomes.map(({ json: { updated, ...answer } }) => ({
		json:
			result.unknown === true
				? { ...answer, updated: updated ?? null, action: null }
				: { ...(record as IDataObject), ...Object.fromEntries(written), ...answer, ...news },
	}));
	return { ...result, outcomes };
}

type UpsertResults = Array<RowResult | undefined>;

/** Ends the run; without it every row is tried. */
type Stop = (() => never) | undefined;

async function updateEmployees(
	updates: PlannedUpdate[],
	batchSize: number,
	results: UpsertResults,
	experience: BatchRun,
	stop: Stop,
): Promise<void> {
	const byItem = new Map(updates.map((planned) => [planned.person.item.itemIndex, planned]));
	const rows = updates.map((planned): Row => ({
		item: planned.person.item,
		body: { id: planned.step.id, ...bodyOf(planned) },
	}));
	for (const batch of splitIntoBatches(rows, batchSize, ({ body }) => employeeIdOf(body), queryKey)) {
		await writeInBatches(batch, results, experience);
		for (const { item } of batch) {
			const [planned, result] = [byItem.get(item.itemIndex), results[item.itemIndex]];
			if (planned && result) results[item.itemIndex] = writtenItem(planned, result);
		}
		if (batch.some(({ item }) => 'error' in (results[item.itemIndex] ?? {}))) stop?.();
	}
}

/** What the rows of a run have in common. */
interface UpsertRun {
	by: MatchBy;
	batchSize: number;
	keepGoing: boolean;
	creations: CreationLock;
}

/** Creates one employee; returns who it is where another run has done so meanwhile. */
async function createEmployees(
	{ person, licence }: Planned,
	{ by, creations }: UpsertRun,
	results: UpsertResults,
	silence: OutageDetector,
): Promise<JsonObject | undefined> {
	const { item } = person;
	const body = { ...(person.body as IDataObject), ...(licence === undefined ? {} : { licenses: [licence] }) };
	const made = silence.lasts
		? { error: notSentError(item) }
		: await settle(createEmployeeOnce(person, body, by, creations));
	const result = 'error' in made ? made : made.result;
	if ('found' in result) return result.found;
	silence.note(result);
	results[item.itemIndex] = result;
	return undefined;
}

function plannedLicence({ person: { item }, licence, step }: Planned): LicenceOfRow[] {
	if (licence === undefined || step.action === 'create') return [];
	return [{ item, employeeId: Number(step.record.id), licence }];
}

function leaveUnchanged(planned: Planned[], results: UpsertResults): void {
	for (const { person, step } of planned) {
		if (step.action !== 'unchanged') continue;
		const json = { ...(step.record as IDataObject), action: 'unchanged' };
		results[person.item.itemIndex] = { outcomes: [{ json }], unwritten: true };
	}
}

/**
 * Carries out what is planned: updates in batches, then creations one after another, so that at most one of them is ever
 * in doubt, then what is left to do for those whom another run has created meanwhile, then the licences of those who were
 * there already.
 */
export async function writePlan(planned: Planned[], run: UpsertRun, results: UpsertResults): Promise<void> {
	const { batchSize, keepGoing } = run;
	const late: Planned[] = [];
	const licences = (): LicenceOfRow[] => [...planned, ...late].flatMap(plannedLicence);
	const stop = keepGoing ? undefined : (): never => stopRun(results, indexesOf(licences()));
	const experience = new BatchRun();
	const { silence } = experience;
	leaveUnchanged(planned, results);
	await updateEmployees(planned.filter(isUpdate), batchSize, results, experience, stop);
	for (const entry of planned) {
		if (entry.step.action !== 'create') continue;
		const { person } = entry;
		const record = await createEmployees(entry, run, results, silence);
		if (record !== undefined) late.push({ ...entry, step: stepFor(record, person.body) });
		else if ('error' in (results[person.item.itemIndex] ?? {})) stop?.();
	}
	leaveUnchanged(late, results);
	await updateEmployees(late.filter(isUpdate), batchSize, results, experience, stop);
	await saveLicences(licences(), results, keepGoing, silence);
}
