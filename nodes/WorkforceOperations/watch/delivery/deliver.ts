import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isJsonObject } from '../../contract';
import { clock } from '../../transport/clock';
import { startRun } from '../../transport/n8nQuirks';
import { markSucceeded } from '../core/state';
import { log } from '../../transport/log';
import { logAbandoned, sayNoPromise } from './notes';
import type { ProcessMemory } from './processMemory';

/** The items of findings, by their keys, for one run. */
export type Batch = ReadonlyMap<string, INodeExecutionData>;

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

/**
 * Starts the workflow with these items and awaits its result: the findings count as reported once the run has succeeded.
 * Rethrows if n8n doesn't accept them.
 */
export function deliver(context: IPollFunctions, memory: ProcessMemory, batch: Batch, retries: number): void {
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

/** Hands over by n8n's usual way, which does not report how the runs end. */
export function plainly(batches: readonly Batch[]): INodeExecutionData[][] | null {
	const items = batches.flatMap((batch) => [...batch.values()]);
	return items.length === 0 ? null : [items];
}

/** Hands over, one run per batch. What n8n refuses that way is handed over the usual way. */
export function deliverAll(
	context: IPollFunctions,
	memory: ProcessMemory,
	batches: readonly Batch[],
	retries: number,
): INodeExecutionData[][] | null {
	for (const [index, batch] of batches.entries()) {
		try {
			deliver(context, memory, batch, retries);
		} catch (error) {
			const rest = batches.slice(index);
			const keys = rest.flatMap((left) => [...left.keys()]);
			sayNoPromise(context, memory, error);
			memory.forgetItems(keys);
			const { state } = memory;
			if (state) memory.store(context, { ...state, pending: markSucceeded(state.pending, keys) });
			return plainly(rest);
		}
	}
	return null;
}
