import type { IDataObject } from 'n8n-workflow';
import {
	confirmsAll,
	endpoints,
	isBlank,
	isDefault,
	isJsonObject,
	isSameText as same,
	type JsonObject,
	type Page,
	plainAnswer,
	saysMore,
} from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { CommonFailure, failureWords, isContentRefusal, splitIntoBatches } from './batches';
import { notSentError } from '../../operations/runReport';
import type { OperationItem, RowResult } from '../../operations/types';
import { OutageDetector, sendCall, ServiceError, settle } from '../../transport';
import { queryKey } from './people';
import type { SheetRow } from './rows';

const employeeIdOf = (record: JsonObject): string => String(record.id);

/** What a request does with its rows. */
type Done = 'created' | 'updated';

/** Whether a record of an answer belongs to a row: for an update by ID, for a creation by address. */
function isOf(done: Done, body: JsonObject, record: JsonObject, isOnly: boolean): boolean {
	if (done === 'updated') return employeeIdOf(record) === employeeIdOf(body);
	// If a request has one row, its only record is that row's, unless it identifies itself as another's.
	return (isOnly && isBlank(record.email)) || same(record.email, body.email);
}

/** The item for a row whose record isn't in the answer. */
const itemWithout = (done: Done, { id, firstName, lastName, email }: JsonObject, isDone: true | null): IDataObject =>
	done === 'updated'
		? { id: Number(id), updated: isDone }
		: { created: isDone, firstName: String(firstName), lastName: String(lastName), email: String(email) };

/** Whether a record identifies its employee. */
const isNamed = ({ id, email }: JsonObject): boolean => !isDefault(id) || !isBlank(email);

/** A row, and its item made from the answer. `unknown`: it may or may not have been written. */
export type Written<Row> = [row: Row, result: { outcomes: [{ json: IDataObject }]; unknown?: true }];

/**
 * The outcome of each row of a successful request. A row gets its record; each record is used for one row only. A row
 * without a record is done if the answer confirms all rows. Otherwise it is unknown, with the rest of the answer.
 */
export function writeResults<Row extends { body: JsonObject }>(
	rows: readonly Row[],
	page: Partial<Page>,
	done: Done,
): Array<Written<Row>> {
	const { data } = page;
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	const free = new Set(page.inPart === true ? [] : entries.filter((entry) => isJsonObject(entry)));
	const own = rows.map((row): { row: Row; record?: JsonObject } => {
		const [record, ...others] = [...free].filter(
			(each) => isOf(done, row.body, each, rows.length === 1) && isNamed(each) && !saysMore(each),
		);
		// If two people have the address, the record is ambiguous.
		if (others.some((other) => employeeIdOf(other) !== employeeIdOf(record ?? {}))) return { row };
		if (record !== undefined) free.delete(record);
		return { row, record };
	});
	const all = confirmsAll(page, rows.length);
	const rest = Array.isArray(data) ? entries.filter((entry) => !own.some(({ record }) => record === entry)) : data;
	return own.map(({ row, record }): Written<Row> => {
		if (record !== undefined) return [row, { outcomes: [{ json: record as IDataObject }] }];
		if (all) return [row, { outcomes: [{ json: { ...itemWithout(done, row.body, true), ...plainAnswer(data) } }] }];
		return [
			row,
			{ outcomes: [{ json: { ...itemWithout(done, row.body, null), answer: rest as IDataObject } }], unknown: true },
		];
	});
}

/** Sends the employees of several rows in one request. */
export async function sendEmployees(id: 'staff.create' | 'staff.update', rows: SheetRow[]): Promise<Page> {
	const item = rows[0]?.item;
	if (item === undefined) return { data: undefined, records: [] };
	return await sendCall(item.connection, {
		endpoint: endpoints[id],
		additionalQuery: additionalQuery(item),
		body: { employees: rows.map(({ body }) => body as IDataObject) },
		itemIndex: item.itemIndex,
	});
}

/** Advice for a row that was part of an earlier request whose response was lost: it may have been written. */
const BEFORE =
	'An earlier request that included this row may have succeeded, so the row may have been written. Check the service before you run it again.';

/** Advice for a row from an earlier batch that was refused for another reason than the row itself. */
const REFUSED_BEFORE =
	'This row was first sent in a batch that was refused for a different reason. The service doesn’t say whether it writes part of such a batch, so this row may have been written. Check the service.';

/** Earlier requests with the same rows: the advice if one may have succeeded, and why the last was refused. */
interface Earlier {
	advice?: string;
	refusal?: string;
}

/** The words of a refusal, without numbers, which may differ by row. */
const reasonOf = (error: unknown): string => failureWords(error).replace(/\d+/g, '');

/** A row is known to be unwritten only if it is refused for the same reason as its batch. */
function adviceAfter({ advice, refusal }: Earlier, error: unknown): string | undefined {
	if (advice !== undefined) return advice;
	return refusal === undefined || refusal === reasonOf(error) ? undefined : REFUSED_BEFORE;
}

