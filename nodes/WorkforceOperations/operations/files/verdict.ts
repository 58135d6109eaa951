import type { IDataObject } from 'n8n-workflow';
import type { Incomplete } from '../../transport';

/** How the reading of a list ended. */
export interface Ending {
	/** Records that came. */
	read: number;
	limit?: number;
	/** It began behind another reading. */
	isPart: boolean;
	incomplete?: Incomplete;
	/** Records that the service counts. */
	total?: number;
}

/**
 * Whether a file holds the whole list: true only where nothing speaks against it. Where a limit was reached, nobody has
 * looked behind it.
 */
export function verdict({ read, limit = Infinity, isPart, incomplete, total }: Ending): IDataObject {
	const reason = incomplete?.reason ?? (isPart || read >= limit ? 'limit' : undefined);
	if (reason === undefined) return { complete: true };
	const expected = incomplete === undefined ? total : incomplete.total;
	return { complete: false, reason, ...(expected === undefined ? {} : { expected }) };
}
