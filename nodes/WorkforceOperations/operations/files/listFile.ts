import { type IDataObject, type NodeApiError, type NodeOperationError } from 'n8n-workflow';
import { isBlank, toLocal } from '../../contract';
import type { FileFormat } from '../../form/asFile';
import { asNodeError, settle, type Call, usageOf } from '../../transport';
import { beginsBehind } from '../approval';
import type { OperationItem, Outcome } from '../types';
import { binaryStream } from './binaryStream';
import { fileNameFor, standardName } from './fileName';
import type { FileTarget } from './target';
import { oneFileAtATime } from './turns';
import { verdict } from './verdict';
import { type ListToWrite, Writing } from './writing';

const MIME_TYPES: Readonly<Record<FileFormat, string>> = {
	csv: 'text/csv',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	jsonl: 'application/x-ndjson',
};

/** The requests of a file are counted for themselves, whatever else the run sends. */
export const countedApart = (item: OperationItem): OperationItem => ({ ...item, connection: { ...item.connection } });

/** The day of a moment by the clocks of the workflow. */
function dayOf(moment: unknown, timeZone: string): string | undefined {
	const ms = typeof moment === 'string' ? Date.parse(moment) : NaN;
	return Number.isNaN(ms) ? undefined : new Date(toLocal(ms, timeZone)).toISOString().slice(0, 10);
}

function defaultFileName(
	{ timeZone }: OperationItem,
	{ format, name }: FileTarget,
	{ query = {} }: Call,
	action: string,
): string {
	const [first, last] = [query.startDate ?? query.from, query.endDate ?? query.to].map((day) => dayOf(day, timeZone));
	return fileNameFor(format, name, standardName(action, first, last));
}

const NO_FILE = 'No file was made.';

/** The same failure, which says that there is no file, and how far the reading had come. */
function noFile(item: OperationItem, error: unknown, read: number): NodeApiError | NodeOperationError {
	const told = asNodeError(item.node, error, item.itemIndex);
	const words = told.description ?? '';
	// Files that wait behind one that fails end with its very error.
	if (words.endsWith(NO_FILE)) return told;
	const count = /records had been read/.test(words) ? '' : `${read.toLocaleString('en')} records had been read.`;
	told.description = [words, count, NO_FILE].filter((part) => !isBlank(part)).join(' ');
	return told;
}

/**
 * A list as one file, which goes to n8n's binary store as a stream: all of it, or an error and no item. The item tells the
 * name, the size in records, columns and bytes, what it cost in requests, and whether it is the whole list.
 */
export async function writeList(
	item: OperationItem,
	action: string,
	target: FileTarget,
	list: ListToWrite,
): Promise<Outcome[]> {
	const { connection, context } = item;
	const fileName = defaultFileName(item, target, list.call, action);
	const writing = new Writing(item, target, list);
	const work = async (): Promise<Outcome> => {
		await writing.begin();
		const stream = binaryStream(writing.chunks());
		const data = await context.helpers.prepareBinaryData(stream, fileName, MIME_TYPES[target.format]);
		return { json: {}, binary: { data } };
	};
	const tried = await settle(oneFileAtATime(item, work));
	const usage = usageOf(connection);
	item.hints.used(usage);
	item.hints.read(writing.incomplete);
	if ('error' in tried) throw noFile(item, writing.failure ?? tried.error, writing.read);
	const { read, rows, bytes, columns, incomplete, total } = writing;
	const { limit } = list.walk;
	const isPart = beginsBehind(list.call, list.walk);
	if (read === limit)
		item.hints.say(
			`The file “${fileName}” ends at the limit of ${limit} records. Switch “Return All” on for all of them.`,
		);
	const json: IDataObject = {
		fileName,
		records: rows,
		columns: columns.names.length,
		bytes,
		requests: usage.sent,
		...verdict({ read, limit, isPart, incomplete, total }),
	};
	return [{ ...tried.result, json }];
}
