// The nightly catch-up: what the service reports, what it could not report, and what it reports although the ledger holds it.
import { expect } from '@jest/globals';
import { publish, unpublish } from '../../../kit/n8n/workflows.mts';
import { changeNode, rowsOf, runPinned, runStartedBy, withRecipe, type Kitchen } from './recipeRun.mts';
import { output, sorted } from './results.mts';

const recipe = 'nightly-catch-up';
const ledger = 'Workforce catch-up ledger';
const atNight = 'Every night at 4';

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
const takeRepeats = (kitchen: Kitchen, id: string): Promise<void> =>
	changeNode(kitchen, id, 'A change is reported', (node) => ({
		...node,
		parameters: { ...node.parameters, options: { deduplicate: false } },
	}));

/** A step of the user's, set up as the README says: one mail for each record, whose answer replaces what the item held. */
const sendMail = (kitchen: Kitchen, id: string): Promise<void> =>
	changeNode(kitchen, id, 'Your steps', (node) => ({
		...node,
		type: 'n8n-nodes-base.emailSend',
		typeVersion: 2.1,
		credentials: { smtp: { id: kitchen.smtp.id, name: kitchen.smtp.name } },
		parameters: {
			resource: 'email',
			operation: 'send',
			fromEmail: 'operations@example.com',
			toEmail: 'office@example.com',
			subject: '={{ $json.record }}',
			emailFormat: 'text',
			text: '={{ $json.change }}',
			options: {},
		},
	}));

/** A record that the user's steps fail for is tried again; it neither stops the others nor makes them be done twice. */
export const triesAgainWhatFailed = (kitchen: Kitchen): Promise<void> =>
	withRecipe(kitchen, recipe, async (id) => {
		const { admin, mailbox } = kitchen;
		await nightly(kitchen, id);
		await sendMail(kitchen, id);
		const mailed = (): string[] => sorted(mailbox.mails.splice(0).map(({ subject }) => subject));
		const change = async (record: string): Promise<unknown> =>
			(await rowsOf(kitchen, ledger)).find((row) => row['record'] === record)?.['change'];
		const timesheets = await pending(kitchen, 'timesheets', 'timesheetId');
		const reports = await pending(kitchen, 'incidentreports', 'incidentReportId');
		const before = new Map<string, unknown>();
		for (const [what, kind, numbers] of [
			['timesheets', 'timesheet', timesheets],
			['incidentreports', 'incidentreport', reports],
		] as const) {
			for (const number of numbers) {
				before.set(`${kind} ${number}`, await change(`${kind} ${number}`));
				await admin('POST', `/${what}/${number}/approve`);
			}
		}
		const records = [...before.keys()];
		// One in the middle of the timesheets, with others after it and all reports behind it.
		const failing = `timesheet ${timesheets[1]}`;
		mailbox.refuse(new RegExp(` ${failing}$`));
		const first = await runPinned(kitchen, id, atNight);
		expect(first).toMatchObject({ status: 'error', error: { node: 'Your steps failed' } });
		expect(first.error?.message).toContain('for 1 record; the next night tries again');
		expect(mailed()).toEqual(sorted(records.filter((record) => record !== failing)));
		for (const record of records) {
			if (record === failing) expect(await change(record)).toBe(before.get(record));
			else expect(await change(record)).not.toBe(before.get(record));
		}
		// The next night brings that one only, however often it fails.
		expect((await runPinned(kitchen, id, atNight)).status).toBe('error');
		expect(mailed()).toEqual([]);
		mailbox.refuse(undefined);
		expect((await runPinned(kitchen, id, atNight)).status).toBe('success');
		expect(mailed()).toEqual([failing]);
		expect((await runPinned(kitchen, id, atNight)).status).toBe('success');
		expect(mailed()).toEqual([]);
		// What is reported and fails comes at night, too.
		await publish(kitchen.world.session, id);
		mailbox.refuse(/./);
		const reject = (): Promise<unknown> => admin('POST', `/timesheets/${timesheets[0]}/reject`);
		expect((await runStartedBy(kitchen, id, reject)).error?.node).toBe('Your steps failed');
		mailbox.refuse(undefined);
		expect((await runPinned(kitchen, id, atNight)).status).toBe('success');
		expect(mailed()).toEqual([`timesheet ${timesheets[0]}`]);
	});

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
