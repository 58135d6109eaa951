// Compares what several files say by hand about one endpoint; a missing part is reported with the file that lacks it.
import { handlers } from '../../sandbox/endpoints/index.mts';
import { endpointsOf, loadDescription, type Description, type Endpoint } from '../../sandbox/description/load.mts';
import { keyOf } from './description.mts';
import { placeInParts } from './place.mts';
import type { Sources } from './coverage.mts';

const TABLE = 'nodes/WorkforceOperations/contract/endpoints/index.ts';
const OPERATIONS = 'nodes/WorkforceOperations/resources/index.ts';
const HANDLERS = 'sandbox/endpoints/';

/** The service accepts and ignores it (documented), so the node has no field for it. */
export const IGNORED_PARAMETERS: ReadonlySet<string> = new Set(['loginAudit.getAll companyId']);

const without = (names: readonly string[], others: readonly string[]): string[] =>
	names.filter((name) => !others.includes(name));

/** What is missing, one line each; empty if all agree. */
export function disagreements(
	{ contract, resources }: Sources,
	description: Description = loadDescription(),
	handled: readonly string[] = Object.keys(handlers),
): string[] {
	const described = endpointsOf(description).filter(({ open }) => !open);
	const rows = Object.values(contract.endpoints);
	const operations = resources.resources.flatMap(({ value, operations: all }) =>
		all.map((operation) => `${value}.${operation.value}`),
	);
	const rowOf = ({ method, path }: Endpoint) => rows.find((row) => keyOf(row.method, row.path) === keyOf(method, path));
	const ofDescribed = described.flatMap((endpoint): string[] => {
		const place = placeInParts(endpoint.operationId);
		const name = `${endpoint.method} ${endpoint.path}`;
		const row = rowOf(endpoint);
		const handler = handled.includes(endpoint.operationId)
			? []
			: [`${place}: ${HANDLERS} has no handler for ${endpoint.operationId}`];
		if (row === undefined) return [...handler, `${place}: ${TABLE} has no row for ${name}`];
		const offered = endpoint.parameters
			.filter((parameter) => parameter.in === 'query')
			.map((parameter) => parameter.name);
		const known = row.query.map((parameter) => parameter.name);
		return [
			...handler,
			...without(offered, known)
				.filter((parameter) => !IGNORED_PARAMETERS.has(`${row.id} ${parameter}`))
				.map((parameter) => `${place}: the row ${row.id} has no query parameter “${parameter}”`),
			...without(known, offered).map(
				(parameter) => `${place}: no query parameter “${parameter}”, which the row ${row.id} has`,
			),
		];
	});
	const met = new Set(described.map(rowOf));
	return [
		...ofDescribed,
		...without(
			handled,
			described.map(({ operationId }) => operationId),
		).map((name) => `${HANDLERS}: sandbox/description/ has no operation ${name}`),
		...rows
			.filter((row) => !met.has(row))
			.map(({ id, method, path }) => `sandbox/description/ has no ${method} ${path}, which is the row ${id}`),
		...without(
			rows.map(({ id }) => id),
			operations,
		).map((id) => `${OPERATIONS} has no operation ${id}, which has a row in the endpoint table`),
	];
}
