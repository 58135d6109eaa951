// Every recipe in real n8n, imported as it is: what it does, and that it neither loses nor doubles anything. The files of tests beside
// this one take a part of the versions each, so that they run side by side.
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Execution } from '../../../kit/n8n/executions.mts';
import { type PinData } from '../../../kit/n8n/workflows.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { providePostgres } from '../../../kit/queue/programs.mts';
import { comparesThePayFile } from './payChanges.mts';
import { changeNode, keepMessage, openSurroundings, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';
import { answersInChat, asksBeforeItWrites } from './askYourOperations.mts';
import { copiesTenNights, marksNoMoreThanLeave } from './copyToPostgres.mts';
import { writesEachMonth } from './historyToFiles.mts';
import { handlesEachChangeOnce, triesAgainWhatFailed } from './nightlyCatchUp.mts';
import {
	sendsChargeLines,
	sendsTheReport,
	tellsOfASubscriptionThatIsOff,
	tellsOfTheKey,
	tellsPunctuality,
} from './readable.mts';
import { messagesOf, output, taken, type LiveShift } from './results.mts';
import { sendsTheRegister } from './licenceRegister.mts';
import { followsTheSheet, takesNewStarters } from './sheets.mts';
import { alertsOfLongDuty, tellsWhatNobodyHas } from './onShift.mts';
import { postsTheClientsWeek, sendsTheClientsWeek } from './clientsWeek.mts';
import { countsWhatWaits, tellsWhatNobodyPays } from './hoursAndWaiting.mts';
import { importsEachTemplate } from './templates.mts';
import { sendsTheWeek } from './weeklyPayroll.mts';
import { alertsOnce } from './welfareChecks.mts';
import { tellsWhoDoesntMatch } from './whoDoesntMatch.mts';

const { found: postgres, missing } = providePostgres();
if (!postgres)
	console.warn(
		`SKIPPED: the copy to PostgreSQL needs what this machine lacks: ${missing.join(', ')}.\n` +
			'Install this Debian package, or run the tests as root with WORKFORCE_INSTALL=1.',
	);

/** The tests of one version, to be described by it. */
export function recipesIn(version: string): void {
	jest.setTimeout(600_000);

	let surroundings: Surroundings;

	beforeAll(async () => {
		surroundings = await openSurroundings(version);
	}, startTimeoutMs);

	afterAll(async () => {
		await surroundings?.stop();
	});

	beforeEach(async () => await surroundings.newMailbox());

	const byHand = (id: string, trigger: string, pinData?: PinData): Promise<Execution> =>
		runPinned(surroundings, id, trigger, pinData);

	test('an approved incident report goes to the client with every question and answer, and its PDF', () =>
		sendsTheReport(surroundings));

	test('the punctuality of each client goes out as one Excel file', () => tellsPunctuality(surroundings));

	test('what is charged for each timesheet goes out as lines of one file', () => sendsChargeLines(surroundings));

	test('the daily check tells what the key opens', () => tellsOfTheKey(surroundings));

	test('the daily check tells of a subscription that is off though its workflow is published', () =>
		tellsOfASubscriptionThatIsOff(surroundings));

	test('a guard who has not clocked in is one message for Slack, in a sentence', async () => {
		await withRecipe(surroundings, 'late-clock-in-to-slack', async (id) => {
			const trigger = 'Guard not clocked in';
			const now = surroundings.now();
			const minutes = 60_000;
			const late = (await surroundings.admin<LiveShift[]>('GET', '/live')).find(
				({ startTime, endTime }) =>
					Date.parse(startTime) < now - 45 * minutes && Date.parse(endTime) > now + 10 * minutes,
			);
			expect(late).toBeDefined();
			await surroundings.admin('POST', `/live/${late?.shiftId}/absent`);
			await changeNode(surroundings, id, trigger, (node) => ({
				...node,
				parameters: { ...node.parameters, filters: { fullName: late?.name } },
			}));
			const run = await byHand(id, trigger, { 'Tell the duty manager': taken(1) });
			expect(run.status).toBe('success');
			const [item] = output(run, trigger).filter(({ shiftId }) => shiftId === late?.shiftId);
			expect((item?.['watch'] as Record<string, unknown>)['reason']).toMatch(
				new RegExp(`^${late?.name} has not clocked in at ${late?.siteName}, .* after the \\d\\d:\\d\\d start`),
			);
			await surroundings.admin('POST', `/live/${late?.shiftId}/clockin`);
		});
	});

	test('a shift that its guard has rejected is one message for Teams, with its day and times', () =>
		tellsWhatNobodyHas(surroundings));

	test('a guard who has been on duty for too long is one message for Teams', () => alertsOfLongDuty(surroundings));

	test('licences that run out become tasks, put together in one message', async () => {
		await withRecipe(surroundings, 'expiring-licences-to-task-list', async (id) => {
			const trigger = 'Licence expiring';
			// “Fetch Test Event” looks at the first guards only.
			await changeNode(surroundings, id, trigger, (node) => ({
				...node,
				parameters: { ...node.parameters, daysBefore: '3000, 30, 0' },
			}));
			await keepMessage(surroundings, id, 'Send tasks');
			const run = await byHand(id, trigger);
			const found = output(run, trigger);
			expect(found.length).toBeGreaterThan(1);
			const reasons = found.map((item) => String((item['watch'] as Record<string, unknown>)['reason']));
			const tasks = output(run, 'Task');
			expect(tasks.map(({ task }) => task)).toEqual(reasons);
			expect(tasks.map(({ due }) => due)).toEqual(found.map(({ expiryDate }) => String(expiryDate).slice(0, 10)));
			for (const reason of reasons) expect(reason).toMatch(/^.+’s licence .+ (expires|expired) /);
			const message = [`Licences to renew: ${found.length}`, ...reasons.map((reason) => `☐ ${reason}`)].join('\n');
			expect(messagesOf(run, 'Send tasks')).toEqual([message]);
		});
	});

	test('failed logins become rows of the security log, and successful ones never', async () => {
		await withRecipe(surroundings, 'failed-logins-to-security-log', async (id) => {
			const add = async (eventType: number): Promise<string> =>
				String((await surroundings.admin<{ id: number }>('POST', '/loginaudit', { eventType })).id);
			const [failed, succeeded] = [await add(2), await add(1)];
			const rows = output(await byHand(id, 'Login failed', { 'Add to log': taken(1) }), 'Log row');
			expect(rows.map(({ eventId }) => eventId)).not.toContain(succeeded);
			expect(rows.find(({ eventId }) => eventId === failed)).toMatchObject({
				account: 'dana.whitlock@southerncross-guarding.example',
				reason: 'Wrong password',
				ipAddress: '203.0.113.10',
				what: expect.stringContaining('failed to log in at'),
			});
		});
	});

	test('new starters are made with their licences, and the sheet gets ids and reasons', () =>
		takesNewStarters(surroundings));

	test('an HR sheet creates and updates whom it names, and one e-mail tells what changed', () =>
		followsTheSheet(surroundings));

	test('who doesn’t match is a row for each mismatch of the list and the sheet, and nobody is changed', () =>
		tellsWhoDoesntMatch(surroundings));

	test('what was approved last week goes to payroll as one file, each timesheet with its own rates', () =>
		sendsTheWeek(surroundings));

	test('each draft for n8n’s library is imported, gets its credentials, and does what it promises', () =>
		importsEachTemplate(surroundings));

	test('hours paid but not invoiced go out in one e-mail, a line for each site', () =>
		tellsWhatNobodyPays(surroundings));

	test('the week of each client is one e-mail with a table', () => sendsTheClientsWeek(surroundings));

	test('the licences of all employees go to compliance as one Excel file, a row each', () =>
		sendsTheRegister(surroundings));

	test('the week of each client is one message for Teams with the same table', () => postsTheClientsWeek(surroundings));

	test('what changed after the pay file goes to payroll as one file', () => comparesThePayFile(surroundings));

	test('what waits for approval is counted by site, in one e-mail', () => countsWhatWaits(surroundings));

	test('the timesheets of each month become a file on disk', () => writesEachMonth(surroundings));

	describe('the copy to PostgreSQL', () => {
		const withPostgres = postgres ? test : test.skip;

		withPostgres('is what the service lists after each good night, and what it was after each bad one', async () => {
			if (postgres) await copiesTenNights(surroundings, postgres);
		});

		withPostgres('marks nobody where more are missing than leave in a night', async () => {
			if (postgres) await marksNoMoreThanLeave(postgres);
		});
	});

	test(
		'an unanswered welfare check alerts once, also when the mail server refused it at first',
		() => alertsOnce(surroundings),
		400_000,
	);

	describe('an assistant in n8n’s chat', () => {
		test('answers with its five tools that read, and tells nobody’s contact data', () => answersInChat(surroundings));

		test('writes what a person has seen and approved, and nothing that was declined', () =>
			asksBeforeItWrites(surroundings));
	});

	describe('the nightly catch-up', () => {
		test('handles each change once, whether n8n was on or off when it happened', () =>
			handlesEachChangeOnce(surroundings));

		test('tries again what your steps failed for', () => triesAgainWhatFailed(surroundings));
	});
}
