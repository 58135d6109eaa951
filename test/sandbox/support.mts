import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { type Inbox, startInbox } from '../../kit/servers/inbox.mts';
import type { Sandbox, SandboxOptions } from '../../sandbox/index.mts';
import { startSandbox } from '../shared.mts';

export type Json = Record<string, unknown>;
export type KeyName = keyof Sandbox['keys'];

export interface Answer {
	status: number;
	headers: Headers;
	body: Json;
	/** `body.data` as a list of records; empty when it isn't one. */
	rows: Json[];
}

export interface Client {
	sandbox: Sandbox;
	/** Calls the service with the token of a key. `path` without `/api`. */
	call(key: KeyName, method: string, path: string, body?: unknown): Promise<Answer>;
	get(key: KeyName, path: string): Promise<Answer>;
	admin<Result = Json>(method: string, path: string, body?: unknown): Promise<Result>;
	/** The status of an admin call that is expected to fail, with its words. */
	adminFailure(method: string, path: string, body?: unknown): Promise<{ status: number; error: string }>;
	close(): Promise<void>;
}

/** A moment in the middle of an Australian winter day, so that nothing in a test hangs on today's date. */
export const noon = new Date('2026-07-15T02:00:00.000Z');

/** Starts a sandbox whose answers are checked against the contract as well, and a client that holds a token per key. */
export async function startClient(options: SandboxOptions = {}): Promise<Client> {
	const sandbox = await startSandbox({ clockStart: noon, ratePerMinute: 100_000, validateResponses: true, ...options });
	const tokens = new Map<string, string>();
	const tokenOf = async (key: KeyName): Promise<string> => {
		let token = tokens.get(key);
		if (token === undefined) {
			token = tokenIn(await askForToken(sandbox, sandbox.keys[key]));
			tokens.set(key, token);
		}
		return token;
	};
	const call: Client['call'] = async (key, method, path, body) => {
		const answer = await request(sandbox, method, `/api${path}`, body, {
			authorization: `Bearer ${await tokenOf(key)}`,
		});
		if (answer.status !== 401) return answer;
		// A test that moves the clock by days outlives its token.
		tokens.delete(key);
		return request(sandbox, method, `/api${path}`, body, { authorization: `Bearer ${await tokenOf(key)}` });
	};
	const admin = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
		const answer = await fetch(`${sandbox.url}/_admin${path}`, {
			method,
			...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		});
		return { status: answer.status, body: await answer.json() };
	};
	return {
		sandbox,
		call,
		get: (key, path) => call(key, 'GET', path),
		admin: async <Result,>(method: string, path: string, body?: unknown) => {
			const answer = await admin(method, path, body);
			if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
			return answer.body as Result;
		},
		adminFailure: async (method, path, body) => {
			const answer = await admin(method, path, body);
			return { status: answer.status, error: String((answer.body as Json).error) };
		},
		close: () => sandbox.close(),
	};
}

/** A sandbox for all tests of a file. */
export function useClient(options: SandboxOptions = {}): Client {
	const client = {} as Client;
	beforeAll(async () => void Object.assign(client, await startClient(options)));
	afterAll(() => client.close());
	return client;
}

/** A sandbox of its own for each test of a file. */
export function useFreshClient(options: SandboxOptions = {}): Client {
	const client = {} as Client;
	beforeEach(async () => void Object.assign(client, await startClient(options)));
	afterEach(() => client.close());
	return client;
}

/** A sandbox that is closed when `work` is done. */
export async function withClient<Result>(
	options: SandboxOptions,
	work: (client: Client) => Promise<Result>,
): Promise<Result> {
	const client = await startClient(options);
	try {
		return await work(client);
	} finally {
		await client.close();
	}
}

/** A receiver of webhooks of its own for each test of a file. */
export function useInbox(): Inbox {
	const inbox = {} as Inbox;
	beforeEach(async () => void Object.assign(inbox, await startInbox()));
	afterEach(() => inbox.close());
	return inbox;
}

/** One request as it is, with the subscription key unless the headers say otherwise. */
export async function request(
	sandbox: Sandbox,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const answer = await fetch(sandbox.url + path, {
		method,
		headers: {
			'external-svc-apim-sub-key': sandbox.subscriptionKey,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await answer.text();
	const json = text === '' ? {} : (JSON.parse(text) as Json);
	return {
		status: answer.status,
		headers: answer.headers,
		body: json,
		rows: Array.isArray(json.data) ? (json.data as Json[]) : [],
	};
}

/** Asks for a token with an API key. */
export const askForToken = (
	sandbox: Sandbox,
	apiKey: string,
	path = '/api/external/token/request',
	headers?: Record<string, string>,
): Promise<Answer> => request(sandbox, 'POST', path, { apiKey }, headers);

export const tokenIn = ({ body }: Answer): string => String((body.data as Json).accessToken);

/** Waits until a condition holds; the test's own time limit is the only limit. */
export async function until<Value>(
	look: () => Promise<Value | null | undefined | false> | Value | null | undefined | false,
): Promise<Value> {
	for (;;) {
		const value = await look();
		if (value !== null && value !== undefined && value !== false) return value;
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

/** A subscriber with one subscription; returns ids and secret. */
export async function subscribe(
	client: Client,
	uri: string,
	event = 'approve',
	eventType = 'timesheet',
): Promise<{ subscriberId: number; subscriptionId: number; secret: string }> {
	const subscriber = (await client.call('developer', 'POST', '/webhook/subscribers')).body.data as Json;
	const answer = await client.call('developer', 'POST', '/webhook/subscriptions', {
		subscriberId: subscriber.id,
		event,
		eventType,
		uri,
	});
	return {
		subscriberId: Number(subscriber.id),
		subscriptionId: Number((answer.body.data as Json).id),
		secret: String(subscriber.secretToken),
	};
}

export interface Happening extends Json {
	id: number;
	kind: string;
	at: string;
	until: string | null;
}

/** Everything that has happened so far. */
export const happenings = ({ admin }: Client): Promise<Happening[]> => admin('GET', '/happenings');

/** What a list shows with a filter is what fits it of the whole list: some rows, and not all of them. */
export async function expectFiltered(
	list: (query: string) => Promise<Answer>,
	query: string,
	fits: (row: Json) => boolean,
): Promise<void> {
	const all = (await list('')).rows;
	const fitting = all.filter(fits);
	expect((await list(query)).rows).toEqual(fitting);
	expect(fitting.length).toBeGreaterThan(0);
	expect(fitting.length).toBeLessThan(all.length);
}

/** Approves the first timesheet that the admin lists. */
export async function approveFirst({ admin }: Client): Promise<void> {
	const [timesheet] = await admin<Json[]>('GET', '/timesheets?limit=1');
	await admin('POST', `/timesheets/${String(timesheet?.timesheetId)}/approve`);
}

/** The delivery that has failed, as soon as there is one. */
export const failedDelivery = ({ admin }: Client): Promise<Json> =>
	until(async () => (await admin<Json[]>('GET', '/deliveries')).find(({ status }) => status === 'Failed'));

export const bodyOf = ({ body }: { body: Buffer }): Json => JSON.parse(String(body)) as Json;

export const ids = (rows: readonly Json[], field: string): number[] => rows.map((row) => Number(row[field]));
