import { createHash } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { EVENT_IDENTIFIERS, eventCatalogue, eventValue, HOUR_MS } from '../../contract';
import { type Item, itemOfExecution } from '../../form/item';
import { messageOf, log } from '../../transport';
import { clock } from '../../transport/clock';
import { serialize } from '../../transport/mutex';
import { detailsForEvents, enteredEvents, readOptions, type TriggerOptions } from '../options';

/**
 * The item's field for the hash of the delivery's raw text, which identifies a duplicate. Parsing would lose
 * information (large numbers, repeated names, bytes that aren't UTF-8). Only `webhook()` has the text, but `execute()`
 * compares, in queue mode possibly in another process. So the item carries the hash beside its JSON. `execute()` always
 * removes it, so that no run shows it.
 */
const HASH_MARK = 'deliveryHash';

export const contentHash = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex');

export const withHash = (item: INodeExecutionData, hash: string): INodeExecutionData => ({
	...item,
	[HASH_MARK]: hash,
});

/** The item without its hash. Without one, as for pinned data, the payload is hashed. */
export function takeOffHash({ [HASH_MARK]: mark, ...item }: INodeExecutionData): {
	item: INodeExecutionData;
	hash: string;
} {
	const hash = typeof mark === 'string' ? mark : contentHash(Buffer.from(JSON.stringify(item.json.payload ?? null)));
	return { item, hash };
}

/** For each trigger; the oldest are forgotten first. */
export const MOST_REMEMBERED_KEYS = 2000;

/** A turn's number is stored digit by digit, because the store can only say whether it contains a text. */
const [PLACES, BASE] = [5, 6];

/**
 * How many turns a record has before a number is reused. Each turn leaves at least three keys, so by then nothing of
 * the earlier turn with this number is remembered.
 */
const TURNS = BASE ** PLACES;

/**
 * Keys per delivery: the digits of its record's turn, the turn's event, its execution, and the delivery in two windows.
 */
const KEYS_EACH = PLACES + 4;

interface Delivery {
	/** `<eventType>.<event>`; `''` if unknown. */
	event: string;
	/** The record's id, or its whole content without one. */
	record: string;
	/** The hash of the raw text, which must be equal too; empty if event and record suffice. */
	content: string;
}

/** Blank and 0 identify no record. */
const isUsableId = (id: unknown): boolean => id !== undefined && !/^[\s0]*$/.test(String(id));

function deliveryOf({ json }: INodeExecutionData, hash: string, by: TriggerOptions['deduplicateBy']): Delivery {
	const name = EVENT_IDENTIFIERS.find((identifier) => isUsableId(json[identifier]));
	const { eventType, event } = json;
	const value = typeof eventType === 'string' && typeof event === 'string' ? eventValue({ eventType, event }) : '';
	return {
		event: value,
		record: name === undefined ? `content ${hash}` : `${name} ${String(json[name])}`,
		// If the record or the event is unknown, only an identical delivery is a duplicate.
		content: by === 'record' && name !== undefined && value !== '' ? '' : hash,
	};
}

/**
 * n8n's persistent store of this node: a set of texts. Looking one up also adds it; there is no expiry and no lock.
 */
class DeduplicationStore {
	private readonly context: IExecuteFunctions;

	private readonly options = { mode: 'entries' as const, maxEntries: MOST_REMEMBERED_KEYS * KEYS_EACH };

	constructor(context: IExecuteFunctions) {
		this.context = context;
	}

	/** Adds all keys; returns those that were already there. */
	async note(...keys: string[]): Promise<string[]> {
		const { processed } = await this.context.helpers.checkProcessedAndRecord(keys, 'node', this.options);
		return keys.filter((key) => processed.includes(key));
	}

	async forget(...keys: string[]): Promise<void> {
		if (keys.length > 0) await this.context.helpers.removeProcessed(keys, 'node', this.options);
	}
}

interface DeduplicationContext {
	/** Events that may have had a turn for the record. */
	events: readonly string[];
	windowMs: number;
	/** A delivery of another event of the record was passed on but could not be stored. */
	isUncertain: boolean;
}

const range = (length: number): number[] => Array.from({ length }, (_, number) => number);

class TurnKeys {
	private readonly record: string;

	constructor(record: string) {
		this.record = record;
	}

	private key(place: number, digit: number | string): string {
		return `${this.record}|turn, digit ${place}: ${digit}`;
	}

	get all(): string[] {
		return range(PLACES).flatMap((place) => range(BASE).map((digit) => this.key(place, digit)));
	}

	of(name: string): string[] {
		return [...name].map((digit, place) => this.key(place, digit));
	}

	/** Undefined if there is no turn, or the keys don't form exactly one. */
	read(known: readonly string[]): string | undefined {
		const noted = range(PLACES).map((place) => range(BASE).filter((digit) => known.includes(this.key(place, digit))));
		return noted.every(({ length }) => length === 1) ? noted.flat().join('') : undefined;
	}
}

/** The name of the next turn. The first one is random, to avoid collisions with remains of other turns. */
function nextTurn(name: string | undefined): string {
	const number = name === undefined ? Math.floor(clock.random() * TURNS) : Number.parseInt(name, BASE) + 1;
	return (number % TURNS).toString(BASE).padStart(PLACES, '0');
}

/**
 * A record's current turn: the deliveries of one event, until another event of the record is passed on. Deliveries that
 * were stored in an earlier turn are no longer duplicates. `isNew`: this delivery begins the turn. `isTorn`: the stored
 * keys don't form exactly one turn.
 */
