// The node types of a running n8n, and whether a workflow uses only types that n8n still offers.
import { isRecord, type N8nSession } from './rest.mts';
import type { WorkflowNode } from './workflows.mts';

/** The relevant part of a node type's description; a type with several versions has one for each. */
export interface NodeType {
	name: string;
	version: number | number[];
	defaultVersion?: number;
	hidden?: boolean;
	properties?: Array<{ type: string; displayName: string; displayOptions?: { show?: Record<string, unknown[]> } }>;
}

export const nodeTypesOf = (session: N8nSession): Promise<NodeType[]> => session.request('GET', '/types/nodes.json');

const DEPRECATED = /deprecat|out of date|legacy|discontinued|no longer|shut ?down/i;

const comparisons: Record<string, (version: number, limit: number) => boolean> = {
	eq: (version, limit) => version === limit,
	not: (version, limit) => version !== limit,
	gte: (version, limit) => version >= limit,
	lte: (version, limit) => version <= limit,
	gt: (version, limit) => version > limit,
	lt: (version, limit) => version < limit,
};

/** Whether a field is shown for a value: the value itself, or a comparison. Unknown comparisons match. */
const fits = (value: unknown, wanted: readonly unknown[]): boolean =>
	wanted.some((each) => {
		if (!isRecord(each) || !isRecord(each['_cnd'])) return each === value;
		return Object.entries(each['_cnd']).every(
			([name, limit]) => comparisons[name]?.(Number(value), Number(limit)) ?? true,
		);
	});

/** n8n's notices for the stored parameters of a node that call it obsolete. */
const notices = ({ properties = [] }: NodeType, { typeVersion, parameters }: WorkflowNode): string[] =>
	properties
		.filter(({ type, displayName, displayOptions }) => {
			if (type !== 'notice' || !DEPRECATED.test(displayName)) return false;
			return Object.entries(displayOptions?.show ?? {}).every(([name, wanted]) =>
				fits(name === '@version' ? typeVersion : parameters[name], wanted),
			);
		})
		.map(({ displayName }) => displayName);

/** Why n8n no longer offers such a node, or doesn't know it. */
export function outdated(node: WorkflowNode, types: readonly NodeType[]): string[] {
	const { type, typeVersion } = node;
	const named = (why: string): string => `${node.name} (${type} ${typeVersion}): ${why}`;
	const known = types.find(({ name, version }) => name === type && [version].flat().includes(typeVersion));
	if (known === undefined) return [named('n8n doesn’t have it')];
	const { hidden, defaultVersion = typeVersion, version } = known;
	return [
		...(hidden === true ? [named('n8n hides it')] : []),
		...([version].flat().includes(defaultVersion) ? [] : [named(`of an earlier generation than ${defaultVersion}`)]),
		...notices(known, node).map(named),
	];
}
