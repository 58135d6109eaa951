import type { IDataObject } from 'n8n-workflow';
import type { KeyField } from '../../contract';

/*
 * How the client and the credential communicate through n8n.
 *
 * n8n is between them: the client passes a request to n8n, n8n has the credential authenticate it, exchanges the API key
 * if the credential requires a token, and sends. Three facts must get through, and neither side can call the other:
 *
 * - The client has already taken a slot of the key's budget for this request. Without that header (n8n's own HTTP Request
 *   node, the credential test) the credential counts the request itself.
 * - The service has just refused this token. The credential then requires a new one even if it seems fresh.
 * - Which of the credential's keys the request uses, if it has several. Without that header the path decides.
 *
 * They are headers that the client sets and the credential removes, so they never leave this machine. From the headers
 * that are left on the request afterwards the client learns what happened: if an internal header is still there, nothing
 * was sent; otherwise the authorization header has the token that the service received.
 */

/** Set on a request whose slot in the budget is taken already. */
export const BUDGETED_HEADER = 'x-workforce-budgeted';

/** Carries the token that the service has just refused. */
export const REFUSED_HEADER = 'x-workforce-refused';

/** Names the field of the credential whose key the request uses. */
const KEY_HEADER = 'x-workforce-key';

/** Set on the request that tests the credential, which has to try all of its keys. */
export const TEST_HEADER = 'x-workforce-test';

export const setInternalHeaders = (refusedToken?: string, keyField?: KeyField): Record<string, string> => ({
	[BUDGETED_HEADER]: '1',
	...(refusedToken === undefined ? {} : { [REFUSED_HEADER]: refusedToken }),
	...(keyField === undefined ? {} : { [KEY_HEADER]: keyField }),
});

/** The facts in a request's internal headers. */
interface InternalHeaders {
	budgeted: boolean;
	refused?: unknown;
	keyField?: unknown;
	isTest: boolean;
}

/** Splits headers into the internal ones, as facts, and the others. */
export function takeInternalHeaders(received: IDataObject = {}): InternalHeaders & { headers: IDataObject } {
	const {
		[BUDGETED_HEADER]: budgeted,
		[REFUSED_HEADER]: refused,
		[KEY_HEADER]: keyField,
		[TEST_HEADER]: test,
		...headers
	} = received;
	return { headers, budgeted: budgeted !== undefined, refused, keyField, isTest: test !== undefined };
}

/** What happened to a request with internal headers: whether it was sent, and with which token. */
export interface RequestTrace {
	sent: boolean;
	token?: string;
}

/** Reads the headers that are left on a request after n8n has processed it. */
export function readRequestTrace(headers: IDataObject = {}): RequestTrace {
	const { authorization } = headers;
	return {
		sent: !(BUDGETED_HEADER in headers),
		token: typeof authorization === 'string' ? authorization.replace(/^Bearer /, '') : undefined,
	};
}
