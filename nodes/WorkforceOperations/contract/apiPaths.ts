import { endpoints } from './endpoints';

/** A path as servers may normalise it: lower case, `..` resolved, segments without what some servers ignore. */
function pathSegments(path: string): string[] {
	const parts: string[] = [];
	for (const written of path.toLowerCase().split(/[/\\]/)) {
		if (written === '..') parts.pop();
		// Some servers ignore path parameters (behind a semicolon) and trailing dots and blanks.
		const part = written.replace(/;.*$/, '').replace(/[\s.\p{Cc}]+$/u, '');
		if (part !== '') parts.push(part);
	}
	return parts;
}

const decodePercent = (path: string): string =>
	path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Escapes may be nested; no server decodes more levels. */
const ESCAPE_LEVELS = 5;

/** All readings of a path: servers and proxies differ in how often they decode escapes. */
export function readingsOf(path: string): string[][] {
	const written = [path];
	for (let last = path; written.length <= ESCAPE_LEVELS;) {
		const next = decodePercent(last);
		if (next === last) break;
		written.push(next);
		last = next;
	}
	return written.map(pathSegments);
}

const isPlaceholder = (part: string): boolean => part.startsWith('{');

const templates = Object.values(endpoints).map(({ path }) => pathSegments(path));

/** Whether a path ends like one of the endpoint table; anything may precede it. */
const isInTable = (parts: readonly string[]): boolean =>
	templates.some((template) => {
		const end = parts.slice(-template.length);
		return end.length === template.length && template.every((part, at) => isPlaceholder(part) || part === end[at]);
	});

/** Paths of webhooks and tokens, including those that aren't in the table. */
const RESERVED_PATHS = /(^|\/)api\/(external\/)?(webhook|token)s?(\/|$)/;

/** Whether a path in any spelling leads to the service's API, where no files are. */
export const isApiPath = (path: string): boolean =>
	readingsOf(path).some((parts) => isInTable(parts) || RESERVED_PATHS.test(parts.join('/')));
