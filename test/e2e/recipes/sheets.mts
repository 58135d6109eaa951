// The recipes that read a sheet of people: what reaches the service, and what goes back to the sheet or into an e-mail.
import { expect } from '@jest/globals';
import type { Execution } from '../../../kit/n8n/executions.mts';
import type { PinData, WorkflowNode } from '../../../kit/n8n/workflows.mts';
import { ask } from '../suites/directly.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';
import { output } from './results.mts';

type Row = Record<string, unknown>;

const sheet = (rows: Row[]): PinData[string] => rows.map((json) => ({ json }));

const starter = (row_number: number, first: string, more: Row = {}): Row => ({
	row_number,
	'First name': first,
	'Last name': 'Starter',
	Email: `${first.toLowerCase()}.starter@southerncross-guarding.example`,
	Mobile: '+61 400 000 000',
	'Employee number': `NEW${row_number}`,
	'Start date': '2027-02-01',
	'Licence number': '',
	Status: '',
	...more,
});

const licence = { 'Licence number': 'SL900001', 'Licence type': 'Unarmed Guarding', 'Licence state': 'NSW' };

/** The cells that a Google Sheets node would write, without an account of Google's. */
function asFields(node: WorkflowNode): WorkflowNode {
	const { value } = node.parameters['columns'] as { value: Record<string, string> };
	const assignments = Object.entries(value).map(([name, cell], index) => ({
		id: String(index),
		name,
		value: cell,
		type: 'string',
	}));
	return {
		...node,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'manual', includeOtherFields: false, assignments: { assignments }, options: {} },
	};
}

const licencesOf = (surroundings: Surroundings, id: unknown): Promise<unknown[]> =>
	ask<unknown[]>(surroundings.world, 'developer', `/api/external/staffs/${String(id)}/licenses`);

export const takesNewStarters = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'new-starters-from-sheet', async (id) => {
		await changeNode(surroundings, id, 'Write back', asFields);
		const run = async (rows: Row[]): Promise<Row[]> =>
			output(await runPinned(surroundings, id, 'Every hour', { 'Read sheet': sheet(rows) }), 'Write back');
		const rows = [
			starter(2, 'Done', { Status: 'created' }),
			starter(3, 'Ada', { ...licence, 'Licence expiry': '2028-03-31' }),
			starter(4, 'Ben'),
			starter(5, 'Cleo', { ...licence, 'Licence expiry': 'next spring' }),
			starter(6, 'Ada'),
		];
		const written = await run(rows);
		expect(written.map(({ row_number, Status }) => [Number(row_number), Status])).toEqual([
			[3, 'created'],
			[4, 'created'],
			[5, 'error'],
			[6, 'error'],
		]);
		expect(written[2]?.['Error']).toMatch(/Expiry Date.*next spring/);
		expect(written[3]?.['Error']).toContain('ada.starter@southerncross-guarding.example');
		expect(written.map(({ ID }) => /^\d+$/.test(String(ID)))).toEqual([true, true, false, false]);
		expect(await licencesOf(surroundings, written[0]?.['ID'])).toEqual([
			expect.objectContaining({ licenseNumber: 'SL900001', state: 'NSW', expiryDate: '2028-03-31T00:00:00.000Z' }),
		]);
		// A run that was cut off before it wrote back: the same rows again make nobody twice.
		const again = await run(rows.slice(0, 3));
		expect(again.map(({ ID, Error: error }) => [ID, error])).toEqual(written.slice(0, 2).map(({ ID }) => [ID, '']));
		expect(again.map(({ Status }) => Status)).not.toContain('created');
		expect(await licencesOf(surroundings, written[0]?.['ID'])).toHaveLength(1);
	});

