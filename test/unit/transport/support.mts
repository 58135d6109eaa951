import { afterEach, beforeEach } from '@jest/globals';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { VirtualTime } from '../../../kit/time/virtualTime.mts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { type Connection, Run } from '../../../nodes/WorkforceOperations/transport/connection.ts';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/settings.ts';
import { BUDGETED_HEADER } from '../../../nodes/WorkforceOperations/transport/http/internalHeaders.ts';

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
				if (unsent !== undefined) return await Promise.reject(unsent);
				delete (options.headers as IDataObject)[BUDGETED_HEADER];
				(options.headers as IDataObject).authorization = `Bearer ${String(data.accessToken)}`;
				if (network !== undefined) throw Object.assign(new Error(`connect ${network}`), { code: network });
				return { statusCode: status, headers, body };
			},
		},
	};
	const settings = readSettings(data as never);
	return { connection: { context: context as never, settings, run: new Run(), ...changes }, sent };
}

/** Only waits take time, and each test has a time of its own: what still slept at the end of one isn’t woken in the next. */
export function useVirtualTime(): VirtualTime {
	const time = new VirtualTime();
	beforeEach(() => void Object.assign(time, new VirtualTime()).takePlaceOf(clock));
	afterEach(() => time.restore());
	return time;
}
