import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { SIGNATURE_HEADER } from '../../contract';
import { itemOfWebhook } from '../../form/item';
import { clock } from '../../transport/time';
import { readOptions } from '../options';
import { hashOf, withHash } from './identity';
import { isRefused, originOf } from './origin';
import { contradicts, findIdentifier, findNamedEvent, parsePayload } from './payload';
import { refuse } from './refusal';

/** Headers that are about the connection or the proof, not about the event. */
const PRIVATE_HEADERS = new Set([SIGNATURE_HEADER, 'authorization', 'cookie', 'proxy-authorization']);

async function rawBodyOf(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	// n8n leaves some content types unread until somebody asks for them.
	if (request.rawBody === undefined && typeof request.readRawBody === 'function') await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

const publicHeaders = (headers: object): IDataObject =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => !PRIVATE_HEADERS.has(name.toLowerCase())));

/**
 * Checks one delivery and turns it into one item. Writes no static data: n8n loses it here, or lets it overwrite what an
 * activation stored meanwhile.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await rawBodyOf(context);
	if (rawBody === undefined) return refuse(context, { reason: 'its body could not be read as it was sent' });
	const headers = context.getHeaderData();
	const signature: unknown = SIGNATURE_HEADER in headers ? headers[SIGNATURE_HEADER] : undefined;
	if (signature === undefined || signature === '') return refuse(context, { reason: 'it carries no signature' });
	const origin = await originOf(context, rawBody, signature);
	if (isRefused(origin)) return refuse(context, origin);
	const payload = parsePayload(rawBody);
	// Where the service left the token out, the delivery is what it names itself, and never guessed.
	const pair = origin.event ?? findNamedEvent(payload);
	if (pair && contradicts(pair, payload)) {
		const reason = `it came to the address of ${pair.eventType}.${pair.event} but names another event`;
		return refuse(context, { reason });
	}
	const identifier = findIdentifier(payload, pair);
	const json: IDataObject = {
		eventType: pair?.eventType ?? null,
		event: pair?.event ?? null,
		...(identifier ? { [identifier.name]: identifier.value } : {}),
		receivedAt: new Date(clock.date()).toISOString(),
		payload,
		...(readOptions(itemOfWebhook(context)).includeHeaders ? { headers: publicHeaders(headers) } : {}),
	};
	return { workflowData: [[withHash({ json }, hashOf(rawBody))]] };
}
