// One server for all that stand in for somebody: it reads a request, and answers as its test says or as the service behind it does.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { bodyOf, listen, type Listening } from './loopback.mts';

/** One request as it came over the wire. */
export interface Seen {
	method: string;
	path: string;
	/** The query as text, undecoded. */
	search: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	/** Its bytes. */
	raw: Buffer;
	/** Parsed JSON, any other text as it is; undefined without a body. */
	body: unknown;
}

/** An answer; a body that is neither text nor bytes is sent as JSON. */
export interface Canned {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** An answer, a connection that is cut, or (`wait`) whatever the test itself does with the response. */
export type Verdict = Canned | 'cut' | 'wait';

function parsed(raw: Buffer): unknown {
	const text = raw.toString('utf8');
	try {
		return text === '' ? undefined : JSON.parse(text);
	} catch {
		return text;
	}
}

async function read(request: IncomingMessage): Promise<Seen> {
	const { method = 'GET', url = '/', headers } = request;
	const raw = await bodyOf(request);
	const [path = '/', ...rest] = url.split('?');
	const search = rest.join('?');
	const query = Object.fromEntries(new URLSearchParams(search));
	return { method, path, search, query, headers, raw, body: parsed(raw) };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Canned): void {
	const isPlain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
	response
		.writeHead(status, { ...(isPlain ? {} : { 'content-type': 'application/json' }), ...headers })
		.end(isPlain ? body : JSON.stringify(body));
}

/** A server whose answers are a function of the request; one that fails cuts the connection. */
export async function serve(
	answer: (seen: Seen, response: ServerResponse) => Verdict | Promise<Verdict>,
): Promise<Listening> {
	const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const verdict = await answer(await read(request), response);
		if (verdict === 'cut') response.destroy();
		else if (verdict !== 'wait') send(response, verdict);
	};
	return await listen(
		createServer((request, response) => {
			handle(request, response).catch(() => response.destroy());
		}),
	);
}

/** Those of a connection are none of the request that is passed on. */
const OF_CONNECTION = ['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];
const OF_ANSWER = ['content-type', 'content-disposition', 'retry-after'];

/** What the service at `target` answers to this request; its body is bytes. */
export async function passOn(
	target: string,
	{ method, path, search, headers, raw }: Omit<Seen, 'body' | 'query'>,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
	const passed = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name));
	const answer = await fetch(`${target}${path}${search === '' ? '' : `?${search}`}`, {
		method,
		headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
		body: raw.length > 0 ? new Uint8Array(raw) : undefined,
		redirect: 'manual',
	});
	const kept = OF_ANSWER.flatMap((name): Array<[string, string]> => {
		const value = answer.headers.get(name);
		return value === null ? [] : [[name, value]];
	});
	return {
		status: answer.status,
		headers: Object.fromEntries(kept),
		body: Buffer.from(await answer.arrayBuffer()),
	};
}
