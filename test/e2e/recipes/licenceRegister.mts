// Licence register, monthly: one e-mail with one Excel file, which holds every licence of every active employee.
import XLSX from '@e965/xlsx';
import { expect } from '@jest/globals';
import { attachmentsOf } from './attachments.mts';
import { ask } from '../suites/directly.mts';
import { output } from './results.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';

const count = 4;

interface Licence {
	licenseNumber: string;
	expiryDate: string | null;
}

/** A day as text: in an Excel file it is a date, which is a number of days. */
const dayIn = (cell: unknown): unknown =>
	typeof cell === 'number' ? new Date((cell - 25_569) * 86_400_000).toISOString().slice(0, 10) : cell;

export const sendsTheRegister = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'licence-register-monthly', async (id) => {
		const { mailbox, world } = surroundings;
		// As it is, but for the first employees alone.
		await changeNode(surroundings, id, 'Licence register', (node) => ({
			...node,
			parameters: { ...node.parameters, returnAll: false, limit: count },
		}));
		const [register] = output(await runPinned(surroundings, id, 'Every month'), 'Licence register');
		const [mail, ...others] = mailbox.mails.splice(0);
		expect(others).toEqual([]);
		const [file] = attachmentsOf(mail?.text ?? '');
		const book = XLSX.read(file?.content ?? Buffer.alloc(0));
		const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
		const rows = XLSX.utils
			.sheet_to_json<Record<string, unknown>>(sheet, { defval: null })
			.map((row): Record<string, unknown> => ({ ...row, 'Expiry Day': dayIn(row['Expiry Day']) }));
		expect(register).toMatchObject({ records: rows.length, complete: false, reason: 'limit' });
		const staffs = '/api/external/staffs';
		const people = await ask<Array<{ id: number; email: string }>>(
			world,
			'developer',
			`${staffs}?isActive=true&limit=${count}`,
		);
		const due: unknown[] = [];
		for (const person of people) {
			const licences = await ask<Licence[]>(world, 'developer', `${staffs}/${person.id}/licenses`);
			const all = licences.length > 0 ? licences : [{ licenseNumber: null, expiryDate: null }];
			for (const { licenseNumber, expiryDate } of all)
				due.push([person.email, licenseNumber, expiryDate?.slice(0, 10) ?? null]);
		}
		expect(rows.map((row) => [row['Email'], row['Licence Number'], row['Expiry Day']])).toEqual(due);
		for (const { 'Expiry Day': expiryDay, 'Days Left': daysLeft } of rows)
			if (expiryDay !== null)
				expect(Math.abs(Number(daysLeft) - (Date.parse(String(expiryDay)) - Date.now()) / 86_400_000)).toBeLessThan(2);
		expect(mail?.subject).toMatch(/^Licence register, \w+ \d{4}$/);
		expect(file?.name).toMatch(/^licences-\d{4}-\d\d\.xlsx$/);
	});
