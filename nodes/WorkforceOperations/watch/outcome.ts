import { isJsonObject } from '../contract';

/**
 * Whether a run that has ended did its work, read from what n8n hands to the promise of a poll. A run that waits (Wait
 * node) counts, since its end is never told. A run is said to be in error, too, when its last node went on after an error
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
