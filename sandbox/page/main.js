import { incidents, timesheets } from './approvals.js';
import { showClock, startClock } from './clock.js';
import { day } from './day.js';
import { deliveries } from './deliveries.js';
import { h } from './dom.js';
import { faults } from './faults.js';
import { live } from './live.js';
import { requests } from './requests.js';
import { setup } from './setup.js';
import { markTab, startTabs } from './tabs.js';

/** @type {Record<string, [string, { load: () => Promise<any>, draw: (data: any, refresh: (force?: boolean) => unknown) => Node[] }]>} */
const sections = {
	timesheets: ['Timesheets', timesheets],
	incidents: ['Incident reports', incidents],
	live: ['Live operations', live],
	day: ['Day', day],
	requests: ['Requests', requests],
	deliveries: ['Deliveries', deliveries],
	faults: ['Faults', faults],
	setup: ['Keys', setup],
};
const interval = 1500;

const view = document.getElementById('view');
const nav = document.getElementById('sections');
nav.append(...Object.entries(sections).map(([name, [label]]) => h('a', { href: `#${name}` }, label)));
const lookAtTabs = startTabs(nav);

const updates = document.getElementById('updates');
const title = document.title;

let drawn = '';
let turn = 0;
let paused = false;
/** A requested redraw hasn't been made yet. */
let owed = false;
const current = () => (location.hash.slice(1) in sections ? location.hash.slice(1) : 'timesheets');

/** Draws the section if its data has changed, or if asked to; the focus stays on the same control. */
async function refresh(force = false) {
	const name = current();
	const mine = ++turn;
	owed ||= force;
	const [, section] = sections[name];
	const data = await section.load();
	const text = name + JSON.stringify(data);
	// A later refresh, or another section, has overtaken this one.
	if (mine !== turn || name !== current() || (!owed && text === drawn)) return;
	// Updates wait while the user types or uses the keyboard, because a redraw would move the place they are at. A
	// mere click doesn't delay them.
	const active = /** @type {HTMLElement} */ (document.activeElement);
	const isInside = active !== view && view.contains(active);
	if (!owed && (paused || (isInside && active.matches(':focus-visible'))))
		return void (updates.textContent = 'Show new data');
	updates.textContent = paused ? 'Resume updates' : 'Pause updates';
	owed = false;
	drawn = text;
	const focused = isInside ? active.dataset.focus : undefined;
	view.replaceChildren(...section.draw(data, refresh));
	view.dataset.section = name;
	if (focused === undefined) return;
	/** @type {HTMLElement | null} */
	const control = view.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
	(control ?? view).focus({ preventScroll: true });
}

startClock(() => refresh(true));
updates.addEventListener('click', () => {
	if (updates.textContent !== 'Show new data') paused = !paused;
	refresh(true).catch(() => undefined);
});

function show() {
	document.title = `${sections[current()][0]} · ${title}`;
	markTab(nav, `#${current()}`);
	lookAtTabs();
	// Arrows that have just appeared take space from the row.
	markTab(nav, `#${current()}`);
	refresh(true).catch(() => undefined);
}
addEventListener('hashchange', () => {
	show();
	view.focus({ preventScroll: true });
});
// The skip link's own target is not a section, so the address must not change.
document.querySelector('.skip').addEventListener('click', (event) => {
	event.preventDefault();
	view.focus();
});
// Refusals have already been shown; an unawaited promise must not end as an error in the console.
addEventListener('unhandledrejection', (event) => event.preventDefault());

async function tick() {
	if (!document.hidden) await Promise.all([showClock(), refresh()]).catch(() => undefined);
	setTimeout(tick, interval);
}
show();
tick();
