import { either, isJsonObject } from '../../contract';
import { type CustomRequest, forEditor, Repeated } from '../../transport';
import { inputError, isTool, parameter } from '../../form/item';
import { additional, json, queryValues } from '../../form/additionalParameters';
import { chosenKey } from '../../form/keyFields';
import type { OperationItem } from '../../operations/types';
import { METHODS } from './fields';

type CustomMethod = (typeof METHODS)[number];

const isMethod = (value: unknown): value is CustomMethod => METHODS.some((method) => method === value);

/** Headers that the user can't set: they carry the keys. */
const RESERVED_HEADERS = /^(authorization|host|content-length|x-workforce-.*)$/i;

/** Headers by which some servers take the request for one of another method. */
const OTHER_METHOD = /^x-(http-)?method(-override)?$/i;

/** What a tool may send: headers that say how to answer, and whose request it is. */
const OF_TOOLS = new Set(
	'accept accept-language content-type if-match if-modified-since if-none-match if-unmodified-since prefer traceparent x-correlation-id x-request-id'.split(
		' ',
	),
);

function headersOf(item: OperationItem): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(additional(item, parameter(item, 'headers', {}), 'Headers'))) {
		if (RESERVED_HEADERS.test(name) || name.toLowerCase() === item.connection.settings.subscriptionKeyHeader) {
			throw inputError(item, `The header “${name}” is set by the credential`, 'Remove it from “Headers”.');
		}
		if (OTHER_METHOD.test(name))
			throw inputError(item, `The header “${name}” would change the request`, 'Choose the method in “Method”.');
		if (isTool(item) && !OF_TOOLS.has(name.toLowerCase()))
			throw inputError(
				item,
				`A tool can’t send the header “${name}”`,
				`Leave it out, or use ${either([...OF_TOOLS])}.`,
			);
		const values = value instanceof Repeated ? value.values : [value];
		headers[name.toLowerCase()] = values.map((entry) => String(entry ?? '')).join(', ');
	}
	return headers;
}

function pathOf(item: OperationItem): string {
	const path = String(parameter(item, 'path') ?? '').trim();
	if (path === '')
		throw inputError(item, '“Path” is empty', 'It begins with a slash, such as /api/external/customers.');
	// Only a plain path, such as /api/x: a URL parser would take //host and /\host for another host.
	if (!/^\/(?![/\\])/.test(path)) {
		throw inputError(item, '“Path” must be a path of the service', [
			'It begins with a single slash, such as /api/external/customers.',
			forEditor('The address itself is in the credential.'),
		]);
	}
	const [bare = ''] = path.split('?');
	if (/[\s\\#{}]/.test(path) || bare.split('/').some((part) => /^(\.|%2e)+$/i.test(part))) {
		throw inputError(
			item,
			'“Path” contains something that isn’t allowed in a path',
			'Leave out spaces, braces, backslashes, # and parts that are only dots. Put values such as names into “Query Parameters”, which are encoded for you.',
		);
	}
	return path;
}

function customBody(item: OperationItem, method: CustomMethod): CustomRequest['body'] {
	if (method === 'GET') return undefined;
	const body = json(item, parameter(item, 'body', ''), 'Body');
	if (body === undefined || body === null) return undefined;
	if (!isJsonObject(body) && !Array.isArray(body))
		throw inputError(item, '“Body” must be a JSON object or list', 'Write it like {"name": "value"}.');
	return body;
}

/** The request that the form describes. Throws for invalid input. */
export function requestOf(item: OperationItem): CustomRequest {
	const method = parameter(item, 'method', 'GET');
	if (!isMethod(method)) throw inputError(item, '“Method” must be GET, POST, PUT, PATCH or DELETE');
	return {
		method,
		path: pathOf(item),
		query: queryValues(item, parameter(item, 'query', {}), 'Query Parameters'),
		headers: headersOf(item),
		body: customBody(item, method),
		keyField: chosenKey(item),
		itemIndex: item.itemIndex,
	};
}
