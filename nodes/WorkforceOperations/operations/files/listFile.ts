import { type IDataObject, type NodeApiError, type NodeOperationError } from 'n8n-workflow';
import { isBlank, toLocal } from '../../contract';
import type { FileFormat } from '../../form/asFile';
import { asNodeError, isPartOf, settle, usageOf } from '../../transport';
import { periodOf } from '../listPages';
import type { OperationItem, Outcome } from '../types';
import { binaryStream } from './binaryStream';
import { fileNameFor, sheetName, standardName } from './fileName';
import type { FileTarget } from './target';
import { completeness } from './completeness';
import { type ListToWrite, Writing } from './writing';

const MIME_TYPES: Readonly<Record<FileFormat, string>> = {
	csv: 'text/csv',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	jsonl: 'application/x-ndjson',
};

/** Counts the requests of a file separately from those of the run. */
export const countedApart = (item: OperationItem): OperationItem => ({ ...item, connection: { ...item.connection } });

function dayOf(moment: unknown, timeZone: string): string | undefined {
	const ms = typeof moment === 'string' ? Date.parse(moment) : NaN;
	return Number.isNaN(ms) ? undefined : new Date(toLocal(ms, timeZone)).toISOString().slice(0, 10);
}

function defaultFileName(
	{ timeZone }: OperationItem,
	{ format, name }: FileTarget,
	{ call, reading }: ListToWrite,
	action: string,
): string {
	const [first, last] = periodOf(call, reading.selected).map((day) => dayOf(day, timeZone));
	return fileNameFor(format, name, standardName(action, first, last));
}

/**
 * Serialises the files of a run: concurrently, each would hold its pages in memory. If a failure ends the run, queued
 * files are not written.
 */
export async function oneFileAtATime<Result>(
	{ connection: { run }, context }: OperationItem,
	work: () => Promise<Result>,
): Promise<Result> {
	return await run.listFiles.run(async () => {
		const tried = run.listFailure ?? (await settle(work()));
		if ('result' in tried) return tried.result;
		if (!context.continueOnFail()) run.listFailure = tried;
		throw tried.error;
	});
}

const NO_FILE = 'No file was made.';

/** The same error, with the addition that there is no file and how far the list had been read. */
function noFile(item: OperationItem, error: unknown, read: number): NodeApiError | NodeOperationError {
	const failure = asNodeError(item.node, error, item.itemIndex);
	const words = failure.description ?? '';
	// Files that were queued behind a failed one get its error, which says so already.
	if (words.endsWith(NO_FILE)) return failure;
	const count = /records had been read/.test(words) ? '' : `${read.toLocaleString('en')} records had been read.`;
	failure.description = [words, count, NO_FILE].filter((part) => !isBlank(part)).join(' ');
	return failure;
}

/**
 * Writes a list to a file, streamed to n8n's binary store: the whole file, or an error and no item. The item has the
 * file's name, its size in records, columns and bytes, the number of requests, and whether the list is complete.
 */
export async function writeList(
	item: OperationItem,
	action: string,
	target: FileTarget,
	list: ListToWrite,
): Promise<Outcome[]> {
	const { connection, context } = item;
	const fileName = defaultFileName(item, target, list, action);
	const writing = new Writing(item, { ...target, sheet: sheetName(action) }, list);
	const work = async (): Promise<Outcome> => {
		await writing.begin();
		const stream = binaryStream(writing.chunks());
		const data = await context.helpers.prepareBinaryData(stream, fileName, MIME_TYPES[target.format]);
		return { json: {}, binary: { data } };
	};
	const tried = await settle(oneFileAtATime(item, work));
	const usage = usageOf(connection);
	item.hints.used(usage);
	if ('error' in tried) throw noFile(item, writing.failure ?? tried.error, writing.read);
	item.hints.read(writing);
	const { read, rows, bytes, columns, incomplete, total } = writing;
	const told = list.finish?.told?.();
	const { limit } = list.walk;
	const isPart = isPartOf(list.call, list.walk);
	if (read === limit)
		item.hints.say(
			`The file “${fileName}” ends at the limit of ${limit} records.${list.most === undefined ? ' Switch “Return All” on for all of them.' : ''}`,
		);
	const json: IDataObject = {
		fileName,
		records: rows,
		columns: columns.names.length,
		bytes,
		requests: usage.sent,
		...completeness({ read, limit, isPart, incomplete, total, told }),
	};
	return [{ ...tried.result, json }];
}
