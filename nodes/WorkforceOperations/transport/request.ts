import type { IHttpRequestOptions } from 'n8n-workflow';
import { cursorNames, type Endpoint, openEnvelope, type Page } from '../contract';
import type { Connection } from './connection';
import { failureError, nodeError, type Place, refusalError } from './errors';
import { explainNoContent, explainNotJson } from './explain';
import { buildQuery, fillPath, type Values, writtenQuery } from './query';
import { exchange, mediaType } from './wire';

/** One call of one endpoint, in the API's own names. */
export interface Call {
	endpoint: Endpoint;
	/** Values of the path's `{…}` parts. */
	path?: Record<string, string | number>;
	/** A path with a query that the user wrote, which is sent as it stands. */
	writtenPath?: string;
	query?: Values;
	/** What the user adds, replaces or (empty) removes in the query. */
	additionalQuery?: Values;
	body?: IHttpRequestOptions['body'];
	headers?: Record<string, string>;
	itemIndex?: number;
}

/** Path and query of a call, below the base address. */
export function targetOf(
	{ endpoint, path, writtenPath = '', query = {}, additionalQuery }: Call,
	cursor?: string,
): string {
	const replaced = [...Object.keys(query), ...(cursor === undefined ? [] : cursorNames(cursor))];
	const parts = [writtenQuery(writtenPath, replaced), buildQuery(endpoint, query, additionalQuery, cursor)].filter(
		(part) => part !== '',
	);
	return fillPath(endpoint.path, path) + (parts.length === 0 ? '' : `?${parts.join('&')}`);
}

/** Sends one call and opens its envelope; throws an n8n error that names the cure. */
export async function send(connection: Connection, call: Call, cursor?: string, recordsRead = 0): Promise<Page> {
	const { endpoint } = call;
	// What a path needs that is not in the table is not known, so that a 403 can't be explained by a key type.
	const known = endpoint.envelope === 'any' ? undefined : endpoint;
	const place: Place = { endpoint: known, itemIndex: call.itemIndex, recordsRead };
	const outcome = await exchange(connection, {
		method: endpoint.method,
		target: targetOf(call, cursor),
		body: call.body,
		headers: call.headers,
	});
	if ('failure' in outcome) throw await failureError(connection, outcome.failure, place);
	const { status, body, headers } = outcome.response;
	const empty = body === undefined || body === null || body === '';
	// Taken for a page without records, it would end a list as if it were complete.
	if (empty && status !== 204 && endpoint.method === 'GET' && endpoint.envelope !== 'any') {
		throw nodeError(connection, explainNoContent(connection.settings.origin), place);
	}
	// Without content there is nothing to open; any other text is not the service speaking.
	if (typeof body === 'string' && body.trim() !== '') {
		throw nodeError(connection, explainNotJson(connection.settings.origin, mediaType(headers)), place);
	}
	const page = openEnvelope(endpoint.envelope, body === '' ? undefined : body);
	if ('refusal' in page) throw await refusalError(connection, page.refusal, place);
	return page;
}
