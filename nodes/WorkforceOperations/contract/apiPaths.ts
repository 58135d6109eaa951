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

/** A path as it is written, and as a server reads it, which decodes escapes once. */
export const readingsOf = (path: string): string[][] => [path, decodePercent(path)].map(pathSegments);

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
