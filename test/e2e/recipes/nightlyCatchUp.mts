// The nightly catch-up: what the service reports, what it could not report, and what it reports although the ledger holds it.
import { expect } from '@jest/globals';
import { getWorkflow, publish, unpublish, updateWorkflow } from '../../../scripts/n8n/workflows.mts';
import { rowsOf, runPinned, runStartedBy, withRecipe, type Kitchen } from './kitchen.mts';
import { output, sorted } from './results.mts';

const recipe = 'nightly-catch-up';
const ledger = 'Workforce catch-up ledger';
const atNight = 'Every night at 3';

/** The records that the nightly run, started by hand, gives to the user's steps. */
const nightly = async (kitchen: Kitchen, id: string): Promise<string[]> =>
	sorted(output(await runPinned(kitchen, id, atNight), 'Your steps').map(({ record }) => record));

/** The records of the run that `what` makes the service start. */
const reported = async (kitchen: Kitchen, id: string, what: () => Promise<unknown>): Promise<unknown[]> =>
	output(await runStartedBy(kitchen, id, what), 'Your steps').map(({ record }) => record);

async function pending({ admin }: Kitchen, what: string, idField: string): Promise<number[]> {
	const rows = await admin<Array<Record<string, unknown>>>('GET', `/${what}?status=Pending&limit=3`);
	return rows.map((row) => Number(row[idField]));
}

export const handlesEachChangeOnce = (kitchen: Kitchen): Promise<void> =>
	withRecipe(kitchen, recipe, async (id) => {
		const { session } = kitchen.world;
		const decide = (path: string) => (): Promise<unknown> => kitchen.admin('POST', path);
		const [report, missedReport] = await pending(kitchen, 'incidentreports', 'incidentReportId');
		const [timesheet, missedTimesheet] = await pending(kitchen, 'timesheets', 'timesheetId');
		// The first night takes over what is there, and the second one finds nothing.
		const there = await nightly(kitchen, id);
		expect(there).toEqual(expect.arrayContaining([`incidentreport ${report}`, `timesheet ${timesheet}`]));
		expect(new Set(there).size).toBe(there.length);
		expect(await nightly(kitchen, id)).toEqual([]);
		await publish(session, id);
		expect(await reported(kitchen, id, decide(`/incidentreports/${report}/approve`))).toEqual([
			`incidentreport ${report}`,
		]);
		expect(await reported(kitchen, id, decide(`/timesheets/${timesheet}/approve`))).toEqual([`timesheet ${timesheet}`]);
		expect(await nightly(kitchen, id)).toEqual([]);
		// A change of mind is a change, too.
		expect(await reported(kitchen, id, decide(`/timesheets/${timesheet}/reject`))).toEqual([`timesheet ${timesheet}`]);
		await unpublish(session, id);
		await decide(`/incidentreports/${missedReport}/reject`)();
		await decide(`/timesheets/${missedTimesheet}/approve`)();
		expect(await nightly(kitchen, id)).toEqual([`incidentreport ${missedReport}`, `timesheet ${missedTimesheet}`]);
		expect(await nightly(kitchen, id)).toEqual([]);
		// Back and forth: a rejection looks like the one before it, and is a change all the same.
		for (const decision of ['reject', 'approve', 'reject']) {
			await decide(`/timesheets/${missedTimesheet}/${decision}`)();
			expect(await nightly(kitchen, id)).toEqual([`timesheet ${missedTimesheet}`]);
		}
		expect(await nightly(kitchen, id)).toEqual([]);
		const records = (await rowsOf(kitchen, ledger)).map(({ record }) => record);
		expect(new Set(records).size).toBe(records.length);
	});

/** Lets the trigger pass a delivery on that is sent again. */
async function takeRepeats({ world: { session } }: Kitchen, id: string): Promise<void> {
	const saved = await getWorkflow(session, id);
	const nodes = saved.nodes.map((node) =>
		node.name === 'A change is reported'
			? { ...node, parameters: { ...node.parameters, options: { deduplicate: false } } }
			: node,
	);
	await updateWorkflow(session, saved, { ...saved, nodes });
}

/**
 * The same delivery twice: the second one finds its very change in the ledger, as it would after a nightly run that came before
 * it, or when a decision moves none of the fields that the recipe compares.
 */
export const handlesWhatIsReported = (kitchen: Kitchen): Promise<void> =>
	withRecipe(kitchen, recipe, async (id) => {
		const { admin, world } = kitchen;
		await takeRepeats(kitchen, id);
		await nightly(kitchen, id);
		await publish(world.session, id);
		for (const [what, idField, kind] of [
			['timesheets', 'timesheetId', 'timesheet'],
			['incidentreports', 'incidentReportId', 'incidentreport'],
		] as const) {
			const [number] = await pending(kitchen, what, idField);
			const record = `${kind} ${number}`;
			const remembered = async (): Promise<unknown[]> =>
				(await rowsOf(kitchen, ledger)).filter((row) => row['record'] === record).map(({ change }) => change);
			const [asFound] = await remembered();
			let deliveries: number[] = [];
			const approve = async (): Promise<void> => {
				({ deliveries } = await admin<{ deliveries: number[] }>('POST', `/${what}/${number}/approve`));
			};
			expect(await reported(kitchen, id, approve)).toEqual([record]);
			expect(await nightly(kitchen, id)).toEqual([]);
			const approved = await remembered();
			expect(approved).toEqual([expect.any(String)]);
			expect(approved).not.toEqual([asFound]);
			const again = (): Promise<unknown> => admin('POST', `/deliveries/${deliveries[0]}/replay`);
			expect(await reported(kitchen, id, again)).toEqual([record]);
			expect(await nightly(kitchen, id)).toEqual([]);
			expect(await remembered()).toEqual(approved);
		}
	});
