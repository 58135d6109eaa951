import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Endpoint } from '../../../nodes/WorkforceOperations/contract/types.ts';
import { IGNORED_PARAMETERS } from '../../../scripts/docs/agreement.mts';
import { loadDescription, operationsOf, type Operation } from '../../../sandbox/description/load.mts';

// The endpoint table says what the package believes of the service, openapi.yaml what the sandbox believes. Both were
// written from the same documents; where they differ, one of them is wrong.

interface Described extends Operation {
	'x-source'?: string;
	parameters?: Array<NonNullable<Operation['parameters']>[number] & { 'x-source'?: string; required?: boolean }>;
}

/** Path parameters have no name on the wire. */
const keyOf = ({ method, path }: { method: string; path: string }): string =>
	`${method} ${path.replace(/\{\w+\}/g, '{}')}`;
const described = new Map(
	operationsOf(loadDescription()).map(({ method, path, operation }) => [
		keyOf({ method, path }),
		operation as Described,
	]),
);
const table: Endpoint[] = Object.values(endpoints);

function operationOf(endpoint: Endpoint): Described {
	const operation = described.get(keyOf(endpoint));
	if (operation === undefined) throw new Error(`openapi.yaml does not have ${keyOf(endpoint)}`);
	return operation;
}

const short = ({ name, source, required }: { name: string; source?: string; required?: boolean }): string =>
	`${name} ${source}${required ? ' required' : ''}`;

describe('the endpoint table and openapi.yaml agree', () => {
	test.each(table)('$id: path, envelope, key types, scope, and query parameters with their source', (endpoint) => {
		const operation = operationOf(endpoint);
		const offered = (operation.parameters ?? [])
			.filter(({ in: place, name }) => place === 'query' && !IGNORED_PARAMETERS.has(`${endpoint.id} ${name}`))
			.map((parameter) => short({ ...parameter, source: parameter['x-source'] }));
		expect({
			envelope: endpoint.envelope,
			keyTypes: [...endpoint.access.keyTypes].sort(),
			scope: endpoint.access.scope ?? null,
			source: endpoint.source,
			query: endpoint.query.map(short).sort(),
		}).toEqual({
			envelope: operation['x-envelope'],
			keyTypes: [...(operation['x-key-types'] ?? [])].sort(),
			scope: operation['x-required-scope'] ?? null,
			source: operation['x-source'],
			query: offered.sort(),
		});
	});

	test('every operation of the sandbox but the token exchange has a row in the table', () => {
		const rows = new Set(table.map(keyOf));
		const missing = [...described]
			.filter(([key, operation]) => !rows.has(key) && operation['x-open'] !== true)
			.map(([key]) => key);
		expect(missing).toEqual([]);
	});
});
