// What n8n has stored for a watch trigger.
import type { N8nSession } from '../../../kit/n8n/rest.mts';
import { getWorkflow } from '../../../kit/n8n/workflows.mts';

type Stored = Record<string, { watch?: { pending?: object } }>;

/** The findings that are not known to be reported, of all watch triggers of a workflow, as they were saved last. */
export async function pendingOf(session: N8nSession, workflowId: string): Promise<string[]> {
	const { staticData } = (await getWorkflow(session, workflowId)) as { staticData?: string | Stored | null };
	const stored = typeof staticData === 'string' ? (JSON.parse(staticData) as Stored) : (staticData ?? {});
	return Object.values(stored).flatMap(({ watch }) => Object.keys(watch?.pending ?? {}));
}
