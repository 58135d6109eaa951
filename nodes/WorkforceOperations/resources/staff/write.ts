import type { IDataObject } from 'n8n-workflow';
import { endpoints, type JsonObject } from '../../contract';
import { isContentRefusal, mayHaveBeenWrittenInPart } from '../../operations/batches';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { isUnknown, notSentError } from '../../operations/runReport';
import type { RowResult } from '../../operations/types';
import { isKind, OutageDetector, ServiceError, settle } from '../../transport';
import { byEmail, byId, createdResult, employeeIdOf, soleRecord, writeResults, type Written } from './answers';
import { indexesOf, type LicenceOfRow, saveLicences } from './licences';
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
import { creationNames, meetNew } from './late';
import { searchOne } from './people';
import type { SheetRow } from './rows';
import { type Earlier, Experience, type Left, sendEmployees, sendInHalves, withAdviceOf } from './send';

/** What the requests of a run share. */
interface WriteRun extends Matching {
	rows: StaffRows;
	batchSize: number;
	experience: Experience;
}

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
		for (const [row, written] of writeResults(rows, sent.result, byId)) put(row, written);
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
		after: (batch) => rows.endIfFailed(batch, () => licencesLeft(run)),
	});
}

function leaveUnchanged(rows: StaffRow[], run: WriteRun): void {
	for (const row of rows) {
		if (row.step.action !== 'unchanged') continue;
		const json = { ...(row.step.record as IDataObject), action: 'unchanged', ...foundWords(row) };
		run.rows.put(row, { outcomes: [{ json }], unwritten: true });
	}
}

/** Codes of a refusal by the service itself: HTTP 400 or 422, or the code in the envelope of a success. */
const REFUSALS: ReadonlySet<string> = new Set(['200', '400', '422']);

/** Whether the service itself refused the request. An error of a gateway says nothing about the service. */
const isOwnRefusal = (error: unknown): error is ServiceError =>
	isKind(error, 'refused', 'invalid') && error.spoken && !error.mayHaveArrived && REFUSALS.has(error.httpCode ?? '');

/** Whether some rows of a failed request may have been written. */
const isDoubtful = (error: unknown, rows: number): error is ServiceError =>
	error instanceof ServiceError &&
	(error.mayHaveArrived || (rows > 1 && isKind(error, 'refused', 'invalid', 'notFound', 'conflict')));

/** Whom a search found for each row, if anybody; rows whose search failed or was skipped are not in it. */
type Searched = ReadonlyMap<StaffRow, JsonObject | undefined>;

/** Searches for the people of a request, one by one. During an outage the rest is skipped. */
async function searchAll(rows: readonly StaffRow[]): Promise<Searched> {
	// A detector of its own: a service that answers searches may still not answer creations.
	const outage = new OutageDetector();
	const searched = new Map<StaffRow, JsonObject | undefined>();
	await runItems(rows, READS_AT_ONCE, async (row) => {
		const search = async (): Promise<JsonObject | undefined> => await searchOne(row.item, String(row.body.email));
		const found = await outage.unlessOutage(search, () => notSentError(row.item));
		if ('result' in found) searched.set(row, found.result);
	});
	return searched;
}

const foundAfterwards = (row: StaffRow, record: JsonObject): RowResult =>
	createdResult(record as IDataObject, row.licence !== undefined, true);

type RowOfResult = [row: StaffRow, result: RowResult];

/** Searches for the rows that a response doesn't confirm: whoever is found was created. */
async function afterAnswer(written: ReadonlyArray<Written<StaffRow>>): Promise<RowOfResult[]> {
	const searched = await searchAll(written.filter(([, { unknown }]) => unknown).map(([row]) => row));
	return written.map(([row, { outcomes, unknown }]): RowOfResult => {
		const [{ json }] = outcomes;
		if (unknown !== true) return [row, createdResult(json, row.licence !== undefined, false)];
		const record = searched.get(row);
		if (record !== undefined) return [row, foundAfterwards(row, record)];
		return [row, { unknown, outcomes: [{ json: { ...json, action: null } }] }];
	});
}

const NOT_FOUND = 'A search right after it didn’t find this employee.';
const NOT_CREATED_YET = 'A search right after it found nobody with this e-mail address.';

/**
 * Searches for the rows of a failed request; undefined if they may be sent again. If nobody is found after a lost answer the
 * outcome stays unknown: an aborted request may still be processed later.
 */
