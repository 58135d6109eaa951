import { NodeApiError } from 'n8n-workflow';
import { type Claims, type Endpoint, readClaims } from '../contract';
import type { Connection } from './connection';
import { explain, type Explanation } from './explain';
import type { Failure } from './failure';
import { CREDENTIAL_TYPE, redact } from './settings';

export interface Place {
	endpoint?: Pick<Endpoint, 'access' | 'path' | 'source'>;
	itemIndex?: number;
	/** Records that earlier pages of the same list brought. */
	recordsRead?: number;
}

async function tokenOf(connection: Connection): Promise<string> {
	const { accessToken } = await connection.context.getCredentials(CREDENTIAL_TYPE);
	return typeof accessToken === 'string' ? accessToken : '';
}

/** An n8n error from finished words. It holds no request and no response, so that no key can travel in it. */
export function nodeError(
	connection: { context: Pick<Connection['context'], 'getNode'>; settings: Pick<Connection['settings'], 'apiKey' | 'subscriptionKey'> },
	explanation: Explanation,
	place: Place = {},
	token = '',
): NodeApiError {
	const { apiKey, subscriptionKey } = connection.settings;
	const clean = (words: string): string => redact(words, apiKey, subscriptionKey, token);
	const details = [
		explanation.description,
		place.recordsRead ? `${place.recordsRead} records had been read before.` : undefined,
		explanation.traceId ? `Trace id for the support of the service: ${explanation.traceId}.` : undefined,
	];
	const error = new NodeApiError(
		connection.context.getNode(),
		{ message: clean(explanation.message) },
		{
			message: clean(explanation.message),
			description: clean(details.filter((detail) => detail !== undefined && detail !== '').join(' ')) || undefined,
			httpCode: explanation.httpCode,
			itemIndex: place.itemIndex,
		},
	);
	error.context.serviceCode = explanation.code;
	error.context.traceId = explanation.traceId;
	return error;
}

/** Turns a failed request into the error that people see. */
export async function failureError(connection: Connection, failure: Failure, place: Place = {}): Promise<NodeApiError> {
	const token = failure.status === undefined ? '' : await tokenOf(connection);
	const claims: Claims | undefined = failure.status === 403 ? readClaims(token) : undefined;
	return nodeError(connection, explain(failure, { settings: connection.settings, endpoint: place.endpoint, claims }), place, token);
}
