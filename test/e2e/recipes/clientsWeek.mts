// The client's week: one e-mail with a table whose numbers are those of the service, calculated apart.
import { expect } from '@jest/globals';
import { ask } from '../suites/directly.mts';
import { changeNode, keepMessage, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';
import { messagesOf, output } from './results.mts';

const trigger = 'Every Monday at 7';
const always = { startDate: '2020-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };

interface Shift {
	customerName: string;
	status: string;
	name: string;
	startTime: string;
	/** By the site’s clocks, as hours are counted. */
	startTimeTZ: string;
	endTimeTZ: string;
	timeIn: string | null;
	timeOut: string | null;
}

interface Sheet {
	customerName: string;
}

interface Report {
	customerName: string;
	reportId: string;
	pdfLink: string;
}

const hours = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 3_600_000;
const minutesLate = ({ startTime, timeIn }: Shift): number => Math.trunc(hours(startTime, timeIn || startTime) * 60);

const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What the sandbox's own lists say of a client, cell by cell, by the package's clock: the sandbox's may be behind it. */
export async function expectedOf(
	{ world, now }: Surroundings,
	client: string,
	period: object = always,
): Promise<string[]> {
	const list = async <T extends { customerName: string }>(key: Parameters<typeof ask>[1], path: string, more = {}) => {
		const search = new URLSearchParams({ ...period, limit: '500', ...more });
		const all = await ask<T[]>(world, key, `/api/external/${path}?${search.toString()}`);
		return all.filter(({ customerName }) => customerName === client);
	};
	const shifts = await list<Shift>('liveops', 'liveops');
	const waiting = await list<Sheet>('timesheet', 'timesheets', { status: 'Pending' });
	const reports = await list<Report>('incidentreport', 'incidentreports/getall', { isApproved: 'true' });
	const whole = shifts.filter(({ timeIn, timeOut }) => Boolean(timeIn) && Boolean(timeOut));
	const planned = shifts.filter(({ endTimeTZ }) => Boolean(endTimeTZ));
	const sum = (lengths: number[]): string =>
		String(lengths.reduce((all, length) => all + Math.round(length * 100), 0) / 100);
	const missed = shifts.filter(
		({ status, name, startTime, timeIn }) =>
			!timeIn && Boolean(name) && status !== 'REJECTED' && Math.trunc((now() - Date.parse(startTime)) / 60_000) > 5,
	);
	return [
		escaped(client),
		String(shifts.length),
		sum(planned.map(({ startTimeTZ, endTimeTZ }) => hours(`${startTimeTZ}Z`, `${endTimeTZ}Z`))),
		sum(whole.map(({ timeIn, timeOut }) => hours(timeIn ?? '', timeOut ?? ''))),
		String(shifts.filter((shift) => minutesLate(shift) > 5).length),
		String(missed.length),
		String(waiting.length),
		reports
			.map(({ reportId, pdfLink }) => `<a href="${escaped(pdfLink)}">${escaped(reportId)}</a>`)
			.sort()
			.join(' '),
	];
}

/** The cells of the rows; links in order of their text. */
export const cellsOf = (html: string): string[][] =>
	[...html.matchAll(/<tr><td>[^]*?<\/tr>/g)].map(([row]) =>
		[...row.matchAll(/<td>([^]*?)<\/td>/g)].map(([, cell = '']) =>
			cell.includes('<a ')
				? cell
						.split(/ (?=<a )/)
						.sort()
						.join(' ')
				: cell,
		),
	);

/** The rows that the table is made of, and the messages for Teams. */
async function clientsWeek(surroundings: Surroundings, recipe: string): Promise<{ rows: string; posted: string[] }> {
	let [rows, posted]: [string, string[]] = ['', []];
	const last = 'Post the week';
	await withRecipe(surroundings, recipe, async (id) => {
		for (const reads of ['Shifts', 'Waiting timesheets', 'Reports'])
			await changeNode(surroundings, id, reads, (node) => ({
				...node,
				parameters: { ...node.parameters, period: 'custom', ...always },
			}));
		const all = await ask<Shift[]>(
			surroundings.world,
			'liveops',
			`/api/external/liveops?${new URLSearchParams({ ...always, limit: '500' }).toString()}`,
		);
		const clients = [...new Set(all.map(({ customerName }) => customerName)), 'A & B <i>'];
		expect(clients.length).toBeGreaterThan(3);
		await changeNode(surroundings, id, 'Clients', (node) => ({
			...node,
			parameters: { jsCode: `return ${JSON.stringify(clients)}.map((client) => ({ client }));` },
		}));
		const isForTeams = recipe.endsWith('teams');
		if (isForTeams) await keepMessage(surroundings, id, last);
		const dueNow = async (): Promise<string[][]> => {
			const cells = [];
			for (const client of clients) cells.push(await expectedOf(surroundings, client));
			return cells;
		};
		let [due, after]: [string[][], string[][]] = [[], await dueNow()];
		// Guards come and go meanwhile: once more, until nothing has changed during the run.
		do {
			due = after;
			surroundings.mailbox.mails.splice(0);
			const run = await runPinned(surroundings, id, trigger);
			rows = output(run, 'Row')
				.map(({ row }) => String(row))
				.join('');
			if (isForTeams) posted = messagesOf(run, last);
			after = await dueNow();
		} while (JSON.stringify(due) !== JSON.stringify(after));
		expect(cellsOf(rows)).toEqual(due);
		expect(due.some(([, , , worked]) => Number(worked) > 0)).toBe(true);
		expect(due.some((cells) => cells[7] !== '')).toBe(true);
		expect(due.at(-1)).toEqual(['A &amp; B &lt;i>', '0', '0', '0', '0', '0', '0', '']);
	});
	return { rows, posted };
}

export const sendsTheClientsWeek = async (surroundings: Surroundings): Promise<void> => {
	await clientsWeek(surroundings, 'the-clients-week');
	const [mail, ...others] = surroundings.mailbox.mails.splice(0);
	expect(others).toEqual([]);
	expect(mail?.subject).toMatch(/^Client summary for the week of \d+ \w+ \d{4}$/);
	expect(mail?.text).toContain('Waiting timesheets');
};

export const postsTheClientsWeek = async (surroundings: Surroundings): Promise<void> => {
	const { rows, posted } = await clientsWeek(surroundings, 'the-clients-week-to-teams');
	expect(posted).toEqual([expect.stringMatching(/^<p>Week of \d+ \w+ \d{4}<\/p>\n<table /)]);
	expect(posted[0]).toContain(`<th>Approved reports</th></tr>\n${rows}\n</table>`);
	expect(surroundings.mailbox.mails.splice(0)).toEqual([]);
};
