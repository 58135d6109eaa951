import { ServiceError } from '../transport';

/** So many rows that stand alone and fail with the same words, while none goes through, are no accident of single rows. */
const CLEARLY = 8;

const NOT_ALONE =
	'Every item that was sent by itself failed with these words, so that the others of this batch were not sent one by one. If only some of them are wrong, send them in smaller batches.';

/** Tells a fault of single rows from one that has nothing to do with them, which costs two requests a row to find out. */
export class Systematic {
	private words: string | undefined;

	private alone = 0;

	/** A batch went through: it is about single rows after all. */
	succeeded(): void {
		this.alone = 0;
		this.words = undefined;
	}

	failedAlone(error: unknown): void {
		const words = wordsOf(error);
		this.alone = words === this.words ? this.alone + 1 : 1;
		this.words = words;
	}

	/** Whether a batch that failed like this would only fail row by row. */
	explains(error: unknown): boolean {
		return this.alone >= CLEARLY && wordsOf(error) === this.words;
	}

	/** The error for rows that were not sent by themselves. */
	told(error: unknown): unknown {
		if (error instanceof ServiceError && !error.description?.includes(NOT_ALONE)) {
			error.description = [error.description, NOT_ALONE].filter((part) => part).join(' ');
		}
		return error;
	}
}

const wordsOf = (error: unknown): string =>
	error instanceof ServiceError ? `${error.message} ${error.code ?? ''}` : String(error);
