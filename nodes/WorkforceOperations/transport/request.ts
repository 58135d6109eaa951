import type { IHttpRequestOptions } from 'n8n-workflow';
import {
	type Cursor,
	type Endpoint,
	inServiceNames,
	isKnown,
	type JsonObject,
	type KeyField,
	type Method,
	openAnswer,
	openEnvelope,
	type Page,
	type UnknownEndpoint,
} from '../contract';
import type { Connection } from './connection';
import { type Download, fileFrom } from './download';
import { explainNoContent, explainNoList, explainNoRecord, explainNotJson } from './errors/explain';
import { type ErrorContext, failureError, nodeError, refusalError, type ServiceError } from './errors/serviceError';
import type { MemoryClaim } from './fileMemory';
import { mediaType, sendWithRetry, type ServiceRequest } from './http/client';
import type { RawResponse } from './http/send';
import { buildQuery, fillPath, type Values, writtenQuery } from './http/url';
import type { KeyChoice } from './keys';

export interface CustomRequest {
	method: Method;
	/** Below the base address, percent-encoded; may have a query. */
	path: string;
	query?: Values;
	headers?: Record<string, string>;
	body?: JsonObject | unknown[];
	/** Overrides the choice of the key by path. */
	keyField?: KeyField;
	itemIndex?: number;
}

const endpointByPath = ({ method, path }: CustomRequest): UnknownEndpoint => ({
	method,
	path: path.split('?')[0] ?? path,
});

/** Turns a request into a call, so that its pages can be read like those of any list. */
export function customCall(request: CustomRequest): Call {
	return {
		endpoint: endpointByPath(request),
		writtenPath: request.path,
		query: request.query,
		body: request.body as Call['body'],
		headers: request.headers,
		keyField: request.keyField,
		itemIndex: request.itemIndex,
	};
}

async function rawAnswer(
	connection: Connection,
	request: CustomRequest,
	extra: Partial<ServiceRequest>,
): Promise<{ response: RawResponse; earlier: boolean }> {
	const result = await sendWithRetry(connection, {
		method: request.method,
		target: requestTarget(customCall(request)),
		body: request.body as ServiceRequest['body'],
		choice: { keyField: request.keyField },
		...extra,
		headers: { ...extra.headers, ...request.headers },
	});
	// The access that such a path needs is unknown, so a 403 isn't explained by the type of key.
	if ('failure' in result) throw await failureError(connection, result.failure, errorContext(customCall(request)));
	return result;
}

/** The response as the service sends it. Throws if it states a refusal. */
export async function sendRaw(connection: Connection, request: CustomRequest): Promise<unknown> {
	const { response, earlier } = await rawAnswer(connection, request, {});
	const { body, headers } = response;
	const context = { ...errorContext(customCall(request)), earlier };
	if (typeof body === 'string' && body.trim() !== '') {
		throw nodeError(connection, explainNotJson(connection.settings.origin, mediaType(headers)), context);
	}
	const page = openEnvelope(undefined, body);
	if ('refusal' in page) throw await refusalError(connection, page.refusal, context);
	return body;
}

/** For exports and anything else that isn't JSON. */
export async function sendForFile(
	connection: Connection,
	request: CustomRequest,
	file: MemoryClaim,
): Promise<Download> {
	const { response } = await rawAnswer(connection, request, { file, headers: { accept: '*/*' } });
	return fileFrom(response, request.path.split('?')[0] ?? '');
}

/** A call in the API's own names. */
export interface Call {
	endpoint: Endpoint | UnknownEndpoint;
	/** For the path's `{…}` parts. */
	path?: Record<string, string | number>;
	/** With the user's query; sent verbatim. */
	writtenPath?: string;
	query?: Values;
	/** Adds or replaces parameters; an empty value removes one. */
	additionalQuery?: Values;
	body?: IHttpRequestOptions['body'];
	headers?: Record<string, string>;
	/** A smaller page can be requested instead, so this one times out sooner. */
	large?: boolean;
	/** Set if the user has chosen a field. */
	keyField?: KeyField;
	itemIndex?: number;
}

export function requestTarget(
	{ endpoint, path, writtenPath = '', query = {}, additionalQuery }: Call,
	cursor?: Cursor,
): string {
	const replaced = [...Object.keys(query), ...(cursor?.names ?? [])];
	const specs = isKnown(endpoint) ? endpoint.query : [];
	const parts = [writtenQuery(writtenPath, replaced), buildQuery(specs, query, additionalQuery, cursor)].filter(
		(part) => part !== '',
	);
	return fillPath(endpoint.path, path) + (parts.length === 0 ? '' : `?${parts.join('&')}`);
}

/** For an unknown path, the path decides. */
const keyChoice = ({ endpoint, keyField }: Call): KeyChoice => ({
	access: isKnown(endpoint) ? endpoint.access : undefined,
	keyField,
});

/** The access that an unknown path needs is unknown, so its 403 isn't explained by the type of key. */
export const errorContext = ({ endpoint, itemIndex }: Call, recordsRead = 0): ErrorContext => ({
	endpoint: isKnown(endpoint) ? endpoint : undefined,
	itemIndex,
	recordsRead,
	writes: endpoint.method !== 'GET',
});

export const noContentError = (connection: Connection, call: Call): ServiceError =>
	nodeError(connection, explainNoContent(connection.settings.origin), errorContext(call));

export const noRecordError = (connection: Connection, call: Call): ServiceError =>
	nodeError(connection, explainNoRecord, errorContext(call));

/** Sends one call and opens its envelope; throws a ServiceError with a cure. */
export async function sendCall(connection: Connection, given: Call, cursor?: Cursor, recordsRead = 0): Promise<Page> {
	const call = { ...given, ...inServiceNames(given.endpoint, given.query ?? {}, connection.settings.details) };
	const { endpoint } = call;
	const result = await sendWithRetry(connection, {
		method: endpoint.method,
		target: requestTarget(call, cursor),
		body: call.body,
		headers: call.headers,
		large: call.large,
		endpoint: `${endpoint.method} ${endpoint.path}`,
		choice: keyChoice(call),
	});
	if ('failure' in result) throw await failureError(connection, result.failure, errorContext(call, recordsRead));
	const context = { ...errorContext(call, recordsRead), earlier: result.earlier };
	const { status, body: received, headers } = result.response;
	const body = typeof received === 'string' ? received.trim() : received;
	const empty = body === undefined || body === null || body === '';
	// An empty answer would end a list as if it were complete, or hide that something was created.
	const due = endpoint.method === 'GET' || (endpoint.method === 'POST' && isKnown(endpoint));
	if (empty && status !== 204 && due) {
		throw nodeError(connection, explainNoContent(connection.settings.origin), context);
	}
	// Text other than an empty body isn't from the service.
	if (typeof body === 'string' && !empty) {
		throw nodeError(connection, explainNotJson(connection.settings.origin, mediaType(headers)), context);
	}
	const page = openAnswer(endpoint, empty ? undefined : body);
	if ('odd' in page) throw nodeError(connection, explainNoList(connection.settings.origin, body), context);
	if ('refusal' in page) throw await refusalError(connection, page.refusal, context);
	return status === 207 ? { ...page, inPart: true } : page;
}
