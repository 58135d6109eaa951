import { waitFor } from '../lib/wait.mts';
import { unlessRefused, type N8nSession } from './rest.mts';

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	webhookId?: string;
}

export const manualStart: WorkflowNode = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The editor's pinned data: a manual run uses it instead of the node's work. */
export type PinData = Record<string, Array<{ json: Record<string, unknown>; pairedItem?: { item: number } }>>;

export interface WorkflowFile {
	/** n8n's command line imports a file under this id; its editor assigns a new one. */
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: PinData;
}

export interface SavedWorkflow extends WorkflowFile {
	id: string;
	active: boolean;
	versionId: string;
}

interface PublicationStatus {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

export const listWorkflows = (session: N8nSession): Promise<Array<{ id: string; name: string }>> =>
	session.request('GET', '/rest/workflows');

export const getWorkflow = (session: N8nSession, id: string): Promise<SavedWorkflow> =>
	session.request('GET', `/rest/workflows/${id}`);

/** Like the editor on importing a file. */
export const createWorkflow = (session: N8nSession, file: WorkflowFile): Promise<SavedWorkflow> =>
	session.request('POST', '/rest/workflows', {
		name: file.name,
		nodes: file.nodes,
		connections: file.connections,
		settings: file.settings ?? {},
		active: false,
	});

export const updateWorkflow = (
	session: N8nSession,
	workflow: SavedWorkflow,
	file: WorkflowFile,
): Promise<SavedWorkflow> =>
	session.request('PATCH', `/rest/workflows/${workflow.id}?forceSave=true`, {
		name: file.name,
		nodes: file.nodes,
		connections: file.connections,
		settings: file.settings ?? {},
		pinData: file.pinData ?? {},
		versionId: workflow.versionId,
	});

/** `undefined` for versions of n8n that finish the work before they answer. */
async function publicationStatus(session: N8nSession, id: string): Promise<PublicationStatus | undefined> {
	return unlessRefused(404, session.request<PublicationStatus>('GET', `/rest/workflows/${id}/publication-status`));
}

async function settled(session: N8nSession, id: string): Promise<PublicationStatus | undefined> {
	const answer = await waitFor('n8n to finish publishing or unpublishing the workflow', async () => {
		const status = await publicationStatus(session, id);
		return status?.status === 'in_progress' ? undefined : { status };
	});
	return answer.status;
}

/** Publishes the saved version and waits until its triggers are registered; a failure carries the trigger's words. */
export async function publish(session: N8nSession, id: string): Promise<void> {
	const { versionId } = await getWorkflow(session, id);
	await session.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	const first = await settled(session, id);
	// n8n reads what is under way and what is on side by side: what ends between the two looks as if neither were there.
	const status = first?.status === 'not_published' ? await settled(session, id) : first;
	if (status && status.status !== 'published') {
		const reasons = status.triggers.map((trigger) => trigger.errorMessage).filter((reason) => reason !== null);
		throw new Error(`n8n could not publish the workflow (${status.status}): ${reasons.join('; ')}`);
	}
}

export async function unpublish(session: N8nSession, id: string): Promise<void> {
	await session.request('POST', `/rest/workflows/${id}/deactivate`, {});
	await settled(session, id);
}

export const deleteWorkflow = async (session: N8nSession, id: string): Promise<void> => {
	// n8n deletes only archived workflows.
	await session.request('POST', `/rest/workflows/${id}/archive`, {});
	await session.request('DELETE', `/rest/workflows/${id}`);
};
