import type { IExecuteFunctions } from 'n8n-workflow';
import { fileNameOf, isLoopback } from '../contract';
import type { Connection } from './connection';
import { type ErrorContext, failureError } from './errors';
import { header } from './failure';
import { fetchForeign } from './foreign';
import { exchange, mediaType } from './wire';

export interface Download {
	content: Buffer;
	mimeType?: string;
	fileName?: string;
}

function bytes(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer) return Buffer.from(body);
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''), 'utf8');
}

/** The name that a response gives its file, or the last part of its address. */
function nameOf(headers: Record<string, unknown>, path: string): string | undefined {
	const disposition = header(headers, 'content-disposition') ?? '';
	const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
	const last = path.split('/').pop();
	const written = (encoded ?? plain ?? last ?? '').trim();
	try {
		return fileNameOf(decodeURIComponent(written));
	} catch {
		return fileNameOf(plain ?? written);
	}
}

/** A file from the answer that brought it. */
export function fileFrom(
	{ headers, body }: { headers: Record<string, unknown>; body: unknown },
	path: string,
): Download {
	return { content: bytes(body), mimeType: mediaType(headers) || undefined, fileName: nameOf(headers, path) };
}

/** A sandbox on this machine has several names: its links hold another one than the credential, perhaps. */
function ownAddress(url: URL, own: URL): URL {
	const same = isLoopback(url) && isLoopback(own) && url.port === own.port && url.protocol === own.protocol;
	return same ? new URL(url.pathname + url.search, own) : url;
}

/**
 * Fetches a file that a record points to. From the service's own host it goes the usual way, with token and budget;
 * from any other host (a file store with signed links) without any of our headers, and only if the link leads outside.
 */
export async function download(
	connection: Connection & { context: IExecuteFunctions },
	link: string,
	context: ErrorContext,
): Promise<Download> {
	const url = ownAddress(new URL(link, `${connection.settings.baseUrl}/`), new URL(connection.settings.origin));
	if (url.origin === connection.settings.origin) {
		const result = await exchange(connection, {
			method: 'GET',
			target: url.toString(),
			headers: { accept: '*/*' },
			encoding: 'arraybuffer',
		});
		if ('failure' in result) throw await failureError(connection, result.failure, context);
		return fileFrom(result.response, url.pathname);
	}
	const handed = await fetchForeign(connection, url, context);
	// Where a store hands the request on, the link in the record may have no name in it.
	return fileFrom(handed, url.pathname.split('/').pop() ? url.pathname : handed.url.pathname);
}