async function afterError(rows: readonly StaffRow[], error: unknown): Promise<RowOfResult[] | undefined> {
	// A stopped execution sends nothing more.
	if (!isDoubtful(error, rows.length) || error.kind === 'stopped') return rows.map((row) => [row, { error }]);
	const searched = await searchAll(rows);
	const isNobodyThere = rows.every((row) => searched.has(row) && searched.get(row) === undefined);
	if (isNobodyThere && isOwnRefusal(error)) return undefined;
	const isAnybodyLeft = rows.some((row) => searched.get(row) === undefined);
	// All remaining rows share one error, so its advice is added once.
	if (rows.length === 1 && isNobodyThere) error.inPart(NOT_CREATED_YET);
	else if (rows.length > 1 && error.mayHaveArrived && isAnybodyLeft) error.inPart(NOT_FOUND);
	const left = mayHaveBeenWrittenInPart(error, rows.length);
	return rows.map((row) => {
		const record = searched.get(row);
		return [row, record === undefined ? { error: left } : foundAfterwards(row, record)];
	});
}

const creationBody = ({ item, body, licence }: StaffRow): SheetRow => ({
	item,
	body: { ...(body as IDataObject), ...(licence === undefined ? {} : { licenses: [licence] }) },
});

/** The rows that no other run has created anybody for by now; the others get another step, or an error. */
async function stillNew(batch: StaffRow[], { rows, by, lock }: WriteRun): Promise<StaffRow[]> {
	await runItems(batch, READS_AT_ONCE, async (row): Promise<void> => {
		const met = await settle(meetNew(row, by, lock));
		if ('error' in met) rows.put(row, met);
	});
	return batch.filter((row) => row.step.action === 'create' && rows.resultOf(row) === undefined);
}

/**
 * Creates people in one request, while no other run of the key creates anybody: looks who was made since the list was read,
 * sends the others, finds out the outcome of each, and notes who was made or may have been. Whether such a request is atomic is undocumented.
 */
async function sendCreations(batch: StaffRow[], run: WriteRun): Promise<Left<StaffRow>> {
	const { rows, experience } = run;
	const fresh = await stillNew(batch, run);
	if (fresh.length === 0) return { again: [] };
	const sent = await settle(sendEmployees('staff.create', fresh.map(creationBody)));
	experience.outage.note(sent);
	const results =
		'result' in sent
			? await afterAnswer(writeResults(fresh, sent.result, fresh.length === 1 ? soleRecord : byEmail))
			: await afterError(fresh, sent.error);
	const refusal = 'error' in sent ? sent.error : undefined;
	if (results === undefined) return { again: fresh, refusal };
	for (const [row, result] of results) {
		rows.put(row, result);
		noteCreation(run, row.body, result);
	}
	return { again: [], refusal, isWritten: 'result' in sent };
}

/** Notes a creation for other runs if it was carried out or may have been. */
export function noteCreation({ lock }: Pick<WriteRun, 'lock'>, body: JsonObject, result: RowResult): void {
	if ('error' in result && !isUnknown(result)) return;
	lock.note(creationNames(body), { email: String(body.email), isSure: !isUnknown(result) });
}

async function writeCreations(creations: StaffRow[], run: WriteRun): Promise<void> {
	const { rows, batchSize, experience, lock } = run;
	await sendInHalves(creations, {
		batchSize,
		experience,
		keyOf: ({ item }) => String(item.itemIndex),
		// Attachments make a request large: a row with one gets a batch of its own.
		kindOf: ({ item, licence }) => (licence?.attachments === undefined ? '' : String(item.itemIndex)),
		put: (row, result) => rows.put(row, result),
		async send(batch) {
			const sent = await settle(lock.inTurn(batch[0]?.item.itemIndex, async () => await sendCreations(batch, run)));
			if ('result' in sent) return sent.result;
			for (const row of batch) rows.put(row, sent);
			return { again: [] };
		},
		after: (batch) => rows.endIfFailed(batch, () => licencesLeft(run)),
	});
}

/** The licences to be saved by themselves: those of employees who were there. */
const licencesToSave = (rows: StaffRows): LicenceOfRow[] =>
	rows.every.flatMap(({ item, licence, licencePlan, step }) => {
		if (licence === undefined || step.action === 'create') return [];
		const known = licencePlan !== undefined && 'known' in licencePlan ? licencePlan.known : undefined;
		return [{ item, employeeId: Number(step.record.id), licence, known }];
	});

const licencesLeft = ({ rows }: WriteRun): number[] => indexesOf(licencesToSave(rows));

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
