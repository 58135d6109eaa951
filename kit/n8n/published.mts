// A workflow's life in a test: imported, published, and removed afterwards.
import type { N8nSession } from './rest.mts';
import { createWorkflow, deleteWorkflow, getWorkflow, publish, unpublish, type WorkflowFile } from './workflows.mts';

export async function withPublished(
	session: N8nSession,
	file: WorkflowFile,
	work: (workflowId: string) => Promise<void>,
): Promise<void> {
	const { id } = await createWorkflow(session, file);
	try {
		await publish(session, id);
		await work(id);
	} finally {
		if ((await getWorkflow(session, id)).active) await unpublish(session, id);
		await deleteWorkflow(session, id);
	}
}

/** The signing secrets of the triggers of a workflow: n8n keeps them in its static data. */
export async function signingSecrets(session: N8nSession, workflowId: string): Promise<string[]> {
	const { staticData } = (await getWorkflow(session, workflowId)) as { staticData?: unknown };
	const text = typeof staticData === 'string' ? staticData : JSON.stringify(staticData ?? {});
	return [...text.matchAll(/"[^"]*secret[^"]*":"([^"]{12,})"/gi)].map((match) => match[1] ?? '');
}
