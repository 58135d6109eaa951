// What the timesheets of a week tell a manager, by site: hours paid but not invoiced, and timesheets awaiting approval.
import XLSX from '@e965/xlsx';
import { expect } from '@jest/globals';
import { ask } from '../suites/directly.mts';
import { attachmentsOf, type Attachment, partOf } from './attachments.mts';
import { sorted } from './results.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';

const trigger = 'Every Monday at 9';

/** A timesheet that was approved a week ago: eight hours with a break of half an hour, all alike but for the changes. */
function sheet(timesheetId: number, siteName: string, changes: object = {}): object {
	const at = (time: string): string => `2026-07-01T${time}:00Z`;
	const [start, end] = [at('08:00'), at('16:00')];
	return {
		timesheetId,
		customerName: 'Coral Coast Council',
		siteName,
		status: 'Approved',
		approvedDateTime: new Date(Date.now() - 7 * 86_400_000).toISOString(),
		timeclockStartTime: start,
		timeclockEndTime: end,
		payStartTime: start,
		payEndTime: end,
		payBreakTime: 30,
		invoiceStartTime: start,
		invoiceEndTime: end,
		invoiceBreakTime: 30,
		...changes,
	};
}

const until = (field: string, time: string | null): object => ({ [field]: time && `2026-07-01T${time}:00Z` });

const LOST = [
	sheet(1, 'Library', until('invoiceEndTime', '15:30')),
	sheet(2, 'Museum', until('timeclockEndTime', '16:15')),
	sheet(3, 'Library', { invoiceBreakTime: 60 }),
	// More was invoiced than paid, and less was clocked.
	sheet(4, 'Library', { ...until('invoiceEndTime', '17:00'), ...until('timeclockEndTime', '15:00') }),
	sheet(5, 'Museum', until('timeclockEndTime', null)),
	// Five minutes are not beyond five minutes.
	sheet(6, 'Pool', { ...until('invoiceEndTime', '15:55'), ...until('timeclockEndTime', '16:05') }),
	sheet(7, '', until('invoiceEndTime', '15:54')),
	sheet(8, 'Library', { ...until('invoiceEndTime', '08:00'), approvedDateTime: '2026-07-02T08:00:00Z' }),
];

/** The lines of the one mail that came. */
function linesOfMail({ mailbox }: Surroundings): { subject: string; lines: string[]; files: Attachment[] } {
	const [mail, ...others] = mailbox.mails.splice(0);
	expect(others).toEqual([]);
	const text = (partOf(mail?.text ?? '', 'text/plain') || (mail?.text ?? '')).trim();
	return { subject: mail?.subject ?? '', lines: text.split(/\r?\n/), files: attachmentsOf(mail?.text ?? '') };
}

export const tellsWhatNobodyPays = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'hours-nobody-pays-for', async (id) => {
		const list = {
			status: { code: 0, errorMessage: '' },
			data: LOST,
			message: '',
			errors: [],
			nextPageParameter: null,
		};
		await surroundings.admin('POST', '/faults', {
			path: '/api/external/timesheets',
			status: 200,
			times: null,
			body: list,
		});
		try {
			await runPinned(surroundings, id, trigger);
		} finally {
			await surroundings.admin('DELETE', '/faults');
		}
		expect(linesOfMail(surroundings)).toEqual({
			files: [],
			subject: 'Hours paid but not invoiced (sites: 3)',
			lines: [
				'Minutes paid, not invoiced / minutes clocked, not paid / timesheets that can’t be compared / site / customer',
				'',
				'60 / 0 / 0 / Library / Coral Coast Council',
				'0 / 15 / 1 / Museum / Coral Coast Council',
				'6 / 0 / 0 / No site / Coral Coast Council',
			],
		});
	});

interface Pending {
	timesheetId: number;
	staffName: string;
	siteName: string;
	customerName: string;
}

export const countsWhatWaits = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'timesheets-awaiting-approval', async (id) => {
		const always = { startDate: '2020-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };
		for (const reads of ['Each site', 'Pending timesheets'])
			await changeNode(surroundings, id, reads, (node) => ({
				...node,
				parameters: { ...node.parameters, period: 'custom', ...always },
			}));
		await runPinned(surroundings, id, trigger);
		const search = new URLSearchParams({ ...always, status: 'Pending', limit: '500' });
		const path = `/api/external/timesheets?${search.toString()}`;
		const sheets = await ask<Pending[]>(surroundings.world, 'timesheet', path);
		expect(sheets.length).toBeGreaterThan(1);
		const counts = new Map<string, number>();
		for (const { siteName, customerName } of sheets) {
			const site = `${siteName}, ${customerName}`;
			counts.set(site, (counts.get(site) ?? 0) + 1);
		}
		const { subject, lines, files } = linesOfMail(surroundings);
		expect(subject).toBe(`Timesheets from the last two weeks awaiting approval: ${sheets.length}`);
		expect(sorted(lines)).toEqual(sorted([...counts].map(([site, count]) => `${count}: ${site}`)));
		const book = XLSX.read(files[0]?.content ?? Buffer.alloc(0));
		const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
		const cells = ({ timesheetId, staffName, siteName }: Pending): unknown[] => [timesheetId, staffName, siteName];
		expect(rows.map((row) => [row['Timesheet ID'], row['Staff Name'], row['Site Name']])).toEqual(sheets.map(cells));
	});
