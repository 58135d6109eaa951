import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ServiceError } from '../core/errors.mts';
import { faultKinds, type FaultInput, type FaultKind } from '../server/faults.mts';

/** Reads the body of `POST /faults`; throws a readable 400. */
export function faultOf(body: Record<string, unknown>): FaultInput {
	const { method, path, kind, status, delayMs, times, headers } = body;
	if (typeof path !== 'string' || path === '')
		throw new ServiceError(400, 'path is required: the start of the path, or a regular expression for it.');
	if (kind !== undefined && !faultKinds.includes(kind as FaultKind))
		throw new ServiceError(400, `kind must be one of ${faultKinds.join(', ')}.`);
	if (method !== undefined && typeof method !== 'string')
		throw new ServiceError(400, 'method must be text, such as GET.');
	if (status !== undefined && !(Number.isInteger(status) && Number(status) >= 0 && Number(status) <= 599))
		throw new ServiceError(400, 'status must be a number up to 599.');
	if (status !== undefined && kind !== 'statusCode' && Number(status) < 200)
		throw new ServiceError(400, 'status must be an HTTP status from 200 to 599.');
	if (delayMs !== undefined && !(typeof delayMs === 'number' && delayMs >= 0 && delayMs <= 600_000))
		throw new ServiceError(400, 'delayMs must be from 0 to 600000.');
	if (times !== undefined && times !== null && !(Number.isInteger(times) && Number(times) > 0))
		throw new ServiceError(400, 'times must be a whole number from 1, or null for "until removed".');
	if (headers !== undefined && (typeof headers !== 'object' || headers === null || Array.isArray(headers)))
		throw new ServiceError(400, 'headers must be an object.');
	if (kind === undefined && status === undefined && delayMs === undefined)
		throw new ServiceError(400, 'Send at least one of kind, status and delayMs.');
	return {
		path,
		method: method === undefined || method === '' ? null : String(method),
		kind: kind as FaultKind | undefined,
		status: status === undefined ? undefined : Number(status),
		delayMs: delayMs === undefined ? undefined : Number(delayMs),
		times: times === undefined ? undefined : times === null ? null : Number(times),
		headers: headers === undefined ? undefined : headersOf(headers as object),
		body: body.body,
	};
}

/**
 * Headers that frame a response. A wrong one would leave the client waiting, which the kinds `truncated` and `reset` do
 * on purpose.
 */
const framing = ['content-length', 'transfer-encoding', 'connection'];

function headersOf(headers: object): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => {
			const text = String(value);
			try {
				validateHeaderName(name);
				validateHeaderValue(name, text);
			} catch {
				throw new ServiceError(400, `"${name}: ${text}" is not a valid header.`);
			}
			if (framing.includes(name.toLowerCase()))
				throw new ServiceError(400, `The header ${name} can be set only by the sandbox.`);
			return [name, text];
		}),
	);
}
