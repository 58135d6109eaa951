import { admin, get, post, say } from './api.js';
import { button, h, table } from './dom.js';

const kinds = [
	['status', 'An HTTP status'],
	['delay', 'A delay, then the normal answer'],
	['html', 'An HTML page'],
	['reset', 'A reset connection'],
	['truncated', 'An answer cut in half'],
	['repeatCursor', 'A cursor that comes back'],
	['statusCode', 'HTTP 200 that says it failed'],
];

/** Disturbances on demand. */
export const faults = {
	load: () => get('/faults'),
	draw(rows, refresh) {
		const field = (label, name, attributes) =>
			h('label', {}, label, h('input', { name, 'data-focus': name, ...attributes }));
		const add = async (event) => {
			event.preventDefault();
			const form = new FormData(event.target);
			const kind = form.get('kind');
			const number = (name) => (form.get(name) === '' ? undefined : Number(form.get(name)));
			const fault = {
				path: form.get('path'),
				method: form.get('method') || undefined,
				kind: kind === 'delay' ? undefined : kind,
				status: kind === 'status' ? (number('status') ?? 503) : kind === 'statusCode' ? number('status') : undefined,
				delayMs: kind === 'delay' ? (number('delayMs') ?? 1000) : number('delayMs'),
				times: form.get('times') === '' ? null : Number(form.get('times')),
			};
			const { id } = await post('/faults', fault);
			say(`Fault ${id} is waiting for its request.`);
			await refresh(true);
		};
		const remove = async (id) => {
			await admin('DELETE', id === null ? '/faults' : `/faults/${id}`);
			say(id === null ? 'All faults removed.' : `Fault ${id} removed.`);
			await refresh(true);
		};
		return [
			h(
				'div',
				{ class: 'head' },
				h('h2', {}, 'Faults'),
				button('none', 'Remove all', () => remove(null), { disabled: rows.length === 0 }),
			),
			h(
				'p',
				{ class: 'hint' },
				'The next matching requests are disturbed. The path is a prefix or a regular expression; an empty “times” keeps the fault until it is removed.',
			),
			h(
				'form',
				{ class: 'fields', onsubmit: add },
				h(
					'label',
					{},
					'What',
					h(
						'select',
						{ name: 'kind', 'data-focus': 'kind' },
						...kinds.map(([value, label]) => h('option', { value }, label)),
					),
				),
				field('Path', 'path', { value: '/api/external/', required: true }),
				h(
					'label',
					{},
					'Method',
					h(
						'select',
						{ name: 'method', 'data-focus': 'method' },
						...['', 'GET', 'POST', 'PUT', 'PATCH'].map((value) => h('option', { value }, value === '' ? 'any' : value)),
					),
				),
				field('Status', 'status', { type: 'number', min: 1, max: 599, placeholder: '503' }),
				field('Delay in ms', 'delayMs', { type: 'number', min: 0, max: 600000 }),
				field('Times', 'times', { type: 'number', min: 1, value: 1 }),
				h('button', { class: 'main', 'data-focus': 'add' }, 'Add fault'),
			),
			table(
				'Faults',
				[
					{ label: 'Id', number: true, cell: (row) => row.id },
					{ label: 'Request', cell: (row) => h('code', {}, `${row.method ?? 'any'} ${row.path}`) },
					{
						label: 'What',
						cell: (row) => [
							row.kind ?? 'delay',
							row.status === null ? '' : ` ${row.status}`,
							row.delayMs === 0 ? '' : ` after ${row.delayMs} ms`,
						],
					},
					{ label: 'Left', number: true, cell: (row) => row.times ?? 'until removed' },
					{ label: 'Used', number: true, cell: (row) => row.hits },
					{
						label: 'Actions',
						cell: (row) =>
							button(`${row.id}-remove`, 'Remove', () => remove(row.id), { 'aria-label': `Remove fault ${row.id}` }),
					},
				],
				rows,
			),
		];
	},
};

/** What to paste into a credential, and the two big levers. */
export const setup = {
	load: () => get('/state').then(({ now: _now, ...state }) => state),
	draw(state, refresh) {
		const revoke = async () => {
			await post('/tokens/revoke');
			say('Every token stopped working; the next request gets 401.');
		};
		const reset = async () => {
			if (!confirm('Throw away every change and seed the company again?')) return;
			await post('/reset');
			say('Everything is as it was at the start.');
			await refresh(true);
		};
		const entries = [
			['Base address', state.url],
			['Subscription key', state.subscriptionKey],
			...Object.entries(state.keys).map(([name, key]) => [`API key: ${name}`, key]),
		];
		return [
			h(
				'div',
				{ class: 'head' },
				h('h2', {}, 'Keys and state'),
				h(
					'span',
					{ class: 'row' },
					button('revoke', 'Revoke all tokens', revoke),
					button('reset', 'Reset everything', reset),
				),
			),
			h('dl', {}, ...entries.flatMap(([label, value]) => [h('dt', {}, label), h('dd', {}, h('code', {}, value))])),
			h(
				'p',
				{ class: 'hint' },
				`${state.ratePerMinute} requests per minute and key; a token lives ${state.tokenTtlSeconds} seconds.`,
			),
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
