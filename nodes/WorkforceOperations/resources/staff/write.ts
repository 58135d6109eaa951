import type { IDataObject } from 'n8n-workflow';
import type { RowResult } from '../../operations/types';
import type { CreationLock } from '../../transport';
import { requireStillNew, searchedOutcomes, writeCreations } from './creations';
import { indexesOf, licencesToSave, saveLicences } from './licences';
import { afterUpdate, changedFields, foundWords, isUpdate, type PlannedUpdate, type StaffRows } from './plan';
import { Experience, writeUpdates } from './send';

/**
 * The item of an update: the record of the response if it has one, else the previous record with the written fields.
 */
function updatedItem(row: PlannedUpdate, result: RowResult): RowResult {
	if ('error' in result) return result;
	row.answered = result.outcomes[0]?.json;
	const { changed, unknown } = row.step.difference;
	const news = { action: 'updated', changed, notCompared: unknown, ...foundWords(row) };
	const outcomes = result.outcomes.map(({ json: { updated, ...answer } }) => ({
		json:
			result.unknown === true
				? { ...answer, updated, ...foundWords(row) }
				: { ...afterUpdate(row), ...answer, ...news },
	}));
	return { ...result, outcomes };
}

/** Carries out the plan: updates in batches; creations in batches; then the licences of existing employees. */
export async function writeRows(rows: StaffRows, lock: CreationLock, batchSize: number): Promise<void> {
	const experience = new Experience();
	const planned = rows.open;
	const licencesLeft = (): number[] => indexesOf(licencesToSave(rows));
	for (const row of planned) {
		if (row.step.action !== 'unchanged') continue;
		const json = { ...(row.step.record as IDataObject), action: 'unchanged', ...foundWords(row) };
		rows.put(row, { outcomes: [{ json }], unwritten: true });
	}
	const updates = planned
		.filter(isUpdate)
		.map((row) => ({ item: row.item, body: { id: row.step.id, ...changedFields(row) }, row }));
	await writeUpdates(updates, {
		batchSize,
		experience,
		put: ({ row }, result) => rows.put(row, updatedItem(row, result)),
		after: (batch) => rows.endIfFailed(batch, licencesLeft),
	});
	await writeCreations(
		planned.filter(({ step }) => step.action === 'create'),
		{
			rows,
			lock,
			batchSize,
			experience,
			check: (row) => requireStillNew(row, lock),
			outcomes: searchedOutcomes,
			licencesLeft,
		},
	);
	await saveLicences(licencesToSave(rows), rows, { outage: experience.outage, lock });
}
