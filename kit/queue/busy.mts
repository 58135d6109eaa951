// Keeps workers reading as fast as they can, and measures their requests per minute together.
import { type Execution, runByHand } from '../n8n/executions.mts';
import type { SavedCredential } from '../n8n/credentials.mts';
import { withActionWorkflow } from '../n8n/action.mts';
import { tokenPath } from '../sandbox/admin.mts';
import { begunBy, type QueueWorld } from './world.mts';

/** A worker may get more than its share of the concurrent runs, and all have to wait. */
const sideBySide = 6;
const requestsEach = 6;

/** Timesheets, one per request, up to a limit. */
export const oneByOne = (limit: number): Record<string, unknown> => ({
	resource: 'timesheet',
	operation: 'getAll',
	period: 'custom',
	startDate: '2000-01-01T00:00:00Z',
	endDate: '2099-12-31T00:00:00Z',
	returnAll: false,
	limit,
	advanced: { pageSize: 1 },
});

export interface Busy {
	/** In minutes. */
	minutes: number;
	runs: number;
	/** Runs that returned less than they should. */
	failed: Execution[];
	/** `served`: requests that the service answered; `refused`: those over the limit. */
	served: number;
	refused: number;
	/** All other requests; there should be none. */
	others: number;
	/**
	 * The most requests that the service can have answered: the first window's come at once, so one window more than
	 * whole minutes.
	 */
	most: number;
	/** Whether each worker took part. */
	byAll: boolean;
}

/** Whether every worker has begun one of the executions. */
export const byAllWorkers = ({ workers }: QueueWorld, ids: readonly string[]): boolean =>
	workers.every((worker) => begunBy(worker).some((id) => ids.includes(id)));

/** When a run ends, the next one begins. */
export async function keepBusy(world: QueueWorld, credential: SavedCredential, minutes: number): Promise<Busy> {
	const { admin, session } = world;
	let result: Busy | undefined;
	await withActionWorkflow(world, credential, oneByOne(requestsEach), async (id) => {
		const mark = await admin.mark();
		const begun = performance.now();
		const runs: Execution[] = [];
		const lane = async (): Promise<void> => {
			while (performance.now() - begun < minutes * 60_000) runs.push(await runByHand(session, id, 'Start', 300_000));
		};
		await Promise.all(Array.from({ length: sideBySide }, lane));
		const took = (performance.now() - begun) / 60_000;
		const rows = (await admin.requestsSince(mark)).filter(({ path }) => path !== tokenPath);
		const served = rows.filter(({ status }) => status === 200).length;
		const refused = rows.filter(({ status }) => status === 429).length;
		result = {
			minutes: took,
			runs: runs.length,
			failed: runs.filter(({ status, outputs }) => status !== 'success' || outputs['Work']?.length !== requestsEach),
			served,
			refused,
			others: rows.length - served - refused,
			most: 60 * (Math.floor(took) + 1),
			byAll: byAllWorkers(
				world,
				runs.map(({ id: each }) => each),
			),
		};
	});
	if (result === undefined) throw new Error('Nothing was run.');
	return result;
}
