import { incidents, timesheets } from './approvals.js';
import { get, post, say } from './api.js';
import { faults, setup } from './control.js';
import { h } from './dom.js';
import { live } from './live.js';
import { deliveries, requests } from './watch.js';

const sections = {
	timesheets: ['Timesheets', timesheets],
	incidents: ['Incident reports', incidents],
	live: ['Live operations', live],
	requests: ['Requests', requests],
	deliveries: ['Deliveries', deliveries],
	faults: ['Faults', faults],
	setup: ['Keys', setup],
};
const interval = 1500;

const view = document.getElementById('view');
const nav = document.getElementById('sections');
nav.append(...Object.entries(sections).map(([name, [label]]) => h('a', { href: `#${name}` }, label)));

let drawn = '';
let turn = 0;
const current = () => (location.hash.slice(1) in sections ? location.hash.slice(1) : 'timesheets');

/** Draws the section when its data has changed, or when asked to; the focus stays on the same control. */
async function refresh(force = false) {
	const name = current();
	const mine = ++turn;
	const [, section] = sections[name];
	const data = await section.load();
	const text = name + JSON.stringify(data);
	// A later refresh, or another section, has overtaken this one.
	if (mine !== turn || name !== current() || (!force && text === drawn)) return;
	// Nobody's typing is thrown away by news from the server.
	if (!force && view.querySelector('form')?.contains(document.activeElement)) return;
	drawn = text;
	const focused = view.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
	view.replaceChildren(...section.draw(data, refresh));
	if (focused !== undefined)
		(view.querySelector(`[data-focus="${CSS.escape(focused)}"]`) ?? view).focus({ preventScroll: true });
}

async function showClock() {
	const { now } = await get('/state');
	const place = document.getElementById('now');
	place.dateTime = now;
	place.title = now;
	place.textContent = new Date(now).toLocaleString(undefined, {
		weekday: 'short',
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	});
}

async function move(seconds) {
	say('Moving the clock …');
	await post('/clock', { advanceSeconds: seconds });
	say(
		`The clock has been moved by ${seconds < 3600 ? `${seconds / 60} min` : `${Math.round(seconds / 360) / 10} h`}; deliveries that were due have been sent.`,
	);
	await Promise.all([showClock(), refresh(true)]);
}

const clock = document.getElementById('clock');
clock.addEventListener('click', (event) => {
	const { seconds } = event.target.dataset ?? {};
	if (seconds !== undefined) move(Number(seconds)).catch(() => undefined);
});
clock.addEventListener('submit', (event) => {
	event.preventDefault();
	move(Number(document.getElementById('minutes').value) * 60).catch(() => undefined);
});

function show() {
	for (const link of nav.children) {
		if (link.hash === `#${current()}`) {
			link.setAttribute('aria-current', 'page');
			link.scrollIntoView({ block: 'nearest', inline: 'center' });
		} else link.removeAttribute('aria-current');
	}
	refresh(true).catch(() => undefined);
}
addEventListener('hashchange', show);
// The skip link's own target is not a section, so the address must not change.
document.querySelector('.skip').addEventListener('click', (event) => {
	event.preventDefault();
	view.focus();
});
// Refusals have been said already; a promise that nobody waits for must not end as an error in the console.
addEventListener('unhandledrejection', (event) => event.preventDefault());

async function tick() {
	if (!document.hidden) await Promise.all([showClock(), refresh()]).catch(() => undefined);
	setTimeout(tick, interval);
}
show();
tick();
