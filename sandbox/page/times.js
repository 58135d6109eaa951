// How times are written: in the site's zone if there is a site, else in the reader's, and always with the zone.
import { h, small } from './dom.js';

const readers = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const city = (zone) => zone.split('/').at(-1).replaceAll('_', ' ');

/** The zone of times without a site. */
export const yours = `your time (${city(readers)})`;

const formats = new Map();
function format(zone, more) {
	const name = zone + JSON.stringify(more);
	if (!formats.has(name))
		formats.set(
			name,
			new Intl.DateTimeFormat('en-AU', {
				timeZone: zone,
				day: 'numeric',
				month: 'short',
				hour: '2-digit',
				minute: '2-digit',
				hourCycle: 'h23',
				...more,
			}),
		);
	return formats.get(name);
}

/** A moment as `22 Nov, 18:05`, with its zone and the exact moment on hover. Without a zone it is the reader's. */
export function when(iso, zone = readers, more = {}) {
	if (!iso) return '–';
	const text = format(zone, more).format(new Date(iso));
	return h('time', { datetime: iso, title: `${city(zone)} time; exactly ${iso}` }, text);
}

/** The hour and the minute alone, for a moment with a day that is plain from its context. */
export const hour = (iso, zone) => when(iso, zone, { day: undefined, month: undefined });

/** A moment to the second, in the reader's zone. */
export const exactly = (iso) => when(iso, readers, { second: '2-digit' });

/** A shift from start to end in the time of its site, which is named. */
export const shiftTimes = ({ from, to, zone }) => [
	h(
		'span',
		{ class: 'shift', title: `${from} to ${to}` },
		format(zone, { weekday: 'short' }).formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' '),
	),
	small(`${city(zone)} time`),
];

export const siteTime = (iso, zone) => (iso ? [when(iso, zone), small(`${city(zone)} time`)] : '–');

/** The clock of the page: the reader's time to the second. */
export const clockTime = (iso) =>
	format(readers, { weekday: 'short', year: 'numeric', second: '2-digit' }).format(new Date(iso));

/** @type {[number, string, string][]} */
const units = [
	[86_400, 'day', 'days'],
	[3600, 'hour', 'hours'],
	[60, 'minute', 'minutes'],
	[1, 'second', 'seconds'],
];

/** A span in its two largest units: `1 day 2 hours`, `90 seconds` as `1 minute 30 seconds`. */
export function span(seconds) {
	let left = Math.round(seconds);
	const parts = [];
	for (const [size, one, many] of units) {
		const count = Math.floor(left / size);
		left -= count * size;
		if (count > 0) parts.push(`${count} ${count === 1 ? one : many}`);
	}
	return parts.length === 0 ? '0 seconds' : parts.slice(0, 2).join(' ');
}
