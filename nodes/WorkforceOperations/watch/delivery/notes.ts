import type { IPollFunctions } from 'n8n-workflow';
import type { ProcessMemory } from './processMemory';
import { counted, firstOf, safeText } from '../core/text';
import { log, logAbout } from '../../transport/log';

/** Logs keys that several records share, each once. */
export function saySharedKeys(context: IPollFunctions, memory: ProcessMemory, keys: readonly string[]): void {
	const fresh = memory.noteSharedKeys(keys);
	if (fresh.length === 0) return;
	const names = firstOf(fresh.map((key) => safeText(key) ?? ''));
	const what = fresh.length === 1 ? `one key (${names})` : `${fresh.length} keys (${names})`;
	logAbout(context).warn(
		`received different records that share ${what} and can’t tell them apart: only one record with each key is used`,
	);
}

/** Logs when findings begin to be held back, once while that lasts. */
export function sayHeldBack(context: IPollFunctions, memory: ProcessMemory, waiting: number, most: number): void {
	if (memory.begins('heldBack', waiting > 0))
		logAbout(context).info(
			`holds back ${counted(waiting, 'finding')} for later polls, oldest first: this poll can return ${most} (limited by Max Items, and by the maximum of 1,000 findings whose runs have not ended)`,
		);
}

/** Logs that no record's dates can be read, once while that lasts: nothing can be reported about them. */
export function sayUndated(context: IPollFunctions, memory: ProcessMemory, undated: boolean | undefined): void {
	if (undated === undefined) return;
	if (memory.begins('undated', undated))
		logAbout(context).warn(
			`can’t read the dates in any record that the service sends, so it reports nothing. Look at the records with Get Many, and tell this package’s maintainers how the dates are written`,
		);
}

/** Continues the node's name. */
export const abandonedWords = (keys: readonly string[], why: string): string =>
	`no longer returns ${keys.map(safeText).join(', ')}: ${why}`;

/** Logs findings that are abandoned, on one line. */
export function logAbandoned(context: IPollFunctions, keys: readonly string[], why: string): void {
	if (keys.length === 0) return;
	logAbout(context).error(abandonedWords(keys, why));
}

/**
 * Logs findings whose records could not be read in any of their tries; those in `absent` are not in the service's list.
 */
export function sayUnread(context: IPollFunctions, keys: readonly string[], absent: readonly string[]): void {
	const why = 'the result of the run is unknown, and the record';
	const [gone, unread] = [true, false].map((is) => keys.filter((key) => absent.includes(key) === is));
	logAbandoned(context, gone ?? [], `${why} is no longer in the service’s list`);
	logAbandoned(context, unread ?? [], `${why} could not be read`);
}

export function sayNoPromise(context: IPollFunctions, memory: ProcessMemory, error?: unknown): void {
	if (!memory.begins('noRunEnds', true)) return;
	const why = error instanceof Error ? ` (${error.message})` : '';
	log(context).warn(
		`this version of n8n doesn’t tell “${context.getNode().name}” how its runs end${why}, so findings from failed runs are not returned again`,
	);
}
