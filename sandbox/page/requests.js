import { admin, get, say } from './api.js';
import { address, button, h, matching, searchField, small, table } from './dom.js';
import { exactly, yours } from './times.js';

const shown = 200;
const statusTone = (status) => (status === null ? 'bad' : status < 300 ? 'good' : status < 500 ? 'wait' : 'bad');

/** @type {(force?: boolean) => unknown} */
let again = () => undefined;
const search = searchField('Search requests', () => again(true));

/** Every request to the service, newest first, with the reason of each refusal. */
export const requests = {
	load: () => get('/requests'),
	draw(all, refresh) {
		again = refresh;
		const found = matching(all, search, (row) =>
			[row.method, row.path, decode(row.query), row.key, row.status, row.reason].join(' '),
		).reverse();
		const rows = found.slice(0, shown);
		const clear = async () => {
			await admin('DELETE', '/requests');
			say('The list has been cleared.');
			await refresh(true);
		};
		return [
			h(
				'div',
				{ class: 'head' },
				h('h2', {}, 'Requests'),
				h('span', { class: 'row' }, search, button('clear', 'Clear the list', clear)),
			),
			h(
				'p',
				{ class: 'hint' },
				`Requests to the service, newest first, in ${yours}. A refused request shows the reason.${found.length > shown ? ` The newest ${shown} of ${found.length} are shown.` : ''}`,
			),
			table(
				'Requests',
				[
					{ label: 'Time', number: true, cell: (row) => exactly(row.at) },
					{ label: 'Key', cell: (row) => row.key ?? '–' },
					{
						label: 'Request',
						cell: (row) =>
							[
								address(`${row.method} ${row.path}`),
								row.query === '' ? null : h('small', {}, address(decode(row.query))),
							].filter(Boolean),
					},
					{
						label: 'Status',
						number: true,
						cell: (row) => h('strong', { class: statusTone(row.status) }, row.status ?? 'none'),
					},
					{ label: 'Reason', cell: (row) => (row.reason === null ? '' : small(row.reason)) },
				],
				rows,
				all.length === 0 ? undefined : 'No request matches your search.',
			),
		];
	},
};

function decode(query) {
	try {
		return decodeURIComponent(query);
	} catch {
		return query;
	}
}
