import type { INodeProperties } from 'n8n-workflow';
import { Cursor, type EndpointId, endpoints, isBlank, isJsonObject, isKnown } from '../contract';
import { inputError, type Item, parameter } from '../form/item';
import { AS_TOOL } from '../form/toolOutput';
import { type Call, isSameSeal, type Place, sealOf, type Settings, settingsFor } from '../transport';

const LABEL = 'Continue From';

export const continueFromField: INodeProperties = {
	displayName: LABEL,
	name: 'continueFrom',
	type: 'string',
	default: '',
	description: 'The “next” value from the last result, which continues the list. Use ✨ to let the model fill it in.',
	displayOptions: { show: AS_TOOL },
};

const LONGEST = 400;

/** HMAC-SHA256 is cut to this length. */
const SEAL_BYTES = 12;

/** Where an answer ended: after `made` rows, counted from the record at `place`. `period` is that of the list. */
export interface Position {
	place: Place;
	made: number;
	period: Item['period'];
}

/** A position in short form. */
type Content = [half: number, row: number, made: number, first: string, last: string, query: string];

/** An expression with the current time is compared as written, because its value changes each time. */
const BY_THE_CLOCK = /^=(?!.*\$fromAI).*(?:\$now|\$today|\bDateTime\b|\bDate\b)/is;

/** An argument in comparable form. `written`: its value in the form, which may be an expression. */
function comparable(value: unknown, written: unknown): unknown {
	if (typeof written === 'string' && BY_THE_CLOCK.test(written)) return written;
	if (Array.isArray(value))
		return value.map((entry, index) => comparable(entry, Array.isArray(written) ? written[index] : undefined));
	if (!isJsonObject(value)) return isBlank(value) ? null : String(value);
	const within = isJsonObject(written) ? written : {};
	return Object.keys(value)
		.sort()
		.map((name) => [name, comparable(value[name], within[name])]);
}

/** Replaces “J”, because “eyJ” in base64 would look like a token. */
const encoded = (bytes: Buffer): string => bytes.toString('base64url').replaceAll('J', '.');
const decoded = (text: string): Buffer => Buffer.from(text.replaceAll('.', 'J'), 'base64url');

/** The parameters of a cursor that mark its position. Undefined if it has others that the call doesn’t send. */
function positionIn({ at }: Place, { endpoint, query, additionalQuery }: Call): string | undefined {
	if (!isKnown(endpoint)) return undefined;
	const { paging } = endpoint;
	const marks = endpoint.query.filter(({ type }) => type === 'cursor').map(({ name }) => name);
	const names = paging.kind === 'pageNumber' ? ['offset', paging.pinned] : marks;
	const sent = { ...query, ...additionalQuery };
	const rest = (at?.entries ?? []).filter(
		([name, value]) => !['limit', 'pageSize'].includes(name) && String(sent[name] ?? '') !== value,
	);
	if (rest.some(([name]) => !names.includes(name))) return undefined;
	return new URLSearchParams(rest.map(([name, value]): [string, string] => [name, value])).toString();
}

interface Continuable {
	value: string;
	endpoint?: EndpointId;
	fields: INodeProperties[];
}

/**
 * Lets a model continue a list by the `next` of an answer. `next` is sealed with the credential’s key and the arguments
 * of the call, so text from elsewhere can’t make the tool read something else.
 */
export class Continuing {
	/** Where to continue; undefined at the start of a list. */
	readonly position?: Position;

	private readonly key: string;

	private readonly given: string;

	constructor(operation: Continuable, item: Item, settings: Settings) {
		const endpoint = operation.endpoint && endpoints[operation.endpoint];
		this.key = settingsFor(settings, endpoint?.access).budgetKey;
		const names = [...new Set(operation.fields.map(({ name }) => name))].filter((name) => name !== 'continueFrom');
		const { parameters } = item.node;
		const values = names.map((name) => [name, comparable(item.get(name, null), parameters[name])]);
		this.given = JSON.stringify([operation.endpoint, operation.value, values]);
		const text = String(parameter(item, 'continueFrom', '') ?? '').trim();
		if (text === '') return;
		this.position = this.opened(text);
		if (this.position !== undefined) return;
		throw inputError(item, `“${LABEL}” doesn’t match these arguments`, [
			'Nothing was sent. Pass the last result’s “next” unchanged, with all other arguments as in that call, or leave it out to start again.',
		]);
	}

	private seal(content: Buffer): Buffer {
		return sealOf(this.key, `${this.given}\n`, content).subarray(0, SEAL_BYTES);
	}

	private opened(text: string): Position | undefined {
		const bytes = text.length > LONGEST ? Buffer.alloc(0) : decoded(text);
		const [seal, content] = [bytes.subarray(0, SEAL_BYTES), bytes.subarray(SEAL_BYTES)];
		const isOwn = encoded(bytes) === text && isSameSeal(seal, this.seal(content));
		if (!isOwn) return undefined;
		const [half, row, made, first, last, query] = JSON.parse(content.toString()) as Content;
		const at = query === '' ? undefined : new Cursor(query);
		const period = { startDate: first || undefined, endDate: last || undefined };
		return { place: { at, row, isSecond: half === 2 }, made, period };
	}

	/**
	 * The `next` of an answer; null if the cursor has other parameters than its position, or the text would be too long.
	 */
	next({ place, made }: Omit<Position, 'period'>, period: readonly [unknown, unknown], call: Call): string | null {
		const query = positionIn(place, call);
		if (query === undefined) return null;
		const [first = '', last = ''] = period;
		const content = Buffer.from(JSON.stringify([place.isSecond ? 2 : 1, place.row, made, first, last, query]));
		const text = encoded(Buffer.concat([this.seal(content), content]));
		return text.length > LONGEST ? null : text;
	}
}
