// One service and one key: the token exchange and GET requests, which is all that a comparison sends without
// permission to write.
import axios, { type AxiosResponse } from 'axios';
import type { PackageContract } from '../docs/sources.mts';
import type { Seen } from './differences.mts';
import type { SlidingWindow } from './slidingWindow.mts';
import { shapeOf } from './shape.mts';

export interface Access {
	/** Without a trailing slash. */
	baseUrl: string;
	subscriptionKeyHeader: string;
	subscriptionKey: string;
	apiKey: string;
}

/** The comparison can't go on; the message holds no secret and no value of a field. */
export class ServiceFailure extends Error {}

export interface Answer extends Seen {
	/** Stays in this process: ids and addresses for the next request. */
	body: unknown;
}

/** A response as the limit measurement needs it. */
export interface Once {
	status: number;
	/** `Retry-After`, unchanged. */
	retryAfter?: string;
	rows: number;
}

export type Query = Record<string, string>;

const TIMEOUT_MS = 60_000;
const TRIES_AFTER_429 = 3;

export class Service {
	readonly name: string;
	private readonly access: Access;
	private readonly contract: PackageContract;
	private readonly window: SlidingWindow;
	private token = '';
	private tokenType: string | undefined;
	private tokenScopes: string[] = [];

	constructor(name: string, access: Access, contract: PackageContract, window: SlidingWindow) {
		this.name = name;
		this.access = access;
		this.contract = contract;
		this.window = window;
	}

	/** Key type and scopes in the token; no type if the token can't be read. */
	get keyType(): string | undefined {
		return this.tokenType;
	}

	get scopes(): readonly string[] {
		return this.tokenScopes;
	}

	/** Exchanges the key; tries the next path if one doesn't exist. */
	async signIn(): Promise<void> {
		let response: AxiosResponse<string> | undefined;
		for (const path of this.contract.TOKEN_PATHS) {
			response = await this.send('POST', path, {}, { apiKey: this.access.apiKey });
			if (response.status !== 404) break;
		}
		const body = parse(response?.data ?? '');
		const data = this.contract.isJsonObject(body) && this.contract.isJsonObject(body.data) ? body.data : {};
		if (response?.status !== 200 || typeof data.accessToken !== 'string') {
			throw new ServiceFailure(
				`${this.name} returned no token (HTTP ${response?.status ?? 'none'}): check the API key, the subscription key and the region.`,
			);
		}
		this.token = data.accessToken;
		const claims = this.contract.readClaims(this.token);
		this.tokenType = claims?.keyType;
		this.tokenScopes = claims?.scopes ?? [];
	}

	/** GET `path`. `badToken` sends a token that can't be valid, to see how the service refuses. */
	async get(path: string, query: Query, badToken = false): Promise<Answer> {
		const search = new URLSearchParams(query).toString();
		return this.getTarget(search === '' ? path : `${path}?${search}`, badToken);
	}

	/** GET a path with its query as it is, such as the next page. */
	async getTarget(target: string, badToken = false): Promise<Answer> {
		const headers = { authorization: `Bearer ${badToken ? 'not-a-token' : this.token}` };
		for (let attempt = 1; ; attempt++) {
			await this.window.take();
			const response = await this.send('GET', target, headers);
			if (response.status !== 429 || attempt === TRIES_AFTER_429) return read(response);
			await this.window.rest(Number(response.headers['retry-after']));
		}
	}

	/** Writes, if the user has agreed to it: once, paced like the reads. */
	async write(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object): Promise<Answer> {
		await this.window.take();
		return read(await this.send(method, path, { authorization: `Bearer ${this.token}` }, body));
	}

	/** GET once, immediately: neither paced nor retried. */
	async once(path: string, query: Query): Promise<Once> {
		const target = `${path}?${new URLSearchParams(query).toString()}`;
		const response = await this.send('GET', target, { authorization: `Bearer ${this.token}` });
		const body = parse(response.data);
		const data = this.contract.isJsonObject(body) ? body.data : body;
		const retryAfter: unknown = response.headers['retry-after'];
		return {
			status: response.status,
			...(typeof retryAfter === 'string' ? { retryAfter } : {}),
			rows: Array.isArray(data) ? data.length : 0,
		};
	}

	private async send(
		method: 'GET' | 'POST' | 'PUT' | 'PATCH',
		target: string,
		headers: Record<string, string>,
		data?: object,
	): Promise<AxiosResponse<string>> {
		const loopback = this.contract.isLoopback(new URL(this.access.baseUrl));
		try {
			return await axios.request<string>({
				method,
				url: `${this.access.baseUrl}${target}`,
				data,
				headers: {
					accept: 'application/json',
					[this.access.subscriptionKeyHeader]: this.access.subscriptionKey,
					...headers,
				},
				responseType: 'text',
				transformResponse: (text: string) => text,
				validateStatus: () => true,
				// Headers with keys must not be sent elsewhere.
				maxRedirects: 0,
				timeout: TIMEOUT_MS,
				...(loopback ? { proxy: false as const } : {}),
			});
		} catch (error) {
			// The error itself holds the request with its headers.
			const code = axios.isAxiosError(error) ? (error.code ?? 'no code') : 'unknown';
			throw new ServiceFailure(`${this.name} did not answer (${code}).`);
		}
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function read(response: AxiosResponse<string>): Answer {
	const body = parse(response.data);
	const content =
		String(response.headers['content-type'] ?? '')
			.split(';')[0]
			?.trim() || 'no media type';
	return { status: response.status, body, shape: body === undefined ? null : shapeOf(body), content };
}
