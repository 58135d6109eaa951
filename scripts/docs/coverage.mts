// One row per endpoint: how well it is known, and what sends it.
import { describeService, keyOf, type Described } from './description.mts';
import { reachedBy } from './reached.mts';
import type { PackageContract, PackageResources } from './sources.mts';

export interface Row extends Described {
	/** Rows of the endpoint table; none for the token exchange. */
	endpointIds: string[];
	/** Operations for this endpoint, such as `Staff: Get Many`. */
	operations: string[];
	/** Operations that also send it, always or with an option. */
	otherOperations: string[];
	/** Other parts of the package that send it. */
	otherUsers: string[];
	pageSize: string;
	/** The id fields for continuing after a row, if an answer leaves it unclear whether the list continues. */
	ids: string;
}

export interface Sources {
	contract: PackageContract;
	resources: PackageResources;
}

type Chosen = (id: string, operation: PackageResources['resources'][number]['operations'][number]) => boolean;

type Endpoint = PackageContract['endpoints'][keyof PackageContract['endpoints']];

function idsOf({ ids = [], idsWith = [] }: Endpoint): string {
	const names = (fields: readonly string[]): string => fields.map((name) => `\`${name}\``).join(' and ');
	return names(ids) + (idsWith.length === 0 ? '' : `, with ${names(idsWith)}`);
}

const operationsOf = ({ resources }: PackageResources, isChosen: Chosen): string[] =>
	resources.flatMap(({ value, name, operations }) =>
		operations
			.filter((operation) => isChosen(`${value}.${operation.value}`, operation))
			.map((operation) => `${name}: ${operation.name}`),
	);

export function coverage({ contract, resources }: Sources): Row[] {
	const described = describeService();
	const reached = reachedBy(contract, resources.resources);
	const table = Object.values(contract.endpoints);
	return described.map((operation) => {
		const endpoints = table.filter(({ method, path }) => keyOf(method, path) === operation.key);
		const ids = endpoints.map(({ id }) => id);
		const isReached = (user: string): boolean => ids.some((id) => reached.get(user)?.has(id));
		const isOwn: Chosen = (_, { endpoint }) => endpoint !== undefined && ids.includes(endpoint);
		const size = endpoints.find(({ pageSize }) => pageSize !== undefined)?.pageSize;
		return {
			...operation,
			endpointIds: ids,
			operations: operationsOf(resources, isOwn),
			otherOperations: operationsOf(resources, (id, operation) => isReached(id) && !isOwn(id, operation)),
			otherUsers: [...reached.keys()].filter((user) => !user.includes('.') && isReached(user)),
			pageSize: size === undefined ? '' : `\`${size.parameter}\`, ${size.standard} by default (${size.source})`,
			ids: endpoints[0] === undefined ? '' : idsOf(endpoints[0]),
		};
	});
}
