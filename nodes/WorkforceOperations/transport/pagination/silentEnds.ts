import { HOUR_MS } from '../../contract';
import { clock } from '../clock';

/** A service that is mended isn’t misread for ever. */
const SILENT_END_MEMORY_MS = HOUR_MS;

const until = new Map<string, number>();

/** What is known of a list of an address, in this process: that an answer without a place for a cursor is its end. */
export const endsWithoutSaying = {
	has: (list: string): boolean => (until.get(list) ?? 0) > clock.now(),
	add: (list: string): unknown => until.set(list, clock.now() + SILENT_END_MEMORY_MS),
	delete: (list: string): boolean => until.delete(list),
};
