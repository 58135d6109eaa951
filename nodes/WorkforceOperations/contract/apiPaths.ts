import { endpoints } from './endpoints';

/** A path as servers may read it: without escapes, in one letter case, in parts without what leads back or means nothing. */
function pathSegments(path: string): string[] {
	const parts: string[] = [];
	for (const written of path.toLowerCase().split(/[/\\]/)) {
		if (written === '..') parts.pop();
		// What stands behind a semicolon, and dots and blanks at the end, are no part of a name to some servers.
		const part = written.replace(/;.*$/, '').replace(/[\s.\p{Cc}]+$/u, '');
		if (part !== '') parts.push(part);
	}
	return parts;
}

const decodePercent = (path: string): string =>
	path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** An escape of an escape of an escape; nobody reads more of them. */
const ESCAPE_LEVELS = 5;

/** Whatever a path may be read as: servers and what stands before them differ in how often they take escapes away. */
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

/** Whether a path ends like one of the table, whatever stands before it. */
const isInTable = (parts: readonly string[]): boolean =>
	templates.some((template) => {
		const end = parts.slice(-template.length);
		return end.length === template.length && template.every((part, at) => isPlaceholder(part) || part === end[at]);
	});

/** All that has to do with webhooks and tokens, also what the table doesn't have. */
const RESERVED_PATHS = /(^|\/)api\/(external\/)?(webhook|token)s?(\/|$)/;

/** Whether a path leads to the service's API and so to no file, however it is written. */
export const isApiPath = (path: string): boolean =>
	readingsOf(path).some((parts) => isInTable(parts) || RESERVED_PATHS.test(parts.join('/')));
