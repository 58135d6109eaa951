import type { IExecuteFunctions } from 'n8n-workflow';
import { fileNameOf, isApiPath, isDataAnswer, isJsonObject, isLoopback, openEnvelope, parseAddress } from '../contract';
import { toBuffer } from './http/readBody';
import type { Connection } from './connection';
import { type ErrorContext, failureError, nodeError, refusalError } from './errors/serviceError';
import { header } from './failures/failure';
import { fetchExternalFile } from './externalFile';
import type { MemoryClaim } from './fileMemory';
import { mediaType, sendWithRetry } from './http/client';

/** A quoted value up to its closing mark, or anything up to the next semicolon. */
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/** Undefined if the bytes aren't UTF-8. */
function utf8(bytes: Buffer): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** `UTF-8'en'%e2%82%ac.pdf` (RFC 8187); undefined for other character sets. */
function extended(value: string): string | undefined {
	const [, charset = '', encoded = ''] = /^([\w-]+)'[^']*'(.*)$/s.exec(value.trim()) ?? [];
	const bytes = Buffer.from(
		encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		'latin1',
	);
	if (/^iso-8859-1$/i.test(charset)) return bytes.toString('latin1');
	return /^utf-?8$/i.test(charset) ? utf8(bytes) : undefined;
}

/** Plain parameters and addresses are often percent-encoded. */
function percentDecoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/**
 * Node reads header bytes as Latin-1, but servers also write UTF-8. Only `\"` and `\\` are escapes; other backslashes
 * belong to a path.
 */
function plain(value: string): string {
	const text = value.replace(/\\(["\\])/g, '$1');
	const isBytes = /^[\0-\xff]*$/.test(text);
	return percentDecoded((isBytes ? utf8(Buffer.from(text, 'latin1')) : undefined) ?? text);
}

/** From a Content-Disposition header (RFC 6266), without its path; else the last part of the address. */
export function fileNameFrom(disposition: string, path: string): string | undefined {
	const values = new Map<string, string>();
	for (const [, name = '', quoted, bare = ''] of disposition.matchAll(PARAMETER)) {
		const key = name.toLowerCase();
		if (!values.has(key)) values.set(key, quoted ?? bare.replace(/^"/, ''));
	}
	const candidates = [
		extended(values.get('filename*') ?? ''),
		plain(values.get('filename') ?? ''),
		percentDecoded(path.split('/').pop() ?? ''),
	];
	for (const candidate of candidates) {
		const name = fileNameOf(candidate ?? '');
		if (name !== undefined) return name;
	}
	return undefined;
}

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

/** A sandbox on this machine has several host names, so its links may use a different one from the credential's. */
function ownAddress(url: URL, own: URL): URL {
	const same = isLoopback(url) && isLoopback(own) && url.port === own.port && url.protocol === own.protocol;
	return same ? new URL(url.pathname + url.search, own) : url;
}

export function isOwnLink({ settings: { origin } }: Connection, text: string): boolean {
	const url = /\s/.test(text) ? undefined : parseAddress(text);
	return url !== undefined && ownAddress(url, new URL(origin)).origin === origin;
}

/** A refusal is never larger. */
const MOST_REFUSAL = 64 * 1024;

/** Throws if the content is JSON instead of a file. A refusal from the service keeps its message. */
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
			description: 'The link leads to a record, not to a file.',
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

/** With token and rate limit. The service's API paths never serve files. */
async function fetchOwn(connection: Connection, url: URL, context: ErrorContext, file: MemoryClaim): Promise<Download> {
	if (isApiPath(url.pathname)) {
		throw nodeError(
			connection,
			{
				kind: 'refused',
				message: 'Skipped: its link points to the API, which serves no files',
				description: 'With the credential’s token, the link would return other records, not a file.',
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
	// If the record's link has no file name, the address after the redirects may have one.
	return fileFrom(fetched, url.pathname.split('/').pop() ? url.pathname : fetched.url.pathname);
}

/**
 * Fetches the file of a record's link. On the service's own host it uses token and rate limit. Other hosts (file
 * stores with signed links) must be public, and get none of our headers.
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
