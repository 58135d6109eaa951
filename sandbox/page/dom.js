/**
 * Creates an element. Text is inserted as text, never as markup, because names and addresses come from callers of the
 * service.
 * @param {string} name
 * @param {Record<string, any>} attributes `on…` are listeners; false and undefined leave an attribute out
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

/**
 * A table with the column's name in each cell, so that a narrow screen can show rows as cards. It names its roles,
 * because cards would lose them.
 */
export function table(caption, columns, rows, empty = 'Nothing here yet.') {
	if (rows.length === 0) return h('p', { class: 'empty' }, empty);
	const cells = (row) =>
		columns.map(({ label, cell, number }) => {
			const content = cell(row);
			return h(
				'td',
				{ role: 'cell', 'data-label': label, class: number ? 'number' : undefined },
				h('span', {}, ...(Array.isArray(content) ? content : [content])),
			);
		});
	return h(
		'table',
		{ role: 'table', 'aria-label': caption },
		h(
			'thead',
			{ role: 'rowgroup' },
			h('tr', { role: 'row' }, ...columns.map(({ label }) => h('th', { role: 'columnheader', scope: 'col' }, label))),
		),
		h('tbody', { role: 'rowgroup' }, ...rows.map((row) => h('tr', { role: 'row' }, ...cells(row)))),
	);
}

/** A button that keeps its focus when its section is drawn again: `id` says which button it is. */
export const button = (id, label, onclick, attributes = {}) =>
	h('button', { type: 'button', 'data-focus': id, onclick, ...attributes }, label);

export const small = (text) => h('small', {}, text);

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
export const state = (text, words = text) => h('strong', { class: tones[text], title: text }, words);

/** An address or a path that breaks after its separators, and inside a part only if it must. */
export function address(text) {
	const code = h('code', { class: 'address' });
	for (const part of text.split(/(?<=[/?&=])/)) code.append(part, document.createElement('wbr'));
	return code;
}

/** Copies a text and says so. If the browser doesn't allow that, the message shows the text for the reader to copy. */
export const copyButton = (id, label, text, say) =>
	button(
		id,
		'Copy',
		async () => {
			try {
				await navigator.clipboard.writeText(text);
				say(`${label} copied.`);
			} catch {
				say(`Your browser doesn’t allow copying. Select and copy this yourself: ${text}`, true);
			}
		},
		{ 'aria-label': `Copy ${label}` },
	);

/**
 * A search field that survives redraws of its section: created once, and put into every redraw. `changed` is called
 * when the reader pauses typing.
 */
export function searchField(label, changed) {
	let timer;
	const input = h('input', {
		type: 'search',
		placeholder: 'Search',
		'aria-label': label,
		'data-focus': 'search',
		oninput: () => {
			clearTimeout(timer);
			timer = setTimeout(changed, 200);
		},
	});
	return /** @type {HTMLInputElement} */ (input);
}

/** The rows with every word of the search somewhere in the text that `textOf` gives. */
export function matching(rows, field, textOf) {
	const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
	return words.length === 0
		? rows
		: rows.filter((row) => {
				const text = textOf(row).toLowerCase();
				return words.every((word) => text.includes(word));
			});
}