/** The error of a row that was in earlier requests as well. */
function withAdviceOf(earlier: Earlier, error: unknown): unknown {
	const advice = adviceAfter(earlier, error);
	const isCertain = error instanceof ServiceError && !error.mayHaveArrived;
	return advice !== undefined && isCertain ? error.inPart(advice) : error;
}

function afterRefusal(before: Earlier, error: unknown): Earlier {
	const isLost = error instanceof ServiceError && error.mayHaveArrived;
	return { advice: before.advice ?? (isLost ? BEFORE : undefined), refusal: reasonOf(error) };
}

/** What the requests of a run have shown so far: a common failure, or an outage. */
export class Experience {
	readonly commonFailure = new CommonFailure();

	readonly outage = new OutageDetector();
}

/** The rest of a request: the rows that may be sent again in smaller requests, and why they were refused. */
export interface Left<Row> {
	again: Row[];
	refusal?: unknown;
	/** Something was written. */
	isWritten?: boolean;
}

interface Sending<Row extends { item: OperationItem }> {
	batchSize: number;
	experience: Experience;
	/** A batch contains no key twice. */
	keyOf(row: Row): string;
	/** A batch contains rows of one kind only, with the same additional query parameters. */
	kindOf?(row: Row): string;
	put(row: Row, result: RowResult): void;
	/** Sends rows in one request and puts their results. */
	send(rows: Row[], earlier: Earlier): Promise<Left<Row>>;
	/** Called when all rows of a batch have their results. */
	after(batch: Row[]): void;
}

/** Sends rows in one request, unless an outage lasts. */
async function sendUnlessOutage<Row extends { item: OperationItem }>(
	rows: Row[],
	{ put, send, experience: { commonFailure, outage } }: Sending<Row>,
	earlier: Earlier,
): Promise<Left<Row>> {
	if (outage.lasts) {
		for (const row of rows) put(row, { error: notSentError(row.item, adviceAfter(earlier, undefined)) });
		return { again: [] };
	}
	const left = await send(rows, earlier);
	if (left.isWritten === true) commonFailure.succeeded();
	if (left.refusal !== undefined && rows.length === 1) commonFailure.failedAlone(left.refusal);
	return left;
}

/**
 * Sends a batch. If it may be sent again, bisects it until the invalid rows are alone. After a run of identical
 * failures, only the first and the middle row of a batch with that error are tried.
 */
async function sendBatch<Row extends { item: OperationItem }>(
	rows: Row[],
	sending: Sending<Row>,
	before: Earlier,
): Promise<void> {
	const { again, refusal } = await sendUnlessOutage(rows, sending, before);
	if (again.length < 2) return;
	const earlier = afterRefusal(before, refusal);
	const { commonFailure } = sending.experience;
	const middle = Math.ceil(again.length / 2);
	if (!commonFailure.explains(refusal)) {
		await sendBatch(again.slice(0, middle), sending, earlier);
		return await sendBatch(again.slice(middle), sending, earlier);
	}
	const probes = [0, middle];
	for (const index of probes) await sendUnlessOutage(again.slice(index, index + 1), sending, earlier);
	const others = again.filter((_, index) => !probes.includes(index));
	if (others.length > 0 && !commonFailure.explains(refusal)) return await sendBatch(others, sending, earlier);
	for (const row of others) sending.put(row, { error: commonFailure.withAdvice(refusal) });
}

/** Sends rows in batches, and halves the batches that the service refuses. */
export async function sendInHalves<Row extends { item: OperationItem }>(
	rows: Row[],
	sending: Sending<Row>,
): Promise<void> {
	const kindOf = (row: Row): string => `${queryKey(row)} ${sending.kindOf?.(row)}`;
	for (const batch of splitIntoBatches(rows, sending.batchSize, sending.keyOf, kindOf)) {
		await sendBatch(batch, sending, {});
		sending.after(batch);
	}
}

type Updating<Row extends SheetRow> = Pick<Sending<Row>, 'batchSize' | 'experience' | 'put' | 'after'>;

/** Sends updates in one request. Updates are idempotent, so rows that were already written may be sent again. */
async function sendUpdates<Row extends SheetRow>(
	rows: Row[],
	earlier: Earlier,
	{ put, experience }: Updating<Row>,
): Promise<Left<Row>> {
	const [first] = rows;
	const sent = await settle(sendEmployees('staff.update', rows));
	experience.outage.note(sent);
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

export async function writeUpdates<Row extends SheetRow>(updates: Row[], updating: Updating<Row>): Promise<void> {
	await sendInHalves(updates, {
		...updating,
		keyOf: ({ body }) => employeeIdOf(body),
		send: async (batch, earlier) => await sendUpdates(batch, earlier, updating),
	});
}
