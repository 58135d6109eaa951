import { NodeOperationError } from 'n8n-workflow';
import { settle } from '../transport';
import { inputError, type Item } from './item';

/** How many faults an error tells. */
const MOST_TOLD = 5;

/** What is wrong with a row of a sheet: whoever mends it reads all of it at once. */
export class Faults {
	private readonly item: Item;

	private readonly found: unknown[] = [];

	constructor(item: Item) {
		this.item = item;
	}

	/** What a reading gives; undefined where it refuses its value. */
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

	/** Whether a field has a fault: it is empty for that alone. */
	isOf(label: string): boolean {
		return this.found.some((error) => error instanceof NodeOperationError && error.message.startsWith(`“${label}”`));
	}

	get any(): boolean {
		return this.found.length > 0;
	}

	/** The error of all faults, with those that were found elsewhere. What is no fault of the row stands alone. */
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
			`${told.size} faults: ${[...numbered(shown.map(({ message }) => message)), ...more].join('; ')}`,
			numbered(shown.map(({ description }) => description)).join(' '),
		);
	}

	/** Throws what was found. */
	end(): void {
		if (this.any) throw this.errorWith();
	}
}
