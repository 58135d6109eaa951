// The header: the variant, and the clock with its time, by how much it was moved, and the way back.
import { get, post, say } from './api.js';
import { clockTime, span, yours } from './times.js';

const place = (id) => document.getElementById(id);

export async function showClock() {
	const [{ now, clockMovedSeconds, pace, variantInWords }, { alive }] = await Promise.all([
		get('/state'),
		get('/alive'),
	]);
	place('variant').textContent = variantInWords;
	const time = /** @type {HTMLTimeElement} */ (place('now'));
	time.dateTime = now;
	time.title = now;
	time.textContent = clockTime(now);
	place('whose').textContent = yours;
	place('alive').hidden = pace === 1 && !alive;
	place('alive').textContent = [
		...(alive ? ['A simulated day is running'] : []),
		...(pace === 1 ? [] : [`${pace} times as fast as real time`]),
	].join(', ');
	const moved = Math.abs(clockMovedSeconds) >= 1;
	place('moved').hidden = !moved;
	place('moved-by').textContent = moved
		? `${span(Math.abs(clockMovedSeconds))} ${clockMovedSeconds > 0 ? 'ahead of' : 'behind'} real time`
		: '';
}

/** The results of the deliveries that fell due on the way. */
function dueWords({ delivered, failed }) {
	const parts = [
		...(delivered > 0 ? [`${delivered} delivered`] : []),
		...(failed > 0 ? [`${failed} not accepted`] : []),
	];
	return parts.length === 0 ? 'No webhook was due.' : `Webhooks due: ${parts.join(', ')}.`;
}

/** Makes the buttons move the clock; `moved` redraws the section. */
export function startClock(moved) {
	const change = async (body, words) => {
		say('Moving the clock …');
		const { attempts } = await post('/clock', body);
		say(`${words} ${dueWords(attempts)}`);
		await Promise.all([showClock(), moved()]);
	};
	const forward = (seconds) =>
		change({ advanceSeconds: seconds }, `The clock has been moved by ${span(seconds)}.`).catch(() => undefined);
	const form = place('clock');
	const minutes = /** @type {HTMLInputElement} */ (place('minutes'));
	form.addEventListener('click', (event) => {
		const { seconds, back } = /** @type {HTMLElement} */ (event.target).dataset;
		if (seconds !== undefined) forward(Number(seconds));
		if (back !== undefined) change({ back: true }, 'The clock is back to real time.').catch(() => undefined);
	});
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		forward(Number(minutes.value) * 60);
	});
}
