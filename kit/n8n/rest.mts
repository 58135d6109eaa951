// n8n's REST API as its editor uses it: one session with a cookie, and answers without their `data` wrapper.
import { waitFor } from '../lib/wait.mts';

export class N8nRefusal extends Error {
	readonly status: number;

	constructor(request: string, status: number, message: string) {
		super(`n8n answered ${status} to ${request}: ${message}`);
		this.name = 'N8nRefusal';
		this.status = status;
	}
}

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

interface Settings {
	userManagement: { showSetupOnFirstLoad?: boolean };
}

/** `undefined` if n8n refuses with this status. */
export async function unlessRefused<T>(status: number, request: Promise<T>): Promise<T | undefined> {
	try {
		return await request;
	} catch (error) {
		if (error instanceof N8nRefusal && error.status === status) return undefined;
		throw error;
	}
}

export class N8nSession {
	readonly url: string;
	#cookie = '';

	constructor(url: string) {
		this.url = url;
	}

	async request<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
		const answer = await waitFor(`n8n to be ready for ${method} ${path}`, async () => {
			const found = await this.#send(method, path, body, headers);
			// Just after its start, or under heavy load, n8n refuses requests without looking at them.
			return found.status === 503 && found.text.includes('Database is not ready') ? undefined : found;
		});
		const { text } = answer;
		if (!answer.ok) throw new N8nRefusal(`${method} ${path}`, answer.status, messageIn(text));
		const read: unknown = text === '' ? undefined : JSON.parse(text);
		return (isRecord(read) && 'data' in read && path.startsWith('/rest/') ? read['data'] : read) as T;
	}

	async #send(
		method: string,
		path: string,
		body: unknown,
		headers: Record<string, string>,
	): Promise<{ ok: boolean; status: number; text: string }> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				accept: 'application/json',
				// n8n closes connections that are idle for five seconds, which would lose a request sent at that moment.
				connection: 'close',
				// n8n ties a session to the browser that began it.
				'browser-id': 'workforce-operations-driver',
				...(this.#cookie ? { cookie: this.#cookie } : {}),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(240_000),
		});
		for (const cookie of response.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.#cookie = cookie.split(';', 1)[0] ?? '';
		}
		return { ok: response.ok, status: response.status, text: await response.text() };
	}

	/** On a fresh n8n it creates the owner first. */
	async signIn(owner: Owner): Promise<void> {
		if (await this.#isFresh(owner)) await this.request('POST', '/rest/owner/setup', owner);
		await this.#logIn(owner);
	}

	async #logIn({ email, password }: Owner): Promise<void> {
		await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** Without its editor n8n has no settings that say so; then it is fresh if it doesn't know the owner. */
	async #isFresh(owner: Owner): Promise<boolean> {
		const settings = await unlessRefused(404, this.request<Settings>('GET', '/rest/settings'));
		if (settings !== undefined) return settings.userManagement.showSetupOnFirstLoad === true;
		const known = this.#logIn(owner).then(() => true);
		return (await unlessRefused(401, known)) === undefined;
	}
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function messageIn(text: string): string {
	try {
		const body: unknown = JSON.parse(text);
		if (isRecord(body) && typeof body['message'] === 'string') return body['message'];
	} catch {
		// Not JSON: the text itself is the message.
	}
	return text.slice(0, 500);
}
