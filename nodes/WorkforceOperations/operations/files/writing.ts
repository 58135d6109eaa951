import {
	type Call,
	failureError,
	forEditor,
	graver,
	type Incomplete,
	type PageWalk,
	Problem,
	settle,
} from '../../transport';
import type { IDataObject } from 'n8n-workflow';
import { flatRow, type Shape } from '../output';
import { listPages, type Reading } from '../listPages';
import { countedItems, type Counts } from '../counts';
import type { OperationItem, Outcome, RecordWork } from '../types';
import { refuseGaps, type WholeOnly } from '../ifIncomplete';
import { csvFile } from './csv';
import { FileColumns, headingsOf } from './fileColumns';
import { type Bytes, deflated, inflated } from './zip';
import type { FileTarget } from './target';
import { MOST_SHEET_ROWS, Widths, xlsxFile } from './xlsx';

const LINE_FEED = 0x0a;

/** One page per line: JSON escapes line feeds inside it. */
async function* asLines(pages: AsyncIterable<IDataObject[]>): AsyncGenerator<Bytes> {
	for await (const rows of pages) yield Buffer.from(`${JSON.stringify(rows)}\n`, 'utf8');
}

async function* splitLines(chunks: AsyncIterable<Bytes>): AsyncGenerator<string> {
	let begun: Bytes[] = [];
	for await (const chunk of chunks) {
		let start = 0;
		for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
			yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString('utf8');
			[begun, start] = [[], end + 1];
		}
		begun.push(chunk.subarray(start));
	}
}

/** Buffers compressed pages of rows until the last one has shown all columns. One compressor serves all pages. */
export class KeptPages {
	private readonly chunks: Bytes[] = [];

	async fill(pages: AsyncIterable<IDataObject[]>): Promise<this> {
		for await (const chunk of deflated(asLines(pages))) this.chunks.push(chunk);
		return this;
	}

	/** The pages in order, once. Releases compressed chunks while they are read. */
	async *drain(): AsyncGenerator<IDataObject[]> {
		for await (const line of splitLines(inflated(this.emptied()))) yield JSON.parse(line) as IDataObject[];
	}

	private async *emptied(): AsyncGenerator<Bytes> {
		for (let chunk = this.chunks.shift(); chunk !== undefined; chunk = this.chunks.shift()) yield chunk;
	}
}

export interface ListToWrite {
	call: Call;
	walk: PageWalk;
	reading: Reading;
	shape: Shape;
	finish: RecordWork;
	/** The maximum number of records, for a list that can't be read to the end. */
	most?: number;
	/** For a list that must be returned whole or not at all. */
	whole?: WholeOnly;
	/** Counts all rows of a list with `records` records; the counts replace the rows. */
	count?: (outcomes: readonly Outcome[], records: number) => Counts;
}

/** JSON Lines in UTF-8: one record per line. */
async function* jsonLinesFile(pages: AsyncIterable<IDataObject[]>): AsyncGenerator<Bytes> {
	for await (const rows of pages) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'utf8');
}

const tooManyRows = (): Problem =>
	new Problem(`The list has more than ${MOST_SHEET_ROWS.toLocaleString('en')} rows, the limit of an Excel sheet`, [
		forEditor('Choose CSV in “Output As”, or choose a shorter period.', 'Ask for a shorter period.'),
	]);

/** Turns the service's pages into a file's bytes. Its totals are final at the end. */
export class Writing {
	/** Records received from the service. */
	read = 0;

	rows = 0;

	bytes = 0;

	/** `total`: the service's own count; `incomplete`: why records may be missing nevertheless. */
	total: number | undefined;

	incomplete: Incomplete | undefined;

	/** Ids of records that changed pages. */
	moved: string[] = [];

	/** The half of the list that its limit left unread. */
	unread: string | undefined;

	/** The error that ended it early; n8n's store may throw it with other words. */
	failure: unknown;

	readonly columns: FileColumns;

	private readonly item: OperationItem;

	private readonly target: FileTarget & { sheet: string };

	private readonly widths: Widths;

	private readonly list: ListToWrite;

	private records: KeptPages | undefined;

	private kept: KeptPages | undefined;

