import { createHash } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { EVENT_IDENTIFIERS, eventCatalogue, eventValue, HOUR_MS } from '../../contract';
import { type Item, itemOfExecution } from '../../form/item';
import { messageOf } from '../../transport';
import { clock } from '../../transport/clock';
import { serialize } from '../mutex';
import { enteredEvents, readOptions, type TriggerOptions } from '../options';

/**
 * What makes a delivery the same as another one: its raw text, of which parsing loses some (large numbers, names that
 * come twice, bytes that aren't UTF-8). `webhook()` has the text, `execute()` compares, in queue mode in another process:
 * the item carries the hash beside its JSON, and `execute()` takes it off in every mode, so that no run shows it.
 */
const HASH_MARK = 'deliveryHash';

export const contentHash = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex');

export const withHash = (item: INodeExecutionData, hash: string): INodeExecutionData => ({
	...item,
	[HASH_MARK]: hash,
});

/** The item as the workflow is to see it, and its hash; an item that is older than this package has none. */
export function takeOffHash({ [HASH_MARK]: mark, ...item }: INodeExecutionData): {
	item: INodeExecutionData;
	hash: string;
} {
	const hash = typeof mark === 'string' ? mark : contentHash(Buffer.from(JSON.stringify(item.json.payload ?? null)));
	return { item: { ...item, json: item.json }, hash };
}

/** The most deliveries that are remembered for one trigger; the oldest are forgotten first. */
export const MOST_REMEMBERED_KEYS = 2000;

/** The number of a record's turn is noted digit by digit, since the store can only say whether it knows a text. */
const [PLACES, BASE] = [5, 6];

/**
 * How many turns of a record have different numbers before one is used again. Each leaves three keys at least, so that of the turn that
 * had the number before nothing is remembered by then.
 */
const TURNS = BASE ** PLACES;

/** For each delivery: the digits of its record's turn, the turn's event, its execution, and itself in two windows. */
const KEYS_EACH = PLACES + 4;

/** The turns that earlier versions noted, each by one key. What they passed on is not to be passed on again. */
const EARLIER_TURNS = 8;

/** What of a delivery decides whether it is a repeat. */
interface Delivery {
	/** `<eventType>.<event>`, or `''` where it is unknown. */
	event: string;
	/** The record that it is about; where no id is known, its whole content. */
	record: string;
	/** What must be the same besides: the hash of its raw text, or nothing where event and record decide alone. */
	content: string;
}

/** Whether an id names a record: nothing, and 0, do not. */
const isUsableId = (id: unknown): boolean => id !== undefined && !/^[\s0]*$/.test(String(id));

function deliveryOf({ json }: INodeExecutionData, hash: string, by: TriggerOptions['deduplicateBy']): Delivery {
	const name = EVENT_IDENTIFIERS.find((identifier) => isUsableId(json[identifier]));
	const { eventType, event } = json;
	const value = typeof eventType === 'string' && typeof event === 'string' ? eventValue({ eventType, event }) : '';
	return {
		event: value,
		record: name === undefined ? `content ${hash}` : `${name} ${String(json[name])}`,
		// Where the record or the event is unknown, only an identical delivery is a repeat.
		content: by === 'record' && name !== undefined && value !== '' ? '' : hash,
	};
}

/** n8n's persistent store of this node: a set of texts. Looking one up also notes it; it knows no ages and no lock. */
class DeduplicationStore {
	private readonly context: IExecuteFunctions;

	private readonly options = { mode: 'entries' as const, maxEntries: MOST_REMEMBERED_KEYS * KEYS_EACH };

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

/** What a delivery is looked at with. */
interface DeduplicationContext {
	/** The events that its record may have had a turn of. */
	events: readonly string[];
	windowMs: number;
	/** Another event of its record was passed on that could not be noted. */
	isUncertain: boolean;
}

const range = (length: number): number[] => Array.from({ length }, (_, number) => number);

/** The keys that a turn is noted by. */
class TurnKeys {
	/** For each place of the number the key of each digit. */
	private readonly places: string[][];

	private readonly earlier: string[];

	constructor(record: string) {
		this.places = range(PLACES).map((place) => range(BASE).map((digit) => `${record}|turn, digit ${place}: ${digit}`));
		this.earlier = range(EARLIER_TURNS).map((number) => `${record}|turn ${number}`);
	}

	get all(): string[] {
		return [...this.places.flat(), ...this.earlier];
	}

	/** The keys of one turn. */
	of(name: string): string[] {
		if (name.length < PLACES) return this.earlier.slice(Number(name), Number(name) + 1);
		return this.places.map((digits, place) => digits[Number(name[place])] ?? '');
	}

