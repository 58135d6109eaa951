/**
 * Makes an element. Text goes in as text, never as markup, because names and addresses come from whoever called the service.
 * @param {string} name
 * @param {Record<string, unknown>} attributes `on…` are listeners; false and undefined leave an attribute out
 * @param {...(Node | string | number | null)} children
 */
export function h(name, attributes = {}, ...children) {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (value === undefined || value === null || value === false) continue;
		if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
		else element.setAttribute(key, value === true ? '' : String(value));
	}
	element.append(
		...children
			.filter((child) => child !== null && child !== undefined)
			.map((child) => (child instanceof Node ? child : String(child))),
	);
	return element;
}

/** A table whose cells know the name of their column, so that a narrow screen can show rows as cards. */
export function table(caption, columns, rows) {
	if (rows.length === 0) return h('p', { class: 'empty' }, 'Nothing here yet.');
	const cells = (row) =>
		columns.map(({ label, cell, number }) => {
			const content = cell(row);
			return h(
				'td',
				{ 'data-label': label, class: number ? 'number' : undefined },
				h('span', {}, ...(Array.isArray(content) ? content : [content])),
			);
		});
	return h(
		'table',
		{ 'aria-label': caption },
		h('thead', {}, h('tr', {}, ...columns.map(({ label }) => h('th', { scope: 'col' }, label)))),
		h('tbody', {}, ...rows.map((row) => h('tr', {}, ...cells(row)))),
	);
}

/** A button that keeps its focus when its section is drawn again: `id` says which button it is. */
export const button = (id, label, onclick, attributes = {}) =>
	h('button', { type: 'button', 'data-focus': id, onclick, ...attributes }, label);

export const small = (text) => h('small', {}, text);

const days = new Intl.DateTimeFormat(undefined, {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
});
const times = new Intl.DateTimeFormat(undefined, {
	day: '2-digit',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});

/** A moment in the reader's own time zone; the exact one on hover. */
export const when = (iso) => (iso ? h('time', { datetime: iso, title: iso }, times.format(new Date(iso))) : '–');

const tones = {
	Approved: 'good',
	Delivered: 'good',
	'CLOCKED IN': 'good',
	Rejected: 'bad',
	Failed: 'wait',
	MaxRetriesReached: 'bad',
	'NOT CLOCKED IN': 'bad',
	Pending: 'wait',
};
export const state = (text) => h('strong', { class: tones[text] }, text);

/** A shift from start to end, in the reader's own time zone. */
export const span = (from, to) =>
	h('span', { title: `${from} to ${to}` }, days.formatRange(new Date(from), new Date(to)));