	constructor(item: OperationItem, target: FileTarget & { sheet: string }, list: ListToWrite) {
		[this.item, this.target, this.list] = [item, target, list];
		const { format, columns, isFlat } = target;
		this.widths = new Widths(target.localTimes);
		// JSON Lines have no columns, so they are only counted.
		this.columns = format === 'jsonl' ? new FileColumns([], false, Infinity) : new FileColumns(columns, isFlat);
	}

	/** Can be read once. */
	async *chunks(): AsyncGenerator<Buffer> {
		const file = this.file();
		try {
			for (;;) {
				const tried = await settle(file.next());
				if ('error' in tried) {
					this.failure = tried.error;
					throw tried.error;
				}
				if (tried.result.done === true) return;
				this.bytes += tried.result.value.length;
				yield tried.result.value;
			}
		} finally {
			// If the store stops, nothing more is requested.
			file.return(undefined).catch(() => undefined);
		}
	}

	/**
	 * Reads in advance what must be known before the first byte, in compressed pages, so that n8n's store doesn't time
	 * out. If each record costs a request, it reads the whole list, which would change meanwhile; likewise if all records
	 * must be seen first. If columns or their widths aren't fixed, it makes all rows; likewise if the list must be
	 * complete.
	 */
	async begin(): Promise<void> {
		const { format, isFixed } = this.target;
		const { whole, finish } = this.list;
		if (finish.isSlow || finish.look) this.records = await new KeptPages().fill(this.readRecords());
		if (whole !== undefined || format === 'xlsx' || (format === 'csv' && !isFixed))
			this.kept = await new KeptPages().fill(this.readRows());
	}

	private file(): AsyncGenerator<Buffer> {
		const pages = this.kept === undefined ? this.readRows() : this.keptRows(this.kept);
		if (this.target.format === 'jsonl') return jsonLinesFile(pages);
		const { names } = this.columns;
		const headings = headingsOf(names, this.target.headingOf);
		if (this.target.format === 'csv') return csvFile(names, pages, headings);
		return xlsxFile(names, pages, this.widths, this.target.sheet, headings);
	}

	private async *readRecords(): AsyncGenerator<IDataObject[]> {
		const { call, walk, reading } = this.list;
		for await (const page of listPages(this.item.connection, call, walk, reading)) {
			this.read += page.records.length;
			this.total = page.total ?? this.total;
			this.incomplete = graver(this.incomplete, page.incomplete);
			this.moved = page.moved ?? this.moved;
			this.unread = page.unread;
			const records = page.records as IDataObject[];
			this.list.finish.look?.(records);
			yield records;
		}
		this.list.whole?.list(this.incomplete);
	}

	private async *readRows(): AsyncGenerator<IDataObject[]> {
		const { shape, finish, whole, count } = this.list;
		const toCount: Outcome[] = [];
		for await (const records of this.records === undefined ? this.readRecords() : this.keptRows(this.records)) {
			const outcomes = await finish(records);
			// People would be paid from a file without their rates.
			refuseGaps(outcomes, 'A file is only created if it has everything you asked for.');
			if (count) for (const outcome of outcomes) toCount.push(outcome);
			else yield this.noted(shape(outcomes).map(({ json, row }) => (row ? flatRow(json) : json)));
		}
		finish.end?.();
		if (count) yield this.noted(countedItems(this.item, count(toCount, this.read)).map(({ json }) => json));
		whole?.rows([], finish.told?.());
		// A file is passed on to people or programs that don’t see a warning.
		const missing = this.item.hints.missingFields(true);
		if (missing !== undefined && this.rows > 0) throw new Problem(missing, 'Correct the names in “Output Fields”.');
	}

	private noted(rows: IDataObject[]): IDataObject[] {
		this.rows += rows.length;
		if (this.target.format === 'xlsx' && this.rows > MOST_SHEET_ROWS) throw tooManyRows();
		this.columns.add(rows);
		if (this.target.format === 'xlsx') this.widths.add(rows);
		return rows;
	}

	private async *keptRows(kept: KeptPages): AsyncGenerator<IDataObject[]> {
		const { connection, itemIndex } = this.item;
		for await (const rows of kept.drain()) {
			if (connection.signal?.aborted) throw await failureError(connection, { stopped: true }, { itemIndex });
			yield rows;
		}
	}
}
