import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endpoints, type JsonObject } from '../../contract';
import { additionalBody, additionalQuery } from '../../form/additionalParameters';
import { advancedOf } from '../../form/advanced';
import { additionalBodyOption, requireCount } from '../../form/fields';
import { CommonFailure, failureWords, isContentRefusal, type Row } from '../../operations/batches';
import { mergeBody } from '../../operations/record';
import { notSentError } from '../../operations/runReport';
import type { OperationItem, RowResult } from '../../operations/types';
import { type Call, OutageDetector, sendCall, ServiceError, settle } from '../../transport';
import { type RecordMatcher, writeResults } from './writeResults';

/** Upper limit of a batch, whatever the user enters. */
const LARGEST_BATCH = 500;

export const batchSizeOption = (standard: number, description: string): INodeProperties => ({
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LARGEST_BATCH },
	default: standard,
	description,
});

export const employeeBodyOption: INodeProperties = {
	...additionalBodyOption,
	description:
		'Fields of the employee under the API’s own names, as JSON. They replace those that the node would send; null removes one.',
};

/** The batch size: how many rows go into a request. */
export function batchSizeOf(item: OperationItem | undefined, standard: number): number {
	if (item === undefined) return standard;
	return requireCount(item, advancedOf(item).batchSize ?? standard, 'Batch Size', LARGEST_BATCH);
}

/** Rows can share a request only if their additional query parameters are the same. */
export const queryKey = ({ item }: Row): string => JSON.stringify(additionalQuery(item));

/** Sends the employees of several rows in one request; returns the response's data. */
export async function sendEmployees(id: 'staff.create' | 'staff.update', rows: Row[]): Promise<unknown> {
	const first = rows[0];
	if (first === undefined) return undefined;
	const { item } = first;
	const call: Call = {
		endpoint: endpoints[id],
		additionalQuery: additionalQuery(item),
		body: { employees: rows.map(({ body }) => body as IDataObject) },
		itemIndex: item.itemIndex,
	};
	const { data } = await sendCall(item.connection, call);
	return data;
}

/** An employee's body with the user's additional fields merged over it. */
export const withAdditional = (item: OperationItem, employee: IDataObject): JsonObject =>
	mergeBody(employee, additionalBody(item)) as JsonObject;

/** Prepares all rows before anything is sent, so that a mistake in row 400 doesn't leave 399 rows written. */
export async function prepare<Made = JsonObject>(
	items: OperationItem[],
	keepGoing: boolean,
	make: (item: OperationItem) => Promise<Made>,
): Promise<{ rows: Array<{ item: OperationItem; body: Made }>; results: Array<RowResult | undefined> }> {
	const results: Array<RowResult | undefined> = items.map(() => undefined);
	const rows: Array<{ item: OperationItem; body: Made }> = [];
	for (const [index, item] of items.entries()) {
		const made = await settle(make(item));
		if ('result' in made) rows.push({ item, body: made.result });
		else if (keepGoing) results[index] = made;
		else throw made.error;
	}
	return { rows, results };
}

export const employeeIdOf = (record: JsonObject): string => String(record.id ?? '');

const rowsAlike: RecordMatcher = {
	candidates: (body, records) => records.filter((record) => employeeIdOf(record) === employeeIdOf(body)),
	fallbackRecord: ({ id }, updated) => ({ id: Number(id), updated }),
	// Updates may be counted as “changed”, without rows that already had these values. Rows that were not written are refused
	// instead.
	mayCountFewer: true,
};

type BatchResults = Array<RowResult | undefined>;

/** Advice for a row that was part of an earlier request whose response was lost: it may have been written. */
const BEFORE =
	'An earlier request with this item among others may have been carried out, so that it may have been written: look there before you run this item a second time.';

/** Advice for a row that was part of an earlier batch, which was refused in other words than the row itself. */
const REFUSED_BEFORE =
	'Before, it was in a batch that was refused for another reason. The service does not say whether it writes a part of such a batch, so that this item may have been written: look there.';

/** The earlier requests with the same rows: the advice if one may have been carried out, and why the last was refused. */
interface Earlier {
	advice?: string;
	refusal?: string;
}

/** What the requests of a run have shown so far: a common failure, or an outage. */
export class BatchRun {
	readonly commonFailure = new CommonFailure();

	readonly outage = new OutageDetector();
}

/** The words of a refusal; the numbers in them may be those of a row. */
const reasonOf = (error: unknown): string => failureWords(error).replace(/\d+/g, '');

/** Only a row that is refused for the same reason as its batch is known not to have been written with it. */
function adviceAfter({ advice, refusal }: Earlier, error: unknown): string | undefined {
	if (advice !== undefined) return advice;
	return refusal === undefined || refusal === reasonOf(error) ? undefined : REFUSED_BEFORE;
}

function withAdviceOf(earlier: Earlier, error: unknown): unknown {
	const advice = adviceAfter(earlier, error);
	const isCertain = error instanceof ServiceError && !error.mayHaveArrived;
	return advice !== undefined && isCertain ? error.inPart(advice) : error;
}

/** Sends rows in one request; returns the error if the service refused their content, so that some may still be valid. */
async function batchRefusal(
	rows: Row[],
	results: BatchResults,
	{ commonFailure, outage }: BatchRun,
	earlier: Earlier,
): Promise<unknown> {
	const [first] = rows;
	if (first === undefined) return undefined;
	if (outage.lasts) {
		for (const { item } of rows)
			results[item.itemIndex] = { error: notSentError(item, adviceAfter(earlier, undefined)) };
		return undefined;
	}
	const sent = await settle(sendEmployees('staff.update', rows));
	outage.note(sent);
	if ('result' in sent) {
		commonFailure.succeeded();
		const written = writeResults(rows, sent.result, rowsAlike);
		for (const [index, { item }] of rows.entries()) results[item.itemIndex] = written[index];
		return undefined;
	}
	const error = withAdviceOf(earlier, sent.error);
	for (const { item } of rows) results[item.itemIndex] = { error };
	if (!(await isContentRefusal(first.item, endpoints['staff.update'].access, error))) return undefined;
	if (rows.length === 1) commonFailure.failedAlone(error);
	return error;
}

/**
 * Sends a batch; if its content is refused, it is bisected until the invalid rows stand alone. Updates are idempotent, so
 * rows that the service has already taken may be repeated. After a row of identical failures, the first and the middle row
 * stand for a batch that fails with the same error. During an outage the rest is not sent.
 */
export async function writeInBatches(
	rows: Row[],
	results: BatchResults,
	batchRun: BatchRun,
	before: Earlier = {},
): Promise<void> {
	const error = await batchRefusal(rows, results, batchRun, before);
	if (error === undefined || rows.length < 2) return;
	const isLost = error instanceof ServiceError && error.mayHaveArrived;
	const earlier: Earlier = { advice: before.advice ?? (isLost ? BEFORE : undefined), refusal: reasonOf(error) };
	const { commonFailure } = batchRun;
	const middle = Math.ceil(rows.length / 2);
	if (!commonFailure.explains(error)) {
		await writeInBatches(rows.slice(0, middle), results, batchRun, earlier);
		await writeInBatches(rows.slice(middle), results, batchRun, earlier);
		return;
	}
	const probes = [0, middle];
	for (const index of probes) await batchRefusal(rows.slice(index, index + 1), results, batchRun, earlier);
	const others = rows.filter((_, index) => !probes.includes(index));
	if (!commonFailure.explains(error)) return await writeInBatches(others, results, batchRun, earlier);
	for (const { item } of others) results[item.itemIndex] = { error: commonFailure.withAdvice(error) };
}
