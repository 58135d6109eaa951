import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { type EventPair, eventValue, SIGNATURE_HEADER } from '../../contract';
import { itemOfWebhook } from '../../form/item';
import { clock } from '../../transport/clock';
import { readOptions } from '../options';
import { publicHeaders } from './headers';
import { contentHash, withHash } from './deduplicate';
import { authenticate, isRefused, refuse } from './authenticate';
import { contradicts, findIdentifier, findNamedEvent } from './payload';
import { type Part, partsOfBody } from './parts';
import { decodedText } from '../../transport/http/readBody';
import { log } from '../../transport/log';

async function rawBodyOf(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	// n8n reads some content types only on request.
	if (request.rawBody === undefined && typeof request.readRawBody === 'function') await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** The item for one record, or for the whole body, with the event of its address. */
function deliveryItem(
	{ payload, raw }: Part,
	addressed: EventPair | undefined,
	receivedAt: string,
	more: IDataObject,
): INodeExecutionData | { named: string } {
	// Without a token the event is the one that the payload names; it is never guessed.
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

/** The parts of a body in its own character set. Bytes that aren't text are passed on as they are: the signature fits. */
function readParts(context: IWebhookFunctions, rawBody: Buffer, contentType: unknown): Part[] {
	const text = decodedText(rawBody, String(contentType ?? ''));
	if (text !== undefined) return partsOfBody(Buffer.from(text, 'utf8'));
	log(context).warn(`a delivery to “${context.getNode().name}” isn’t UTF-8, so its payload is the text of its bytes`);
	return [{ payload: rawBody.toString('latin1'), raw: rawBody }];
}

/**
 * Checks a delivery and returns one item, or one per record. Writes no static data: n8n would lose it here, or overwrite
 * with it what an activation has stored meanwhile.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await rawBodyOf(context);
	if (rawBody === undefined) return refuse(context, { reason: 'its body could not be read as it was sent' });
	const headers = context.getHeaderData();
	const signature: unknown = SIGNATURE_HEADER in headers ? headers[SIGNATURE_HEADER] : undefined;
	if (signature === undefined || signature === '') return refuse(context, { reason: 'it carries no signature' });
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
	if (others.length > 0 && passed.length === 0)
		return refuse(context, { reason: `it came to the address of ${others[0] ?? ''} but names another event` });
	if (others.length > 0)
		log(context).warn(
			`${others.length} of ${items.length} records of a delivery to “${context.getNode().name}” were left out: they came to the address of ${others[0] ?? ''} but name another event`,
		);
	return { workflowData: [passed] };
}
