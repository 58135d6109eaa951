import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../contract';
import { inputError } from '../../form/item';
import { textKey } from '../../operations/compareValues';
import { stopRun } from '../../operations/runReport';
import type { OperationItem, RowResult } from '../../operations/types';
import { settle } from '../../transport';

/** An input item that is about an employee. */
export interface SheetRow {
	item: OperationItem;
	/** Its fields in the API's types. */
	body: JsonObject;
	licence?: IDataObject;
}

/** A row that repeats a value of an earlier one. */
interface Repeat {
	item: OperationItem;
	first: number;
	words: string;
}

/** Both rows would be about one employee. */
function repeatError({ item, first, words }: Repeat, isFirstRefused: boolean): Error {
	return inputError(
		item,
		`${words} is that of item ${first}, too${isFirstRefused ? ', which has an error itself: neither was written' : ''}`,
		'Two rows of one employee would overwrite each other, or make two people: nothing of this one is written. Items are counted from 0.',
	);
}

/** The rows of a run: which of them are still to be done, what became of the others, and Continue On Fail. */
export class Rows<Row extends { item: OperationItem }> {
	/** The result of each input item, by its index. */
	readonly results: Array<RowResult | undefined>;

	readonly keepGoing: boolean;

	private readonly all: Row[] = [];

	private readonly repeats: Repeat[] = [];

	constructor(items: readonly OperationItem[], keepGoing: boolean) {
		this.results = items.map(() => undefined);
		this.keepGoing = keepGoing;
	}

	/** Reads every item before anything is sent, so that a mistake in row 400 doesn't leave 399 rows written. */
	async read(items: readonly OperationItem[], make: (item: OperationItem) => Promise<Row>): Promise<void> {
		for (const item of items) {
			const made = await settle(make(item));
			if ('result' in made) this.all.push(made.result);
			else this.refuse({ item }, made.error);
		}
	}

	/** Every row that could be read. */
	get every(): readonly Row[] {
		return this.all;
	}

	/** The rows that have no result yet. */
	get open(): Row[] {
		return this.all.filter(({ item }) => this.results[item.itemIndex] === undefined);
	}

	/** The error of a row before anything is written: without Continue On Fail it ends the run. */
	refuse({ item }: { item: OperationItem }, error: unknown): void {
		if (!this.keepGoing) throw error;
		this.results[item.itemIndex] = { error };
	}

	/** Refuses the rows for which the work fails. */
	async refuseWhere(rows: readonly Row[], work: (row: Row) => Promise<void> | void): Promise<void> {
		for (const row of rows) {
			const tried = await settle((async () => await work(row))());
			if ('error' in tried) this.refuse(row, tried.error);
		}
	}

	/** Refuses the rows whose value an earlier one has, too. Rows without a value repeat nothing. */
	refuseRepeats(valueOf: (row: Row) => unknown, label: string, keyOf: (value: unknown) => string = textKey): void {
		const seen = new Map<string, number>();
		for (const row of this.open) {
			const [value, { item }] = [valueOf(row), row];
			const key = keyOf(value);
			const first = seen.get(key);
			if (first === undefined) seen.set(key, item.itemIndex);
			if (first === undefined || key === '') continue;
			const repeat = { item, first, words: `${label} “${String(value).trim()}”` };
			this.repeats.push(repeat);
			this.refuse(row, repeatError(repeat, false));
		}
	}

	put({ item }: { item: OperationItem }, result: RowResult | undefined): void {
		this.results[item.itemIndex] = result;
	}

	resultOf({ item }: { item: OperationItem }): RowResult | undefined {
		return this.results[item.itemIndex];
	}

	/** Without Continue On Fail ends a run that has written if one of the rows has failed, and says what became of each. */
	endIfFailed(rows: ReadonlyArray<{ item: OperationItem }>, licencesLeft: () => number[] = () => []): void {
		if (this.keepGoing || !rows.some((row) => 'error' in (this.resultOf(row) ?? {}))) return;
		stopRun(this.results, licencesLeft());
	}

	/** The results of all items at the end of a run. */
	get answers(): RowResult[] {
		for (const repeat of this.repeats) {
			const isFirstRefused = 'error' in (this.results[repeat.first] ?? {});
			this.put(repeat, { error: repeatError(repeat, isFirstRefused) });
		}
		return this.results.map((result) => result ?? { outcomes: [] });
	}
}
