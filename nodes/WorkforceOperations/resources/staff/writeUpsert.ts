import type { IDataObject } from 'n8n-workflow';
import { cut, type Row } from '../../operations/batches';
import { stopAt } from '../../operations/progress';
import { notSentError } from '../../operations/notSent';
import type { RowResult } from '../../operations/types';
import type { Silence } from '../../transport';
import { shownAs } from './compare';
import { createPerson } from './createPerson';
import { Experience, idOf, writeHalving } from './halving';
import { indexesOf, type LicenceOfRow, saveLicences } from './licenceStep';
import type { Person } from './lookUp';
import type { Step } from './planUpsert';
import { queryKey } from './shared';

/** A row with what is to be done for it. */
export interface Planned {
	person: Person;
	licence?: IDataObject;
	step: Step;
}

type Update = Planned & { step: Extract<Step, { action: 'update' }> };

const isUpdate = (planned: Planned): planned is Update => planned.step.action === 'update';

const valuesOf = ({ person: { body }, step: { difference } }: Update): IDataObject =>
	Object.fromEntries(
		[...difference.changed, ...difference.unknown].map((field) => [field, body[field]]),
	) as IDataObject;

/** The record as it is after an update: the answer's where it brought one, else what was there and what was written. */
function told(planned: Update, result: RowResult): RowResult {
	if ('error' in result) return result;
	const { record, difference } = planned.step;
	const written = Object.entries(valuesOf(planned)).map(([field, value]) => [shownAs(record, field) ?? field, value]);
	const news = { action: 'updated', changed: difference.changed, notCompared: difference.unknown };
	const outcomes = result.outcomes.map(({ json: { updated, ...answer } }) => ({
		json:
			result.unknown === true
				? { ...answer, updated: updated ?? null, action: null }
				: { ...(record as IDataObject), ...Object.fromEntries(written), ...answer, ...news },
	}));
	return { ...result, outcomes };
}

type Results = Array<RowResult | undefined>;

/** Ends the run; without it every row is tried. */
type Stop = (() => never) | undefined;

async function update(
	updates: Update[],
	batchSize: number,
	results: Results,
	experience: Experience,
	stop: Stop,
): Promise<void> {
	const byItem = new Map(updates.map((planned) => [planned.person.item.itemIndex, planned]));
	const rows = updates.map((planned): Row => ({
		item: planned.person.item,
		body: { id: planned.step.id, ...valuesOf(planned) },
	}));
	for (const batch of cut(rows, batchSize, ({ body }) => idOf(body), queryKey)) {
		await writeHalving(batch, results, experience);
		for (const { item } of batch) {
			const [planned, result] = [byItem.get(item.itemIndex), results[item.itemIndex]];
			if (planned && result) results[item.itemIndex] = told(planned, result);
		}
		if (batch.some(({ item }) => 'error' in (results[item.itemIndex] ?? {}))) stop?.();
	}
}

async function create({ person, licence }: Planned, results: Results, silence: Silence, stop: Stop): Promise<void> {
	const { item } = person;
	const body = { ...(person.body as IDataObject), ...(licence === undefined ? {} : { licenses: [licence] }) };
	const result: RowResult = silence.lasts ? { error: notSentError(item) } : await createPerson({ item, body });
	silence.note(result);
	results[item.itemIndex] = result;
	if ('error' in result) stop?.();
}

function licenceOf({ person: { item }, licence, step }: Planned): LicenceOfRow[] {
	if (licence === undefined || step.action === 'create') return [];
	return [{ item, employeeId: Number(step.record.id), licence }];
}

/**
 * Carries out what is planned: updates in batches, then creations one after another, so that at most one of them is ever
 * in doubt, then the licences of those who were there already.
 */
export async function writeAll(
	planned: Planned[],
	batchSize: number,
	results: Results,
	keepGoing: boolean,
): Promise<void> {
	for (const { person, step } of planned) {
		if (step.action !== 'unchanged') continue;
		const json = { ...(step.record as IDataObject), action: 'unchanged' };
		results[person.item.itemIndex] = { outcomes: [{ json }], unwritten: true };
	}
	const licences = planned.flatMap(licenceOf);
	const stop = keepGoing ? undefined : (): never => stopAt(results, indexesOf(licences));
	const experience = new Experience();
	const { silence } = experience;
	await update(planned.filter(isUpdate), batchSize, results, experience, stop);
	for (const entry of planned) if (entry.step.action === 'create') await create(entry, results, silence, stop);
	await saveLicences(licences, results, keepGoing, silence);
}
