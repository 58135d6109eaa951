// Stands between n8n and the sandbox, and writes down every token and signing secret that the service hands out. It also
// plays a careless service, whose refusals repeat the keys that it was sent.
import { tokenPath } from '../../../kit/sandbox/admin.mts';
import { type Canned, passOn, type Seen, serve } from '../../../kit/servers/between.mts';
import { ways, type Way } from './spellings.mts';

export interface Secret {
	what: string;
	value: string;
}

export interface Recorder {
	url: string;
	/** Tokens and signing secrets so far. */
	secrets: Secret[];
	/** What signing secrets are called from now on. */
	nowCalled: (what: string) => void;
	close: () => Promise<void>;
}

/** A path that is refused with this status, in JSON, as a web page or as plain text; what was sent is repeated. */
export const echoPath = (status: number, as: 'json' | 'html' | 'text'): string => `/api/external/echo/${status}/${as}`;

/** API keys that begin like this are refused in the same manner. */
export const echoedKeyPrefix = 'echo';

/** How a service may repeat what it was sent. */
const repeated: Way[] = [
	'plain',
	'percent-encoded',
	'percent-encoded, every sign',
	'percent-encoded in small letters',
	'of a form',
	'JSON',
	'JSON in JSON',
	'JSON without signs',
	'HTML',
];

const repetitions = (secret: string): string[] => [
	...repeated.map((way) => ways[way](secret)),
	...(['base64', 'base64url'] as const).map((encoding) => Buffer.from(secret).toString(encoding)),
];

function secretsSent({ headers, raw }: Seen): string[] {
	const { authorization, 'external-svc-apim-sub-key': subscriptionKey } = headers;
	const apiKey = /"apiKey":("(?:[^"\\]|\\.)*")/.exec(raw.toString('utf8'))?.[1];
	return [
		authorization?.replace(/^Bearer /, ''),
		typeof subscriptionKey === 'string' ? subscriptionKey : undefined,
		apiKey && (JSON.parse(apiKey) as string),
	].filter((secret): secret is string => typeof secret === 'string');
}

function echo(status: number, as: string, secrets: string[]): Canned {
	const words = secrets.flatMap(repetitions);
	// Short enough not to be cut off.
	const message = (from: number): string => words.filter((_word, index) => index % 4 === from).join(' ');
	const [first = '', ...others] = secrets;
	const headers = {
		'x-trace-id': first,
		'www-authenticate': `Bearer error="${others.map(encodeURIComponent).join(' ')}"`,
	};
	if (as === 'json') {
		const body = {
			status: { code: status, message: message(0) },
			message: message(1),
			errors: [{ field: message(2), message: message(3), code: first }],
			traceId: first,
			title: words.join(' '),
		};
		return { status, headers, body };
	}
	return {
		status,
		headers: { ...headers, 'content-type': as === 'html' ? 'text/html' : 'text/plain' },
		body: as === 'html' ? `<!doctype html><title>${words.join(' ')}</title>` : message(0),
	};
}

/** The values of a field, wherever it is in an answer. */
function valuesOf(field: string, answer: unknown): string[] {
	if (typeof answer !== 'object' || answer === null) return [];
	return Object.entries(answer).flatMap(([name, value]) =>
		name === field && typeof value === 'string' ? [value] : valuesOf(field, value),
	);
}

export async function startRecorder(serviceUrl: string): Promise<Recorder> {
	const secrets: Secret[] = [];
	let called = 'signing secret';

	const note = (body: string): void => {
		if (!body.startsWith('{')) return;
		const answer = JSON.parse(body) as unknown;
		const found = [
			...valuesOf('accessToken', answer).map((value) => ({ what: 'token', value })),
			...valuesOf('secretToken', answer).map((value) => ({ what: called, value })),
		];
		secrets.push(...found);
	};

	// Whatever the service does to a connection is done to n8n's.
	const { url, close } = await serve(async (seen) => {
		const sent = secretsSent(seen);
		const [, status, as = 'json'] = /^\/api\/external\/echo\/(\d+)\/(\w+)/.exec(seen.path) ?? [];
		if (status !== undefined) return echo(Number(status), as, sent);
		if (seen.path === tokenPath && sent.some((secret) => secret.startsWith(echoedKeyPrefix)))
			return echo(401, 'json', sent);
		const answer = await passOn(serviceUrl, seen);
		if (answer.status < 300) note(answer.body.toString('utf8'));
		return answer;
	});
	return { url, secrets, nowCalled: (what) => void (called = what), close };
}
