// The nightly catch-up, which looks every ten seconds here: what changes comes to the user's steps once, and what they fail for comes again.
import { expect } from '@jest/globals';
import { finished, listExecutions } from '../../../kit/n8n/executions.mts';
import { waitFor } from '../../../kit/lib/wait.mts';
import { publish, unpublish } from '../../../kit/n8n/workflows.mts';
import { tenSeconds } from '../watch/workflow.mts';
import { changeNode, withRecipe, type Kitchen } from './recipeRun.mts';
import { sorted } from './results.mts';

const recipe = 'nightly-catch-up';
const triggers = ['Report changed', 'Timesheet changed'];

async function pending({ admin }: Kitchen, what: string, idField: string): Promise<number[]> {
	const rows = await admin<Array<Record<string, unknown>>>('GET', `/${what}?status=Pending&limit=3`);
	return rows.map((row) => Number(row[idField]));
}

/** Looks often rather than at night, as the README offers. */
async function lookOften(kitchen: Kitchen, id: string): Promise<void> {
	for (const trigger of triggers)
		await changeNode(kitchen, id, trigger, (node) => ({
			...node,
			parameters: { ...node.parameters, pollTimes: tenSeconds },
		}));
}

/** “80130 approve” of each item that came to the user's steps, in runs that succeeded. */
async function handled({ world: { session } }: Kitchen, id: string): Promise<string[]> {
	const runs = await Promise.all((await listExecutions(session, id)).map((run) => finished(session, run.id)));
	return sorted(
		runs
			.flatMap(({ outputs }) => outputs['Your steps'] ?? [])
			.map((item) => `${String(item['incidentReportId'] ?? item['timesheetId'])} ${String(item['event'])}`),
	);
}

const untilHandled = async (kitchen: Kitchen, id: string, expected: string[]): Promise<void> => {
	const { n8n } = kitchen.world;
	await waitFor(
		`the changes ${expected.join(', ')}`,
		async () => {
			const found = await handled(kitchen, id);
			return expected.every((change) => found.includes(change));
		},
		{ timeoutMs: 180_000, explain: () => n8n.log().split('\n').slice(-15).join('\n') },
	);
};

/** A first look has been made by both triggers: what is so by then is known. */
async function untilLooked(kitchen: Kitchen, what: () => Promise<unknown>): Promise<void> {
	const mark = await kitchen.world.admin.mark();
	await what();
	await waitFor(
		'the first looks',
		async () => {
			const paths = (await kitchen.world.admin.requestsSince(mark)).map(({ path }) => path);
			return ['/getall', '/timesheets'].every((end) => paths.some((path) => path.endsWith(end)));
		},
		{ timeoutMs: 60_000 },
	);
}

export const handlesEachChangeOnce = (kitchen: Kitchen): Promise<void> =>
	withRecipe(kitchen, recipe, async (id) => {
		const { session } = kitchen.world;
		const decide = (what: string, number: number | undefined, deed: string): Promise<unknown> =>
			kitchen.admin('POST', `/${what}/${number}/${deed}`);
		const [report, missedReport] = await pending(kitchen, 'incidentreports', 'incidentReportId');
		const [timesheet, missedTimesheet] = await pending(kitchen, 'timesheets', 'timesheetId');
		await lookOften(kitchen, id);
		await untilLooked(kitchen, () => publish(session, id));
		await decide('incidentreports', report, 'approve');
		await decide('timesheets', timesheet, 'approve');
		const first = [`${report} approve`, `${timesheet} approve`];
		await untilHandled(kitchen, id, first);
		await decide('timesheets', timesheet, 'reject');
		await untilHandled(kitchen, id, [`${timesheet} reject`]);
		// What happens while nobody looks is found afterwards.
		await unpublish(session, id);
		await decide('incidentreports', missedReport, 'reject');
		await decide('timesheets', missedTimesheet, 'approve');
		await publish(session, id);
		const all = sorted([...first, `${timesheet} reject`, `${missedReport} reject`, `${missedTimesheet} approve`]);
		await untilHandled(kitchen, id, all);
		expect(new Set(await handled(kitchen, id))).toEqual(new Set(all));
	});

/** A record that the user's steps fail for comes again by itself, marked; the others do not. */
export const triesAgainWhatFailed = (kitchen: Kitchen): Promise<void> =>
	withRecipe(kitchen, recipe, async (id) => {
		const { mailbox, smtp, world } = kitchen;
		await lookOften(kitchen, id);
		await changeNode(kitchen, id, 'Your steps', (node) => ({
			...node,
			type: 'n8n-nodes-base.emailSend',
			typeVersion: 2.1,
			credentials: { smtp: { id: smtp.id, name: smtp.name } },
			parameters: {
				resource: 'email',
				operation: 'send',
				fromEmail: 'operations@example.com',
				toEmail: 'office@example.com',
				subject: '={{ ($json.watch.redelivered ? "Once more: " : "") + $json.watch.change + " " + $json.timesheetId }}',
				emailFormat: 'text',
				text: '={{ $json.watch.reason }}',
				options: {},
			},
		}));
		const [timesheet] = await pending(kitchen, 'timesheets', 'timesheetId');
		await untilLooked(kitchen, () => publish(world.session, id));
		mailbox.refuse(new RegExp(`approve ${timesheet}`));
		await kitchen.admin('POST', `/timesheets/${timesheet}/approve`);
		const explain = (): string => world.n8n.log().split('\n').slice(-15).join('\n');
		await waitFor('a run that failed', () => world.n8n.log().includes('“Timesheet changed” started failed with'), {
			timeoutMs: 120_000,
			explain,
		});
		mailbox.refuse(undefined);
		await waitFor(
			'the timesheet once more',
			() => mailbox.mails.some(({ subject }) => subject === `Once more: approve ${timesheet}`),
			{
				timeoutMs: 180_000,
				explain,
			},
		);
		const mails = mailbox.mails.splice(0).filter(({ subject }) => subject.endsWith(String(timesheet)));
		expect(mails.map(({ subject }) => subject)).toEqual([`Once more: approve ${timesheet}`]);
		expect(mails[0]?.text).toMatch(/^The timesheet of .+ was approved at /);
	});
