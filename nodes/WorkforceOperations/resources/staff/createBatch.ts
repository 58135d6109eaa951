import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../contract';
import { mayHaveBeenWrittenInPart, type Row } from '../../operations/batches';
import { isUnknown } from '../../operations/runReport';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import type { RowResult } from '../../operations/types';
import { settle, isKind, ServiceError, OutageDetector } from '../../transport';
import { byEmail, writeResults } from './writeResults';
import { createdResult, checkedNames, noteCreation, recordDoubtful } from './createOnce';
import type { UpsertResults, UpsertRun } from './upsertPlan';
import { searchByEmail } from './searchByEmail';
import { sendEmployees } from './batchWrite';

/*
 * Creates several employees in one request. Whether such a request is atomic is undocumented, so after anything but a
 * plain success each row is searched for. Rows whose outcome is unclear (a lost, truncated or ambiguous response) are
 * never resent; rows that the service itself refused are, in halves, but only if the search finds none of them.
 */

/** What is left to do after a request; the outcomes of its other rows are in the results. */
export interface Left {
	/** Rows to resend in smaller requests, and why. */
	resend: Row[];
	refusal?: unknown;
	/** Rows that were not sent, because another run has created them meanwhile or may have. */
	createdElsewhere: Row[];
}

/** Codes of a refusal by the service itself: HTTP 400 or 422, or the code in the envelope of a success. */
const REFUSALS: ReadonlySet<string> = new Set(['200', '400', '422']);

/** Whether the service itself refused the request. An error of a gateway says nothing about the service. */
const isBatchRefusal = (error: unknown): error is ServiceError =>
	isKind(error, 'refused', 'invalid') && error.spoken && !error.mayHaveArrived && REFUSALS.has(error.httpCode ?? '');

/** Whether some rows of a failed request may have been written. */
const isDoubtful = (error: unknown): error is ServiceError =>
	error instanceof ServiceError &&
	(error.mayHaveArrived || isKind(error, 'refused', 'invalid', 'notFound', 'conflict'));

const NOT_FOUND = 'A search right afterwards did not find this one.';

/** The result of a search; undefined if it failed or was skipped. */
type Searched = { found: JsonObject | undefined } | undefined;

/** Searches for the people of a request, one by one. During an outage the rest is skipped. */
async function searchAll(rows: readonly Row[]): Promise<Searched[]> {
	// A detector of its own: a service that answers searches may still not answer creations.
	const outage = new OutageDetector();
	return await runItems(rows.length, READS_AT_ONCE, async (index): Promise<Searched> => {
		const row = rows[index];
		if (row === undefined || outage.lasts) return undefined;
		const searched = await settle(searchByEmail(row.item, String(row.body.email)));
		outage.note(searched);
		return 'result' in searched ? { found: searched.result } : undefined;
	});
}

/** Searches for the rows that a response doesn't mention: whoever is found was created. */
async function afterAnswer(rows: readonly Row[], written: readonly RowResult[]): Promise<RowResult[]> {
	const open = rows.filter((_, index) => isUnknown(written[index] ?? { outcomes: [] }));
	const searched = await searchAll(open);
	return rows.map((row, index): RowResult => {
		const result = written[index] ?? { outcomes: [] };
		if ('error' in result) return result;
		const [{ json } = { json: {} }] = result.outcomes;
		if (result.unknown !== true) return createdResult(json, row.body, false);
		const record = searched[open.indexOf(row)]?.found;
		if (record !== undefined) return createdResult(record as IDataObject, row.body, true);
		return { unknown: true, outcomes: [{ json: { ...json, action: null } }] };
	});
}

/** Searches for the rows of a failed request; undefined if they may be resent. */
async function afterError(rows: readonly Row[], error: unknown): Promise<RowResult[] | undefined> {
	// A stopped execution sends nothing more.
	if (!isDoubtful(error) || error.kind === 'stopped') return rows.map(() => ({ error }));
	const searched = await searchAll(rows);
	const isNobodyThere = searched.every((entry) => entry !== undefined && entry.found === undefined);
	if (isNobodyThere && isBatchRefusal(error)) return undefined;
	const isAnybodyLeft = searched.some((entry) => entry?.found === undefined);
	// All remaining rows share one error, so its advice is added once.
	const unknownError =
		error.mayHaveArrived && isAnybodyLeft ? error.inPart(NOT_FOUND) : mayHaveBeenWrittenInPart(error, rows.length);
	return rows.map(({ body }, index) => {
		const record = searched[index]?.found;
		return record === undefined ? { error: unknownError } : createdResult(record as IDataObject, body, true);
	});
}

/** The result of holding the creation lock once. */
type LockedCreation = {
	own: Row[];
	createdElsewhere: Row[];
	sent: { written: RowResult[] } | { error: unknown; takeBack: Array<() => void> };
};

/** Sends the rows that no other run has created meanwhile, and records them for other runs, including those in doubt. */
async function createInLock(rows: Row[], { by, creations }: UpsertRun): Promise<LockedCreation> {
	const isCreatedElsewhere = ({ body }: Row): boolean => creations.known(checkedNames(body, by)) !== undefined;
	const createdElsewhere = rows.filter(isCreatedElsewhere);
	const own = rows.filter((row) => !createdElsewhere.includes(row));
	// A single row is created by `createEmployeeOnce`, which learns more from the response.
	if (own.length < 2) return { own: [], createdElsewhere: rows, sent: { written: [] } };
	const sent = await settle(sendEmployees('staff.create', own));
	if ('error' in sent) {
		const takeBack = isDoubtful(sent.error) ? own.map(({ body }) => recordDoubtful(creations, body)) : [];
		return { own, createdElsewhere, sent: { error: sent.error, takeBack } };
	}
	const written = writeResults(own, sent.result, byEmail);
	for (const [index, { body }] of own.entries()) noteCreation(creations, body, written[index] ?? { outcomes: [] });
	return { own, createdElsewhere, sent: { written } };
}

/**
 * Sends rows in one request while it holds the creation lock of the key, and finds out the outcome of each. The searches
 * run outside of the lock.
 */
export async function createBatch(
	rows: Row[],
	run: UpsertRun,
	results: UpsertResults,
	outage: OutageDetector,
): Promise<Left> {
	const put = (own: readonly Row[], written: readonly RowResult[]): void => {
		for (const [index, { item }] of own.entries()) results[item.itemIndex] = written[index];
	};
	const itemIndex = rows[0]?.item.itemIndex ?? 0;
	const locked = await settle(run.creations.inTurn(itemIndex, async () => await createInLock(rows, run)));
	if ('error' in locked) {
		put(
			rows,
			rows.map(() => locked),
		);
		return { resend: [], createdElsewhere: [] };
	}
	const { own, createdElsewhere, sent } = locked.result;
	if ('written' in sent) {
		if (own.length > 0) outage.note({});
		put(own, await afterAnswer(own, sent.written));
		return { resend: [], createdElsewhere };
	}
	outage.note(sent);
	const found = await afterError(own, sent.error);
	if (found === undefined) for (const takeBack of sent.takeBack) takeBack();
	else put(own, found);
	return { resend: found === undefined ? own : [], refusal: sent.error, createdElsewhere };
}
