import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { bodyOf, listen } from '../../../kit/servers/loopback.mts';

/** One request as it came over the wire. */
export interface Seen {
	method: string;
	path: string;
	/** The query as text, undecoded. */
	search: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	/** Parsed JSON; undefined without a body. */
	body: unknown;
}

export interface Canned {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** What happens to a request: answered here, cut off after the service has dealt with it, or (undefined) passed on. */
export type Rule = (seen: Seen) => Canned | 'cut' | undefined | Promise<Canned | 'cut' | undefined>;

export interface Recorder {
	url: string;
	/** Requests beside the token's, oldest first. */
	seen: Seen[];
	/** Replaces the rule for the requests to come. */
	answer(rule: Rule | undefined): void;
	clear(): void;
	close(): Promise<void>;
}

const PASSED_ON = ['authorization', 'content-type', 'external-svc-apim-sub-key', 'accept'];

async function passOn(
	target: string,
	seen: Seen,
	url: string,
	raw: Buffer,
	response: ServerResponse,
	cut: boolean,
): Promise<void> {
	const headers = Object.fromEntries(
		PASSED_ON.flatMap((name) => (seen.headers[name] === undefined ? [] : [[name, String(seen.headers[name])]])),
	);
	const answer = await fetch(target + url, {
		method: seen.method,
		headers,
		body: raw.length > 0 ? new Uint8Array(raw) : undefined,
		redirect: 'manual',
	});
	const content = Buffer.from(await answer.arrayBuffer());
	if (cut) {
		response.destroy();
		return;
	}
	const kept = ['content-type', 'content-disposition', 'retry-after'].flatMap((name) =>
		answer.headers.has(name) ? [[name, String(answer.headers.get(name))]] : [],
	);
	response.writeHead(answer.status, Object.fromEntries(kept)).end(content);
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Canned): void {
	const plain = typeof body === 'string' || Buffer.isBuffer(body);
	const type: Record<string, string> = plain || body === undefined ? {} : { 'content-type': 'application/json' };
	response
		.writeHead(status, { ...type, ...headers })
		.end(body === undefined ? undefined : plain ? body : JSON.stringify(body));
}

/** Stands between the node and a sandbox and writes down what the node sends, bodies and headers too. */
export async function startRecorder(target?: string): Promise<Recorder> {
	const seen: Seen[] = [];
	let rule: Rule | undefined;
	const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const raw = await bodyOf(request);
		const url = request.url ?? '/';
		const [path = '/', search = ''] = url.split('?');
		const text = raw.toString('utf8');
		const entry: Seen = {
			method: request.method ?? 'GET',
			path,
			search,
			query: Object.fromEntries(new URLSearchParams(search)),
			headers: request.headers,
			body: text === '' ? undefined : (JSON.parse(text) as unknown),
		};
		const token = path.endsWith('/token/request');
		if (!token) seen.push(entry);
		const verdict = token && target !== undefined ? undefined : await rule?.(entry);
		if (verdict !== undefined && verdict !== 'cut') send(response, verdict);
		else if (target !== undefined) await passOn(target, entry, url, raw, response, verdict === 'cut');
		else send(response, { status: 404 });
	};
	const server = createServer((request, response) => {
		handle(request, response).catch(() => response.destroy());
	});
	const { url, close } = await listen(server);
	return {
		url,
		seen,
		answer(next) {
			rule = next;
		},
		clear() {
			seen.length = 0;
			rule = undefined;
		},
		close,
	};
}
