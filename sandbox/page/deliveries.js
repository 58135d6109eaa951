import { get, post, say } from './api.js';
import { address, button, h, matching, searchField, small, state, table } from './dom.js';
import { exactly, yours } from './times.js';
import { attemptWords, deliveryState } from './words.js';

/** @type {(force?: boolean) => unknown} */
let again = () => undefined;
const search = searchField('Search deliveries', () => again(true));

/** Webhook deliveries, newest first, with every attempt. */
export const deliveries = {
	load: async () => ({
		deliveries: (await get('/deliveries?limit=500')).reverse(),
		subscriptions: await get('/subscriptions'),
	}),
	draw({ deliveries: all, subscriptions }, refresh) {
		again = refresh;
		const rows = matching(all, search, (row) =>
			[row.eventType, row.event, row.entityId, row.uri, row.status, deliveryState(row)].join(' '),
		).slice(0, 100);
		const replay = async (row) => {
			const after = await post(`/deliveries/${row.id}/replay`);
			say(
				`Delivery ${row.id} sent again: ${after.status === 'Delivered' ? 'delivered' : attemptWords(after.attempts.at(-1), row.uri)}.`.replace(
					/([.?])\.$/,
					'$1',
				),
				after.status !== 'Delivered',
			);
			await refresh(true);
		};
		const forge = async (row, mutation) => {
			const { status, error } = await post('/deliveries/forge', { subscriptionId: row.id, mutation });
			say(
				status === 403
					? `Forged delivery to subscription ${row.id}: rejected with 403, as expected.`
					: `Forged delivery to subscription ${row.id}: ${attemptWords({ statusCode: status, error }, row.uri)}`,
				status !== 403,
			);
			await refresh(true);
		};
		return [
			h('div', { class: 'head' }, h('h2', {}, 'Deliveries'), search),
			h(
				'p',
				{ class: 'hint' },
				`Deliveries to webhooks, newest first, in ${yours}. A delivery that isn’t accepted is retried after 5 seconds, 30 seconds, 2 minutes and 10 minutes, unless the sandbox was started with other delays.`,
			),
			table(
				'Deliveries',
				deliveryColumns(replay),
				rows,
				all.length === 0 ? undefined : 'No delivery matches your search.',
			),
			h('div', { class: 'head second' }, h('h2', {}, 'Subscriptions')),
			h(
				'p',
				{ class: 'hint' },
				'A receiver must reject a forged delivery: one with a wrong signature, or one whose body was changed after signing.',
			),
			table('Subscriptions', subscriptionColumns(forge), subscriptions),
		];
	},
};

const deliveryColumns = (replay) => [
	{ label: 'Id', number: true, cell: (row) => row.id },
	{ label: 'Event', cell: (row) => [`${row.eventType} ${row.event}`, small(`record ${row.entityId}`)] },
	{ label: 'To', cell: (row) => [address(row.uri), small(`subscription ${row.subscriptionId}`)] },
	{
		label: 'State',
		cell: (row) => [
			state(row.status, deliveryState(row)),
			small(row.status),
			row.nextAttemptAt === null || row.status === 'Pending'
				? ''
				: h('span', { class: 'small' }, 'next try ', exactly(row.nextAttemptAt)),
		],
	},
	{
		label: 'Attempts',
		cell: (row) =>
			row.attempts.map((attempt) =>
				h('span', { class: 'small', title: attempt.error }, exactly(attempt.at), ` ${attemptWords(attempt, row.uri)}`),
			),
	},
	{
		label: 'Actions',
		cell: (row) =>
			button(`${row.id}-replay`, 'Send again', () => replay(row), { 'aria-label': `Send again: delivery ${row.id}` }),
	},
];

const subscriptionColumns = (forge) => [
	{ label: 'Id', number: true, cell: (row) => row.id },
	{ label: 'Event', cell: (row) => `${row.eventType} ${row.event}` },
	{ label: 'To', cell: (row) => address(row.uri) },
	{ label: 'Created by', cell: (row) => [row.key, small(`subscriber ${row.subscriberId}`)] },
	{ label: 'Active', cell: (row) => (row.isActive ? 'yes' : 'no') },
	{
		label: 'Forge',
		cell: (row) =>
			h(
				'span',
				{ class: 'row' },
				button(`${row.id}-signature`, 'Wrong signature', () => forge(row, 'signature'), {
					'aria-label': `Wrong signature to subscription ${row.id}`,
				}),
				button(`${row.id}-body`, 'Changed body', () => forge(row, 'body'), {
					'aria-label': `Changed body to subscription ${row.id}`,
				}),
			),
	},
];
