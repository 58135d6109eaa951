import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isBlank, type JsonObject, textKey } from '../../contract';
import type { Faults } from '../../form/faults';
import { inputError } from '../../form/item';
import { messageAbout, reportProgress, rowName, stopRun } from '../../operations/runReport';
import type { OperationItem, RowResult } from '../../operations/types';
import { isKind, ServiceError, settle } from '../../transport';

/** An input item that is about an employee. */
export interface SheetRow {
	item: OperationItem;
	/** Its fields in the API's types. */
	body: JsonObject;
	licence?: IDataObject;
	/** Faults found so far. Such a row is looked up, so that all its faults are reported, but not written. */
	faults?: Faults;
}

/** The properties that every kind of row has. */
type AnyRow = Pick<SheetRow, 'item' | 'faults'>;

/** Longer values of a sheet are cut off in an error. */
const LONGEST_VALUE = 60;

/** A person in words: name and address, else a number. Each value comes from the first record that has it. */
export function personWords(...records: JsonObject[]): string {
	const of = (field: string): string =>
		String(records.map((record) => record[field]).find((value) => !isBlank(value)) ?? '')
			.replace(/\s+/g, ' ')
			.trim()
			.slice(0, LONGEST_VALUE);
	const name = [of('firstName'), of('lastName')].filter((part) => part !== '').join(' ');
	const parts = [name, of('email')].filter((part) => part !== '');
	if (parts.length > 0) return parts.join(', ');
	const [number, id] = [of('employeeId'), of('id')];
	if (number !== '') return `employee number ${number}`;
	return id === '' ? '' : `ID ${id}`;
}

/** The error of a row: all of its faults together. */
const errorOf = ({ faults }: AnyRow, found?: unknown): unknown => (faults?.any ? faults.errorWith(found) : found);

/** Whether an error is about its row, not about the whole run, such as an outage. */
const isAboutRow = (error: unknown): boolean =>
	error instanceof ServiceError
		? isKind(error, 'refused', 'invalid', 'notFound', 'conflict')
		: error instanceof NodeOperationError && error.context.itemIndex !== undefined;

/** How the errors of a run name its rows. */
export interface Naming {
	/** The unconverted input values of an item. */
	peek(item: OperationItem): JsonObject;
	/** The items' row numbers in their sheet. */
	sheet?: readonly number[];
}

/** The rows of a run: those still open, the results of the others, and Continue On Fail. */
export class Rows<Row extends AnyRow> {
	/** The result of each input item, by its index. */
	readonly results: Array<RowResult | undefined>;

	readonly keepGoing: boolean;

	private readonly all: Row[] = [];

	private readonly items: readonly OperationItem[];

	private readonly naming: Naming;

	constructor(items: readonly OperationItem[], keepGoing: boolean, naming: Naming) {
		this.items = items;
		this.naming = naming;
		this.results = items.map(() => undefined);
		this.keepGoing = keepGoing;
	}

	/** The items' row numbers in their sheet, if known. */
	get sheet(): readonly number[] | undefined {
		return this.naming.sheet;
	}

	/** A row's position and person; undefined for the only row of a run. */
	private nameOf(item: OperationItem): string | undefined {
		return this.items.length < 2 ? undefined : this.rowOf(item);
	}

	private rowOf(item: OperationItem): string {
		return rowName(item.itemIndex, personWords(this.valuesOf(item)), this.sheet);
	}

	/** The unconverted input values of a row; none if an expression of the row fails. */
	valuesOf(item: OperationItem): JsonObject {
		try {
			return this.naming.peek(item);
		} catch {
			return {};
		}
	}

	/** Names the row in an error that ends the run. */
	private named(error: unknown, item: OperationItem): unknown {
		if (error instanceof NodeApiError || error instanceof NodeOperationError)
			error.message = messageAbout(error.message, this.nameOf(item));
		return error;
	}

	/** Reads every item before anything is sent, so that a mistake in row 400 doesn't leave 399 rows written. */
	async read(items: readonly OperationItem[], make: (item: OperationItem) => Promise<Row>): Promise<void> {
		const faulty: Array<[row: AnyRow, error?: unknown]> = [];
		for (const item of items) {
			const made = await settle(make(item));
			if ('result' in made) this.all.push(made.result);
			if ('error' in made) faulty.push([{ item }, made.error]);
			else if (!this.keepGoing && made.result.faults?.any) faulty.push([made.result]);
		}
		// All faults are recorded, so that an error that ends the run also says which other rows have one.
		for (const [row, error] of faulty) this.put(row, { error: errorOf(row, error) });
		const [first] = faulty;
		if (!this.keepGoing && first !== undefined) this.refuse(...first);
	}

