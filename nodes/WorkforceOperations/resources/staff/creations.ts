import type { IDataObject } from 'n8n-workflow';
import { isBlank, type JsonObject, type Page, textKey } from '../../contract';
import { inputError } from '../../form/item';
import { mayHaveBeenWrittenInPart } from './batches';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { isUnknown, notSentError } from '../../operations/runReport';
import type { RowResult } from '../../operations/types';
import {
	type CreationLock,
	forEditor,
	isKind,
	OutageDetector,
	ServiceError,
	type Settled,
	settle,
} from '../../transport';
import { emailWords, numberKey, onlyOne, searchByEmail } from './people';
import type { StaffRow } from './plan';
import type { Rows, SheetRow } from './rows';
import { type Experience, type Left, sendEmployees, sendInHalves, writeResults, type Written } from './send';

type RowOfResult<Row> = [row: Row, result: RowResult];

interface Creating<Row extends SheetRow> {
	rows: Pick<Rows<Row>, 'put' | 'endIfFailed'>;
	lock: CreationLock;
	batchSize: number;
	experience: Experience;
	/** Throws if the row must no longer be sent. */
	check?(row: Row): void;
	/** Returns the result of each row of a request, or undefined if the rows may be sent again. */
	outcomes(rows: Row[], sent: Settled<Page>): Promise<Array<RowOfResult<Row>> | undefined>;
	licencesLeft?(): number[];
}

/** The names under which a creation is noted for other runs. */
const creationNames = ({ email, employeeId }: JsonObject): string[] => [
	`email ${textKey(email)}`,
	...(isBlank(employeeId) ? [] : [`number ${numberKey(employeeId)}`]),
];

/** Throws if another run of this n8n has since created somebody with the row's address or number. */
export function requireStillNew({ item, body }: SheetRow, lock: CreationLock): void {
	const creation = lock.known(creationNames(body));
	if (creation === undefined) return;
	const isSamePerson = textKey(creation.email) === textKey(body.email);
	throw inputError(
		item,
		`Another execution in n8n ${creation.isSure ? 'has just created' : 'may have just created'} “${String(creation.email)}”${isSamePerson ? '' : ` with the employee number “${String(body.employeeId)}”`}`,
		[
			'This row was not sent, because that might create the employee twice.',
			forEditor('Run it again in a minute: it will find the employee.', 'Call it again in a minute.'),
		],
	);
}

const creationBody = <Row extends SheetRow>({ item, body, licence }: Row): SheetRow => ({
	item,
	body: licence === undefined ? body : { ...body, licenses: [licence] },
});

/**
 * Creates people in one request, and notes for other runs who was or may have been created. Call it inside `inTurn`.
 */
async function sendCreations<Row extends SheetRow>(
	batch: Row[],
	{ rows, lock, experience, check, outcomes }: Creating<Row>,
): Promise<Left<Row>> {
	const fresh: Row[] = [];
	for (const row of batch) {
		const checked = await settle((async () => await Promise.resolve(check?.(row)))());
		if ('error' in checked) rows.put(row, checked);
		else fresh.push(row);
	}
	if (fresh.length === 0) return { again: [] };
	const sent = await settle(sendEmployees('staff.create', fresh.map(creationBody)));
	experience.outage.note(sent);
	const results = await outcomes(fresh, sent);
	for (const [row, result] of results ?? []) {
		rows.put(row, result);
		if ('outcomes' in result || isUnknown(result))
			lock.note(creationNames(row.body), { email: String(row.body.email), isSure: !isUnknown(result) });
	}
	return {
		again: results === undefined ? fresh : [],
		refusal: 'error' in sent ? sent.error : undefined,
		isWritten: 'result' in sent,
	};
}

/** Creates people in batches. No other run with the key creates anybody during a batch. */
export async function writeCreations<Row extends SheetRow>(creations: Row[], creating: Creating<Row>): Promise<void> {
	const { rows, batchSize, experience, lock, licencesLeft } = creating;
	await sendInHalves(creations, {
		batchSize,
		experience,
		// The answer identifies people by their addresses.
		keyOf: ({ body }) => textKey(body.email),
		// Attachments make a request large: a row with one gets a batch of its own.
		kindOf: ({ item, licence }) => (licence?.attachments === undefined ? '' : String(item.itemIndex)),
		put: (row, result) => rows.put(row, result),
		async send(batch) {
			const sent = await settle(
				lock.inTurn(batch[0]?.item.itemIndex, async () => await sendCreations(batch, creating)),
			);
			if ('result' in sent) return sent.result;
			for (const row of batch) rows.put(row, sent);
			return { again: [] };
		},
		after: (batch) => rows.endIfFailed(batch, licencesLeft),
	});
}

