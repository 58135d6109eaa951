import type { IDataObject } from 'n8n-workflow';
import type { KeyField } from '../../contract';

/*
 * How the client and the credential communicate through n8n.
 * The client passes a request to n8n. n8n has the credential authenticate it, exchanges the API key if needed, and
 * sends.
 * Neither side can call the other, so the client sets headers that the credential removes before anything is sent:
 * - This request's slot in the budget is already taken. Without that header (n8n's HTTP Request node, the credential
 *   test), the credential counts the request itself.
 * - The service has just refused this token. The credential then requires a new one, even if it seems fresh.
 * - Which of several keys the request uses. Without that header the path decides.
 * From the headers left afterwards the client learns what happened. If an internal header is still there, nothing was
 * sent. Otherwise the authorization header has the token that the service received.
 */

/** The request's slot in the budget is already taken. */
export const BUDGETED_HEADER = 'x-workforce-budgeted';

/** The token that the service has just refused. */
export const REFUSED_HEADER = 'x-workforce-refused';

/** The credential's field with the request's key. */
const KEY_HEADER = 'x-workforce-key';

/** Set on the credential test, which must try all keys. */
export const TEST_HEADER = 'x-workforce-test';

export const setInternalHeaders = (refusedToken?: string, keyField?: KeyField): Record<string, string> => ({
	[BUDGETED_HEADER]: '1',
	...(refusedToken === undefined ? {} : { [REFUSED_HEADER]: refusedToken }),
	...(keyField === undefined ? {} : { [KEY_HEADER]: keyField }),
});

interface InternalHeaders {
	budgeted: boolean;
	refused?: unknown;
	keyField?: unknown;
	isTest: boolean;
}

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

/** Whether a request was sent, and with which token. */
export interface RequestTrace {
	sent: boolean;
	token?: string;
}

/** From the headers left after n8n has processed the request. */
export function readRequestTrace(headers: IDataObject = {}): RequestTrace {
	const { authorization } = headers;
	return {
		sent: !(BUDGETED_HEADER in headers),
		token: typeof authorization === 'string' ? authorization.replace(/^Bearer /, '') : undefined,
	};
}
