import type { IExecuteFunctions } from 'n8n-workflow';
import { isInsideHost } from '../contract';
import type { Connection } from './connection';
import { type ErrorContext, nodeError } from './errors';
import { connectionBroken, type Explanation } from './explain';
import { type Failure, header } from './failure';
import { kindOf } from './kinds';
import type { Intake } from './room';
import { type Patience, type Result, sendOnce } from './sendOnce';
import type { Words } from './words';

/** A file as its store hands it out. */
export interface Handed {
	headers: Record<string, unknown>;
	body: unknown;
	/** Where it lay in the end. */
	url: URL;
}

/** Files may be large, and their way long. */
const PATIENCE: Patience = { idleMs: 120_000, deadlineMs: 15 * 60_000 };

/** File stores hand a request on to where the file really lies; more often than this it goes in circles. */
const MAX_REDIRECTS = 3;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const CURE =
	'The file lies with another host than the service, which gets none of your keys. If its link has run out, read the record again: it may bring a new one.';

/** Why a link is not fetched, in words; undefined when nothing speaks against it. A record may hold whatever somebody wrote into it. */
function objection(url: URL): Words | undefined {
	if (url.protocol !== 'https:') {
		return {
			message: `Its link begins with ${url.protocol} and is not followed`,
			description: 'Files of other hosts than the service are fetched over https:// only.',
		};
	}
	if (url.username !== '' || url.password !== '') {
		return { message: `Its link to ${url.host} holds a user name or a password and is not followed` };
	}
	if (isInsideHost(url.hostname)) {
		return {
			message: `Its link leads to ${url.host}, inside of the network of this n8n, and is not followed`,
			description: 'Only files on the internet are fetched, and those of the host of the service.',
		};
	}
	return undefined;
}

/** What another host's refusal means: its 403 is about the link, and not about a key, which it never got. */
function explain(url: URL, failure: Failure): Explanation {
	const { status, network } = failure;
	const kind = status === 401 || status === 403 ? 'refused' : kindOf(failure);
	if (failure.stopped) return { kind, message: 'The execution was stopped' };
	if (failure.problem) return { kind, message: failure.problem.message, description: failure.problem.cure };
	if (status !== undefined) return { kind, message: refusal(url, status), description: CURE, httpCode: String(status) };
	if (network !== undefined) return { kind, message: connectionBroken(network, url.origin).message, description: CURE };
	return {
		kind,
		message: failure.message ?? `The file could not be fetched from ${url.host}`,
		description: CURE,
	};
}

function refusal(url: URL, status: number): string {
	if (status === 401 || status === 403) {
		return `${url.host} does not hand the file out (HTTP ${status}): its link may have run out`;
	}
	if (status === 404 || status === 410) return `${url.host} does not have the file (HTTP ${status})`;
	return `${url.host} did not hand the file out (HTTP ${status})`;
}

type Fetching = Connection & { context: IExecuteFunctions };

/** n8n would follow a redirect to wherever it points, so that each one is followed here. */
const fetchOnce = async ({ context, signal }: Fetching, url: URL, file: Intake): Promise<Result> =>
	await sendOnce(
		async (options): Promise<unknown> => await context.helpers.httpRequest(options),
		{ method: 'GET', url: url.toString(), headers: { accept: '*/*' }, file },
		{ ...PATIENCE, signal },
	);

function targetOf(headers: Record<string, unknown> | undefined, base: URL): URL | undefined {
	const location = header(headers, 'location');
	try {
		return location ? new URL(location, base) : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Fetches a file from a host that is not the service's, without any header of ours. Every address on the way is checked
 * before anything is asked of it. For names that lead inside there is n8n's own protection, which checks what the DNS says.
 */
export async function fetchForeign(
	connection: Fetching,
	link: URL,
	context: ErrorContext,
	file: Intake,
): Promise<Handed> {
	const refuse = (explanation: Explanation): Error => nodeError(connection, explanation, context);
	let url = link;
	for (let redirects = 0; ; redirects++) {
		const words = objection(url);
		if (words !== undefined) throw refuse({ kind: 'refused', ...words });
		const result = await fetchOnce(connection, url, file);
		if ('response' in result) return { headers: result.response.headers, body: result.response.body, url };
		const { status, headers } = result.failure;
		const next = status !== undefined && REDIRECTS.has(status) ? targetOf(headers, url) : undefined;
		if (next === undefined) throw refuse(explain(url, result.failure));
		if (redirects === MAX_REDIRECTS) {
			throw refuse({
				kind: 'redirected',
				message: `${link.host} hands the request on more than ${MAX_REDIRECTS} times`,
				description: CURE,
			});
		}
		url = next;
	}
}
