import { openEnvelope, type Page } from './envelopes';
import { readRefusal, type Refusal, refuses, saysSuccess, wordsOfError } from './refusals';
import { type Endpoint, isJsonObject, isKnown, type JsonObject, type UnknownEndpoint } from './types';
import { isBlank } from './values';

/** What an answer with a success status is in the end; `odd`: none of what its endpoint answers with. */
type Opened = Page | { refusal: Refusal } | { odd: true };

/** Fields that only an error has: a record that holds nothing else is none. */
const WORDS = new Set(
	'message,error,errors,errorMessage,errorMessages,errorMessagesAsString,code,status,statusCode,statusMessage,title,detail,type,instance,traceId,timestamp,path,success'.split(
		',',
	),
);

/** What an object says beside a list when it is about nothing but that list. */
const ABOUT_A_LIST = /count|total|page|size|limit|offset|skip|take|cursor|next|prev|more|index|sort|order|direction/i;

const letters = (name: string): string => name.replace(/[^a-z]/gi, '').toLowerCase();

/**
 * The field of an object that holds the list that was asked for: the one that is called like the end of its path, or the
 * only list in an object that says nothing of its own beside it. Undefined where it may be a record that has lists.
 */
function listIn({ path }: Endpoint, data: JsonObject): string | undefined {
	const lists = Object.keys(data).filter((name) => Array.isArray(data[name]));
	const [only] = lists;
	const own = lists.find((name) => letters(name) === letters(path.split('/').at(-1) ?? ''));
	if (own !== undefined || only === undefined || lists.length > 1) return own;
	return Object.keys(data).every((name) => name === only || ABOUT_A_LIST.test(name)) ? only : undefined;
}

/**
 * An envelope whose data is an object around the list as one whose data is the list. What that object says of the list,
 * such as where it goes on, counts where the envelope itself doesn't say it.
 */
function unwrapped(endpoint: Endpoint, body: JsonObject): JsonObject {
	if (!isJsonObject(body.data)) return body;
	const name = listIn(endpoint, body.data);
	if (name === undefined) return body;
	const said = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
	return { ...body, ...body.data, ...Object.fromEntries(said), data: body.data[name] };
}

const isEmptyObject = (data: unknown): boolean => isJsonObject(data) && Object.keys(data).length === 0;

/**
 * A list is complete, or it is an error: an envelope whose data is an array or an object around one, or a bare array, and
 * nothing else. No data is an empty list only where the service says that all went well, and says nothing of an error.
 */
function openList(endpoint: Endpoint, answer: unknown): Opened {
	const { envelope } = endpoint;
	const body = isJsonObject(answer) ? unwrapped(endpoint, answer) : answer;
	// Without any content the service says that there is nothing (204).
	if (body === undefined || Array.isArray(body)) return openEnvelope(envelope, body);
	if (!isJsonObject(body)) return { odd: true };
	if (refuses(body)) return openEnvelope(envelope, body);
	if (Array.isArray(body.data)) return openEnvelope(envelope, body);
	if (!isBlank(body.data) && !isEmptyObject(body.data)) return { odd: true };
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
