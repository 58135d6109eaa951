// The nightly catch-up, which looks every five seconds here: what changes comes to the user's steps once, and what they fail for comes again.
import { expect } from '@jest/globals';
import { finished, listExecutions } from '../../../kit/n8n/executions.mts';
import { waitFor } from '../../../kit/lib/wait.mts';
import { publish, unpublish } from '../../../kit/n8n/workflows.mts';
import { everyFiveSeconds } from '../pollTimes.mts';
import { AGAIN_AFTER_MS, failedRuns } from '../watch/again.mts';
import { changeNode, withRecipe, type Surroundings } from './recipeRun.mts';
import { sorted } from './results.mts';

const recipe = 'nightly-catch-up';
const triggers = ['Report changed', 'Timesheet changed'];

async function pending({ admin }: Surroundings, what: string, idField: string): Promise<number[]> {
	const rows = await admin<Array<Record<string, unknown>>>('GET', `/${what}?status=Pending&limit=3`);
	return rows.map((row) => Number(row[idField]));
}

/** Looks often rather than at night, as the README offers. */
async function lookOften(surroundings: Surroundings, id: string): Promise<void> {
	for (const trigger of triggers)
		await changeNode(surroundings, id, trigger, (node) => ({
			...node,
			parameters: { ...node.parameters, pollTimes: everyFiveSeconds },
		}));
}

/** “80130 approve” of each item that came to the user's steps. */
async function handled({ world: { session } }: Surroundings, id: string): Promise<string[]> {
	const runs = await Promise.all((await listExecutions(session, id)).map((run) => finished(session, run.id)));
	return sorted(
		runs
			.flatMap(({ outputs }) => outputs['Your steps'] ?? [])
			.map((item) => `${String(item['incidentReportId'] ?? item['timesheetId'])} ${String(item['event'])}`),
	);
}

const untilHandled = async (surroundings: Surroundings, id: string, expected: string[]): Promise<void> => {
	const { n8n } = surroundings.world;
	await waitFor(
		`the changes ${expected.join(', ')}`,
		async () => {
			const found = await handled(surroundings, id);
			return expected.every((change) => found.includes(change));
		},
		{ explain: () => n8n.log().split('\n').slice(-15).join('\n') },
	);
};

/** A first look has been made by both triggers: what is so by then is known. */
async function untilLooked(surroundings: Surroundings, what: () => Promise<unknown>): Promise<void> {
	const mark = await surroundings.world.admin.mark();
	await what();
	await waitFor('the first looks', async () => {
		const paths = (await surroundings.world.admin.requestsSince(mark)).map(({ path }) => path);
		return ['/getall', '/timesheets'].every((end) => paths.some((path) => path.endsWith(end)));
	});
}

export const handlesEachChangeOnce = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, recipe, async (id) => {
		const { session } = surroundings.world;
		const decide = (what: string, number: number | undefined, deed: string): Promise<unknown> =>
			surroundings.admin('POST', `/${what}/${number}/${deed}`);
		const [report, missedReport] = await pending(surroundings, 'incidentreports', 'incidentReportId');
		const [timesheet, missedTimesheet] = await pending(surroundings, 'timesheets', 'timesheetId');
		await lookOften(surroundings, id);
		await untilLooked(surroundings, () => publish(session, id));
		await decide('incidentreports', report, 'approve');
		await decide('timesheets', timesheet, 'approve');
		const first = [`${report} approve`, `${timesheet} approve`];
		await untilHandled(surroundings, id, first);
		await decide('timesheets', timesheet, 'reject');
		await untilHandled(surroundings, id, [`${timesheet} reject`]);
		// What happens while nobody looks is found afterwards.
		await unpublish(session, id);
		await decide('incidentreports', missedReport, 'reject');
		await decide('timesheets', missedTimesheet, 'approve');
		await publish(session, id);
		const all = sorted([...first, `${timesheet} reject`, `${missedReport} reject`, `${missedTimesheet} approve`]);
		await untilHandled(surroundings, id, all);
		expect(await handled(surroundings, id)).toEqual(all);
	});

/** A record that the user's steps fail for comes again by itself, marked; the others do not. */
export const triesAgainWhatFailed = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, recipe, async (id) => {
		const { mailbox, smtp, world } = surroundings;
		await lookOften(surroundings, id);
		await changeNode(surroundings, id, 'Your steps', (node) => ({
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
		const [timesheet] = await pending(surroundings, 'timesheets', 'timesheetId');
		await untilLooked(surroundings, () => publish(world.session, id));
		mailbox.refuse(new RegExp(`approve ${timesheet}`));
		const before = failedRuns(world.n8n.log());
		await surroundings.admin('POST', `/timesheets/${timesheet}/approve`);
		const explain = (): string => world.n8n.log().split('\n').slice(-15).join('\n');
		await waitFor('a run that failed', () => failedRuns(world.n8n.log()) > before, {
			explain,
		});
		mailbox.refuse(undefined);
		await surroundings.pass(AGAIN_AFTER_MS);
		await waitFor(
			'the timesheet once more',
			() => mailbox.mails.some(({ subject }) => subject === `Once more: approve ${timesheet}`),
			{
				explain,
			},
		);
		const mails = mailbox.mails.splice(0).filter(({ subject }) => subject.endsWith(String(timesheet)));
		expect(mails.map(({ subject }) => subject)).toEqual([`Once more: approve ${timesheet}`]);
		expect(mails[0]?.text).toMatch(/^.+’s timesheet.* was approved at /);
	});
