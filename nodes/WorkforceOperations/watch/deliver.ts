import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { clock } from '../transport/time';
import { failed, succeeded } from './handOver';
import type { Memory } from './memory';
import { hasSucceeded } from './outcome';
import type { WatchState } from './state';
import { said } from './words';

/** Changes what this process remembers; n8n gets it with the next poll that has something to report. */
function change(memory: Memory, pending: (state: WatchState) => WatchState['pending']): void {
	const { state } = memory;
	if (state !== undefined) memory.state = { ...state, revision: state.revision + 1, pending: pending(state) };
}

/** One line in the log for findings that are not handed over any more. */
export function sayGivenUp(context: IPollFunctions, keys: readonly string[], why: string): void {
	if (keys.length === 0) return;
	context.logger.error(
		`Workforce Operations: “${context.getNode().name}” does not hand over ${keys.map((key) => said(key) ?? '').join(', ')} any more: ${why}`,
	);
}

/** Whether n8n tells how a run ended that a poll has started. */
export const tellsEnd = (context: IPollFunctions): boolean =>
	typeof context.__emit === 'function' && typeof context.helpers.createDeferredPromise === 'function';

/**
 * Starts the workflow with these items, and hears how it went: the findings count as reported when the run has succeeded.
 * Throws what n8n throws when it doesn't take them.
 */
export function deliver(
	context: IPollFunctions,
	memory: Memory,
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
		change(memory, ({ pending }) => {
			if (succeededRun) {
				for (const key of keys) memory.items.delete(key);
				return succeeded(pending, keys);
			}
			const next = failed(pending, keys, retries, clock.date());
			for (const key of next.givenUp) memory.items.delete(key);
			sayGivenUp(context, next.givenUp, `the runs that it started failed ${retries + 1} times`);
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
