import type {
	GenericValue,
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { type EventPair, eventValue, isJsonObject, JSON_BYTES, SIGNATURE_HEADER } from '../../contract';
import { itemOfWebhook } from '../../form/item';
import { clock } from '../../transport/clock';
import { readOptions } from '../options';
import { contentHash, withHash } from './deduplicate';
import { authenticate, isRefused, refuse } from './authenticate';
import { contradicts, findIdentifier, findNamedEvent, parsePayload } from './payload';
import { decodedText } from '../../transport/http/readBody';
import { log } from '../../transport/log';

// Guess: events.batch

/** Part of a body that becomes an item: a record of its list, or the whole body. */
export interface Part {
	payload: GenericValue;
	/** The original bytes, by which duplicates are recognised. */
	raw: Buffer;
}

/** The list must be valid JSON. */
function bytesOfEntries(list: Buffer): Buffer[] {
	const entries: Buffer[] = [];
	let [depth, inText] = [0, false];
	let begin: number | undefined;
	for (let at = 0; at < list.length; at++) {
		const byte = list[at] ?? 0;
		if (inText) {
			if (byte === JSON_BYTES.backslash) at++;
			else if (byte === JSON_BYTES.quote) inText = false;
		} else if (byte === JSON_BYTES.quote) inText = true;
		else if (JSON_BYTES.opening.has(byte)) {
			if (++depth === 1) begin = at + 1;
		} else if (JSON_BYTES.closing.has(byte)) {
			if (--depth === 0) entries.push(list.subarray(begin, at));
		} else if (byte === JSON_BYTES.comma && depth === 1) {
			entries.push(list.subarray(begin, at));
			begin = at + 1;
		}
	}
	return entries;
}

/** An object without the blanks around it, which depend on its position in the list. */
const trimmed = (entry: Buffer): Buffer => entry.subarray(entry.indexOf('{'), entry.lastIndexOf('}') + 1);

/**
 * The records of a body that is a list of objects only; any other body is one part. A signed message is genuine, so
 * none of it may be dropped.
 */
export function partsOfBody(rawBody: Buffer, onLong?: (fields: readonly string[]) => void): Part[] {
	const payload = parsePayload(rawBody, onLong);
	const list: unknown[] = Array.isArray(payload) ? payload : [];
	const records = list.filter(isJsonObject);
	if (records.length === 0 || records.length < list.length) return [{ payload, raw: rawBody }];
	return bytesOfEntries(rawBody).map((entry, index) => ({ payload: records[index], raw: trimmed(entry) }));
}

/** Headers with keys, tokens, cookies or assertions, including those of proxies and gateways. */
const PROOF =
	/auth|token|secret|cookie|session|jwt|oidc|saml|assertion|credential|passw|signature|client-?(cert|principal)|key/;

/** Not secret: it identifies a delivery. */
const HARMLESS = /idempotency-?key/;

/** Proxies pass on the requested URL in these headers; it holds the subscription's token and seal. */
const ADDRESS_HEADER = /ur[il]|path|query|refer+er|request-line/;

/** A token in a header of any name: with its scheme, or a JSON Web Token. */
const TOKEN_VALUE = /^\s*(basic|bearer|negotiate)\s|\beyJ[\w-]+\.[\w-]+\./i;

/** As it is, and percent-decoded. */
function spellings(value: string): string[] {
	try {
		return [value, decodeURIComponent(value)];
	} catch {
		return [value];
	}
}

function isPrivate(name: string, value: unknown, secrets: readonly string[]): boolean {
	const plain = name.toLowerCase();
	if (ADDRESS_HEADER.test(plain) || (PROOF.test(plain) && !HARMLESS.test(plain))) return true;
	const texts = [value].flat().flatMap((one) => spellings(String(one)));
	return texts.some((text) => TOKEN_VALUE.test(text) || secrets.some((secret) => text.includes(secret)));
}

/** Leaves out headers that reveal the proof, the address or the keys. `query`: the delivery's. */
export function publicHeaders(headers: object, query: unknown): IDataObject {
	const parts = typeof query === 'object' && query !== null ? Object.values(query).flat() : [];
	const secrets = parts.filter((part): part is string => typeof part === 'string' && part !== '');
	return Object.fromEntries(Object.entries(headers).filter(([name, value]) => !isPrivate(name, value, secrets)));
}

async function rawBodyOf(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	// n8n reads some content types only on request.
	if (request.rawBody === undefined && typeof request.readRawBody === 'function') await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** `named`: the payload's event, if it contradicts the address. */
function deliveryItem(
	{ payload, raw }: Part,
	addressed: EventPair | undefined,
	receivedAt: string,
	more: IDataObject,
): INodeExecutionData | { named: string } {
	// Without a token, the event comes from the payload; it is never guessed.
	const pair = addressed ?? findNamedEvent(payload);
	if (pair && contradicts(pair, payload)) return { named: eventValue(pair) };
	const identifier = findIdentifier(payload, pair);
	const json: IDataObject = {
		eventType: pair?.eventType ?? null,
		event: pair?.event ?? null,
		...(identifier ? { [identifier.name]: identifier.value } : {}),
		receivedAt,
		payload,
		...more,
	};
	return withHash({ json }, contentHash(raw));
}

/**
 * Decodes by the body's own character set. Bytes that aren't text are passed on as they are, because the signature is
 * valid.
 */
function readParts(context: IWebhookFunctions, rawBody: Buffer, contentType?: string): Part[] {
	const text = decodedText(rawBody, contentType);
	const { name } = context.getNode();
	const onLong = (fields: readonly string[]): void =>
		log(context).warn(
			`a delivery to “${name}” has numbers too long for n8n, which are kept as text: ${fields.join(', ')}`,
		);
	if (text !== undefined) return partsOfBody(Buffer.from(text), onLong);
	log(context).warn(`a delivery to “${name}” isn’t UTF-8, so its payload contains the raw bytes as text`);
	return [{ payload: rawBody.toString('latin1'), raw: rawBody }];
}

/**
 * Checks a delivery and returns one item, or one per record. Writes no static data: n8n would lose it here, or
 * overwrite what an activation has stored meanwhile.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await rawBodyOf(context);
	if (rawBody === undefined) return refuse(context, { reason: 'the original body could not be read' });
	const headers = context.getHeaderData();
	const signature = headers[SIGNATURE_HEADER];
	if (signature === undefined || signature === '') return refuse(context, { reason: 'it has no signature' });
	const origin = await authenticate(context, rawBody, signature);
	if (isRefused(origin)) return refuse(context, origin);
	const more = readOptions(itemOfWebhook(context)).includeHeaders
		? { headers: publicHeaders(headers, context.getQueryData()) }
		: {};
	const receivedAt = new Date(clock.date()).toISOString();
	const items = readParts(context, rawBody, headers['content-type']).map((part) =>
		deliveryItem(part, origin.event, receivedAt, more),
	);
	const others = items.flatMap((item) => ('named' in item ? [item.named] : []));
	const passed = items.filter((item) => 'json' in item);
	const [named] = others;
	if (named !== undefined && passed.length === 0)
		return refuse(context, { reason: `it was sent to the address for ${named} but names a different event` });
	if (named !== undefined)
		log(context).warn(
			`ignored ${others.length} of ${items.length} records in a delivery to “${context.getNode().name}”: sent to the address for ${named}, but naming a different event`,
		);
	return { workflowData: [passed] };
}
