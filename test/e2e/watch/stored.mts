// What n8n has stored for a watch trigger.
import type { N8nSession } from '../../../kit/n8n/rest.mts';
import { getWorkflow } from '../../../kit/n8n/workflows.mts';

interface Watch {
	revision?: number;
	pending?: object;
}

type Stored = Record<string, { watch?: Watch }>;

/** Of all watch triggers of a workflow, as they were saved last. */
async function stored(session: N8nSession, workflowId: string): Promise<Watch[]> {
	const { staticData } = (await getWorkflow(session, workflowId)) as { staticData?: string | Stored | null };
	const nodes = typeof staticData === 'string' ? (JSON.parse(staticData) as Stored) : (staticData ?? {});
	return Object.values(nodes).flatMap(({ watch }) => watch ?? []);
}

/** The findings that are not known to be reported. */
export const pendingOf = async (session: N8nSession, workflowId: string): Promise<string[]> =>
	(await stored(session, workflowId)).flatMap(({ pending }) => Object.keys(pending ?? {}));

/** Grows when n8n has saved what a poll found. */
export const savedRevision = async (session: N8nSession, workflowId: string): Promise<number> =>
	Math.max(0, ...(await stored(session, workflowId)).map(({ revision = 0 }) => revision));
