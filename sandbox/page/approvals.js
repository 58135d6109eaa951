import { get, post, say } from './api.js';
import { button, h, searchField, small, state, table } from './dom.js';
import { hoursIn, outcomeOf } from './words.js';
import { shiftTimes, siteTime } from './times.js';

const shown = 50;
const patienceMs = 8000;
const moves = [
	['submit', 'Submit', 'submitted'],
	['approve', 'Approve', 'approved'],
	['reject', 'Reject', 'rejected'],
];

/** Waits until every delivery has been tried once, and reports the results in words. */
async function outcome(ids) {
	const end = Date.now() + patienceMs;
	for (;;) {
		const words = outcomeOf(await Promise.all(ids.map((id) => get(`/deliveries/${id}`))));
		if (words !== undefined) return words;
		if (Date.now() > end) return 'The webhook is on its way; see Deliveries for the result.';
		await new Promise((resolve) => setTimeout(resolve, 150));
	}
}

/** A list of timesheets or incident reports with the three moves. */
function approvals({ path, what, idField, columns, submitting }) {
	let status = 'Pending';
	/** @type {(force?: boolean) => unknown} */
	let again = () => undefined;
	const search = searchField(`Search ${what.toLowerCase()}s`, () => again(true));
	return {
		load: () =>
			get(
				`/${path}?limit=${shown}${status === '' ? '' : `&status=${status}`}&search=${encodeURIComponent(search.value)}`,
			),
		draw(rows, refresh) {
			again = refresh;
			const choose = h(
				'select',
				{
					'data-focus': 'status',
					onchange: (event) => {
						status = event.target.value;
						refresh(true);
					},
				},
				...[
					['Pending', 'Pending'],
					['Approved', 'Approved'],
					['Rejected', 'Rejected'],
					['', 'All'],
				].map(([value, label]) => h('option', { value, selected: value === status }, label)),
			);
			const decide = async (row, move, done) => {
				const { deliveries, status: now } = await post(`/${path}/${row[idField]}/${move}`);
				const said = `${what} ${row[idField]} ${done}${done === now.toLowerCase() ? '' : `; its status is ${now}`}.`;
				if (deliveries.length === 0) say(`${said} No webhook is subscribed to this event.`);
				else {
					say(`${said} Sending the webhook …`);
					outcome(deliveries).then((words) => say(`${said} ${words}`, /not delivered/.test(words)));
				}
				await refresh(true);
			};
			const actions = {
				label: 'Actions',
				cell: (row) =>
					h(
						'span',
						{ class: 'row' },
						...moves.map(([move, label, done]) =>
							button(`${row[idField]}-${move}`, label, () => decide(row, move, done), {
								class: move === 'approve' ? 'main' : undefined,
								'aria-label': `${label} ${row[idField]}`,
							}),
						),
					),
			};
			const note = rows.length < shown ? '' : `Only the first ${shown} are shown. Search to find the others.`;
			return [
				h(
					'div',
					{ class: 'head' },
					h('h2', {}, `${what}s`),
					h('span', { class: 'row' }, search, h('label', {}, 'Show ', choose)),
				),
				h('p', { class: 'hint' }, submitting),
				table(
					`${what}s`,
					[
						...columns,
						{
							label: 'State',
							cell: (row) => [state(row.status), row.submitted === false ? small('not submitted yet') : ''],
						},
						actions,
					],
					rows,
					search.value === '' && status === '' ? undefined : 'Nothing matches your search and filter.',
				),
				h('p', { class: 'hint after' }, note),
			];
		},
	};
}

const managers = 'Managers use Approve and Reject. Each sends its event to the subscribed webhooks.';

export const timesheets = approvals({
	path: 'timesheets',
	what: 'Timesheet',
	idField: 'timesheetId',
	submitting: `Guards use Submit. It submits the timesheet, even a second time, and sets it to Pending. ${managers}`,
	columns: [
		{ label: 'Id', number: true, cell: (row) => row.timesheetId },
		{ label: 'Guard', cell: (row) => row.staffName },
		{ label: 'Site', cell: (row) => [row.siteName, small(row.customerName)] },
		{
			label: 'Shift',
			cell: (row) => shiftTimes({ from: row.scheduledStartTime, to: row.scheduledEndTime, zone: row.timeZone }),
		},
		{ label: 'Hours', cell: (row) => [hoursIn(row.hours), ...row.remarks.map(small)] },
	],
});

export const incidents = approvals({
	path: 'incidentreports',
	what: 'Incident report',
	idField: 'incidentReportId',
	submitting: `Guards use Submit. It submits the report, even a second time, sets it to Pending and updates its date. ${managers}`,
	columns: [
		{ label: 'Id', number: true, cell: (row) => [row.incidentReportId, small(row.reportId)] },
		{ label: 'Form', cell: (row) => row.formName },
		{ label: 'Guard', cell: (row) => row.staffName },
		{ label: 'Site', cell: (row) => [row.siteName, small(row.customerName)] },
		{ label: 'Submitted', cell: (row) => siteTime(row.submittedDate, row.timeZone) },
		{
			label: 'PDF',
			cell: (row) =>
				h(
					'a',
					{
						href: `/files/incident-reports/${row.incidentReportId}.pdf`,
						'data-focus': `${row.incidentReportId}-pdf`,
						'aria-label': `Open the PDF of ${row.reportId}`,
					},
					'Open',
				),
		},
	],
});
