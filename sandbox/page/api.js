const notice = () => document.getElementById('notice');

/** Shows what has happened, also for screen readers. */
export function say(text, bad = false) {
	const place = notice();
	place.textContent = text;
	place.className = bad ? 'bad' : '';
}

const SILENT = 'The sandbox isn’t responding. Is it still running?';

/** One call of the admin API; a refusal is shown and thrown. */
export async function admin(method, path, body) {
	let answer;
	try {
		answer = await fetch(`/_admin${path}`, {
			method,
			headers: body === undefined ? {} : { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	} catch {
		say(SILENT, true);
		throw new Error('no answer');
	}
	// The sandbox has been started again meanwhile.
	if (notice().textContent === SILENT) say('');
	const json = await answer.json();
	if (!answer.ok) {
		say(json.error ?? `HTTP ${answer.status}`, true);
		throw new Error(json.error);
	}
	return json;
}

export const get = (path) => admin('GET', path);
export const post = (path, body) => admin('POST', path, body);
