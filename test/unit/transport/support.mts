import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from '../../../nodes/WorkforceOperations/transport/connection.ts';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/settings.ts';
import { Standing } from '../../../nodes/WorkforceOperations/transport/standing.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/time.ts';
import { BUDGETED_HEADER } from '../../../nodes/WorkforceOperations/transport/marks.ts';

const real = { ...clock };

/** Lets everything run that waits for nothing but promises. */
export const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** Takes the place of the clock: time stands still until something sleeps, and then jumps to the first who wakes. */
export class FakeTime {
	time = 1_000_000;

	private sleepers: Array<{ at: number; wake: () => void }> = [];

	install(): this {
		clock.now = () => this.time;
		clock.date = () => 1_800_000_000_000 + this.time;
		clock.jitter = () => 1;
		clock.random = () => 0;
		clock.deadline = (ms) => {
			const end = new AbortController();
			void this.wait(ms).then(() => end.abort());
			return end.signal;
		};
		clock.sleep = async (ms) => await this.wait(ms);
		return this;
	}

	restore(): void {
		Object.assign(clock, real);
	}

	async wait(ms: number): Promise<void> {
		await new Promise<void>((wake) => this.sleepers.push({ at: this.time + ms, wake }));
	}

	/** Moves on until `work` is done; fails when nobody would ever wake it. */
	async until<Result>(work: Promise<Result>): Promise<Result> {
		let done = false;
		const watched = work.finally(() => {
			done = true;
		});
		watched.catch(() => undefined);
		for (;;) {
			await settled();
			if (done) return await watched;
			const next = this.sleepers.sort((a, b) => a.at - b.at).shift();
			if (next === undefined) throw new Error('nothing would ever end this wait');
			this.time = Math.max(this.time, next.at);
			next.wake();
		}
	}
}

export interface Answer {
	status?: number;
	headers?: Record<string, unknown>;
	body?: unknown;
	/** Node's code for a connection that broke. */
	network?: string;
	/** Nothing left this process. */
	unsent?: unknown;
}

export interface Sent {
	method: string;
	path: string;
	query: Record<string, string>;
	options: IHttpRequestOptions;
}

export interface Fake {
	connection: Connection;
	sent: Sent[];
}

let keys = 0;

/** A connection whose service is a function. */
export function fakeConnection(
	answer: (request: Sent, count: number) => Answer | Promise<Answer>,
	changes: Partial<Connection> = {},
	credential: IDataObject = {},
): Fake {
	const sent: Sent[] = [];
	const data = {
		region: 'custom',
		baseUrl: 'https://service.test',
		apiKey: `unit-key-${keys++}`,
		subscriptionKey: 'unit-subscription',
		requestsPerMinute: 6000,
		accessToken: 'unit-token',
		...credential,
	};
	const context = {
		getNode: () => ({ id: '1', name: 'n', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }),
		getCredentials: async () => data,
		helpers: {
			async httpRequestWithAuthentication(_type: string, options: IHttpRequestOptions) {
				const url = new URL(options.url);
				const request: Sent = {
					method: options.method ?? 'GET',
					path: url.pathname,
					query: Object.fromEntries(url.searchParams),
					options,
				};
				const count = sent.push(request);
				const { status = 200, headers = {}, body = {}, network, unsent } = await answer(request, count);
				if (unsent !== undefined) throw unsent;
				delete (options.headers as IDataObject)[BUDGETED_HEADER];
				(options.headers as IDataObject).authorization = `Bearer ${String(data.accessToken)}`;
				if (network !== undefined) throw Object.assign(new Error(`connect ${network}`), { code: network });
				return { statusCode: status, headers, body };
			},
		},
	};
	const settings = readSettings(data as never);
	return { connection: { context: context as never, settings, standing: new Standing(), ...changes }, sent };
}
