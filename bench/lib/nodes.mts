// The workflows that are compared, node by node.
import type { SavedCredential } from '../../kit/n8n/credentials.mts';
import type { WorkflowFile, WorkflowNode } from '../../kit/n8n/workflows.mts';

type Kind = readonly [type: string, typeVersion: number];

export const kinds = {
	start: ['n8n-nodes-base.manualTrigger', 1],
	ours: ['n8n-nodes-workforce-operations.workforceOperations', 1],
	ourTrigger: ['n8n-nodes-workforce-operations.workforceOperationsTrigger', 1.1],
	httpRequest: ['n8n-nodes-base.httpRequest', 4.2],
	set: ['n8n-nodes-base.set', 3.4],
	splitOut: ['n8n-nodes-base.splitOut', 1],
	convertToFile: ['n8n-nodes-base.convertToFile', 1.1],
	loop: ['n8n-nodes-base.splitInBatches', 3],
	webhook: ['n8n-nodes-base.webhook', 2],
	crypto: ['n8n-nodes-base.crypto', 1],
	if: ['n8n-nodes-base.if', 2.2],
	removeDuplicates: ['n8n-nodes-base.removeDuplicates', 2],
	noOp: ['n8n-nodes-base.noOp', 1],
} satisfies Record<string, Kind>;

export function node(
	name: string,
	kind: Kind,
	parameters: Record<string, unknown> = {},
	credential?: SavedCredential,
): WorkflowNode {
	return {
		id: name.toLowerCase().replaceAll(' ', '-'),
		name,
		type: kind[0],
		typeVersion: kind[1],
		position: [0, 0],
		parameters,
		...(credential && { credentials: { [credential.type]: { id: credential.id, name: credential.name } } }),
	};
}

export const start = (): WorkflowNode => node('Start', kinds.start);

/** n8n's HTTP Request node with our credential. */
export const httpRequest = (
	url: string,
	credential: SavedCredential,
	options: Record<string, unknown> = {},
): WorkflowNode =>
	node(
		'Work',
		kinds.httpRequest,
		{
			method: 'GET',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential.type,
			options,
		},
		credential,
	);

/** The HTTP Request node reads the pages of a list of the service, one after the other, up to the last or to `pages`. */
export const httpWalk = (address: string, credential: SavedCredential, pages?: number): WorkflowNode =>
	httpRequest(address, credential, {
		pagination: {
			pagination: {
				paginationMode: 'responseContainsNextURL',
				nextURL: `={{ '${address}' + ($response.body ? '&' + $response.body.nextPageParameter : '') }}`,
				paginationCompleteWhen: 'other',
				completeExpression: '={{ !$response.body.nextPageParameter }}',
				...(pages === undefined ? {} : { limitPagesFetched: true, maxRequests: pages }),
			},
		},
	});

const to = (name: string): { node: string; type: string; index: number } => ({ node: name, type: 'main', index: 0 });

/** Nodes one after another. */
export const chain = (name: string, ...nodes: WorkflowNode[]): WorkflowFile => ({
	name,
	nodes: nodes.map((each, index) => ({ ...each, position: [index * 220, 0] })),
	connections: Object.fromEntries(
		nodes.slice(1).map((next, index) => [nodes[index]?.name ?? '', { main: [[to(next.name)]] }]),
	),
	settings: { executionOrder: 'v1' },
});

/** Nodes one after another, the last of them in a loop that gives it one item at a time. */
export function looped(name: string, ...nodes: WorkflowNode[]): WorkflowFile {
	const body = nodes.at(-1)?.name ?? '';
	const file = chain(name, ...nodes.slice(0, -1), node('Loop', kinds.loop, { batchSize: 1, options: {} }));
	file.nodes.push(...nodes.slice(-1));
	Object.assign(file.connections, { Loop: { main: [[], [to(body)]] }, [body]: { main: [[to('Loop')]] } });
	return file;
}
