import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { clock } from '../transport/time';
import { readOptions } from './choice';

/** Carries what makes a delivery unique from the webhook to the execution; never part of the output. */
export const DELIVERY_KEY = '__deliveryKey';

/** The most deliveries that are remembered for one trigger; the oldest are forgotten first. */
const MOST_REMEMBERED = 5000;

const HOUR_MS = 3_600_000;

const queues = new Map<string, Promise<unknown>>();

/** Lets one caller at a time into the work of the same name: n8n's store reads and writes without a lock. */
async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
	const before = queues.get(name) ?? Promise.resolve();
	const turn = before.then(work, work);
	queues.set(name, turn);
	try {
		return await turn;
	} finally {
		if (queues.get(name) === turn) queues.delete(name);
	}
}

/**
 * Whether a delivery was seen within the window. The store knows no ages, so that every key names the window it fell
 * into, and the window before counts as well: repeats are dropped for one window at least and two at most.
 */
async function isRepeat(context: IExecuteFunctions, key: string, windowMs: number): Promise<boolean> {
	const bucket = Math.floor(clock.date() / windowMs);
	const keys = [`${key}|${bucket}`, `${key}|${bucket - 1}`];
	const { processed } = await context.helpers.checkProcessedAndRecord(keys, 'node', { mode: 'entries', maxEntries: MOST_REMEMBERED * 2 });
	return processed.length > 0;
}

/** Passes each delivery on once. Anything but a real delivery (a manual test, a repeated execution) always passes. */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const options = readOptions({ getNodeParameter: (name, fallback) => context.getNodeParameter(name, 0, fallback) });
	const checks = options.deduplicate && context.getMode() === 'webhook';
	const place = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const passed: INodeExecutionData[] = [];
	for (const [index, item] of context.getInputData().entries()) {
		const { [DELIVERY_KEY]: key, ...json } = item.json;
		let repeat = false;
		if (checks && typeof key === 'string') {
			const windowMs = options.deduplicationWindowHours * HOUR_MS;
			// A store that can't be used must not lose an event: at least once comes before at most once.
			repeat = await oneAtATime(place, async () => await isRepeat(context, key, windowMs)).catch((error: unknown) => {
				context.logger.warn(`Workforce Operations: a delivery could not be checked for repetition and is passed on: ${error instanceof Error ? error.message : 'unknown'}`);
				return false;
			});
		}
		if (repeat) context.logger.info(`Workforce Operations: a repeated delivery to “${context.getNode().name}” was dropped`);
		else passed.push({ ...item, json, pairedItem: { item: index } });
	}
	return passed;
}
