import { fileNameOf } from '../contract';

/** A parameter: a quoted text up to its closing mark, or what stands up to the next semicolon. */
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/** Bytes as text, if they are UTF-8. */
function utf8(bytes: Buffer): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** `UTF-8'en'%e2%82%ac.pdf`, as RFC 8187 writes it; undefined for any other character set. */
function extended(value: string): string | undefined {
	const [, charset = '', encoded = ''] = /^([\w-]+)'[^']*'(.*)$/s.exec(value.trim()) ?? [];
	const bytes = Buffer.from(
		encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		'latin1',
	);
	if (/^iso-8859-1$/i.test(charset)) return bytes.toString('latin1');
	return /^utf-?8$/i.test(charset) ? utf8(bytes) : undefined;
}

/** Names in a plain parameter or an address are often percent-encoded. */
function percentDecoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Node reads header bytes as Latin-1; servers also write UTF-8. Only `\"` and `\\` are escapes: others belong to a path. */
function plain(value: string): string {
	const text = value.replace(/\\(["\\])/g, '$1').trim();
	const isBytes = /^[\0-\xff]*$/.test(text);
	return percentDecoded((isBytes ? utf8(Buffer.from(text, 'latin1')) : undefined) ?? text);
}

/** The file name in a Content-Disposition header (RFC 6266), without any path; else the last part of an address. */
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
