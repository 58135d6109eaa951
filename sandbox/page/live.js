import { get, post, say } from './api.js';
import { button, h, matching, searchField, small, state, table } from './dom.js';
import { hour, shiftTimes } from './times.js';

/** @type {(force?: boolean) => unknown} */
let again = () => undefined;
const search = searchField('Search live operations', () => again(true));

/** The shifts around now: guards clock in and out, welfare checks are sent and answered. */
export const live = {
	load: () => get('/live'),
	draw(all, refresh) {
		again = refresh;
		const rows = matching(all, search, (row) =>
			[row.name, row.siteName, row.customerName, row.status, row.statusText].join(' '),
		);
		const act = async (row, path, words) => {
			await post(path);
			say(`${row.name}: ${words}.`);
			await refresh(true);
		};
		const open = (row) => row.welfareCheckNotifResponses.filter((check) => !check.hasResponse);
		const columns = [
			{ label: 'Guard', cell: (row) => [row.name || 'Nobody', small(row.mobile)] },
			{ label: 'Site', cell: (row) => [row.siteName, small(row.customerName)] },
			{
				label: 'Shift',
				cell: (row) => shiftTimes({ from: row.startTime, to: row.endTime, zone: row.timeZone }),
			},
			{ label: 'State', cell: (row) => [state(row.status), small(row.statusText)] },
			{
				label: 'In / out',
				cell: (row) => [
					h('span', { class: 'small line' }, 'in ', hour(row.timeIn, row.timeZone)),
					h('span', { class: 'small line' }, 'out ', hour(row.timeOut, row.timeZone)),
				],
			},
			{
				label: 'Welfare checks',
				cell: (row) => `${row.welfareCheckResponses.length} of ${row.welfareCheckNotifResponses.length} answered`,
			},
			{
				label: 'Actions',
				cell: (row) =>
					h(
						'span',
						{ class: 'row' },
						row.timeIn === null
							? button(`${row.eventID}-in`, 'Clock in', () => act(row, `/live/${row.eventID}/clockin`, 'clocked in'), {
									'aria-label': `Clock in ${row.name}`,
								})
							: null,
						row.timeIn !== null && row.timeOut === null
							? button(
									`${row.eventID}-out`,
									'Clock out',
									() => act(row, `/live/${row.eventID}/clockout`, 'clocked out'),
									{ 'aria-label': `Clock out ${row.name}` },
								)
							: null,
						row.status === 'CLOCKED IN'
							? button(
									`${row.eventID}-check`,
									'Send check',
									() => act(row, `/live/${row.eventID}/welfarecheck`, 'welfare check sent'),
									{ 'aria-label': `Send check: ${row.name}` },
								)
							: null,
						open(row).length > 0
							? button(
									`${row.eventID}-answer`,
									'Answer check',
									() => act(row, `/live/welfarechecks/${open(row)[0].welfareCheckId}/answer`, 'welfare check answered'),
									{ 'aria-label': `Answer check: ${row.name}` },
								)
							: null,
					),
			},
		];
		return [
			h('div', { class: 'head' }, h('h2', {}, 'Live operations'), search),
			h(
				'p',
				{ class: 'hint' },
				'Shifts that start within 17 hours of the sandbox’s current time, in their sites’ local time. If you move the clock, guards clock in and out. n8n follows this clock only with “npm start -- --alive”.',
			),
			table('Live operations', columns, rows, all.length === 0 ? undefined : 'No shift matches your search.'),
		];
	},
};