	refuseFaulty(): void {
		for (const row of this.open) if (row.faults?.any) this.refuse(row);
	}

	/** Every row that could be read. */
	get every(): readonly Row[] {
		return this.all;
	}

	/** The rows that have no result yet. */
	get open(): Row[] {
		return this.all.filter(({ item }) => this.results[item.itemIndex] === undefined);
	}

	/** Refuses a row before anything is written. Without Continue On Fail, this ends the run. */
	refuse(row: AnyRow, found?: unknown): void {
		const error = errorOf(row, found);
		if (!this.keepGoing) {
			const last = isAboutRow(error) ? this.named(error, row.item) : error;
			reportProgress(last, this.results, [], this.sheet);
			throw last;
		}
		this.put(row, { error });
	}

	/** Refuses the rows for which the work fails. */
	async refuseWhere(rows: readonly Row[], work: (row: Row) => Promise<void> | void): Promise<void> {
		for (const row of rows) {
			const tried = await settle((async () => await work(row))());
			if ('error' in tried) this.refuse(row, tried.error);
		}
	}

	/** Refuses rows that repeat the value of an earlier one. A row without a value is never a repeat. */
	refuseRepeats(valueOf: (row: Row) => unknown, label: string, keyOf: (value: unknown) => string = textKey): void {
		const seen = new Map<string, OperationItem>();
		for (const row of this.open) {
			const [value, { item }] = [valueOf(row), row];
			const key = keyOf(value);
			const first = seen.get(key);
			if (first === undefined) seen.set(key, item);
			if (first === undefined || key === '') continue;
			const name = this.rowOf(first);
			const error = inputError(
				item,
				`${label} “${String(value).trim()}” is already in ${name.replace('Row', 'row')}`,
				'Two rows for one employee would overwrite each other, or create the employee twice. This row was not written.',
			);
			this.refuse(row, error);
		}
	}

	put({ item }: { item: OperationItem }, result: RowResult | undefined): void {
		this.results[item.itemIndex] = result;
	}

	resultOf({ item }: { item: OperationItem }): RowResult | undefined {
		return this.results[item.itemIndex];
	}

	/** Without Continue On Fail, ends a run that has written if a row has failed. Reports the result of each row. */
	endIfFailed(rows: ReadonlyArray<{ item: OperationItem }>, licencesLeft: () => number[] = () => []): void {
		if (this.keepGoing || !rows.some((row) => 'error' in (this.resultOf(row) ?? {}))) return;
		const failed = this.results.findIndex((result) => result !== undefined && 'error' in result);
		const [result, item] = [this.results[failed], this.items[failed]];
		if (item && result && 'error' in result && this.shared.get(result.error) === 1) this.named(result.error, item);
		stopRun(this.results, licencesLeft(), this.sheet);
	}

	/** How many rows have each error: all rows of a request may share one. */
	private get shared(): Map<unknown, number> {
		const counts = new Map<unknown, number>();
		for (const result of this.results)
			if (result !== undefined && 'error' in result) counts.set(result.error, (counts.get(result.error) ?? 0) + 1);
		return counts;
	}

	/** Without Continue On Fail, ends a run with no rows left if the cause isn't a row, such as an outage. */
	endIfNoneOpen(): void {
		const failed = this.results.find((result) => result && 'error' in result && !isAboutRow(result.error));
		if (failed === undefined || !('error' in failed) || this.open.length > 0) return;
		reportProgress(
			failed.error,
			this.results.map(() => undefined),
		);
		throw failed.error;
	}

	/** The results of all items at the end of a run. */
	get answers(): RowResult[] {
		const { shared } = this;
		return this.results.map((result, index) => {
			if (result === undefined || !('error' in result)) return result ?? { outcomes: [] };
			const item = this.items[index];
			return item && shared.get(result.error) === 1 ? { ...result, row: this.nameOf(item) } : result;
		});
	}
}
