import { ServiceError } from '../transport';

/** So many rows that stood alone and were refused in the same words, and none written meanwhile, are not about single rows. */
const ENOUGH = 8;

/** Sees when the service refuses every row of a run for the same reason, so that cutting batches into rows finds nothing. */
export class Alike {
	private words = '';

	private count = 0;

	/** A request was carried out: what was refused before it was about those rows. */
	written(): void {
		this.count = 0;
	}

	/** One row stood alone and was refused. */
	refused(error: unknown): void {
		const words = error instanceof Error ? error.message : '';
		this.count = words === this.words ? this.count + 1 : 1;
		this.words = words;
	}

	/** Whether a refused batch is refused for what refused all before it; its error then says that its rows did not stand alone. */
	explains(error: unknown): boolean {
		if (this.count < ENOUGH || !(error instanceof ServiceError) || error.message !== this.words) return false;
		const told = `The items of this request were not sent one by one, since ${this.count} items before them were refused in the same words and none was written.`;
		error.description = [error.description, told].filter((part) => part).join(' ');
		return true;
	}
}
