import type { IDataObject } from 'n8n-workflow';
import type { Incomplete } from '../../transport';
import type { Doubts } from '../types';

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
	/** What is doubtful in the rows. */
	doubts?: Doubts;
}

/**
 * Whether a file holds the whole list: `complete` is true only if nothing contradicts it. When a limit was reached, what
 * follows is unknown.
 */
export function completeness({ read, limit = Infinity, isPart, incomplete, total, doubts }: Ending): IDataObject {
	const inRows = doubts?.isMissing ? 'lines' : undefined;
	const reason = incomplete?.reason ?? inRows ?? (isPart || read >= limit ? 'limit' : undefined);
	const told = doubts === undefined || doubts.count === 0 ? {} : { doubts: doubts.count };
	if (reason === undefined) return { complete: true, ...told };
	const expected = incomplete === undefined ? total : incomplete.total;
	return { complete: false, reason, ...(expected === undefined ? {} : { expected }), ...told };
}
