import { type INodeExecutionData, type IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { HOUR_MS, isJsonObject, MINUTE_MS } from '../../contract';
import { clock } from '../../transport/clock';
import { emitWarning, startRun, withoutHeaderName } from '../../transport/n8nQuirks';
import { markSucceeded } from '../core/state';
import { log, logAbout } from '../../transport/log';
import { logAbandoned, sayNoPromise } from './notes';
import type { ProcessMemory } from './processMemory';
import { asNodeError, findProblem } from '../../transport/failures/problem';
import { isKind } from '../../transport/errors/serviceError';
import type { ErrorKind } from '../../transport/failures/errorKind';
import { counted, duration } from '../core/text';

/** An outage is reported when it has lasted this long, and then every hour. */
const REPORT_AFTER_MS = 15 * MINUTE_MS;
const REPORT_EVERY_MS = HOUR_MS;

/** Error kinds that a retry can't fix. */
const FINAL: ErrorKind[] = ['unauthorized', 'forbidden', 'notFound', 'invalid', 'conflict', 'redirected', 'settings'];

/** Whether only a person can fix it: in the form, the credential or the key. */
function needsPerson(error: unknown): boolean {
	if (error instanceof NodeOperationError || findProblem(error)?.passing === false) return true;
	// For a refused key, n8n 2.8 passes on only the message.
	return isKind(error, ...FINAL) || (isKind(error, 'unknown') && /key was rejected/.test(error.message));
}

/** The whole advice in the message, because n8n shows nothing else of a poll. */
function wholeAdvice(error: NodeApiError | NodeOperationError): string {
	const { message, description } = error;
	const parts = [message, description].filter((part): part is string => typeof part === 'string' && part !== '');
	return withoutHeaderName(parts.map((part) => part.replace(/(?<![.\s])[.\s]+$/, '')).join('. '));
}

/** Whether a person is publishing the workflow. */
export const isPublishing = (context: IPollFunctions): boolean =>
	['activate', 'update'].includes(context.getActivationMode());

/**
 * Handles the error of a poll. During publishing, an error that the user has to fix ends the publishing, with the fix
 * in its message. All others are swallowed, because n8n ends a trigger for good if its first polls throw. An outage is
 * reported as one failed execution after 15 minutes, and every hour from then on.
 */
export function onPollError(context: IPollFunctions, memory: ProcessMemory, thrown: unknown, isFirst: boolean): null {
	const error = asNodeError(context.getNode(), thrown);
	const advice = wholeAdvice(error);
	if (isFirst && isPublishing(context) && needsPerson(thrown)) throw new NodeOperationError(context.getNode(), advice);
	const now = clock.date();
	const { since, reportedAt } = memory.noteFailedPoll(now);
	logAbout(context).warn(`could not check the service: ${advice}`);
	if (now - since >= REPORT_AFTER_MS && (reportedAt === undefined || now - reportedAt >= REPORT_EVERY_MS)) {
		memory.noteOutageReport(now);
		emitWarning(
			context,
			`Every check has failed for ${duration(now - since)}: ${advice}. Events from this time are reported when the service responds again`,
		);
	}
	return null;
}

/** Handles a poll that reached the service. */
export function onPollSuccess(context: IPollFunctions, memory: ProcessMemory): void {
	const ended = memory.endOutage();
	if (ended === undefined) return;
	const lasted = duration(clock.date() - ended.since);
	logAbout(context).info(`reached the service again, after ${lasted}`);
}

/** The items of findings, by their keys, for one run. */
export type Batch = ReadonlyMap<string, INodeExecutionData>;

/**
 * Whether a run was successful, from what n8n passes to the promise of a poll. A waiting run (Wait node) counts,
 * because its end is never reported. n8n also marks a run as failed if its last node continued after an error (seen in
 * 2.8.4, 2.39.10 and 2.41.1): that task has data beside the error, and counts as successful.
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
 * Starts the workflow with these items and awaits its result: the findings count as reported once the run has
 * succeeded. Rethrows if n8n doesn't accept them.
 */
export function deliver(context: IPollFunctions, memory: ProcessMemory, batch: Batch, retries: number): void {
	const keys = [...batch.keys()];
	const node = context.getNode().name;
	const { state: given } = memory;
	memory.startRun(batch);
	const settle = (succeeded: boolean): void => {
		// The trigger now watches something else, whose findings may have the same keys.
		if (memory.state?.subject !== given?.subject || memory.state?.born !== given?.born) return;
		if (succeeded) {
			memory.runSucceeded(keys);
			return;
		}
		const abandoned = memory.runFailed(keys, retries, clock.date());
		logAbandoned(context, abandoned, `no run succeeded in ${counted(retries + 1, 'attempt')}`);
		log(context).warn(`a run that “${node}” started has failed, with ${counted(keys.length, 'finding')} in it`);
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

/** Returns the items in n8n's usual way, which doesn't report how the runs end. */
export function plainly(batches: readonly Batch[]): INodeExecutionData[][] | null {
	const items = batches.flatMap((batch) => [...batch.values()]);
	return items.length === 0 ? null : [items];
}

/** Delivers one run per batch. Batches that n8n refuses that way are returned in the usual way. */
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
