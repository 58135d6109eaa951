import { get, post, say } from './api.js';
import { button, h, small, span, state, table, when } from './dom.js';

const moves = [
	['submit', 'Submit'],
	['approve', 'Approve'],
	['reject', 'Reject'],
];

/** A list of timesheets or incident reports with the three moves. */
function approvals(path, what, idField, columns) {
	let status = 'Pending';
	return {
		load: () => get(`/${path}?limit=50${status === '' ? '' : `&status=${status}`}`),
		draw(rows, refresh) {
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
			const decide = async (row, move, label) => {
				const { deliveries, status: now } = await post(`/${path}/${row[idField]}/${move}`);
				say(
					`${what} ${row[idField]}: ${label.toLowerCase()} done, now ${now}. ${deliveries.length === 0 ? 'Nobody has subscribed to this.' : `Webhook deliveries sent: ${deliveries.length}.`}`,
				);
				await refresh(true);
			};
			const actions = {
				label: 'Actions',
				cell: (row) =>
					h(
						'span',
						{ class: 'row' },
						...moves.map(([move, label]) =>
							button(`${row[idField]}-${move}`, label, () => decide(row, move, label), {
								class: move === 'approve' ? 'main' : undefined,
								'aria-label': `${label} ${row[idField]}`,
							}),
						),
					),
			};
			return [
				h('div', { class: 'head' }, h('h2', {}, `${what}s`), h('label', {}, 'Show ', choose)),
				h(
					'p',
					{ class: 'hint' },
					'Do here what guards and managers do in the web application. Every move sends its webhooks.',
				),
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
				),
			];
		},
	};
}

export const timesheets = approvals('timesheets', 'Timesheet', 'timesheetId', [
	{ label: 'Id', number: true, cell: (row) => row.timesheetId },
	{ label: 'Guard', cell: (row) => row.staffName },
	{ label: 'Site', cell: (row) => [row.siteName, small(row.customerName)] },
	{ label: 'Shift', cell: (row) => span(row.scheduledStartTime, row.scheduledEndTime) },
]);

export const incidents = approvals('incidentreports', 'Incident report', 'incidentReportId', [
	{ label: 'Id', number: true, cell: (row) => [row.incidentReportId, small(row.reportId)] },
	{ label: 'Form', cell: (row) => row.formName },
	{ label: 'Guard', cell: (row) => row.staffName },
	{ label: 'Site', cell: (row) => [row.siteName, small(row.customerName)] },
	{ label: 'Submitted', cell: (row) => when(row.submittedDate) },
	{
		label: 'PDF',
		cell: (row) =>
			h(
				'a',
				{
					href: `/files/incident-reports/${row.incidentReportId}.pdf`,
					'data-focus': `${row.incidentReportId}-pdf`,
					'aria-label': `PDF of ${row.reportId}`,
				},
				'Open',
			),
	},
]);
