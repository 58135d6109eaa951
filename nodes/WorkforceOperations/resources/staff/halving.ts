import { endpoints, type JsonObject } from '../../contract';
import { attempt, ServiceError, Silence } from '../../transport';
import { refusesContent, type Row } from '../../operations/batches';
import { notSentError } from '../../operations/notSent';
import { Systematic } from '../../operations/systematic';
import type { RowResult } from '../../operations/types';
import { confirmed, type Matching } from './confirmed';
import { sendEmployees } from './shared';

export const idOf = (record: JsonObject): string => String(record.id ?? '');

const matching: Matching = {
	candidates: (body, records) => records.filter((record) => idOf(record) === idOf(body)),
	told: ({ id }, updated) => ({ id: Number(id), updated }),
	// Who saves changes counts those that changed something: of rows that said what was there already, none. That some were
	// not written is what refusals are for.
	mayCountFewer: true,
};

type Results = Array<RowResult | undefined>;

/** A request with this row among others was sent before, and its answer was lost: the row may have been written by it. */
const BEFORE =
	'An earlier request with this item among others may have been carried out, so that it may have been written: look there before you run this item a second time.';

/** What the requests of a run have shown so far: about single rows, and whether anybody answers. */
export class Experience {
	readonly systematic = new Systematic();

	readonly silence = new Silence();
}

const perhapsBefore = (error: unknown): unknown =>
	error instanceof ServiceError && !error.mayHaveArrived ? error.inPart(BEFORE) : error;

/** Sends rows in one request; returns the error when the service refuses their content, so that single ones may be fine. */
async function refusalOf(
	rows: Row[],
	results: Results,
	{ systematic, silence }: Experience,
	earlier: boolean,
): Promise<unknown> {
	const [first] = rows;
	if (first === undefined) return undefined;
	if (silence.lasts) {
		for (const { item } of rows) results[item.itemIndex] = { error: notSentError(item, earlier ? BEFORE : '') };
		return undefined;
	}
	const sent = await attempt(sendEmployees('staff.update', rows));
	silence.note(sent);
	if ('result' in sent) {
		systematic.succeeded();
		const told = confirmed(rows, sent.result, matching);
		for (const [index, { item }] of rows.entries()) results[item.itemIndex] = told[index];
		return undefined;
	}
	const error = earlier ? perhapsBefore(sent.error) : sent.error;
	for (const { item } of rows) results[item.itemIndex] = { error };
	if (!(await refusesContent(first.item, endpoints['staff.update'].access, error))) return undefined;
	if (rows.length === 1) systematic.failedAlone(error);
	return error;
}

/**
 * Sends a batch; one that is refused for its content is halved until the bad rows stand alone. Writing the same values
 * again changes nothing, so that rows which the service took already may be repeated. Where row after row has failed with
 * the same words, the first and the middle row speak for a batch that fails with them too. Where nobody answers any more, the
 * rest is not sent.
 */
export async function writeHalving(
	rows: Row[],
	results: Results,
	experience: Experience,
	before = false,
): Promise<void> {
	const error = await refusalOf(rows, results, experience, before);
	if (error === undefined || rows.length < 2) return;
	const earlier = before || (error instanceof ServiceError && error.mayHaveArrived);
	const { systematic } = experience;
	const middle = Math.ceil(rows.length / 2);
	if (!systematic.explains(error)) {
		await writeHalving(rows.slice(0, middle), results, experience, earlier);
		await writeHalving(rows.slice(middle), results, experience, earlier);
		return;
	}
	const probes = [0, middle];
	for (const index of probes) await refusalOf(rows.slice(index, index + 1), results, experience, earlier);
	const others = rows.filter((_, index) => !probes.includes(index));
	if (!systematic.explains(error)) return await writeHalving(others, results, experience, earlier);
	for (const { item } of others) results[item.itemIndex] = { error: systematic.told(error) };
}