async function turnOf(
	memory: DeduplicationStore,
	{ event, record }: Delivery,
	{ events, isUncertain }: DeduplicationContext,
): Promise<{ turn: string; isNew: boolean; isTorn: boolean }> {
	const keys = new TurnKeys(record);
	const keyOf = (name: string): string => `${record}|event ${name}`;
	const known = await memory.note(...keys.all, keyOf(event));
	// A process that died in between left all keys. The turn is unknown, so the delivery passes.
	const present = keys.read(known);
	const isTorn = present === undefined && known.some((key) => keys.all.includes(key));
	const isNew = present === undefined || isUncertain || !known.includes(keyOf(event));
	const turn = isNew ? nextTurn(present) : present;
	const others = isNew ? events.filter((name) => name !== event).map(keyOf) : [];
	const kept = keys.of(turn);
	await memory.forget(...keys.all.filter((key) => !kept.includes(key)), ...others);
	return { turn, isNew, isTorn };
}

/**
 * Whether a delivery repeats one of the same event and content (or, by the user's choice, event and record). The
 * earlier one must be within the window, with no other event of the record passed on in between. The store has no
 * expiry. A delivery that passes is stored for its window and the next one. So duplicates are dropped for at least one
 * window and at most two. Dropped duplicates don't extend that time. A delivery is also stored for its execution. Some
 * versions restart an execution in queue mode when a worker dies, and the restarted one must not drop its own event.
 */
async function isRepeat(
	context: IExecuteFunctions,
	delivery: Delivery,
	around: DeduplicationContext,
): Promise<boolean> {
	const memory = new DeduplicationStore(context);
	const { turn, isNew, isTorn } = await turnOf(memory, delivery, around);
	if (isTorn)
		log(context).info(
			`n8n’s record of earlier deliveries to “${context.getNode().name}” is incomplete, so a delivery that may be a duplicate was passed on`,
		);
	const window = Math.floor(clock.date() / around.windowMs);
	const key = `${delivery.record}|turn ${turn}|${delivery.event}|${delivery.content}`;
	const executionKey = `${key}|execution ${context.getExecutionId()}`;
	const known = await memory.note(`${key}|${window}`, executionKey);
	if (!isNew && known.includes(`${key}|${window}`) && !known.includes(executionKey)) {
		await memory.forget(executionKey);
		return true;
	}
	await memory.note(`${key}|${window + 1}`);
	return false;
}

const CATALOGUE_EVENTS = eventCatalogue.map(({ value }) => value);

/** Events that may have had a turn for a record; `''` is an unknown one. */
const possibleEvents = async (context: IExecuteFunctions, item: Item): Promise<string[]> => {
	const entered = enteredEvents(item, await detailsForEvents(context, item));
	return [...new Set([...CATALOGUE_EVENTS, ...entered, ''])];
};

/** Record → events that this process passed on without being able to store them. */
const unnoted = new Map<string, Set<string>>();

function rememberUnnoted(record: string, event: string): void {
	unnoted.set(record, (unnoted.get(record) ?? new Set<string>()).add(event));
	if (unnoted.size > MOST_REMEMBERED_KEYS) unnoted.delete([...unnoted.keys()][0] ?? '');
}

/** A record's contents in one delivery, since its last other event. */
interface CarriedRecord {
	event: string;
	contents: Set<string>;
}

/** Notes a record. Returns whether the same delivery already held it, with no other event of it in between. */
function isCarriedTwice(carried: Map<string, CarriedRecord>, { record, event, content }: Delivery): boolean {
	const known = carried.get(record);
	const contents = known?.event === event ? known.contents : new Set<string>();
	if (contents.has(content)) return true;
	carried.set(record, { event, contents: contents.add(content) });
	return false;
}

/**
 * Passes each delivery on once. Anything else (a manual test, a repeated execution) always passes. Removes the item's
 * hash in every case.
 */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const form = itemOfExecution(context, 0);
	const options = readOptions(form);
	const checks = options.deduplicate && context.getMode() === 'webhook';
	const place = [context.getWorkflow().id, context.getNode().id].join('/');
	const windowMs = options.deduplicationWindowHours * HOUR_MS;
	const passed: INodeExecutionData[] = [];
	const carriedBefore = new Map<string, CarriedRecord>();
	for (const carried of context.getInputData()) {
		const { item, hash } = takeOffHash(carried);
		const delivery = deliveryOf(item, hash, options.deduplicateBy);
		if (options.deduplicate && isCarriedTwice(carriedBefore, delivery)) {
			log(context).info(`a record listed twice in one delivery to “${context.getNode().name}” was passed on once`);
			continue;
		}
		const record = `${place} ${delivery.record}`;
		const check = async (): Promise<boolean> => {
			const isUncertain = [...(unnoted.get(record) ?? [])].some((event) => event !== delivery.event);
			const events = await possibleEvents(context, form);
			const known = await isRepeat(context, delivery, { events, windowMs, isUncertain });
			unnoted.delete(record);
			return known;
		};
		// A failing store must not lose an event: at-least-once takes precedence over at-most-once.
		const repeat =
			checks &&
			(await serialize(`repeats ${place}`, check).catch((error: unknown) => {
				log(context).warn(`a delivery could not be checked for duplicates and was passed on: ${messageOf(error)}`);
				rememberUnnoted(record, delivery.event);
				return false;
			}));
		if (repeat) log(context).info(`a duplicate delivery to “${context.getNode().name}” was dropped`);
		else passed.push(item);
	}
	return passed;
}
