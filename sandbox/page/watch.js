import { admin, get, post, say } from './api.js';
import { button, h, small, state, table, when } from './dom.js';

const statusTone = (status) => (status === null ? 'bad' : status < 300 ? 'good' : status < 500 ? 'wait' : 'bad');

/** Every request to the service, newest first, with the reason of each refusal. */
export const requests = {
	load: () => get('/requests').then((rows) => rows.slice(-200).reverse()),
	draw(rows, refresh) {
		const clear = async () => {
			await admin('DELETE', '/requests');
			say('The list is empty again.');
			await refresh(true);
		};
		return [
			h('div', { class: 'head' }, h('h2', {}, 'Requests'), button('clear', 'Clear the list', clear)),
			table(
				'Requests',
				[
					{ label: 'Time', number: true, cell: (row) => when(row.at) },
					{ label: 'Key', cell: (row) => row.key ?? '–' },
					{
						label: 'Request',
						cell: (row) =>
							[h('code', {}, `${row.method} ${row.path}`), row.query === '' ? null : small(decode(row.query))].filter(
								Boolean,
							),
					},
					{
						label: 'Status',
						number: true,
						cell: (row) => h('strong', { class: statusTone(row.status) }, row.status ?? 'none'),
					},
					{ label: 'Reason', cell: (row) => row.reason ?? '' },
				],
				rows,
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

/** Webhook deliveries, newest first, with every attempt. */
export const deliveries = {
	load: async () => ({
		rows: (await get('/deliveries?limit=100')).reverse(),
		subscriptions: await get('/subscriptions'),
	}),
	draw({ rows, subscriptions }, refresh) {
		const replay = async (row) => {
			const { status } = await post(`/deliveries/${row.id}/replay`);
			say(`Delivery ${row.id} sent again: ${status}.`, status !== 'Delivered');
			await refresh(true);
		};
		const forge = async (row, mutation) => {
			const { status, error } = await post('/deliveries/forge', { subscriptionId: row.id, mutation });
			say(`Forged delivery to subscription ${row.id}: the receiver answered ${status ?? error}.`);
			await refresh(true);
		};
		return [
			h('div', { class: 'head' }, h('h2', {}, 'Deliveries')),
			table(
				'Deliveries',
				[
					{ label: 'Id', number: true, cell: (row) => row.id },
					{ label: 'Event', cell: (row) => [`${row.eventType} ${row.event}`, small(`record ${row.entityId}`)] },
					{ label: 'To', cell: (row) => [h('code', {}, row.uri), small(`subscription ${row.subscriptionId}`)] },
					{
						label: 'State',
						cell: (row) => [
							state(row.status),
							row.nextAttemptAt === null ? '' : h('span', { class: 'small' }, 'next try ', when(row.nextAttemptAt)),
						],
					},
					{
						label: 'Attempts',
						cell: (row) =>
							row.attempts.map(({ at, statusCode, error }) =>
								h('span', { class: 'small' }, when(at), ` ${statusCode ?? error}`),
							),
					},
					{
						label: 'Actions',
						cell: (row) =>
							button(`${row.id}-replay`, 'Replay', () => replay(row), { 'aria-label': `Replay delivery ${row.id}` }),
					},
				],
				rows,
			),
			h('div', { class: 'head second' }, h('h2', {}, 'Subscriptions')),
			table(
				'Subscriptions',
				[
					{ label: 'Id', number: true, cell: (row) => row.id },
					{ label: 'Event', cell: (row) => `${row.eventType} ${row.event}` },
					{ label: 'To', cell: (row) => h('code', {}, row.uri) },
					{ label: 'Made by', cell: (row) => [row.key, small(`subscriber ${row.subscriberId}`)] },
					{ label: 'Active', cell: (row) => (row.isActive ? 'yes' : 'no') },
					{
						label: 'Forge',
						cell: (row) =>
							h(
								'span',
								{ class: 'row' },
								button(`${row.id}-signature`, 'Wrong signature', () => forge(row, 'signature')),
								button(`${row.id}-body`, 'Changed body', () => forge(row, 'body')),
							),
					},
				],
				subscriptions,
			),
		];
	},
};
