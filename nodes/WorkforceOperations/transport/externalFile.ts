import type { IExecuteFunctions } from 'n8n-workflow';
import { isInsideHost, MINUTE_MS } from '../contract';
import type { Connection } from './connection';
import { type ErrorContext, nodeError } from './errors/serviceError';
import { explain, type Explanation } from './errors/explain';
import type { Advice } from './failures/cure';
import { type Failure, header, isRedirect } from './failures/failure';
import { errorKindOf } from './failures/errorKind';
import type { MemoryClaim } from './fileMemory';
import { type Timeouts, type SendResult, sendOnce } from './http/send';

interface FetchedFile {
	headers: Record<string, unknown>;
	body: unknown;
	/** After all redirects. */
	url: URL;
}

/** Files may be large. */
const DOWNLOAD_TIMEOUTS: Timeouts = { idleMs: 120_000, deadlineMs: 15 * MINUTE_MS };

/** File stores redirect to the actual file; more redirects than this are a loop. */
const MAX_REDIRECTS = 3;

const DOWNLOAD_ADVICE =
	'The file is on another host, which doesn’t receive your keys. If the link has expired, read the record again: it may have a new link.';

/** Undefined if the link may be fetched. Links are untrusted: users write them into records. */
function refuseUrl(url: URL): Advice | undefined {
	if (url.protocol !== 'https:') {
		return {
			message: `Skipped: its link begins with ${url.protocol}`,
			description: 'Files on other hosts are downloaded over https:// only.',
		};
	}
	if (url.username !== '' || url.password !== '') {
		return { message: `Skipped: its link to ${url.host} contains a user name or a password` };
	}
	if (isInsideHost(url.hostname)) {
		return {
			message: `Skipped: its link leads to ${url.host}, inside n8n’s own network`,
			description: 'Only files on the public internet and on the service’s host are downloaded.',
		};
	}
	return undefined;
}

/** A 403 of another host concerns the link; that host never got a key. */
function explainDownload(url: URL, failure: Failure): Explanation {
	const { status, network } = failure;
	const kind = status === 401 || status === 403 ? 'refused' : errorKindOf(failure);
	if (failure.stopped) return { kind, message: 'The execution was stopped' };
	if (failure.problem) return { kind, message: failure.problem.message, description: failure.problem.cures };
	if (status !== undefined)
		return { kind, message: downloadRefusal(url, status), description: DOWNLOAD_ADVICE, httpCode: String(status) };
	if (network !== undefined)
		return { kind, message: explain({ network }, { settings: url }).message, description: DOWNLOAD_ADVICE };
	return {
		kind,
		message: failure.message ?? `The file could not be downloaded from ${url.host}`,
		description: DOWNLOAD_ADVICE,
	};
}

function downloadRefusal(url: URL, status: number): string {
	if (status === 401 || status === 403) {
		return `${url.host} refused the file (HTTP ${status}); the link may have expired`;
	}
	if (status === 404 || status === 410) return `${url.host} does not have the file (HTTP ${status})`;
	return `${url.host} did not return the file (HTTP ${status})`;
}

type DownloadContext = Connection & { context: IExecuteFunctions };

/** Follows no redirect: n8n would follow it anywhere. */
const fetchOnce = async ({ context, signal }: DownloadContext, url: URL, file: MemoryClaim): Promise<SendResult> =>
	await sendOnce(
		async (options): Promise<unknown> => await context.helpers.httpRequest(options),
		{ method: 'GET', url: url.toString(), headers: { accept: '*/*' }, file },
		{ ...DOWNLOAD_TIMEOUTS, signal },
	);

function redirectUrl(headers: Record<string, unknown> | undefined, base: URL): URL | undefined {
	const location = header(headers, 'location');
	try {
		return location ? new URL(location, base) : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Fetches a file from another host, without any of our headers. Checks every URL on the way before requesting it. For
 * names that resolve to internal addresses n8n's own protection checks the DNS result.
 */
export async function fetchExternalFile(
	connection: DownloadContext,
	link: URL,
	context: ErrorContext,
	file: MemoryClaim,
): Promise<FetchedFile> {
	const refuse = (explanation: Explanation): Error => nodeError(connection, explanation, context);
	let url = link;
	for (let redirects = 0; ; redirects++) {
		const words = refuseUrl(url);
		if (words !== undefined) throw refuse({ kind: 'refused', ...words });
		const result = await fetchOnce(connection, url, file);
		if ('response' in result) return { headers: result.response.headers, body: result.response.body, url };
		const { status, headers } = result.failure;
		const next = status !== undefined && isRedirect(status) ? redirectUrl(headers, url) : undefined;
		if (next === undefined) throw refuse(explainDownload(url, result.failure));
		if (redirects === MAX_REDIRECTS) {
			throw refuse({
				kind: 'redirected',
				message: `${link.host} redirected the request more than ${MAX_REDIRECTS} times`,
				description: DOWNLOAD_ADVICE,
			});
		}
		url = next;
	}
}
