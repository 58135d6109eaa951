// What stands in several files about one endpoint: what one of them lacks is said with its place.
import { describe, expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import * as resources from '../../../nodes/WorkforceOperations/resources/index.ts';
import { loadDescription, operationsOf, type Operation } from '../../../sandbox/description/load.mts';
import { handlers } from '../../../sandbox/endpoints/index.mts';
import { disagreements } from '../../../scripts/docs/agreement.mts';
import type { Sources } from '../../../scripts/docs/coverage.mts';

const whole: Sources = { contract, resources };
const handled = Object.keys(handlers);

/** The description after a change of its operation `listSites`. */
function withSites(change: (operation: Operation) => void) {
	const description = loadDescription();
	for (const { operation } of operationsOf(description)) if (operation.operationId === 'listSites') change(operation);
	return description;
}

test('the endpoint table, the operations, the description and the handlers agree', () => {
	expect(disagreements(whole)).toEqual([]);
});

describe('what is missing is named, with the file that lacks it', () => {
	const here = expect.stringMatching(/^sandbox\/description\/places\.yaml:\d+: /);
	const only = (lines: string[]): string => {
		expect(lines).toEqual([here]);
		return lines[0]?.replace(/^\S+ /, '') ?? '';
	};

	test('a handler', () => {
		const others = handled.filter((name) => name !== 'listSites');
		expect(only(disagreements(whole, undefined, others))).toBe('sandbox/endpoints/ has no handler for listSites');
	});

	test('a row of the endpoint table', () => {
		const { 'site.getAll': _, ...endpoints } = contract.endpoints;
		expect(only(disagreements({ ...whole, contract: { ...contract, endpoints } as typeof contract }))).toBe(
			'nodes/WorkforceOperations/contract/endpoints/index.ts has no row for GET /api/external/sites',
		);
	});

	test('a query parameter of the row', () => {
		const more = withSites(({ parameters }) => parameters?.push({ name: 'state', in: 'query', schema: {} }));
		expect(only(disagreements(whole, more))).toBe('the row site.getAll has no query parameter “state”');
	});

	test('a query parameter of the description', () => {
		const fewer = withSites(({ parameters = [] }) => {
			parameters.splice(
				parameters.findIndex(({ name }) => name === 'customerId'),
				1,
			);
		});
		expect(only(disagreements(whole, fewer))).toBe('no query parameter “customerId”, which the row site.getAll has');
	});

	test('an operation of the description', () => {
		const description = loadDescription();
		delete description.paths['/api/external/sites'];
		expect(disagreements(whole, description)).toEqual([
			'sandbox/endpoints/: sandbox/description/ has no operation listSites',
			'sandbox/description/ has no GET /api/external/sites, which is the row site.getAll',
		]);
	});

	test('an operation of the node', () => {
		const others = resources.resources.filter(({ value }) => value !== 'site');
		expect(disagreements({ ...whole, resources: { ...resources, resources: others } })).toEqual([
			'nodes/WorkforceOperations/resources/index.ts has no operation site.getAll, which has a row in the endpoint table',
		]);
	});
});
