// From record to result: a report with its PDF, punctuality as an Excel file, and whether the key still works.
import { expect } from '@jest/globals';
import { publish, unpublish } from '../../../kit/n8n/workflows.mts';
import type { Subscription } from '../../../kit/sandbox/admin.mts';
import { ask, ratesOf } from '../suites/directly.mts';
import { attachmentsOf, partOf } from './attachments.mts';
import { changeNode, keepMessage, runPinned, runStartedBy, withRecipe, type Surroundings } from './recipeRun.mts';
import { messagesOf, output } from './results.mts';

interface Pending {
	incidentReportId: number;
	reportId: string;
	siteName: string;
	formName: string;
	customerName: string;
}

export const sendsTheReport = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'incident-approved-to-client-email', async (id) => {
		const { admin, mailbox, world } = surroundings;
		const [report] = await admin<Pending[]>('GET', '/incidentreports?status=Pending&limit=1');
		expect(report).toBeDefined();
		await publish(world.session, id);
		const run = await runStartedBy(surroundings, id, () =>
			admin('POST', `/incidentreports/${report?.incidentReportId}/approve`),
		);
		const [full] = output(run, 'Get full report');
		expect(full?.['downloadError']).toBeUndefined();
		const answers = full?.['answers'] as Array<{ question: string }>;
		expect(answers.length).toBeGreaterThan(2);
		const [mail, ...others] = mailbox.mails.splice(0);
		expect(others).toEqual([]);
		expect(mail?.subject).toBe(`Incident report ${report?.reportId}: ${report?.formName} at ${report?.siteName}`);
		expect(mail?.to).toEqual([
			full?.['customerName'] === 'Swan River Stadium' ? 'events@swanriver.example' : 'operations@example.com',
		]);
		const text = partOf(mail?.text ?? '', 'text/plain');
		const questions = answers.map(({ question }) => question);
		expect(text.split('\n').map((line) => line.trim())).toEqual(
			expect.arrayContaining([`Report: ${report?.reportId}`, ...questions]),
		);
		expect(partOf(mail?.text ?? '', 'text/html')).toContain(`<h2>${report?.formName}</h2>`);
		const [pdf, ...more] = attachmentsOf(mail?.text ?? '');
		expect({ name: pdf?.name, more }).toEqual({ name: `${report?.incidentReportId}.pdf`, more: [] });
		expect(pdf?.content.toString('latin1').slice(0, 5)).toBe('%PDF-');
	});

export const tellsPunctuality = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'monthly-punctuality', async (id) => {
		const { mailbox } = surroundings;
		const [trigger, reads] = ['First of the month at 6', 'Shifts of last month'];
		// As it is it reads the month before, which the sandbox's data need not reach back to.
		const day = 86_400_000;
		const at = (days: number): string => new Date(Date.now() + days * day).toISOString();
		await changeNode(surroundings, id, reads, (node) => ({
			...node,
			parameters: { ...node.parameters, period: 'custom', startDate: at(-7), endDate: at(1) },
		}));
		const run = await runPinned(surroundings, id, trigger);
		const shifts = output(run, reads);
		expect(shifts.length).toBeGreaterThan(5);
		const rows = output(run, 'Rounded');
		const clients = [...new Set(shifts.map(({ customerName }) => customerName))];
		expect(rows.map(({ customerName }) => customerName).sort()).toEqual(clients.sort());
		for (const row of rows) {
			const own = shifts.filter(({ customerName }) => customerName === row['customerName']);
			const judged = own.filter(({ onTime }) => onTime !== null);
			expect(row['count_name']).toBe(own.length);
			if (judged.length > 0) {
				const share = (100 * judged.filter(({ onTime }) => onTime === true).length) / judged.length;
				expect(row['average_onTimePercent']).toBe(Math.round(share));
			}
			const late = row['average_minutesLate'];
			expect(late === null || Number.isInteger(late)).toBe(true);
			for (const sum of [row['sum_hoursPlanned'], row['sum_hoursWorked']])
				expect(sum === null || /^\d+(\.\d{1,2})?$/.test(String(sum))).toBe(true);
			expect(row['sum_noShowCount']).toBe(own.filter(({ noShow }) => noShow === true).length);
		}
		const [mail, ...others] = mailbox.mails.splice(0);
		expect(others).toEqual([]);
		expect(mail?.subject).toMatch(/^Punctuality for each client, \w+ \d{4}$/);
		const [file] = attachmentsOf(mail?.text ?? '');
		expect(file?.name).toMatch(/^punctuality-\d{4}-\d\d\.xlsx$/);
		// An Excel file is a zip.
		expect(file?.content.subarray(0, 2).toString()).toBe('PK');
		await changeNode(surroundings, id, 'Each client', (node) => ({
			...node,
			parameters: { ...node.parameters, fieldsToSplitBy: 'customerName, name' },
		}));
		await runPinned(surroundings, id, trigger);
		expect(mailbox.mails.splice(0).map(({ subject }) => subject)).toEqual([
			expect.stringMatching(/^Punctuality for each client and guard, /),
		]);
	});

