import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../contract';
import { mayHaveBeenWrittenInPart, type Row } from '../../operations/batches';
import { isUnknown } from '../../operations/runReport';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import type { RowResult } from '../../operations/types';
import { settle, isKind, ServiceError, OutageDetector } from '../../transport';
import { byEmail, writeResults } from './writeResults';
import { createdResult, heardNames, noteCreation, tellDoubtful } from './createOnce';
import type { UpsertResults, UpsertRun } from './planned';
import { searchByEmail } from './searchByEmail';
import { sendEmployees } from './batchWrite';

/*
 * Several employees in one request. Nobody documents whether the service takes such a request as a whole, so that after
 * anything but a plain success every row is searched. What was lost, cut or unclear is never sent again; what the service
 * itself has refused is, in halves, only where the search finds none of its rows.
 */

/** What is left to do after one request; what became of its other rows stands in the results. */
export interface Left {
	/** Rows to be sent again in smaller requests, and why. */
	again: Row[];
	refusal?: unknown;
	/** Rows that were not sent, because another run has created them meanwhile, or may have. */
	heard: Row[];
}

/** How the service itself says no: with 400 or 422, or by the code in the envelope of a success. */
const REFUSALS: ReadonlySet<string> = new Set(['200', '400', '422']);

/** Whether the service itself has refused a request. What a gateway says tells nothing of the service. */
const isBatchRefusal = (error: unknown): error is ServiceError =>
	isKind(error, 'refused', 'invalid') && error.spoken && !error.mayHaveArrived && REFUSALS.has(error.httpCode ?? '');

/** Whether some of the rows of a request may have been written though it has failed. */
const isDoubtful = (error: unknown): error is ServiceError =>
	error instanceof ServiceError &&
	(error.mayHaveArrived || isKind(error, 'refused', 'invalid', 'notFound', 'conflict'));

const NOT_FOUND = 'A search right afterwards did not find this one.';

/** Who was found by a search, if anybody; nothing at all where it failed, or was not made. */
type Searched = { found: JsonObject | undefined } | undefined;

/** Looks for the people of a request, one by one. Where nobody answers any more, the rest isn’t looked for. */
async function searchAll(rows: readonly Row[]): Promise<Searched[]> {
	// Whoever answers searches may still not answer creations, which are counted for themselves.
	const silence = new OutageDetector();
	return await runItems(rows.length, READS_AT_ONCE, async (index): Promise<Searched> => {
		const row = rows[index];
		if (row === undefined || silence.lasts) return undefined;
		const searched = await settle(searchByEmail(row.item, String(row.body.email)));
		silence.note(searched);
		return 'result' in searched ? { found: searched.result } : undefined;
	});
}

/** Searches the rows of which an answer says nothing: whoever is there was created. */
async function afterAnswer(rows: readonly Row[], told: readonly RowResult[]): Promise<RowResult[]> {
	const open = rows.filter((_, index) => isUnknown(told[index] ?? { outcomes: [] }));
	const searched = await searchAll(open);
	return rows.map((row, index): RowResult => {
		const result = told[index] ?? { outcomes: [] };
		if ('error' in result) return result;
		const [{ json } = { json: {} }] = result.outcomes;
		if (result.unknown !== true) return createdResult(json, row.body, false);
		const record = searched[open.indexOf(row)]?.found;
		if (record !== undefined) return createdResult(record as IDataObject, row.body, true);
		return { unknown: true, outcomes: [{ json: { ...json, action: null } }] };
	});
}

/** Searches the rows of a request that has failed; undefined where they may be sent again. */
async function afterError(rows: readonly Row[], error: unknown): Promise<RowResult[] | undefined> {
	// A stopped execution sends nothing more.
	if (!isDoubtful(error) || error.kind === 'stopped') return rows.map(() => ({ error }));
	const searched = await searchAll(rows);
	const isNobodyThere = searched.every((entry) => entry !== undefined && entry.found === undefined);
	if (isNobodyThere && isBatchRefusal(error)) return undefined;
	const isAnybodyLeft = searched.some((entry) => entry?.found === undefined);
	// It is one error for all rows that are left: its words are put together once.
	const told =
		error.mayHaveArrived && isAnybodyLeft ? error.inPart(NOT_FOUND) : mayHaveBeenWrittenInPart(error, rows.length);
	return rows.map(({ body }, index) => {
		const record = searched[index]?.found;
		return record === undefined ? { error: told } : createdResult(record as IDataObject, body, true);
	});
}

/** What one turn in the line of creations brought. */
type Turn = { own: Row[]; heard: Row[]; sent: { told: RowResult[] } | { error: unknown; takeBack: Array<() => void> } };

/** Sends the rows that no other run has created meanwhile, and lets the others hear of it, also of what is in doubt. */
async function takeTurn(rows: Row[], { by, creations }: UpsertRun): Promise<Turn> {
	const isHeardOf = ({ body }: Row): boolean => creations.known(heardNames(body, by)) !== undefined;
	const heard = rows.filter(isHeardOf);
	const own = rows.filter((row) => !heard.includes(row));
	// Of one row alone more is known: it goes its own way.
	if (own.length < 2) return { own: [], heard: rows, sent: { told: [] } };
	const sent = await settle(sendEmployees('staff.create', own));
	if ('error' in sent) {
		const takeBack = isDoubtful(sent.error) ? own.map(({ body }) => tellDoubtful(creations, body)) : [];
		return { own, heard, sent: { error: sent.error, takeBack } };
	}
	const told = writeResults(own, sent.result, byEmail);
	for (const [index, { body }] of own.entries()) noteCreation(creations, body, told[index] ?? { outcomes: [] });
	return { own, heard, sent: { told } };
}

/**
 * Sends the rows in one request, while no other run of this key creates anybody, and finds out what became of each; its
 * searches keep nobody waiting.
 */
export async function createBatch(
	rows: Row[],
	run: UpsertRun,
	results: UpsertResults,
	silence: OutageDetector,
): Promise<Left> {
	const put = (own: readonly Row[], told: readonly RowResult[]): void => {
		for (const [index, { item }] of own.entries()) results[item.itemIndex] = told[index];
	};
	const itemIndex = rows[0]?.item.itemIndex ?? 0;
	const turn = await settle(run.creations.inTurn(itemIndex, async () => await takeTurn(rows, run)));
	if ('error' in turn) {
		put(
			rows,
			rows.map(() => turn),
		);
		return { again: [], heard: [] };
	}
	const { own, heard, sent } = turn.result;
	if ('told' in sent) {
		if (own.length > 0) silence.note({});
		put(own, await afterAnswer(own, sent.told));
		return { again: [], heard };
	}
	silence.note(sent);
	const told = await afterError(own, sent.error);
	if (told === undefined) for (const takeBack of sent.takeBack) takeBack();
	else put(own, told);
	return { again: told === undefined ? own : [], refusal: sent.error, heard };
}
