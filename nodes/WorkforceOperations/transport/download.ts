import type { IExecuteFunctions } from 'n8n-workflow';
import { isApiPath, isDataAnswer, isJsonObject, isLoopback, openEnvelope, parseAddress } from '../contract';
import { fileNameFrom } from './contentDisposition';
import { toBuffer } from './http/readBody';
import type { Connection } from './connection';
import { type ErrorContext, failureError, nodeError, refusalError } from './errors/serviceError';
import { header } from './failures/failure';
import { fetchExternalFile } from './externalFile';
import type { MemoryClaim } from './fileMemory';
import { sendWithRetry, mediaType } from './http/client';

export interface Download {
	content: Buffer;
	mimeType?: string;
	fileName?: string;
}

export function fileFrom(
	{ headers, body }: { headers: Record<string, unknown>; body: unknown },
	path: string,
): Download {
	const fileName = fileNameFrom(header(headers, 'content-disposition') ?? '', path);
	return { content: toBuffer(body), mimeType: mediaType(headers) || undefined, fileName };
}

/** A sandbox on this machine has several host names, and its links may have another one than the credential. */
function ownAddress(url: URL, own: URL): URL {
	const same = isLoopback(url) && isLoopback(own) && url.port === own.port && url.protocol === own.protocol;
	return same ? new URL(url.pathname + url.search, own) : url;
}

/** Whether a text is a link to the service's own host, and nothing else. */
export function isOwnLink({ settings: { origin } }: Connection, text: string): boolean {
	const url = /^https?:\/\/\S+$/i.test(text) ? parseAddress(text) : undefined;
	return url !== undefined && ownAddress(url, new URL(origin)).origin === origin;
}

/** Anything larger is not a refusal. */
const MOST_REFUSAL = 64 * 1024;

/** Throws if a JSON answer came instead of a file; a refusal of the service keeps its message. */
async function refuseData(connection: Connection, content: Buffer, host: string, context: ErrorContext): Promise<void> {
	if (!isDataAnswer(content)) return;
	const body = content.length > MOST_REFUSAL ? undefined : parsedContent(content);
	const page = isJsonObject(body) ? openEnvelope(undefined, body) : undefined;
	if (page !== undefined && 'refusal' in page) throw await refusalError(connection, page.refusal, context);
	throw nodeError(
		connection,
		{
			kind: 'refused',
			message: `${host} returned a record instead of a file`,
			description: 'The link in the record leads to records, which aren’t returned as a file.',
		},
		context,
	);
}

function parsedContent(content: Buffer): unknown {
	try {
		return JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
}

/** From the service's own host: with token and rate limit. Its API paths never serve files. */
async function fetchOwn(connection: Connection, url: URL, context: ErrorContext, file: MemoryClaim): Promise<Download> {
	if (isApiPath(url.pathname)) {
		throw nodeError(
			connection,
			{
				kind: 'refused',
				message: 'Its link points to the API, which serves no files; skipped',
				description: 'With the credential’s token it would return other records, not a file.',
			},
			context,
		);
	}
	const result = await sendWithRetry(connection, {
		method: 'GET',
		target: url.toString(),
		headers: { accept: '*/*' },
		file,
		choice: { access: context.endpoint?.access },
	});
	if ('failure' in result) throw await failureError(connection, result.failure, context);
	return fileFrom(result.response, url.pathname);
}

async function fetchOutside(
	connection: Connection & { context: IExecuteFunctions },
	url: URL,
	context: ErrorContext,
	file: MemoryClaim,
): Promise<Download> {
	const fetched = await fetchExternalFile(connection, url, context, file);
	// After a redirect, the record's link may have no file name in it.
	return fileFrom(fetched, url.pathname.split('/').pop() ? url.pathname : fetched.url.pathname);
}

/**
 * Fetches a file that a record links to. From the service's own host it is fetched with token and rate limit; from any
 * other host (a file store with signed links) without any of our headers, and only if the host is public.
 */
export async function download(
	connection: Connection & { context: IExecuteFunctions },
	link: string,
	context: ErrorContext,
	file: MemoryClaim,
): Promise<Download> {
	const url = ownAddress(new URL(link, `${connection.settings.baseUrl}/`), new URL(connection.settings.origin));
	const way = url.origin === connection.settings.origin ? fetchOwn : fetchOutside;
	const fetched = await way(connection, url, context, file);
	await refuseData(connection, fetched.content, url.host, context);
	return fetched;
}
