import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { EVENT_IDENTIFIERS, firstFilled } from '../contract';
import { clock } from '../transport/time';
import { readOptions } from './choice';

/** The most deliveries that are remembered for one trigger; the oldest are forgotten first. */
export const MOST_REMEMBERED = 2000;

const KEYS_EACH = 3;

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
 * What is the same in every copy of a delivery, and in nothing else. It is made from the output and not carried along
 * with it, so that nothing internal can be seen in a run, a pinned item or a test.
 */
function keyOf({ eventType, event, payload, ...identifiers }: IDataObject): string {
	const told = JSON.stringify([
		eventType,
		event,
		firstFilled(EVENT_IDENTIFIERS.map((name) => identifiers[name])),
		payload,
	]);
	return createHash('sha256').update(told).digest('hex');
}

/**
 * Whether a delivery was seen within the window. The store knows no ages, so that every delivery is noted for the window
 * it fell into and for the next one: repeats are dropped for one window at least and two at most. It is noted for its
 * execution as well: where n8n starts an execution anew (in queue mode some versions do when a worker dies), that one must not
 * drop its own event.
 */
async function isRepeat(context: IExecuteFunctions, key: string, windowMs: number): Promise<boolean> {
	const window = Math.floor(clock.date() / windowMs);
	const own = `${key}|execution ${context.getExecutionId()}`;
	const { processed } = await context.helpers.checkProcessedAndRecord(
		[`${key}|${window}`, `${key}|${window + 1}`, own],
		'node',
		{
			mode: 'entries',
			maxEntries: MOST_REMEMBERED * KEYS_EACH,
		},
	);
	return processed.includes(`${key}|${window}`) && !processed.includes(own);
}

/** Passes each delivery on once. Anything but a real delivery (a manual test, a repeated execution) always passes. */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const options = readOptions({ getNodeParameter: (name, fallback) => context.getNodeParameter(name, 0, fallback) });
	const items = context.getInputData();
	if (!options.deduplicate || context.getMode() !== 'webhook') return items;
	const place = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const windowMs = options.deduplicationWindowHours * HOUR_MS;
	const passed: INodeExecutionData[] = [];
	for (const item of items) {
		// Without its event, which the service may leave out together with the address's token, an approval would look like the submission before.
		if (item.json.event === null) {
			passed.push(item);
			continue;
		}
		const key = keyOf(item.json);
		// A store that can't be used must not lose an event: at least once comes before at most once.
		const repeat = await oneAtATime(place, async () => await isRepeat(context, key, windowMs)).catch(
			(error: unknown) => {
				context.logger.warn(
					`Workforce Operations: a delivery could not be checked for repetition and is passed on: ${error instanceof Error ? error.message : 'unknown'}`,
				);
				return false;
			},
		);
		if (repeat)
			context.logger.info(`Workforce Operations: a repeated delivery to “${context.getNode().name}” was dropped`);
		else passed.push(item);
	}
	return passed;
}
