import type { IDataObject } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { inputError } from '../../form/item';
import { mayHaveBeenWrittenInPart } from '../../operations/batches';
import { isSameText } from '../../operations/compareValues';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { isUnknown, notSentError } from '../../operations/runReport';
import type { RowResult } from '../../operations/types';
import {
	type Creation,
	type CreationLock,
	forEditor,
	isKind,
	OutageDetector,
	ServiceError,
	settle,
} from '../../transport';
import { indexesOf, licencesToSave } from './licences';
import { requireSamePerson } from './match';
import { type MatchBy, numberKey, searchOne } from './people';
import { givesNumber, type Matching, planStep, type StaffRow, type StaffRows } from './plan';
import type { SheetRow } from './rows';
import { Experience, type Left, sendEmployees, sendInHalves, writeResults, type Written } from './send';

/** What the requests of a run share. */
export interface WriteRun extends Matching {
	rows: StaffRows;
	batchSize: number;
	experience: Experience;
}

const numberNames = ({ employeeId }: JsonObject): string[] =>
	isBlank(employeeId) ? [] : [`number ${numberKey(employeeId)}`];

/** The names under which a creation is noted for other runs. */
const creationNames = (body: JsonObject): string[] => [
	`email ${String(body.email).toLowerCase()}`,
	...numberNames(body),
];

const didCreate = ({ email, isSure }: Creation): string =>
	`Another execution of this n8n ${isSure ? 'has just created' : 'may just have created'} “${String(email)}”`;

const takenError = ({ item }: StaffRow, creation: Creation, number: unknown, id = ''): Error =>
	inputError(
		item,
		`${didCreate(creation)}${id} with the employee number “${String(number)}”`,
		'Nothing was written for this row. If it is the same person, correct the address; else correct the number.',
	);

/**
 * Looks, right before a creation, whether another run of this n8n has created somebody with the address or the number of the
 * row since this one began; then the row is about them. Throws where it can't be told, or may not be written to them.
 */
async function meetNew(row: StaffRow, by: MatchBy, lock: CreationLock): Promise<void> {
	const { item, body } = row;
	const creation = lock.known(creationNames(body));
	if (creation === undefined) return;
	const record = await searchOne(item, String(creation.email));
	if (record === undefined) {
		throw inputError(item, `${didCreate(creation)}, but the search doesn’t find them yet`, [
			'Nothing was sent for this row, because it might create the person twice.',
			forEditor('Run it again in a minute.', 'Call it again in a minute.'),
		]);
	}
	const isSameAddress = isSameText(creation.email, body.email);
	if (by === 'employeeId' && isSameAddress) requireSamePerson(row, record);
	if (!isSameAddress && !(by === 'employeeId' && isSameText(record.employeeId, body.employeeId)))
		throw takenError(row, { email: creation.email, isSure: true }, record.employeeId, ` (ID ${String(record.id)})`);
	planStep(row, { record, by: isSameAddress ? 'email' : 'employeeId' });
	const ofNumber = givesNumber(row) ? lock.known(numberNames(body)) : undefined;
	if (ofNumber !== undefined && !isSameText(ofNumber.email, record.email))
		throw takenError(row, ofNumber, body.employeeId);
}

/** The result of a creation. Only the answer to the creation itself says whether its licence was created, too. */
const created = ({ licence }: StaffRow, record: IDataObject, isSearched: boolean): RowResult => ({
	outcomes: [
		{
			json: {
				...record,
				action: 'created',
				...(licence === undefined ? {} : { licenceAction: isSearched ? null : 'created' }),
			},
		},
	],
});

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

type RowOfResult = [row: StaffRow, result: RowResult];

/** Searches for the rows that a response doesn't confirm: whoever is found was created. */
async function afterAnswer(written: ReadonlyArray<Written<StaffRow>>): Promise<RowOfResult[]> {
	const searched = await searchAll(written.filter(([, { unknown }]) => unknown).map(([row]) => row));
	return written.map(([row, { outcomes, unknown }]): RowOfResult => {
		const [{ json }] = outcomes;
		if (unknown !== true) return [row, created(row, json, false)];
		const record = searched.get(row);
		if (record !== undefined) return [row, created(row, record as IDataObject, true)];
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
		return [row, record === undefined ? { error: left } : created(row, record as IDataObject, true)];
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
			? await afterAnswer(writeResults(fresh, sent.result, 'created'))
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

export async function writeCreations(creations: StaffRow[], run: WriteRun): Promise<void> {
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
		after: (batch) => rows.endIfFailed(batch, () => indexesOf(licencesToSave(rows))),
	});
}