	/** The turn that is noted; undefined where there is none, or what is noted is not one turn. */
	read(known: readonly string[]): string | undefined {
		const noted = this.places.map((digits) => range(BASE).filter((digit) => known.includes(digits[digit] ?? '')));
		if (noted.every(({ length }) => length === 1)) return noted.flat().join('');
		const earlier = range(EARLIER_TURNS).filter((number) => known.includes(this.earlier[number] ?? ''));
		return noted.flat().length === 0 && earlier.length === 1 ? earlier.join('') : undefined;
	}
}

/** The name of the turn behind another one. Without one it begins anywhere, so that what may be left of others is not met. */
function nextTurn(name: string | undefined): string {
	const isNumber = name !== undefined && name.length === PLACES;
	const number = isNumber ? Number.parseInt(name, BASE) + 1 : Math.floor(clock.random() * TURNS);
	return (number % TURNS).toString(BASE).padStart(PLACES, '0');
}

/**
 * The name of a record's present turn, a turn being what is passed on of one event until another event of the record
 * is. What was noted in an earlier turn is no repeat any more. `isNew`: this delivery begins it.
 */
async function turnOf(
	memory: DeduplicationStore,
	{ event, record }: Delivery,
	{ events, isUncertain }: DeduplicationContext,
): Promise<{ turn: string; isNew: boolean }> {
	const keys = new TurnKeys(record);
	const keyOf = (name: string): string => `${record}|event ${name}`;
	const known = await memory.note(...keys.all, keyOf(event));
	// All of them are left by a process that died in between: then nothing is certain, and the delivery passes.
	const present = keys.read(known);
	const isNew = present === undefined || isUncertain || !known.includes(keyOf(event));
	const turn = isNew ? nextTurn(present) : present;
	const others = isNew ? events.filter((name) => name !== event).map(keyOf) : [];
	const kept = keys.of(turn);
	await memory.forget(...keys.all.filter((key) => !kept.includes(key)), ...others);
	return { turn, isNew };
}

/**
 * Whether a delivery repeats one of the same event with the same content (or, where the user chose that, of the same event and
 * record), within the window, and nothing of another event of the record was passed on in between. The store knows no ages: a
 * delivery that passes is noted for the window it falls into and for the next one, so that repeats are dropped for one window at
 * least and two at most; what is dropped renews nothing. It is noted for its execution as well: where n8n restarts an
 * execution (in queue mode some versions do when a worker dies), that one must not drop its own event.
 */
async function isRepeat(
	context: IExecuteFunctions,
	delivery: Delivery,
	around: DeduplicationContext,
): Promise<boolean> {
	const memory = new DeduplicationStore(context);
	const { turn, isNew } = await turnOf(memory, delivery, around);
	const window = Math.floor(clock.date() / around.windowMs);
	const key = `${delivery.record}|turn ${turn}|${delivery.event}|${delivery.content}`;
	const own = `${key}|execution ${context.getExecutionId()}`;
	const known = await memory.note(`${key}|${window}`, own);
	if (!isNew && known.includes(`${key}|${window}`) && !known.includes(own)) {
		await memory.forget(own);
		return true;
	}
	await memory.note(`${key}|${window + 1}`);
	return false;
}

const MOST_NAMED_EVENTS = eventCatalogue.map(({ value }) => value);

/** The events that a record may have had a turn of; `''` is an unknown one. */
const possibleEvents = (item: Item): string[] => [...new Set([...MOST_NAMED_EVENTS, ...enteredEvents(item), ''])];

/** For each record the events that were passed on in this process without being noted. */
const unnoted = new Map<string, string[]>();

function rememberUnnoted(record: string, event: string): void {
	unnoted.set(record, [...(unnoted.get(record) ?? []).filter((name) => name !== event), event]);
	if (unnoted.size > MOST_REMEMBERED_KEYS) unnoted.delete([...unnoted.keys()][0] ?? '');
}

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
		const delivery = deliveryOf(item, hash, options.deduplicateBy);
		const record = `${place} ${delivery.record}`;
		const check = async (): Promise<boolean> => {
			const isUncertain = unnoted.get(record)?.some((event) => event !== delivery.event) === true;
			const known = await isRepeat(context, delivery, { events: possibleEvents(form), windowMs, isUncertain });
			unnoted.delete(record);
			return known;
		};
		// A store that can't be used must not lose an event: at least once comes before at most once.
		const repeat =
			checks &&
			(await serialize(`repeats ${place}`, check).catch((error: unknown) => {
				context.logger.warn(
					`Workforce Operations: a delivery could not be checked for repetition and is passed on: ${messageOf(error)}`,
				);
				rememberUnnoted(record, delivery.event);
				return false;
			}));
		if (repeat)
			context.logger.info(`Workforce Operations: a repeated delivery to “${context.getNode().name}” was dropped`);
		else passed.push(item);
	}
	return passed;
}
