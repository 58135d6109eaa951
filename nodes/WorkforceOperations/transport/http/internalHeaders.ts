import type { IDataObject } from 'n8n-workflow';
import type { KeyField } from '../../contract';

/*
 * How the wire and the credential talk to each other through n8n.
 *
 * n8n stands between them: the wire hands a request to n8n, n8n has the credential authenticate it, exchanges the API key
 * where the credential asks for a token, and sends. Two things have to get through, and neither side can call the other:
 *
 * - The client has taken a slot of the key's budget for this request already. Without that header (n8n's own HTTP Request
 *   node, the credential test) the credential counts the request itself.
 * - The service has just refused this token. The credential then asks for a new one even if it seems fresh.
 * - Which of the credential's keys the request uses, where it has several. Without that header the path decides.
 *
 * They are headers that the client sets and the credential removes, so that they never leave this machine. From what is
 * left on the request afterwards the client learns what happened: where an internal header is still there, nothing was
 * sent; where it is gone, the authorization header holds the token that the service saw.
 */

/** Marks a request whose place in the budget is taken already. */
export const BUDGETED_HEADER = 'x-workforce-budgeted';

/** Carries the token that the service has just refused. */
export const REFUSED_HEADER = 'x-workforce-refused';

/** Names the field of the credential whose key the request uses. */
const KEY_HEADER = 'x-workforce-key';

/** Marks the request that tests the credential, which is to try all of its keys. */
export const TEST_HEADER = 'x-workforce-test';

/** The marks of a request, for its headers. */
export const setInternalHeaders = (refusedToken?: string, keyField?: KeyField): Record<string, string> => ({
	[BUDGETED_HEADER]: '1',
	...(refusedToken === undefined ? {} : { [REFUSED_HEADER]: refusedToken }),
	...(keyField === undefined ? {} : { [KEY_HEADER]: keyField }),
});

/** What the marks of a request say. */
interface InternalHeaders {
	/** Its place in the budget is taken. */
	budgeted: boolean;
	/** The token that its sender has seen refused. */
	refused?: unknown;
	keyField?: unknown;
	isTest: boolean;
}

/** The headers without the marks, and what the marks say. */
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

/** What became of a marked request: whether it was sent, and with which token. */
export interface RequestTrace {
	sent: boolean;
	token?: string;
}

/** Reads what is left on a request after n8n has dealt with it. */
export function readRequestTrace(headers: IDataObject = {}): RequestTrace {
	const { authorization } = headers;
	return {
		sent: !(BUDGETED_HEADER in headers),
		token: typeof authorization === 'string' ? authorization.replace(/^Bearer /, '') : undefined,
	};
}
