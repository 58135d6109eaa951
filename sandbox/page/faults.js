import { admin, get, post, say } from './api.js';
import { address, button, h, matching, searchField, small, table } from './dom.js';

const statusField = { label: 'Status', min: 200, max: 599, value: 503 };
const timesheets = '/api/external/timesheets';

/** What each kind does, the fields that it has besides path, method and times, and a case to try it with. */
const kinds = {
	status: {
		label: 'An HTTP status',
		does: 'The request returns this status and an error in the service’s own format.',
		status: statusField,
		example: ['The service is down for three requests', { path: '/api/external/', status: 503, times: 3 }],
	},
	delay: {
		label: 'Delay before the normal answer',
		does: 'The request waits, then gets its normal answer.',
		delayMs: { label: 'Delay in ms', min: 1, max: 600_000, value: 2000 },
		example: ['Timesheets take 10 seconds', { path: timesheets, delayMs: 10_000, times: '' }],
	},
	html: {
		label: 'An HTML page',
		does: 'Returns a web page instead of JSON, as a gateway or proxy would.',
		status: { ...statusField, value: 200 },
		example: ['A gateway shows its own page', { path: '/api/external/', status: 502, times: 1 }],
	},
	reset: {
		label: 'Connection reset',
		does: 'The connection is cut before the answer.',
		example: [
			'The connection breaks during a token request',
			{ path: '/api/external/token/request', method: 'POST', times: 1 },
		],
	},
	truncated: {
		label: 'Answer cut off halfway',
		does: 'The normal answer stops in the middle.',
		example: ['The list of customers is cut off', { path: '/api/external/customers', method: 'GET', times: 1 }],
	},
	repeatCursor: {
		label: 'Repeated cursor',
		does: 'The cursor leads to the same page again; a client that follows it blindly never stops.',
		example: ['The list of customers never ends', { path: '/api/external/customers', method: 'GET', times: 1 }],
	},
	statusCode: {
		label: 'Failure with HTTP 200',
		does: 'The HTTP status is 200, but the envelope says that the request failed.',
		status: { label: 'Code in the envelope', min: 1, max: 599, value: 500 },
		example: ['The list of timesheets fails with HTTP 200', { path: timesheets, method: 'GET', status: 500, times: 1 }],
	},
};

let chosen = 'status';
/** What the form shows; kept while the section is drawn again. */
let values = { path: '/api/external/', method: '', times: 1 };
/** @type {(force?: boolean) => unknown} */
let again = () => undefined;
const search = searchField('Search faults', () => again(true));

function remember(form) {
	values = { ...values, ...Object.fromEntries(new FormData(form)) };
}

function faultOf(form) {
	const number = (name) => (form.get(name) === null || form.get(name) === '' ? undefined : Number(form.get(name)));
	return {
		path: form.get('path'),
		method: form.get('method') || undefined,
		kind: chosen === 'delay' ? undefined : chosen,
		status: number('status'),
		delayMs: number('delayMs'),
		times: number('times') ?? null,
	};
}

function faultForm(refresh) {
	const kind = kinds[chosen];
	const input = (label, name, attributes) =>
		h('label', {}, label, h('input', { name, 'data-focus': name, value: values[name], ...attributes }));
	const choose = (name, label, options, more) =>
		h(
			'label',
			{},
			label,
			h(
				'select',
				{ name, 'data-focus': name, ...more },
				...options.map(([value, text]) => h('option', { value, selected: value === (values[name] ?? '') }, text)),
			),
		);
	const numeric = (name, field) =>
		field &&
		input(field.label, name, {
			type: 'number',
			min: field.min,
			max: field.max,
			value: values[name] ?? field.value,
			required: true,
		});
	const [title, example] = kind.example;
	values.kind = chosen;
	return h(
		'form',
		{
			class: 'fields',
			oninput: (event) => remember(event.currentTarget),
			onsubmit: async (event) => {
				event.preventDefault();
				const { id } = await post('/faults', faultOf(new FormData(event.target)));
				say(`Fault ${id} applies to the next matching request.`);
				await refresh(true);
			},
		},
		choose(
			'kind',
			'What',
			Object.entries(kinds).map(([value, { label }]) => [value, label]),
			{
				onchange: (event) => {
					chosen = event.target.value;
					const { status: _status, delayMs: _delay, ...kept } = values;
					values = kept;
					refresh(true);
				},
			},
		),
		input('Path', 'path', { required: true }),
		choose('method', 'Method', [['', 'any'], ...['GET', 'POST', 'PUT', 'PATCH'].map((value) => [value, value])]),
		numeric('status', kind.status) || null,
		numeric('delayMs', kind.delayMs) || null,
		input('Times (empty: until removed)', 'times', { type: 'number', min: 1 }),
		h('button', { class: 'main', 'data-focus': 'add' }, 'Add fault'),
		h(
			'p',
			{ class: 'wide' },
			`${kind.does} `,
			button(
				'example',
				`Example: ${title}`,
				() => {
					values = { method: '', ...example };
					refresh(true);
				},
				{ class: 'link' },
			),
		),
	);
}

/** Disturbances on demand. */
export const faults = {
	load: () => get('/faults'),
	draw(all, refresh) {
		again = refresh;
		const rows = matching(all, search, (row) => [row.method, row.path, wordsOf(row)].join(' '));
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
				h(
					'span',
					{ class: 'row' },
					search,
					button('none', 'Remove all', () => remove(null), { disabled: all.length === 0 }),
				),
			),
			h(
				'p',
				{ class: 'hint' },
				'A fault applies to the next requests that match. The path is the start of an address, such as ',
				h('code', {}, '/api/external/customers'),
				', or a regular expression, such as ',
				h('code', {}, 'timesheets/\\d+/rates'),
				'.',
			),
			faultForm(refresh),
			table(
				'Faults',
				[
					{ label: 'Id', number: true, cell: (row) => row.id },
					{ label: 'Request', cell: (row) => address(`${row.method ?? 'any'} ${row.path}`) },
					{ label: 'What', cell: wordsOf },
					{ label: 'Left', number: true, cell: (row) => row.times ?? small('until removed') },
					{ label: 'Used', number: true, cell: (row) => row.hits },
					{
						label: 'Actions',
						cell: (row) =>
							button(`${row.id}-remove`, 'Remove', () => remove(row.id), { 'aria-label': `Remove fault ${row.id}` }),
					},
				],
				rows,
				all.length === 0
					? 'There are no faults: every request gets its normal answer.'
					: 'No fault matches your search.',
			),
		];
	},
};

const wordsOf = ({ kind, status, delayMs }) =>
	[
		kind === null ? 'the normal answer' : (kinds[kind]?.label ?? kind),
		status === null ? '' : ` ${status}`,
		delayMs === 0 ? '' : `, after ${delayMs} ms`,
	].join('');
