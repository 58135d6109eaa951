import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../contract';
import { isContentRefusal } from '../../operations/batches';
import type { RowResult } from '../../operations/types';
import { settle } from '../../transport';
import { writeCreations, type WriteRun } from './creations';
import { indexesOf, licencesToSave, saveLicences } from './licences';
import {
	afterUpdate,
	changedFields,
	foundWords,
	isUpdate,
	type Matching,
	type PlannedUpdate,
	type StaffRow,
	type StaffRows,
} from './plan';
import type { SheetRow } from './rows';
import {
	type Earlier,
	employeeIdOf,
	Experience,
	type Left,
	sendEmployees,
	sendInHalves,
	withAdviceOf,
	writeResults,
} from './send';

/** Keeps the result of a row. */
export type PutResult<Row> = (row: Row, result: RowResult) => void;

/** Sends updates in one request. Updates are idempotent, so rows that the service has already taken may be repeated. */
export async function sendUpdates<Row extends SheetRow>(
	rows: Row[],
	earlier: Earlier,
	put: PutResult<Row>,
	{ outage }: Experience,
): Promise<Left<Row>> {
	const [first] = rows;
	const sent = await settle(sendEmployees('staff.update', rows));
	outage.note(sent);
	if ('result' in sent) {
		for (const [row, written] of writeResults(rows, sent.result, 'updated')) put(row, written);
		return { again: [], isWritten: true };
	}
	const error = withAdviceOf(earlier, sent.error);
	for (const row of rows) put(row, { error });
	const isRefused =
		first !== undefined && (await isContentRefusal(first.item, endpoints['staff.update'].access, error));
	return isRefused ? { again: rows, refusal: error } : { again: [] };
}

/** The item of an update: the record of the response if it has one, else the previous record with the written fields. */
function updatedItem(row: PlannedUpdate, result: RowResult): RowResult {
	if ('error' in result) return result;
	row.answered = result.outcomes[0]?.json;
	const { changed, unknown } = row.step.difference;
	const news = { action: 'updated', changed, notCompared: unknown, ...foundWords(row) };
	const outcomes = result.outcomes.map(({ json: { updated, ...answer } }) => ({
		json:
			result.unknown === true
				? { ...answer, updated, action: null, ...foundWords(row) }
				: { ...afterUpdate(row), ...answer, ...news },
	}));
	return { ...result, outcomes };
}

async function writeUpdates(updates: PlannedUpdate[], run: WriteRun): Promise<void> {
	const { rows, batchSize, experience } = run;
	const changes = updates.map((row) => ({ item: row.item, body: { id: row.step.id, ...changedFields(row) }, row }));
	const put: PutResult<(typeof changes)[number]> = ({ row }, result) => rows.put(row, updatedItem(row, result));
	await sendInHalves(changes, {
		batchSize,
		experience,
		keyOf: ({ body }) => employeeIdOf(body),
		put,
		send: async (batch, earlier) => await sendUpdates(batch, earlier, put, experience),
		after: (batch) => rows.endIfFailed(batch, () => indexesOf(licencesToSave(rows))),
	});
}

function leaveUnchanged(rows: StaffRow[], run: WriteRun): void {
	for (const row of rows) {
		if (row.step.action !== 'unchanged') continue;
		const json = { ...(row.step.record as IDataObject), action: 'unchanged', ...foundWords(row) };
		run.rows.put(row, { outcomes: [{ json }], unwritten: true });
	}
}

/**
 * Carries out the plan: updates in batches; creations in batches; then those whom somebody else has created meanwhile; then
 * the licences of existing employees.
 */
export async function writeRows(rows: StaffRows, matching: Matching, batchSize: number): Promise<void> {
	const run: WriteRun = {
		...matching,
		rows,
		batchSize,
		experience: new Experience(),
	};
	const planned = rows.open;
	leaveUnchanged(planned, run);
	await writeUpdates(planned.filter(isUpdate), run);
	await writeCreations(
		planned.filter(({ step }) => step.action === 'create'),
		run,
	);
	const late = rows.open;
	leaveUnchanged(late, run);
	await writeUpdates(late.filter(isUpdate), run);
	await saveLicences(licencesToSave(rows), rows, { outage: run.experience.outage, lock: run.lock });
}