/** The result of a creation. Only the answer to the creation itself says whether its licence was created too. */
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

/** The employee that a search found for each row, if any. Rows with a failed or skipped search are left out. */
type Searched = ReadonlyMap<StaffRow, JsonObject | undefined>;

/** Searches for the people of a request. During an outage, the rest are skipped. */
async function searchAll(rows: readonly StaffRow[]): Promise<Searched> {
	// A detector of its own: a service that answers searches may still not answer creations.
	const outage = new OutageDetector();
	const searched = new Map<StaffRow, JsonObject | undefined>();
	await runItems(rows, READS_AT_ONCE, async (row) => {
		const { item, body } = row;
		const search = async (): Promise<JsonObject | undefined> =>
			onlyOne(item, emailWords(body.email), await searchByEmail(item, String(body.email)));
		const found = await outage.unlessOutage(search, () => notSentError(item));
		if ('result' in found) searched.set(row, found.result);
	});
	return searched;
}

/** Searches for the rows that a response doesn't confirm; anybody found was created. */
async function afterAnswer(written: ReadonlyArray<Written<StaffRow>>): Promise<Array<RowOfResult<StaffRow>>> {
	const searched = await searchAll(written.filter(([, { unknown }]) => unknown).map(([row]) => row));
	return written.map(([row, { outcomes, unknown }]): RowOfResult<StaffRow> => {
		const [{ json }] = outcomes;
		if (unknown !== true) return [row, created(row, json, false)];
		const record = searched.get(row);
		if (record !== undefined) return [row, created(row, record as IDataObject, true)];
		return [row, { unknown, outcomes: [{ json }] }];
	});
}

/** Codes of a refusal by the service itself: HTTP 400 or 422, or the code in the envelope of a success. */
const REFUSALS: ReadonlySet<string> = new Set(['200', '400', '422']);

/** Whether the service itself refused the request. A gateway's error says nothing about the service. */
const isOwnRefusal = (error: unknown): error is ServiceError =>
	isKind(error, 'refused', 'invalid') && error.spoken && !error.mayHaveArrived && REFUSALS.has(error.httpCode ?? '');

/** Whether some rows of a failed request may have been written. */
const isDoubtful = (error: unknown, rows: number): error is ServiceError =>
	error instanceof ServiceError &&
	(error.mayHaveArrived || (rows > 1 && isKind(error, 'refused', 'invalid', 'notFound', 'conflict')));

const NOT_FOUND = 'A search right afterwards found nobody with this e-mail address.';

/**
 * Searches for the rows of a failed request. Returns undefined if they may be sent again. If the answer was lost and
 * nobody is found, the outcome stays unknown: an aborted request may still be processed later.
 */
async function afterError(
	rows: readonly StaffRow[],
	error: unknown,
): Promise<Array<RowOfResult<StaffRow>> | undefined> {
	// A stopped execution sends nothing more.
	if (!isDoubtful(error, rows.length) || error.kind === 'stopped') return rows.map((row) => [row, { error }]);
	const searched = await searchAll(rows);
	const missing = rows.filter((row) => searched.get(row) === undefined);
	const areSearched = missing.every((row) => searched.has(row));
	if (areSearched && missing.length === rows.length && isOwnRefusal(error)) return undefined;
	// The remaining rows share one error, so its advice must be true for each of them.
	if (areSearched && error.mayHaveArrived) error.inPart(NOT_FOUND);
	const left = mayHaveBeenWrittenInPart(error, rows.length);
	return rows.map((row) => {
		const record = searched.get(row);
		return [row, record === undefined ? { error: left } : created(row, record as IDataObject, true)];
	});
}

/** The results of a request to create people. Rows that its answer leaves open are searched for. */
export const searchedOutcomes: Creating<StaffRow>['outcomes'] = async (rows, sent) =>
	'result' in sent ? await afterAnswer(writeResults(rows, sent.result, 'created')) : await afterError(rows, sent.error);
