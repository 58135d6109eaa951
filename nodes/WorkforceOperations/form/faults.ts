import { NodeOperationError } from 'n8n-workflow';
import { settle } from '../transport';
import { inputError, type Item } from './item';

const MOST_TOLD = 5;

/** Collects all errors in a row of a sheet, so that people can correct them together. */
export class Faults {
	private readonly item: Item;

	private readonly found: unknown[] = [];

	constructor(item: Item) {
		this.item = item;
	}

	/** Undefined if the value is refused; its error is collected. */
	read<Value>(make: () => Value): Value | undefined {
		try {
			return make();
		} catch (error) {
			this.found.push(error);
			return undefined;
		}
	}

	async wait<Value>(reading: Promise<Value>): Promise<Value | undefined> {
		const read = await settle(reading);
		if ('result' in read) return read.result;
		this.found.push(read.error);
		return undefined;
	}

	/** Whether the field is empty only because of its own fault. */
	isOf(label: string): boolean {
		return this.found.some((error) => error instanceof NodeOperationError && error.message.startsWith(`“${label}”`));
	}

	get any(): boolean {
		return this.found.length > 0;
	}

	/** One error for all faults, including `others`. An error that isn't a fault of the row is returned alone. */
	errorWith(...others: readonly unknown[]): unknown {
		const all = [...this.found, ...others.filter((error) => error instanceof NodeOperationError)];
		const other = all.find((error) => !(error instanceof NodeOperationError));
		if (other !== undefined || all.length < 2) return other ?? all[0];
		const faults = all as NodeOperationError[];
		const told = new Map(faults.map((fault) => [`${fault.message} ${fault.description}`, fault]));
		if (told.size < 2) return faults[0];
		const numbered = (words: ReadonlyArray<string | null | undefined>): string[] =>
			words.flatMap((text, index) => (text ? [`(${index + 1}) ${text}`] : []));
		const shown = [...told.values()].slice(0, MOST_TOLD);
		const more = told.size > MOST_TOLD ? [`and ${told.size - MOST_TOLD} more`] : [];
		return inputError(
			this.item,
			`${told.size} errors: ${[...numbered(shown.map(({ message }) => message)), ...more].join('; ')}`,
			numbered(shown.map(({ description }) => description)).join(' '),
		);
	}

	end(): void {
		if (this.any) throw this.errorWith();
	}
}
