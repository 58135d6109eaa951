// Stands between the node and the sandbox, does something wrong now and then, and remembers what the service really did.
import type { ServerResponse } from 'node:http';
import { type Canned, passOn, type Seen, serve, type Verdict } from '../../../kit/servers/between.mts';

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
const envelope = (code: number, errorMessage: string): object => ({ status: { code, errorMessage }, data: null });

let refusals = 0;

/** No two refusals have the same reason: what is refused twice by chance isn't refused for what it is. */
const reason = (): string => (refusals++).toString(36).replace(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)));

/** An answer without the service; undefined where it is asked. */
function answeredAlone(fault: Fault | undefined): Canned | 'cut' | undefined {
	switch (fault?.kind) {
		case 'refused':
			return { status: fault.status, body: envelope(fault.status, `Not like this: ${reason()}`) };
		case 'refusedInside':
			return { body: envelope(7, `Not today: ${reason()}`) };
		case 'tooMany':
			return { status: 429, headers: { 'retry-after': '1' }, body: envelope(429, 'Slow down') };
		case 'unreachable':
			return 'cut';
		default:
			return undefined;
	}
}

/** What becomes of the service's answer. */
function delivered(fault: Fault | undefined, status: number, text: string, response: ServerResponse): Verdict {
	switch (fault?.kind) {
		case 'cut':
			return 'cut';
		case 'half':
			response.writeHead(status, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) });
			response.write(text.slice(0, text.length / 2), () => response.destroy());
			return 'wait';
		case 'mangled':
			return { status, headers: JSON_TYPE, body: text.slice(0, text.length / 2) };
		case 'page':
			return { headers: { 'content-type': 'text/html' }, body: '<html><body>Please sign in</body></html>' };
		case 'empty':
			return { status };
		case 'lateStatus':
			return { status: fault.status, body: {} };
		case 'shape': {
			const shaped = (): string => JSON.stringify(fault.make(JSON.parse(text) as Record<string, unknown>));
			return { status, headers: JSON_TYPE, body: status < 300 ? shaped() : text };
		}
		default:
			return { status, headers: JSON_TYPE, body: text };
	}
}

/** A request with the first half of its employees; undefined where it doesn't hold several. */
function firstHalf(seen: Seen): Seen | undefined {
	const { employees = [] } = (seen.body ?? {}) as { employees?: unknown[] };
	if (employees.length < 2) return undefined;
	const half = { ...(seen.body as object), employees: employees.slice(0, employees.length / 2) };
	return { ...seen, body: half, raw: Buffer.from(JSON.stringify(half)) };
}

const holdsRecords = (text: string): boolean => Array.isArray((JSON.parse(text) as { data?: unknown }).data);

export async function startFaultProxy(target: string): Promise<FaultProxy> {
	const carried: Carried[] = [];
	const met = new Map<string, number>();
	const late: Array<() => Promise<unknown>> = [];
	const carry = async (seen: Seen): Promise<{ status: number; text: string }> => {
		const { status, body } = await passOn(target, seen);
		if (seen.method !== 'GET' && status < 300 && !seen.path.includes('/token/'))
			carried.push({ method: seen.method, path: seen.path, body: seen.raw.toString('utf8') });
		return { status, text: body.toString('utf8') };
	};
	const { url, close } = await serve(async (seen, response) => {
		const drawn = seen.path.includes('/token/') ? undefined : proxy.decide(seen.method);
		const half = drawn?.kind === 'inPart' ? firstHalf(seen) : undefined;
		const fault = drawn?.kind === 'inPart' && half === undefined ? undefined : drawn;
		if (fault !== undefined) met.set(fault.kind, (met.get(fault.kind) ?? 0) + 1);
		const alone = answeredAlone(fault);
		if (alone !== undefined) return alone;
		if (fault?.kind === 'late') {
			late.push(async () => await carry(seen));
			return 'cut';
		}
		const { status, text } = await carry(half ?? seen);
		if (fault?.kind === 'delayed') await new Promise((resolve) => setTimeout(resolve, 30));
		if (fault?.kind !== 'inPart') return delivered(fault, status, text, response);
		// Who answers without a record says that all went well.
		const then = fault.then ?? (status < 300 && !holdsRecords(text) ? ({ kind: 'cut' } as const) : undefined);
		return answeredAlone(fault.then) ?? delivered(then, status, text, response);
	});
	const settle = async (): Promise<void> => {
		for (const request of late.splice(0)) await request();
	};
	const proxy: FaultProxy = { url, carried, met, decide: () => undefined, settle, close };
	return proxy;
}
