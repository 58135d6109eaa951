import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { isInsideHost } from '../contract';
import type { Connection } from './connection';
import { nodeError, type Place } from './errors';
import { connectionBroken, type Explanation } from './explain';
import { type Failure, header, readFailure } from './failure';

/** A file as its store hands it out. */
export interface Handed {
	headers: Record<string, unknown>;
	body: unknown;
	/** Where it lay in the end. */
	url: URL;
}

interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

const TIMEOUT_MS = 120_000;

/** File stores hand a request on to where the file really lies; more often than this it goes in circles. */
const MAX_REDIRECTS = 3;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const CURE =
	'The file lies with another host than the service, which gets none of your keys. If its link has run out, read the record again: it may bring a new one.';

/** Why a link is not fetched, in words; undefined when nothing speaks against it. A record may hold whatever somebody wrote into it. */
function objection(url: URL): Explanation | undefined {
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
	if (failure.stopped) return { message: 'The execution was stopped' };
	if (status === 401 || status === 403) {
		return {
			message: `${url.host} does not hand the file out (HTTP ${status}): its link may have run out`,
			description: CURE,
			httpCode: String(status),
		};
	}
	if (status === 404 || status === 410) {
		return {
			message: `${url.host} does not have the file (HTTP ${status})`,
			description: CURE,
			httpCode: String(status),
		};
	}
	if (status !== undefined) {
		return {
			message: `${url.host} did not hand the file out (HTTP ${status})`,
			description: CURE,
			httpCode: String(status),
		};
	}
	if (network !== undefined) return { message: connectionBroken(network, url.origin).message, description: CURE };
	return { message: failure.message ?? `The file could not be fetched from ${url.host}`, description: CURE };
}

type Fetching = Connection & { context: IExecuteFunctions };

async function fetchOnce({ context, signal }: Fetching, url: URL): Promise<FullResponse | { failure: Failure }> {
	const options: IHttpRequestOptions = {
		method: 'GET',
		url: url.toString(),
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would follow a redirect to wherever it points.
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
		abortSignal: signal,
	};
	try {
		return (await context.helpers.httpRequest(options)) as FullResponse;
	} catch (error) {
		return { failure: { ...readFailure(error), body: undefined } };
	}
}

function targetOf(headers: Record<string, unknown>, base: URL): URL | undefined {
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
export async function fetchForeign(connection: Fetching, link: URL, place: Place): Promise<Handed> {
	const refuse = (words: Explanation): Error => nodeError(connection, words, place);
	let url = link;
	for (let redirects = 0; ; redirects++) {
		const words = objection(url);
		if (words !== undefined) throw refuse(words);
		const response = await fetchOnce(connection, url);
		if ('failure' in response) throw refuse(explain(url, response.failure));
		const { statusCode: status, headers, body } = response;
		if (status >= 200 && status < 300) return { headers, body, url };
		const next = REDIRECTS.has(status) ? targetOf(headers, url) : undefined;
		if (next === undefined) throw refuse(explain(url, { status }));
		if (redirects === MAX_REDIRECTS) {
			throw refuse({
				message: `${link.host} hands the request on more than ${MAX_REDIRECTS} times`,
				description: CURE,
			});
		}
		url = next;
	}
}
