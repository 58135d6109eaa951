// The first recipe inside a running n8n, from import to the end of a run.
import { finished, listExecutions, type Execution } from '../../../kit/n8n/executions.mts';
import { readRecipe } from '../../../kit/n8n/recipes.mts';
import { waitFor } from '../../../kit/lib/wait.mts';
import type { Subscription } from '../../../kit/sandbox/admin.mts';
import { withPublished } from '../../../kit/n8n/published.mts';
import { freshCredentials, type World } from '../../../kit/n8n/world.mts';

const recipeName = 'timesheet-approved-to-payroll-row';

interface PublishedRecipe {
	workflowId: string;
	/** The active subscriptions that this recipe has made; not what another test may have left. */
	subscriptions: () => Promise<Subscription[]>;
}

/** Imports the very file that people import, publishes it, and removes it afterwards, whatever `work` did. */
export async function withPublishedRecipe(
	world: World,
	work: (recipe: PublishedRecipe) => Promise<void>,
): Promise<void> {
	const { admin, n8n, session } = world;
	await freshCredentials(world);
	const others = new Set((await admin.activeSubscriptions(n8n.url)).map(({ id }) => id));
	const subscriptions = async (): Promise<Subscription[]> =>
		(await admin.activeSubscriptions(n8n.url)).filter(({ id }) => !others.has(id));
	await withPublished(session, readRecipe(recipeName).workflow, (workflowId) => work({ workflowId, subscriptions }));
}

/** Approves a timesheet as a manager would, and waits for the end of the run that this starts. */
export async function approveAndAwaitRun(world: World, workflowId: string, timesheetId: number): Promise<Execution> {
	const before = new Set((await listExecutions(world.session, workflowId)).map(({ id }) => id));
	await world.admin.approve(timesheetId);
	const started = await waitFor(
		`a run for timesheet ${timesheetId}`,
		async () => (await listExecutions(world.session, workflowId)).find(({ id }) => !before.has(id)),
		{ explain: () => (world.n8n.log?.() ?? '').split('\n').slice(-15).join('\n') },
	);
	return finished(world.session, started.id);
}
