import { NodeApiError } from 'n8n-workflow';
import { type Claims, type Endpoint, readClaims, type Refusal } from '../contract';
import type { Connection } from './connection';
import { explain, explainRefusal, type Explanation } from './explain';
import type { Failure } from './failure';
import { mayHaveArrived } from './retry';
import { redact } from './redact';
import { CREDENTIAL_TYPE } from './settings';

export interface Place {
	endpoint?: Pick<Endpoint, 'access' | 'path' | 'source'>;
	itemIndex?: number;
	/** Records that earlier pages of the same list brought. */
	recordsRead?: number;
}

async function tokenOf(connection: Connection): Promise<string> {
	try {
		const { accessToken } = await connection.context.getCredentials(CREDENTIAL_TYPE);
		return typeof accessToken === 'string' ? accessToken : '';
	} catch {
		// A credential that can't be read any more must not hide what went wrong before.
		return '';
	}
}

/** An n8n error from finished words. It holds no request and no response, so that no key can travel in it. */
export function nodeError(
	connection: {
		context: Pick<Connection['context'], 'getNode'>;
		settings: Pick<Connection['settings'], 'apiKey' | 'subscriptionKey'>;
	},
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
	const message = clean(explanation.message);
	const description = clean(details.filter((detail) => detail !== undefined && detail !== '').join(' ')) || undefined;
	const error = new NodeApiError(
		connection.context.getNode(),
		{ message },
		{ message, description, httpCode: explanation.httpCode, itemIndex: place.itemIndex },
	);
	// n8n replaces a message in which it finds the letters of a system error, such as EACCES in “siteAccess”.
	error.message = message;
	error.context.serviceCode = explanation.code && clean(explanation.code);
	error.context.traceId = explanation.traceId && clean(explanation.traceId);
	return error;
}

/** Turns a failed request into the error that people see. */
export async function failureError(connection: Connection, failure: Failure, place: Place = {}): Promise<NodeApiError> {
	const token = await tokenOf(connection);
	const claims: Claims | undefined = failure.status === 403 ? readClaims(token) : undefined;
	const { settings } = connection;
	const clean = (words: string): string => redact(words, settings.apiKey, settings.subscriptionKey, token);
	const error = nodeError(
		connection,
		explain(failure, { settings, endpoint: place.endpoint, claims, clean }),
		place,
		token,
	);
	error.context.mayHaveArrived = mayHaveArrived(failure);
	return error;
}

/** Turns a refusal inside of a success into the error that people see. */
export async function refusalError(connection: Connection, refusal: Refusal, place: Place = {}): Promise<NodeApiError> {
	const token = await tokenOf(connection);
	const { apiKey, subscriptionKey } = connection.settings;
	const message = redact(refusal.message, apiKey, subscriptionKey, token);
	return nodeError(connection, explainRefusal({ ...refusal, message }), place, token);
}
