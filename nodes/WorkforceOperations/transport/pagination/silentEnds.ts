import { HOUR_MS } from '../../contract';
import { clock } from '../clock';

// Guess: pages.end

/** Limited in time, because the service may be fixed. */
const SILENT_END_MEMORY_MS = HOUR_MS;

const until = new Map<string, number>();

/** Lists of a base address for which this process knows that a response without a field for a cursor is the end. */
export const endsWithoutSaying = {
	has: (list: string): boolean => (until.get(list) ?? 0) > clock.now(),
	add: (list: string): unknown => until.set(list, clock.now() + SILENT_END_MEMORY_MS),
	delete: (list: string): boolean => until.delete(list),
};
