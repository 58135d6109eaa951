import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { isJsonObject } from '../../contract';
import { clock } from '../../transport/clock';
import type { WatchState } from '../core/state';
import { safeText } from '../core/text';
import type { ProcessMemory } from './processMemory';
import { markFailed, markSucceeded } from './redelivery';

/**
 * Whether a run that has ended did its work, read from what n8n hands to the promise of a poll. A run that waits (Wait
 * node) counts, since n8n never reports its end. A run is said to be in error, too, when its last node went on after an error
 * (seen in 2.8.4, 2.39.10 and 2.41.1): that task has data beside the error, and is no failure.
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

/** Changes what this process remembers; n8n gets it with the next poll that has something to report. */
function changePending(memory: ProcessMemory, pending: (state: WatchState) => WatchState['pending']): void {
	const { state } = memory;
	if (state !== undefined) memory.state = { ...state, revision: state.revision + 1, pending: pending(state) };
}

/** One line in the log for findings that are not handed over any more. */
export function logAbandoned(context: IPollFunctions, keys: readonly string[], why: string): void {
	if (keys.length === 0) return;
	context.logger.error(
		`Workforce Operations: “${context.getNode().name}” does not hand over ${keys.map((key) => safeText(key) ?? '').join(', ')} any more: ${why}`,
	);
}

/** Whether this n8n reports how a run ended that a poll has started. */
export const reportsRunEnd = (context: IPollFunctions): boolean =>
	typeof context.__emit === 'function' && typeof context.helpers.createDeferredPromise === 'function';

/**
 * Starts the workflow with these items, and hears how it went: the findings count as reported when the run has succeeded.
 * Throws what n8n throws when it doesn't take them.
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
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	for (const [key, item] of batch) {
		memory.items.set(key, item);
		memory.awaited.add(key);
	}
	const settle = (succeededRun: boolean): void => {
		// Something else is watched by now, which may have findings with the same keys.
		if (memory.state?.subject !== given?.subject || memory.state?.born !== given?.born) return;
		for (const key of keys) memory.awaited.delete(key);
		changePending(memory, ({ pending }) => {
			if (succeededRun) {
				for (const key of keys) memory.items.delete(key);
				return markSucceeded(pending, keys);
			}
			const next = markFailed(pending, keys, retries, clock.date());
			for (const key of next.abandoned) memory.items.delete(key);
			logAbandoned(context, next.abandoned, `the runs that it started failed ${retries + 1} times`);
			return next.pending;
		});
		if (!succeededRun)
			context.logger.warn(
				`Workforce Operations: a run that “${node}” started failed with ${keys.length} findings in it`,
			);
	};
	done.promise.then(
		(run) => settle(hasSucceeded(run)),
		() => settle(false),
	);
	let emitted = false;
	try {
		context.__emit([[...batch.values()]], undefined, done);
		emitted = true;
	} finally {
		if (!emitted) for (const key of keys) memory.awaited.delete(key);
	}
}
