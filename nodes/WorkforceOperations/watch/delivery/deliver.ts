import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isJsonObject } from '../../contract';
import { clock } from '../../transport/clock';
import { startRun } from '../../transport/n8nQuirks';
import { safeText } from '../core/text';
import type { ProcessMemory } from './processMemory';
import { log, logAbout } from '../../transport/log';

/**
 * Whether a run was successful, from what n8n passes to the promise of a poll. A waiting run (Wait node) counts, because
 * its end is never reported. n8n also marks a run as failed if its last node continued after an error (seen in 2.8.4,
 * 2.39.10 and 2.41.1): that task has data beside the error, and counts as successful.
 */
export function hasSucceeded(run: unknown): boolean {
	if (!isJsonObject(run)) return false;
	if (run.status === 'success' || run.status === 'waiting') return true;
	if (run.status !== 'error') return false;
	const result = isJsonObject(run.data) ? run.data.resultData : undefined;
	if (!isJsonObject(result) || !isJsonObject(result.runData)) return false;
	const tasks: unknown = result.runData[String(result.lastNodeExecuted)];
	const last: unknown = Array.isArray(tasks) ? tasks.at(-1) : undefined;
	return isJsonObject(last) && Boolean(last.error) && Boolean(last.data);
}

/** Continues the node's name. */
export const abandonedWords = (keys: readonly string[], why: string): string =>
	`does not hand over ${keys.map((key) => safeText(key) ?? '').join(', ')} any more: ${why}`;

/** Logs findings that are abandoned, on one line. */
export function logAbandoned(context: IPollFunctions, keys: readonly string[], why: string): void {
	if (keys.length === 0) return;
	logAbout(context).error(abandonedWords(keys, why));
}

/**
 * Starts the workflow with these items and awaits its result: the findings count as reported once the run has succeeded.
 * Rethrows if n8n doesn't accept them.
 */
export function deliver(
	context: IPollFunctions,
	memory: ProcessMemory,
	batch: ReadonlyMap<string, INodeExecutionData>,
	retries: number,
): void {
	const keys = [...batch.keys()];
	const node = context.getNode().name;
	const { state: given } = memory;
	memory.startRun(batch);
	const settle = (succeeded: boolean): void => {
		// Something else is watched by now, whose findings may have the same keys.
		if (memory.state?.subject !== given?.subject || memory.state?.born !== given?.born) return;
		if (succeeded) {
			memory.runSucceeded(keys);
			return;
		}
		const abandoned = memory.runFailed(keys, retries, clock.date());
		logAbandoned(context, abandoned, `the runs that it started failed ${retries + 1} times`);
		log(context).warn(`a run that “${node}” started failed with ${keys.length} findings in it`);
	};
	let emitted = false;
	try {
		startRun(context, [...batch.values()]).then(
			(run) => settle(hasSucceeded(run)),
			() => settle(false),
		);
		emitted = true;
	} finally {
		if (!emitted) memory.stopAwaiting(keys);
	}
}
