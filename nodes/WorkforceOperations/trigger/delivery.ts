import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { type EventPair, parseEvent, SIGNATURE_HEADER } from '../contract';
import { clock } from '../transport/time';
import { TOKEN_PARAMETER } from './address';
import { readOptions } from './choice';
import { contradicts, findIdentifier, findNamedEvent, parsePayload } from './payload';
import { validSecrets } from './secret';
import { isSignedBy } from './signature';
import { readRegistration, type Registration } from './state';

/** Headers that are about the connection or the proof, not about the event. */
const PRIVATE_HEADERS = new Set([SIGNATURE_HEADER, 'authorization', 'cookie', 'proxy-authorization']);

/** Refuses a delivery: 403, nothing runs, the reason goes to the log and not to the caller. */
function refuse(context: IWebhookFunctions, reason: string): IWebhookResponseData {
	context.logger.warn(
		`Workforce Operations: a delivery to “${context.getNode().name}” was refused with 403: ${reason}`,
	);
	context.getResponseObject().status(403).json({ message: 'Forbidden' });
	return { noWebhookResponse: true };
}

async function rawBodyOf(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	// n8n leaves some content types unread until somebody asks for them.
	if (request.rawBody === undefined && typeof request.readRawBody === 'function') await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** What the address says of a delivery: its event, nothing (the service dropped the query), or that it isn't ours. */
function eventOfAddress(context: IWebhookFunctions, { subscriptions }: Registration): EventPair | 'untold' | 'unknown' {
	const query: unknown = context.getQueryData();
	const token: unknown =
		typeof query === 'object' && query !== null && TOKEN_PARAMETER in query ? query[TOKEN_PARAMETER] : undefined;
	if (token === undefined || token === '') return 'untold';
	const subscription = subscriptions.find((candidate) => candidate.token === token);
	return (subscription && parseEvent(subscription.event)) ?? 'unknown';
}

/** Without a token the single chosen event, or the one that the payload names. */
function eventOfPayload({ subscriptions }: Registration, payload: unknown): EventPair | undefined {
	const [only, ...others] = subscriptions;
	if (only && others.length === 0) return parseEvent(only.event);
	return findNamedEvent(payload);
}

const publicHeaders = (headers: object): IDataObject =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => !PRIVATE_HEADERS.has(name.toLowerCase())));

/**
 * Checks one delivery and turns it into one item. Writes no static data: n8n loses it here, or lets it overwrite what an
 * activation stored meanwhile.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const registration = readRegistration(context);
	const secrets = registration === undefined ? [] : validSecrets(registration);
	if (registration === undefined || secrets.length === 0)
		return refuse(context, 'no secret is stored; publish the workflow again');
	const rawBody = await rawBodyOf(context);
	if (rawBody === undefined) return refuse(context, 'its body could not be read as it was sent');
	const headers = context.getHeaderData();
	const signature: unknown = SIGNATURE_HEADER in headers ? headers[SIGNATURE_HEADER] : undefined;
	if (signature === undefined || signature === '') return refuse(context, 'it carries no signature');
	if (!isSignedBy(secrets, rawBody, signature)) return refuse(context, 'its signature does not fit');
	const address = eventOfAddress(context, registration);
	if (address === 'unknown') return refuse(context, 'its address belongs to no subscription of this trigger');
	const payload = parsePayload(rawBody);
	const pair = address === 'untold' ? eventOfPayload(registration, payload) : address;
	if (pair && contradicts(pair, payload))
		return refuse(context, `it came to the address of ${pair.eventType}.${pair.event} but is of another event`);
	const identifier = findIdentifier(payload, pair);
	const json: IDataObject = {
		eventType: pair?.eventType ?? null,
		event: pair?.event ?? null,
		...(identifier ? { [identifier.name]: identifier.value } : {}),
		receivedAt: new Date(clock.date()).toISOString(),
		payload,
		...(readOptions(context).includeHeaders ? { headers: publicHeaders(headers) } : {}),
	};
	return { workflowData: [[{ json }]] };
}
