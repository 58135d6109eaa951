import { type JsonObject, type Method, openEnvelope, type UnknownEndpoint } from '../contract';
import type { Connection } from './connection';
import { type Download, fileFrom } from './download';
import { failureError, nodeError, refusalError } from './errors';
import { explainNotJson } from './explain';
import type { Values } from './query';
import { type Call, errorContext, targetOf } from './request';
import type { Intake } from './room';
import type { WireResponse } from './sendOnce';
import { exchange, mediaType, type WireRequest } from './wire';

/** A request to a path that has no operation of its own. */
export interface CustomRequest {
	method: Method;
	/** Below the base address, already encoded; it may hold a query. */
	path: string;
	query?: Values;
	headers?: Record<string, string>;
	body?: JsonObject | unknown[];
	itemIndex?: number;
}

const endpointOf = ({ method, path }: CustomRequest): UnknownEndpoint => ({ method, path: path.split('?')[0] ?? path });

/** The request as a call, so that its pages can be walked like those of any list. */
export function customCall(request: CustomRequest): Call {
	return {
		endpoint: endpointOf(request),
		writtenPath: request.path,
		query: request.query,
		body: request.body as Call['body'],
		headers: request.headers,
		itemIndex: request.itemIndex,
	};
}

async function answer(
	connection: Connection,
	request: CustomRequest,
	extra: Partial<WireRequest>,
): Promise<{ response: WireResponse; earlier: boolean }> {
	const result = await exchange(connection, {
		method: request.method,
		target: targetOf(customCall(request)),
		body: request.body as WireRequest['body'],
		...extra,
		headers: { ...extra.headers, ...request.headers },
	});
	// What such a path needs is not known, so that a 403 can't be explained by a key type.
	if ('failure' in result) throw await failureError(connection, result.failure, errorContext(customCall(request)));
	return result;
}

/** The answer as the service sends it; one that says of itself that it refuses is an error all the same. */
export async function sendRaw(connection: Connection, request: CustomRequest): Promise<unknown> {
	const { response, earlier } = await answer(connection, request, {});
	const { body, headers } = response;
	const context = { ...errorContext(customCall(request)), earlier };
	if (typeof body === 'string' && body.trim() !== '') {
		throw nodeError(connection, explainNotJson(connection.settings.origin, mediaType(headers)), context);
	}
	const page = openEnvelope(undefined, body);
	if ('refusal' in page) throw await refusalError(connection, page.refusal, context);
	return body;
}

/** The answer as a file, for exports and whatever else is not JSON. */
export async function sendForFile(connection: Connection, request: CustomRequest, file: Intake): Promise<Download> {
	const { response } = await answer(connection, request, { file, headers: { accept: '*/*' } });
	return fileFrom(response, request.path.split('?')[0] ?? '');
}
