import type { IDataObject } from 'n8n-workflow';
import { gravest, type Incomplete } from '../../transport';
import type { Told } from '../types';

/** How the reading of a list ended. */
interface Ending {
	read: number;
	limit?: number;
	/** The reading is but a part of the list. */
	isPart: boolean;
	incomplete?: Incomplete;
	/** The service's own count of the records. */
	total?: number;
	/** What is told about the rows. */
	told?: Told;
}

/**
 * Whether a file holds the whole list: `complete` is true only if nothing contradicts it. When a limit was reached, what
 * follows is unknown.
 */
export function completeness({ read, limit = Infinity, isPart, incomplete, total, told }: Ending): IDataObject {
	const doubts = told?.doubts === undefined || told.doubts === 0 ? {} : { doubts: told.doubts };
	const reason = gravest([incomplete?.reason, told?.reason, isPart || read >= limit ? 'limit' : undefined]);
	if (reason === undefined) return { complete: true, ...doubts };
	// What an inner list lacks, such as licences, isn't in the number of the records.
	const isInner = incomplete === undefined && reason === told?.reason && reason !== 'lines';
	const expected = isInner ? undefined : incomplete === undefined ? total : incomplete.total;
	return { complete: false, reason, ...(expected === undefined ? {} : { expected }), ...doubts };
}
