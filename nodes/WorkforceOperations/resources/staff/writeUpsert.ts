import type { IDataObject } from 'n8n-workflow';
import { cut, type Row } from '../../operations/batches';
import { stopAt } from '../../operations/progress';
import { notSentError } from '../../operations/notSent';
import type { RowResult } from '../../operations/types';
import type { JsonObject } from '../../contract';
import { attempt, type Creations, type Silence } from '../../transport';
import { shownAs } from './compare';
import { createOnce } from './createOnce';
import type { MatchBy } from './directory';
import { Experience, idOf, writeHalving } from './halving';
import { indexesOf, type LicenceOfRow, saveLicences } from './licenceStep';
import type { Person } from './lookUp';
import { type Step, stepFor } from './planUpsert';
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

/** What the rows of a run have in common. */
export interface Run {
	by: MatchBy;
	batchSize: number;
	keepGoing: boolean;
	creations: Creations;
}

/** Creates one employee; returns who it is where another run has done so meanwhile. */
async function create(
	{ person, licence }: Planned,
	{ by, creations }: Run,
	results: Results,
	silence: Silence,
): Promise<JsonObject | undefined> {
	const { item } = person;
	const body = { ...(person.body as IDataObject), ...(licence === undefined ? {} : { licenses: [licence] }) };
	const made = silence.lasts ? { error: notSentError(item) } : await attempt(createOnce(person, body, by, creations));
	const result = 'error' in made ? made : made.result;
	if ('found' in result) return result.found;
	silence.note(result);
	results[item.itemIndex] = result;
	return undefined;
}

function licenceOf({ person: { item }, licence, step }: Planned): LicenceOfRow[] {
	if (licence === undefined || step.action === 'create') return [];
	return [{ item, employeeId: Number(step.record.id), licence }];
}

function leaveAlone(planned: Planned[], results: Results): void {
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
export async function writeAll(planned: Planned[], run: Run, results: Results): Promise<void> {
	const { batchSize, keepGoing } = run;
	const late: Planned[] = [];
	const licences = (): LicenceOfRow[] => [...planned, ...late].flatMap(licenceOf);
	const stop = keepGoing ? undefined : (): never => stopAt(results, indexesOf(licences()));
	const experience = new Experience();
	const { silence } = experience;
	leaveAlone(planned, results);
	await update(planned.filter(isUpdate), batchSize, results, experience, stop);
	for (const entry of planned) {
		if (entry.step.action !== 'create') continue;
		const { person } = entry;
		const record = await create(entry, run, results, silence);
		if (record !== undefined) late.push({ ...entry, step: stepFor(record, person.body) });
		else if ('error' in (results[person.item.itemIndex] ?? {})) stop?.();
	}
	leaveAlone(late, results);
	await update(late.filter(isUpdate), batchSize, results, experience, stop);
	await saveLicences(licences(), results, keepGoing, silence);
}
