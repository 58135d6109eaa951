// What a running n8n says of its node types, and whether a workflow uses only such as n8n still offers.
import { isRecord, type N8nSession } from './rest.mts';
import type { WorkflowNode } from './workflows.mts';

/** The part of a node type's description that tells; a type with several generations has one of these for each. */
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

/** Whether a value is one of those that a field is shown for: the value itself, or a comparison. One that isn't known here fits. */
const fits = (value: unknown, wanted: readonly unknown[]): boolean =>
	wanted.some((each) => {
		if (!isRecord(each) || !isRecord(each['_cnd'])) return each === value;
		return Object.entries(each['_cnd']).every(
			([name, limit]) => comparisons[name]?.(Number(value), Number(limit)) ?? true,
		);
	});

/** The notices of n8n that are shown for what the node has stored, and that say that it is past its time. */
const notices = ({ properties = [] }: NodeType, { typeVersion, parameters }: WorkflowNode): string[] =>
	properties
		.filter(({ type, displayName, displayOptions }) => {
			if (type !== 'notice' || !DEPRECATED.test(displayName)) return false;
			return Object.entries(displayOptions?.show ?? {}).every(([name, wanted]) =>
				fits(name === '@version' ? typeVersion : parameters[name], wanted),
			);
		})
		.map(({ displayName }) => displayName);

/** Why n8n doesn't offer a node like this any more, or doesn't know it. */
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
