import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from './connection';
import { type ErrorContext, failureError } from './errors';
import { header, readFailure } from './failure';
import { exchange, mediaType } from './wire';

export interface Download {
	content: Buffer;
	mimeType?: string;
	fileName?: string;
}

const TIMEOUT_MS = 120_000;

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
	try {
		return decodeURIComponent((encoded ?? plain ?? last ?? '').trim()) || undefined;
	} catch {
		return plain ?? last;
	}
}

/** A file from the answer that brought it. */
export function fileFrom(
	{ headers, body }: { headers: Record<string, unknown>; body: unknown },
	path: string,
): Download {
	return { content: bytes(body), mimeType: mediaType(headers) || undefined, fileName: nameOf(headers, path) };
}

/**
 * Fetches a file that a record points to. From the service's own host it goes the usual way, with token and budget;
 * from any other host (a file store with signed links) without any of our headers.
 */
export async function download(
	connection: Connection & { context: IExecuteFunctions },
	link: string,
	context: ErrorContext,
): Promise<Download> {
	const url = new URL(link, `${connection.settings.baseUrl}/`);
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
	const fetched = await connection.context.helpers
		.httpRequest({
			method: 'GET',
			url: url.toString(),
			encoding: 'arraybuffer',
			returnFullResponse: true,
			timeout: TIMEOUT_MS,
			abortSignal: connection.signal,
		})
		.then(
			(response: { headers: Record<string, unknown>; body: unknown }) => response,
			async (error: unknown) =>
				await Promise.reject(await failureError(connection, { ...readFailure(error), body: undefined }, context)),
		);
	return fileFrom(fetched, url.pathname);
}
