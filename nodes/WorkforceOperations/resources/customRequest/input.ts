import { isJsonObject } from '../../contract';
import type { CustomRequest } from '../../transport';
import { additional, inputError, json, parameter } from '../read';
import type { Scope } from '../types';
import { METHODS } from './fields';

type CustomMethod = (typeof METHODS)[number];

const isMethod = (value: unknown): value is CustomMethod => METHODS.some((method) => method === value);

/** Our own headers can't be replaced: they carry the keys. */
const RESERVED = /^(authorization|host|content-length|x-workforce-.*)$/i;

function headersOf(scope: Scope): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(additional(scope, parameter(scope, 'headers', {}), 'Headers'))) {
		if (RESERVED.test(name) || name.toLowerCase() === scope.connection.settings.subscriptionKeyHeader) {
			throw inputError(scope, `The header “${name}” is set by the credential`, 'Remove it from “Headers”.');
		}
		headers[name.toLowerCase()] = String(value ?? '');
	}
	return headers;
}

function pathOf(scope: Scope): string {
	const path = String(parameter(scope, 'path') ?? '').trim();
	if (path === '')
		throw inputError(scope, '“Path” is empty', 'It begins with a slash, such as /api/external/customers.');
	// Only a plain path: anything that a URL parser could take for another host is refused.
	if (!/^\/(?![/\\])/.test(path)) {
		throw inputError(
			scope,
			'“Path” must be a path of the service',
			'It begins with a single slash, such as /api/external/customers; the address itself stands in the credential.',
		);
	}
	const [bare = ''] = path.split('?');
	if (/[\s\\#{}]/.test(path) || bare.split('/').some((part) => /^(\.|%2e)+$/i.test(part))) {
		throw inputError(
			scope,
			'“Path” holds something that no path has',
			'Leave out spaces, braces, backslashes, # and parts that are only dots. Values such as names belong into “Query Parameters”, which are encoded for you.',
		);
	}
	return path;
}

function bodyOf(scope: Scope, method: CustomMethod): CustomRequest['body'] {
	if (method === 'GET') return undefined;
	const body = json(scope, parameter(scope, 'body', ''), 'Body');
	if (body === undefined || body === null) return undefined;
	if (!isJsonObject(body) && !Array.isArray(body))
		throw inputError(scope, '“Body” must be a JSON object or list', 'Write it like {"name": "value"}.');
	return body;
}

/** The request that the form describes. */
export function requestOf(scope: Scope): CustomRequest {
	const method = parameter(scope, 'method', 'GET');
	if (!isMethod(method)) throw inputError(scope, '“Method” must be GET, POST, PUT, PATCH or DELETE');
	return {
		method,
		path: pathOf(scope),
		query: additional(scope, parameter(scope, 'query', {}), 'Query Parameters'),
		headers: headersOf(scope),
		body: bodyOf(scope, method),
		itemIndex: scope.itemIndex,
	};
}
