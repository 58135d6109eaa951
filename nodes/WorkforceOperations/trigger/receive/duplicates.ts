import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { EVENT_IDENTIFIERS, eventCatalogue, eventValue } from '../../contract';
import { type Item, itemOfExecution } from '../../form/item';
import { wordsOf } from '../../transport';
import { clock } from '../../transport/time';
import { enteredEvents, readOptions } from '../options';
import { oneAtATime } from '../turns';
import { takeOffHash } from './identity';

/** The most deliveries that are remembered for one trigger; the oldest are forgotten first. */
export const MOST_REMEMBERED = 2000;

/** For each delivery: its record's turn, the turn's event, its execution, and itself in two windows. */
const KEYS_EACH = 5;

/** How many turns of a record are told apart before their numbers begin again. */
const TURNS = 8;

const HOUR_MS = 3_600_000;

/** What of a delivery decides whether it is a repeat. */
interface Delivery {
	/** `<eventType>.<event>`, or `''` where nobody knows. */
	event: string;
	/** The record that it is about; where no id is known, its whole content. */
	record: string;
	/** Hash of its raw text. */
	hash: string;
}

function deliveryOf({ json }: INodeExecutionData, hash: string): Delivery {
	const name = EVENT_IDENTIFIERS.find((identifier) => json[identifier] !== undefined);
	const { eventType, event } = json;
	return {
		event: typeof eventType === 'string' && typeof event === 'string' ? eventValue({ eventType, event }) : '',
		record: name === undefined ? `content ${hash}` : `${name} ${String(json[name])}`,
		hash,
	};
}

/** n8n's persistent store of this node: a set of texts. Looking one up also notes it; it knows no ages and no lock. */
class Memory {
	private readonly context: IExecuteFunctions;

	private readonly options = { mode: 'entries' as const, maxEntries: MOST_REMEMBERED * KEYS_EACH };

	constructor(context: IExecuteFunctions) {
		this.context = context;
	}

	/** Notes all of them; those that were known before. */
	async note(...keys: string[]): Promise<string[]> {
		const { processed } = await this.context.helpers.checkProcessedAndRecord(keys, 'node', this.options);
		return keys.filter((key) => processed.includes(key));
	}

	async forget(...keys: string[]): Promise<void> {
		if (keys.length > 0) await this.context.helpers.removeProcessed(keys, 'node', this.options);
	}
}

/**
 * The number of a record's present turn, a turn being what is passed on of one event until another event of the record
 * is. What was noted in an earlier turn is no repeat any more. `isNew`: this delivery begins it.
 */
async function turnOf(
	memory: Memory,
	{ event, record }: Delivery,
	events: readonly string[],
): Promise<{ turn: number; isNew: boolean }> {
	const numbers = Array.from({ length: TURNS }, (_, number) => `${record}|turn ${number}`);
	const keyOf = (name: string): string => `${record}|event ${name}`;
	const known = await memory.note(...numbers, keyOf(event));
	const present = numbers.flatMap((key, number) => (known.includes(key) ? [number] : []));
	// More than one number is left by a process that died in between: then nothing is certain, and the delivery passes.
	const [last = -1] = present;
	const isNew = present.length !== 1 || !known.includes(keyOf(event));
	const turn = isNew ? (last + 1) % TURNS : last;
	const others = isNew ? events.filter((name) => name !== event).map(keyOf) : [];
	await memory.forget(...numbers.filter((_, number) => number !== turn), ...others);
	return { turn, isNew };
}

/**
 * Whether a delivery repeats one of the same event with the same content, within the window, and nothing of another event
 * of the record was passed on in between. The store knows no ages: a delivery that passes is noted for the window it falls into and for the next one, so
 * that repeats are dropped for one window at least and two at most; what is dropped renews nothing. It is noted for its
 * execution as well: where n8n starts an execution anew (in queue mode some versions do when a worker dies), that one
 * must not drop its own event.
 */
async function isRepeat(
	context: IExecuteFunctions,
	delivery: Delivery,
	events: readonly string[],
	windowMs: number,
): Promise<boolean> {
	const memory = new Memory(context);
	const { turn, isNew } = await turnOf(memory, delivery, events);
	const window = Math.floor(clock.date() / windowMs);
	const key = `${delivery.record}|turn ${turn}|${delivery.event}|${delivery.hash}`;
	const own = `${key}|execution ${context.getExecutionId()}`;
	const known = await memory.note(`${key}|${window}`, own);
	if (!isNew && known.includes(`${key}|${window}`) && !known.includes(own)) {
		await memory.forget(own);
		return true;
	}
	await memory.note(`${key}|${window + 1}`);
	return false;
}

const NAMED = eventCatalogue.map(({ value }) => value);

/** The events that a record may have had a turn of; `''` is one that nobody knows. */
const possibleEvents = (item: Item): string[] => [...new Set([...NAMED, ...enteredEvents(item), ''])];

/**
 * Passes each delivery on once. Anything but a real delivery (a manual test, a repeated execution) always passes. The hash
 * that an item carries is taken off in every case.
 */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const form = itemOfExecution(context, 0);
	const options = readOptions(form);
	const checks = options.deduplicate && context.getMode() === 'webhook';
	const place = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const windowMs = options.deduplicationWindowHours * HOUR_MS;
	const passed: INodeExecutionData[] = [];
	for (const carried of context.getInputData()) {
		const { item, hash } = takeOffHash(carried);
		const check = async (): Promise<boolean> =>
			await isRepeat(context, deliveryOf(item, hash), possibleEvents(form), windowMs);
		// A store that can't be used must not lose an event: at least once comes before at most once.
		const repeat =
			checks &&
			(await oneAtATime(`repeats ${place}`, check).catch((error: unknown) => {
				context.logger.warn(
					`Workforce Operations: a delivery could not be checked for repetition and is passed on: ${wordsOf(error)}`,
				);
				return false;
			}));
		if (repeat)
			context.logger.info(`Workforce Operations: a repeated delivery to “${context.getNode().name}” was dropped`);
		else passed.push(item);
	}
	return passed;
}
