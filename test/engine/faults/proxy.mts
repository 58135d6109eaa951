// Stands between the node and the sandbox, does something wrong now and then, and remembers what the service really did.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { bodyOf, listen } from '../../../kit/servers/loopback.mts';

interface Carried {
	method: string;
	path: string;
	body: string;
}

/** What goes wrong with one request; undefined when nothing does. */
export type Fault =
	/** The service never sees it. */
	| { kind: 'refused'; status: number }
	| { kind: 'refusedInside' }
	| { kind: 'tooMany' }
	| { kind: 'unreachable' }
	/** The service deals with it, and its answer is … */
	| { kind: 'cut' }
	| { kind: 'half' }
	| { kind: 'mangled' }
	| { kind: 'page' }
	| { kind: 'empty' }
	| { kind: 'lateStatus'; status: number }
	| { kind: 'delayed' }
	| { kind: 'shape'; make: (envelope: Record<string, unknown>) => unknown }
	/** It deals with the first half of several employees, and answers as if with all, with a refusal, or not at all. */
	| { kind: 'inPart'; then?: Fault }
	/** It deals with it when nobody waits for an answer any more. */
	| { kind: 'late' };

export interface FaultProxy {
	url: string;
	/** Writes that the service carried out, oldest first. */
	carried: Carried[];
	/** Requests that met something, by its kind. */
	met: Map<string, number>;
	/** Asked for every request beside the token's. */
	decide: (method: string) => Fault | undefined;
	/** Lets the service deal with what is late. */
	settle(): Promise<void>;
	close(): Promise<void>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const envelope = (code: number, errorMessage: string): string =>
	JSON.stringify({ status: { code, errorMessage }, data: null });

let refusals = 0;

/** No two refusals have the same reason: what is refused twice by chance isn't refused for what it is. */
const reason = (): string => (refusals++).toString(36).replace(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)));

/** Answers without the service; whether it did. */
function answeredAlone(fault: Fault | undefined, response: ServerResponse): boolean {
	switch (fault?.kind) {
		case 'refused':
			response.writeHead(fault.status, JSON_TYPE).end(envelope(fault.status, `Not like this: ${reason()}`));
			return true;
		case 'refusedInside':
			response.writeHead(200, JSON_TYPE).end(envelope(7, `Not today: ${reason()}`));
			return true;
		case 'tooMany':
			response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1' }).end(envelope(429, 'Slow down'));
			return true;
		case 'unreachable':
			response.destroy();
			return true;
		default:
			return false;
	}
}

function deliver(fault: Fault | undefined, response: ServerResponse, status: number, text: string): void {
	switch (fault?.kind) {
		case 'cut':
			response.destroy();
			return;
		case 'half':
			response.writeHead(status, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) });
			response.write(text.slice(0, text.length / 2), () => response.destroy());
			return;
		case 'mangled':
			response.writeHead(status, JSON_TYPE).end(text.slice(0, text.length / 2));
			return;
		case 'page':
			response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please sign in</body></html>');
			return;
		case 'empty':
			response.writeHead(status).end();
			return;
		case 'lateStatus':
			response.writeHead(fault.status, JSON_TYPE).end('{}');
			return;
		case 'shape':
			response
				.writeHead(status, JSON_TYPE)
				.end(status < 300 ? JSON.stringify(fault.make(JSON.parse(text) as Record<string, unknown>)) : text);
			return;
		default:
			response.writeHead(status, JSON_TYPE).end(text);
	}
}

/** A request with the first half of its employees; undefined where it doesn't hold several. */
function firstHalf(body: string): string | undefined {
	const read = (body === '' ? {} : JSON.parse(body)) as { employees?: unknown[] };
	const { employees = [] } = read;
	return employees.length < 2
		? undefined
		: JSON.stringify({ ...read, employees: employees.slice(0, employees.length / 2) });
}

const holdsRecords = (text: string): boolean => Array.isArray((JSON.parse(text) as { data?: unknown }).data);

export async function startFaultProxy(target: string): Promise<FaultProxy> {
	const carried: Carried[] = [];
	const met = new Map<string, number>();
	const late: Array<() => Promise<unknown>> = [];
	const passOn = async (
		{ method = 'GET', url = '/', headers }: IncomingMessage,
		body: string,
	): Promise<{ status: number; text: string }> => {
		const names = ['authorization', 'content-type', 'external-svc-apim-sub-key'];
		const answer = await fetch(target + url, {
			method,
			headers: names.flatMap((name): Array<[string, string]> => {
				const value = headers[name];
				return typeof value === 'string' ? [[name, value]] : [];
			}),
			...(method === 'GET' ? {} : { body }),
		});
		const text = await answer.text();
		if (method !== 'GET' && answer.ok && !url.includes('/token/'))
			carried.push({ method, path: url.split('?')[0] ?? '', body });
		return { status: answer.status, text };
	};
	const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const [method = 'GET', url = '/'] = [request.method, request.url];
		const body = (await bodyOf(request)).toString('utf8');
		const drawn = url.includes('/token/') ? undefined : proxy.decide(method);
		const half = drawn?.kind === 'inPart' ? firstHalf(body) : undefined;
		const fault = drawn?.kind === 'inPart' && half === undefined ? undefined : drawn;
		if (fault !== undefined) met.set(fault.kind, (met.get(fault.kind) ?? 0) + 1);
		if (answeredAlone(fault, response)) return;
		if (fault?.kind === 'late') {
			late.push(async () => await passOn(request, body));
			response.destroy();
			return;
		}
		const { status, text } = await passOn(request, half ?? body);
		if (fault?.kind === 'delayed') await new Promise((resolve) => setTimeout(resolve, 30));
		if (fault?.kind === 'inPart') {
			if (answeredAlone(fault.then, response)) return;
			// Who answers without a record says that all went well.
			deliver(
				fault.then ?? (status < 300 && !holdsRecords(text) ? { kind: 'cut' } : undefined),
				response,
				status,
				text,
			);
			return;
		}
		deliver(fault, response, status, text);
	};
	const server = createServer((request, response) => {
		handle(request, response).catch(() => response.destroy());
	});
	const { url, close } = await listen(server);
	const settle = async (): Promise<void> => {
		for (const request of late.splice(0)) await request();
	};
	const proxy: FaultProxy = { url, carried, met, decide: () => undefined, settle, close };
	return proxy;
}
