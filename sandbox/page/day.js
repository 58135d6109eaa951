import { get, post, say } from './api.js';
import { button, h, matching, searchField, small, table } from './dom.js';
import { exactly, span, yours } from './times.js';

const paces = [1, 10, 60, 600, 3600];
const shown = 200;

/** @type {(force?: boolean) => unknown} */
let again = () => undefined;
const search = searchField('Search happenings', () => again(true));
/** The form's content until it is sent. */
const wanted = { seed: '1', pace: '60' };

const who = (row) => row.name || `the guard of shift ${row.shiftId}`;
const at = (row) => (row.siteName ? ` at ${row.siteName}` : '');
const decided = { submit: 'submitted', approve: 'approved', reject: 'rejected' };

/** Each kind in words. */
const words = {
	'shift.notClockedIn': (row) => `${who(row)} has not clocked in${at(row)}`,
	'shift.notClockedOut': (row) => `${who(row)} has not clocked out${at(row)}`,
	'shift.clockedIn': (row) => `${who(row)} clocked in${at(row)}${row.offSite ? ', away from the site' : ''}`,
	'shift.clockedOut': (row) => `${who(row)} clocked out${at(row)}${row.offSite ? ', away from the site' : ''}`,
	'shift.offSite': (row) =>
		`${who(row)} clocked ${row.where} away from the site${row.siteName ? `, ${row.siteName}` : ''}`,
	'shift.called': (row) => `${row.by} called ${who(row)}, who had not arrived${at(row)}`,
	'shift.unfilled': (row) => `Nobody is on the shift${at(row)}${row.name ? `: ${row.name} rejected it` : ''}`,
	'shift.tooLong': (row) => `${who(row)} has been on duty for 12 hours${at(row)}`,
	'welfareCheck.unanswered': (row) => `Welfare check ${row.welfareCheckId} sent to ${who(row)}${at(row)}`,
	'welfareCheck.followedUp': (row) => `${row.by} followed up welfare check ${row.welfareCheckId}`,
	'licence.expiring': (row) =>
		row.threshold === 0
			? `${row.name}’s licence ${row.licenseNumber} has expired`
			: `${row.name}’s licence ${row.licenseNumber} expires within ${row.threshold} days`,
	'licence.invalid': (row) => `${row.name}’s licence ${row.licenseNumber} is invalid`,
	'login.failed': (row) => `Failed login: ${row.email} from ${row.ipAddress}`,
	'staff.created': (row) => `${row.name} joined`,
	'incidentReport.changed': (row) => `Incident report ${row.incidentReportId} ${decided[row.change]}`,
	'timesheet.changed': (row) => `Timesheet ${row.timesheetId} ${decided[row.change]}`,
	'incidentReport.waiting': (row) => `Incident report ${row.incidentReportId} is awaiting approval`,
	'timesheet.waiting': (row) => `Timesheet ${row.timesheetId} is awaiting approval`,
};
const lasting = new Set([
	'shift.notClockedIn',
	'shift.notClockedOut',
	'shift.unfilled',
	'shift.tooLong',
	'welfareCheck.unanswered',
	'licence.expiring',
	'licence.invalid',
	'incidentReport.waiting',
	'timesheet.waiting',
]);

function until(row) {
	if (!lasting.has(row.kind)) return '';
	if (row.until === null) return h('strong', { class: 'wait' }, 'ongoing');
	return [exactly(row.until), small(`after ${span((Date.parse(row.until) - Date.parse(row.at)) / 1000)}`)];
}

function controls({ alive, seed, pace, nextAt }, refresh) {
	const choose = h(
		'select',
		{ name: 'pace', 'data-focus': 'pace' },
		...[...new Set([...paces, pace])]
			.sort((a, b) => a - b)
			.map((value) =>
				h(
					'option',
					{ value, selected: String(value) === (alive ? String(pace) : wanted.pace) },
					value === 1 ? 'real time' : `${value} times as fast`,
				),
			),
	);
	const send = async (body, said) => {
		await post('/alive', body);
		say(said);
		await refresh(true);
	};
	const submit = (event) => {
		event.preventDefault();
		const form = new FormData(event.target);
		const body = { on: true, seed: Number(form.get('seed')), pace: Number(form.get('pace')) };
		send(body, alive ? 'The day continues at this pace.' : 'The day has started.').catch(() => undefined);
	};
	return h(
		'form',
		{ class: 'card', onsubmit: submit, oninput: (event) => (wanted[event.target.name] = event.target.value) },
		h(
			'p',
			{},
			alive
				? `Running: the day with seed ${seed}, ${pace === 1 ? 'in real time' : `${pace} times as fast as real time`}. Next: `
				: 'No simulated day is running. Guards only clock in and out.',
			alive ? exactly(nextAt) : '',
		),
		h(
			'span',
			{ class: 'row' },
			h(
				'label',
				{},
				'Seed ',
				h('input', {
					name: 'seed',
					type: 'number',
					min: 0,
					max: 1_000_000_000,
					required: true,
					'data-focus': 'seed',
					value: alive ? seed : wanted.seed,
				}),
			),
			h('label', {}, 'Pace ', choose),
			h('button', { class: 'main', 'data-focus': 'begin' }, alive ? 'Change' : 'Start the day'),
			alive
				? button('end', 'End the day', () =>
						send({ on: false, pace: 1 }, 'The day has ended; the clock continues in real time.'),
					)
				: null,
		),
	);
}

/** A day that runs by itself: its controls, and what has happened lately. */
export const day = {
	load: async () => ({ state: await get('/alive'), rows: await get(`/happenings?newest=${shown}`) }),
	draw({ state, rows: all }, refresh) {
		again = refresh;
		const rows = matching(all, search, (row) => `${row.kind} ${words[row.kind]?.(row) ?? ''}`).reverse();
		return [
			h('div', { class: 'head' }, h('h2', {}, 'Simulated day'), search),
			h(
				'p',
				{ class: 'hint' },
				`Guards clock in on time, late or not at all. Welfare checks go unanswered, reports are submitted, then approved or rejected, logins fail, licences expire, and staff join. The same seed always gives the same day. Below are the latest events, newest first, in ${yours}. n8n follows this clock only with “npm start -- --alive”. Otherwise, n8n uses real time.`,
			),
			controls(state, refresh),
			table(
				'Happenings',
				[
					{ label: 'When', number: true, cell: (row) => exactly(row.at) },
					{ label: 'What', cell: (row) => words[row.kind]?.(row) ?? row.kind },
					{ label: 'Until', cell: until },
					{ label: 'Kind', cell: (row) => h('code', {}, row.kind) },
				],
				rows,
				all.length === 0 ? 'Nothing has happened yet.' : 'Nothing matches your search.',
			),
		];
	},
};
