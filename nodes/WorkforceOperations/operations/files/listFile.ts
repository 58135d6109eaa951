import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { fileNameOf, isBlank, toLocal } from '../../contract';
import type { FileFormat } from '../../form/asFile';
import { asNodeError, gravest, type Incomplete, isPartOf, settle, usageOf } from '../../transport';
import { periodOf } from '../listPages';
import type { OperationItem, Outcome, Told } from '../types';
import { binaryStream } from './binaryStream';
import type { FileTarget } from './target';
import { type ListToWrite, Writing } from './writing';

/** Path separators and characters that Windows doesn't allow. */
const REFUSED = /[\\/:*?"<>|]+/g;

const ENDING = /\.(csv|xlsx|jsonl)$/i;

/** Valid in every operating system: “Payroll 16/11.csv” becomes “Payroll 16-11.csv”. */
function cleaned(name: string): string | undefined {
	const plain = fileNameOf(name.replace(REFUSED, '-')) ?? '';
	const stem = plain.replace(ENDING, '').replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '');
	return stem === '' ? undefined : stem;
}

/** With the format's extension; `standard` if nothing usable was entered. */
export const fileNameFor = (format: FileFormat, entered: string | undefined, standard: string): string =>
	`${cleaned(entered ?? '') ?? standard}.${format}`;

/** “Get many incident reports” becomes “Incident reports”. Excel allows 31 characters, and not these. */
const sheetName = (action: string): string =>
	action
		.replace(/^Get (?:many )?/, '')
		.replace(/[\\/:*?[\]"<>&]+/g, ' ')
		.replace(/^./, (first) => first.toUpperCase())
		.slice(0, 31)
		.trim();

/** “Get many incident reports” with its days becomes “incident-reports-2026-07-01-to-2026-07-31”. */
export function standardName(action: string, first: string | undefined, last: string | undefined): string {
	const what = action
		.replace(/^Get (?:many )?/, '')
		.toLowerCase()
		.replace(/[^a-z\d]+/g, '-');
	const days = first !== undefined && first === last ? [first] : [first, last === undefined ? undefined : `to-${last}`];
	return [what, ...days].filter((part) => part !== undefined).join('-');
}

interface Ending {
	read: number;
	limit?: number;
	/** Only part of the list was read. */
	isPart: boolean;
	incomplete?: Incomplete;
	/** The service's own count. */
	total?: number;
	/** Hints about the rows. */
	told?: Told;
}

/**
 * Whether a file has the whole list: `complete` is true only if nothing contradicts it. After a limit the rest is
 * unknown.
 */
export function completeness({ read, limit = Infinity, isPart, incomplete, total, told }: Ending): IDataObject {
	const doubts = told?.doubts === undefined || told.doubts === 0 ? {} : { doubts: told.doubts };
	const reason = gravest([incomplete?.reason, told?.reason, isPart || read >= limit ? 'limit' : undefined]);
	if (reason === undefined) return { complete: true, ...doubts };
	// Gaps in an inner list, such as licences, don't change the number of records.
	const isInner = incomplete === undefined && reason === told?.reason && reason !== 'lines';
	const said = isInner ? undefined : incomplete === undefined ? total : incomplete.total;
	// If more records came, or may come, the service counts something else; `toolAnswer.ts` has the same rule.
	const mayGoOn = read >= limit || incomplete?.reason === 'undecided';
	const expected = said === undefined || said < read || (mayGoOn && said === read) ? undefined : said;
	return { complete: false, reason, ...(expected === undefined ? {} : { expected }), ...doubts };
}

const MIME_TYPES: Readonly<Record<FileFormat, string>> = {
	csv: 'text/csv',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	jsonl: 'application/x-ndjson',
};

/** Counts a file's requests separately from the run's. */
export const countedApart = (item: OperationItem): OperationItem => ({ ...item, connection: { ...item.connection } });

function isoDayIn(moment: unknown, timeZone: string): string | undefined {
	const ms = typeof moment === 'string' ? Date.parse(moment) : NaN;
	return Number.isNaN(ms) ? undefined : new Date(toLocal(ms, timeZone)).toISOString().slice(0, 10);
}

function defaultFileName(
	{ timeZone }: OperationItem,
	{ format, name }: FileTarget,
	{ call, reading }: ListToWrite,
	action: string,
): string {
	const [first, last] = periodOf(call, reading.selected).map((day) => isoDayIn(day, timeZone));
	return fileNameFor(format, name, standardName(action, first, last));
}

/**
 * Concurrent files would each hold pages in memory, so they are written one at a time. If a failure ends the run,
 * queued files aren't written.
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

const NO_FILE = 'No file was created.';

/** Adds that there is no file, and how far the list was read. */
function noFile(item: OperationItem, error: unknown, read: number): NodeApiError | NodeOperationError {
	const failure = asNodeError(item.node, error, item.itemIndex);
	const words = failure.description ?? '';
	// Files queued behind a failed one get its error, which already says so.
	if (words.endsWith(NO_FILE)) return failure;
	const count = /Records read/.test(words) ? '' : `Records read before the error: ${read.toLocaleString('en')}.`;
	failure.description = [words, count, NO_FILE].filter((part) => !isBlank(part)).join(' ');
	return failure;
}

/**
 * Streams a list to n8n's binary store: the whole file, or an error and no item. The item has the file's name, its
 * size in records, columns and bytes, the number of requests, and whether the list is complete.
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
	const told = list.finish.told?.();
	const { limit } = list.walk;
	const isPart = isPartOf(list.call, list.walk);
	if (read === limit)
		item.hints.say(
			`The file “${fileName}” ends at the record limit (${limit}).${list.most === undefined ? ' Switch on “Return All” to get all records.' : ''}`,
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