export const sendsChargeLines = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'monthly-invoice-lines', async (id) => {
		const { mailbox, world } = surroundings;
		const reads = 'Charge lines of last month';
		// As it is it reads the month before, which the sandbox's data need not reach back to.
		const period = { period: 'custom', startDate: '2020-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };
		await changeNode(surroundings, id, reads, (node) => ({
			...node,
			parameters: { ...node.parameters, ...period, returnAll: false, limit: 3 },
		}));
		const lines = output(await runPinned(surroundings, id, 'Second of the month at 6'), reads);
		const ids = [...new Set(lines.map(({ timesheetId }) => Number(timesheetId)))];
		expect(ids).toHaveLength(3);
		for (const timesheetId of ids) {
			const { amount } = (await ratesOf(world, timesheetId))['serviceRate'] as Record<string, number>;
			const own = lines.filter((line) => line['timesheetId'] === timesheetId);
			expect(own.reduce((sum, line) => sum + Number(line['amount']), 0)).toBeCloseTo(amount ?? NaN, 6);
		}
		const [mail, ...others] = mailbox.mails.splice(0);
		expect(others).toEqual([]);
		const [file] = attachmentsOf(mail?.text ?? '');
		expect(file?.name).toMatch(/^invoice-lines-\d{4}-\d\d\.csv$/);
		const [columns, ...rows] = (file?.content.toString('utf8').trim() ?? '').split('\n');
		expect(columns?.replace('\ufeff', '').trim().split(',')).toEqual(Object.keys(lines[0] ?? {}));
		expect(rows).toHaveLength(lines.length);
	});

/** What the daily check says, to whoever reads its one message. */
async function checkedNow(surroundings: Surroundings, id: string): Promise<{ subject: string; text: string }> {
	const run = await runPinned(surroundings, id, 'Every day at 6');
	const keys = output(run, 'Check the key');
	expect(keys.map(({ valid, reason }) => [valid, reason])).toEqual(keys.map(() => [true, null]));
	expect(keys.map(({ keyType }) => keyType)).toEqual(expect.arrayContaining(['developer', 'timesheet', 'webhook']));
	const [message = '', ...others] = messagesOf(run, 'Tell the office');
	expect(others).toEqual([]);
	const [subject = '', ...lines] = message.split('\n\n');
	for (const { field } of keys)
		expect(lines).toContainEqual(expect.stringContaining(`${String(field)}: gives access to `));
	return { subject, text: lines.join(' ') };
}

const CONNECTS = 'Workforce Operations: all checks passed';

export const tellsOfTheKey = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'daily-connection-check', async (id) => {
		await keepMessage(surroundings, id, 'Tell the office');
		const { subject, text } = await checkedNow(surroundings, id);
		expect(subject).toBe(CONNECTS);
		expect(text).toContain('Timesheet: Get Rates');
		expect(text).toContain('Subscriptions: none are entered in “Our subscribers”.');
	});

export const tellsOfASubscriptionThatIsOff = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'daily-connection-check', (id) =>
		withRecipe(surroundings, 'timesheet-approved-to-payroll-row', async (triggerId) => {
			const { admin, world } = surroundings;
			await publish(world.session, triggerId);
			const all = await admin<Subscription[]>('GET', '/subscriptions');
			const [subscription] = all.filter(({ isActive }) => isActive);
			if (subscription === undefined) throw new Error('The trigger has made no subscription.');
			await changeNode(surroundings, id, 'Our subscribers', (node) => ({
				...node,
				parameters: { ...node.parameters, jsonOutput: `{ "subscriberIds": [${subscription.subscriberId}] }` },
			}));
			await keepMessage(surroundings, id, 'Tell the office');
			const named = `Subscription ${subscription.id} (timesheet approve): `;
			const said = async (): Promise<string[]> => {
				const { subject, text } = await checkedNow(surroundings, id);
				expect(text).not.toMatch(/token|seal/);
				return [subject, text.slice(text.indexOf(named))];
			};
			expect(await said()).toEqual([CONNECTS, expect.stringMatching(/: on\b/)]);
			await ask(world, 'webhook', `/api/webhook/subscriptions/${subscription.id}`, { isActive: false });
			expect(await said()).toEqual([
				'Workforce Operations: not all checks passed',
				expect.stringContaining(`${named}off, though its workflow is published: unpublish it`),
			]);
			await unpublish(world.session, triggerId);
			expect(await said()).toEqual([CONNECTS, expect.stringContaining(`${named}off, like its workflow`)]);
		}),
	);
