import { openEnvelope, type Page } from './envelopes';
import { readRefusal, type Refusal, refuses, saysSuccess, wordsOfError } from './refusals';
import { type Endpoint, isJsonObject, isKnown, type UnknownEndpoint } from './types';

/** What an answer with a success status is in the end; `odd`: none of what its endpoint answers with. */
type Opened = Page | { refusal: Refusal } | { odd: true };

/** Fields that only an error has: a record that holds nothing else is none. */
const WORDS = new Set(
	'message,error,errors,errorMessage,errorMessages,errorMessagesAsString,code,status,statusCode,statusMessage,title,detail,type,instance,traceId,timestamp,path,success'.split(
		',',
	),
);

/**
 * A list is complete, or it is an error: an envelope whose data is an array, or a bare array, and nothing else. No data is
 * an empty list only where the service says that all went well, and says nothing of an error.
 */
function openList({ envelope }: Endpoint, body: unknown): Opened {
	// Without any content the service says that there is nothing (204).
	if (body === undefined || Array.isArray(body)) return openEnvelope(envelope, body);
	if (!isJsonObject(body)) return { odd: true };
	if (refuses(body)) return openEnvelope(envelope, body);
	if (Array.isArray(body.data)) return openEnvelope(envelope, body);
	if (body.data !== undefined && body.data !== null) return { odd: true };
	const words = wordsOfError(body);
	if (words !== undefined) return { refusal: { ...readRefusal(body), message: words } };
	return saysSuccess(body) ? { ...openEnvelope(envelope, { ...body, data: [] }) } : { odd: true };
}

/** One record, in an envelope or bare. */
function openRecord({ envelope }: Endpoint, body: unknown): Opened {
	if (!isJsonObject(body) || refuses(body)) return openEnvelope(envelope, body);
	const refusal = readRefusal(body);
	const isError = Object.keys(body).every((field) => WORDS.has(field)) && wordsOfError(body) !== undefined;
	const failed =
		isJsonObject(body.status) && typeof body.status.errorMessage === 'string' && body.status.errorMessage.trim() !== '';
	const empty = body.data === undefined || body.data === null;
	return refusal && empty && (isError || failed) ? { refusal } : openEnvelope(envelope, body);
}

/** Opens an answer as what its endpoint answers with. What writes may answer with is not known (documented as not shown). */
export function openAnswer(endpoint: Endpoint | UnknownEndpoint, body: unknown): Opened {
	if (!isKnown(endpoint)) return openEnvelope(undefined, body);
	if (endpoint.list) return openList(endpoint, body);
	return endpoint.method === 'GET' ? openRecord(endpoint, body) : openEnvelope(endpoint.envelope, body);
}
