import type { IDataObject } from 'n8n-workflow';
import type { Incomplete } from '../../transport';

/** How the reading of a list ended. */
export interface Ending {
	/** Number of records read. */
	read: number;
	limit?: number;
	/** The reading started after the first page. */
	isPart: boolean;
	incomplete?: Incomplete;
	/** The service's own count of the records. */
	total?: number;
}

/**
 * Whether a file holds the whole list: `complete` is true only if nothing contradicts it. When a limit was reached, what
 * follows is unknown.
 */
export function completeness({ read, limit = Infinity, isPart, incomplete, total }: Ending): IDataObject {
	const reason = incomplete?.reason ?? (isPart || read >= limit ? 'limit' : undefined);
	if (reason === undefined) return { complete: true };
	const expected = incomplete === undefined ? total : incomplete.total;
	return { complete: false, reason, ...(expected === undefined ? {} : { expected }) };
}
