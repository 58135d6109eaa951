import { get, post, say } from './api.js';
import { button, copyButton, h, matching, searchField, table } from './dom.js';
import { span } from './times.js';

let chosen = 'developer';
/** @type {(force?: boolean) => unknown} */
let again = () => undefined;
const search = searchField('Search keys', () => again(true));

/** The key, and the three values that n8n's credential needs. */
function credential(state, refresh) {
	const choose = h(
		'select',
		{
			'data-focus': 'key',
			onchange: (event) => {
				chosen = event.target.value;
				refresh(true);
			},
		},
		...Object.keys(state.keys).map((name) => h('option', { value: name, selected: name === chosen }, name)),
	);
	const lines = [
		['Base URL', state.url],
		['API Key', state.keys[chosen]],
		['Subscription Key', state.subscriptionKey],
	];
	return h(
		'section',
		{ class: 'card', 'aria-label': 'n8n credential' },
		h(
			'p',
			{},
			'For n8n: create a credential “Workforce Operations API”, choose the region “Custom”, and paste these three values.',
		),
		h('label', {}, 'With the key ', choose, ` which gives access to ${state.keyPurposes[chosen]}`),
		h(
			'dl',
			{},
			...lines.flatMap(([label, value]) => [
				h('dt', {}, label),
				h('dd', { class: 'row' }, h('code', {}, value), copyButton(`copy-${label}`, label, value, say)),
			]),
		),
	);
}

/** The values to paste into a credential, and two global controls. */
export const setup = {
	load: () =>
		get('/state').then(({ now: _now, clockAheadSeconds: _ahead, clockMovedSeconds: _moved, ...state }) => state),
	draw(state, refresh) {
		again = refresh;
		const revoke = async () => {
			await post('/tokens/revoke');
			say('All tokens are revoked; the next request with one gets 401.');
		};
		const reset = async () => {
			if (!confirm('Delete all changes, recreate the company and reset the clock?')) return;
			await post('/reset');
			say('Everything, including the clock, is back in its initial state.');
			await refresh(true);
		};
		const keys = Object.entries(state.keys).map(([name, key]) => ({
			name,
			key,
			opens: state.keyPurposes[name],
			later: state.replacements[name],
		}));
		const withdraw = async ({ name, key }) => {
			await post('/keys/withdraw', { apiKey: key });
			say(`The old key ${name} is revoked. Its tokens stay valid for up to ${span(state.tokenTtlSeconds)}.`);
			await refresh(true);
		};
		return [
			h(
				'div',
				{ class: 'head' },
				h('h2', {}, 'Keys and state'),
				h(
					'span',
					{ class: 'row' },
					search,
					button('revoke', 'Revoke all tokens', revoke),
					button('reset', 'Reset everything', reset),
				),
			),
			h(
				'p',
				{ class: 'hint' },
				'Revoke all tokens: every client’s next request gets 401, and the client must request a new token. Reset everything: removes all changes, subscriptions and faults, and resets the clock.',
			),
			credential(state, refresh),
			table(
				'Keys',
				[
					{ label: 'Key', cell: (row) => row.name },
					{ label: 'Opens', cell: (row) => row.opens },
					{ label: 'API key', cell: (row) => h('code', {}, row.key) },
					{ label: 'Copy', cell: (row) => copyButton(`copy-${row.name}`, `the key ${row.name}`, row.key, say) },
					{ label: 'New key', cell: (row) => h('code', {}, row.later) },
					{
						label: 'Old key',
						cell: (row) =>
							state.withdrawn.includes(row.key)
								? 'revoked'
								: button(`withdraw-${row.name}`, 'Revoke', () => withdraw(row), {
										'aria-label': `Revoke the old key ${row.name}`,
									}),
					},
				],
				matching(keys, search, ({ name, key, opens }) => `${name} ${key} ${opens}`),
				'No key matches your search.',
			),
			h(
				'p',
				{ class: 'hint after' },
				`Every key gives access to customers and sites. You can practise replacing a key: the new key gives the same access, and both are valid until you withdraw the old one. To undo that, choose Reset everything or restart the sandbox. Each key has ${state.ratePerMinute} requests per minute; a token is valid for ${span(state.tokenTtlSeconds)}.`,
			),
			h('div', { class: 'head second' }, h('h2', {}, 'Records')),
			table(
				'Records',
				[
					{ label: 'Records', cell: ([name]) => name.replaceAll('_', ' ') },
					{ label: 'Count', number: true, cell: ([, count]) => count },
				],
				Object.entries(state.counts),
			),
		];
	},
};