export const followsTheSheet = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'hr-sheet-to-staff', async (id) => {
		const everybody = await ask<Row[]>(surroundings.world, 'developer', '/api/external/staffs?limit=500&isActive=true');
		const staff = everybody.slice(0, 6);
		const rowOf = ({ firstName, lastName, email }: Row): Row => ({
			'First name': firstName,
			'Last name': lastName,
			Email: email,
		});
		const rows = staff.map(({ firstName, lastName, email, mobile }, index) => ({
			row_number: index + 2,
			'First name': firstName,
			'Last name': lastName,
			Email: index === 2 ? 'nobody' : String(email).toUpperCase(),
			'Mobile no.': index === 1 ? '+61 499 999 999' : mobile,
		}));
		const newcomer = {
			row_number: 9,
			'First name': 'Nell',
			'Last name': 'Sheet',
			Email: 'nell.sheet@southerncross-guarding.example',
		};
		const run = (items: Row[]): Promise<Execution> =>
			runPinned(surroundings, id, 'Every night at 4', { 'Read sheet': sheet(items) });
		const first = output(await run([...rows, newcomer]), 'Create or update');
		expect(first.map(({ action, error }) => (error ? 'error' : action))).toEqual([
			'unchanged',
			'updated',
			'error',
			'unchanged',
			'unchanged',
			'unchanged',
			'created',
		]);
		const [mail, ...others] = surroundings.mailbox.mails.splice(0);
		expect(others).toEqual([]);
		expect(mail?.subject).toBe('Staff from the HR sheet: 1 created, 1 changed, 1 not written');
		expect(mail?.text.trim().split('\n')).toEqual([
			'Created',
			'  Nell Sheet (nell.sheet@southerncross-guarding.example): created',
			'',
			'Changed',
			`  ${String(staff[1]?.['firstName'])} ${String(staff[1]?.['lastName'])} (${String(staff[1]?.['email'])}): mobile`,
			'',
			'Not written',
			expect.stringMatching(/Row 4 of the sheet \(.*nobody\): “Email” is not an e-mail address\. It is “nobody”\./),
		]);
		// The next night nothing has changed, and everybody is in the sheet: no e-mail.
		const others6 = everybody.slice(6).map(rowOf);
		const whole = [
			...rows.filter((_, index) => index !== 2),
			...everybody.slice(2, 3).map(rowOf),
			...others6,
			newcomer,
		];
		const quiet = await run(whole);
		expect(output(quiet, 'Create or update').map(({ action }) => action)).toEqual(whole.map(() => 'unchanged'));
		expect(output(quiet, 'Send summary')).toEqual([]);
		expect(surroundings.mailbox.mails.splice(0)).toEqual([]);
		// Somebody is not in the sheet.
		await run(whole.filter((row) => row !== others6[0]));
		const [missing] = surroundings.mailbox.mails.splice(0);
		expect(missing?.subject).toBe('Staff from the HR sheet: 1 not in the sheet');
		expect(missing?.text).toContain(`  ${String(others6[0]?.['First name'])} ${String(others6[0]?.['Last name'])} (`);
		// A preview says what would change, and changes nothing.
		await changeNode(surroundings, id, 'Create or update', (node) => ({
			...node,
			parameters: { ...node.parameters, options: { previewOnly: true } },
		}));
		const mobile = { ...rowOf(everybody[7] ?? {}), 'Mobile no.': '+61 411 111 111' };
		const mark = await surroundings.world.admin.mark();
		await run([mobile, { ...newcomer, Email: 'one.more@southerncross-guarding.example' }]);
		const sent = (await surroundings.world.admin.requestsSince(mark)).filter(({ path }) => path.includes('/staffs'));
		expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
		const [shown] = surroundings.mailbox.mails.splice(0);
		expect(shown?.subject).toBe('Staff from the HR sheet: 1 would be created, 1 would change');
		expect(shown?.text).toContain(`: mobile from ${String(everybody[7]?.['mobile'])} to +61 411 111 111`);
		// More than is allowed: nothing is written, and one line says so.
		await changeNode(surroundings, id, 'Create or update', (node) => ({
			...node,
			parameters: { ...node.parameters, options: { stopIfMoreThan: 1 } },
		}));
		await run([mobile, { ...newcomer, Email: 'one.more@southerncross-guarding.example' }]);
		const [stopped] = surroundings.mailbox.mails.splice(0);
		expect(stopped?.subject).toBe('Staff from the HR sheet: nothing was written');
		expect(stopped?.text.match(/Nothing was written/g)).toHaveLength(1);
	});
