import { endpoints } from './endpoints';
import type { Access } from './types';

/** Splits a path as servers may normalise it: lower case, `..` resolved, without what some servers ignore. */
function pathSegments(path: string): string[] {
	const parts: string[] = [];
	for (const written of path.toLowerCase().split(/[/\\]/)) {
		if (written === '..') parts.pop();
		// Some servers ignore path parameters (after a semicolon), trailing dots and white space.
		const part = written.replace(/;.*$/, '').replace(/[\s.\p{Cc}]+$/u, '');
		if (part !== '') parts.push(part);
	}
	return parts;
}

const decodePercent = (path: string): string =>
	path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Returns the segments of a path as written, and with its escapes decoded once, as servers read it. */
export const readingsOf = (path: string): string[][] => [path, decodePercent(path)].map(pathSegments);

const isPlaceholder = (part: string): boolean => part.startsWith('{');

const templates = Object.values(endpoints).map(({ path }) => pathSegments(path));

/** Whether a path ends like one in the endpoint table. Any prefix is allowed. */
const isInTable = (parts: readonly string[]): boolean =>
	templates.some((template) => {
		const end = parts.slice(-template.length);
		return end.length === template.length && template.every((part, at) => isPlaceholder(part) || part === end[at]);
	});

/** Webhook and token paths, including those that aren't in the table. */
const RESERVED_PATHS = /(^|\/)api\/(external\/)?(webhook|token)s?(\/|$)/;

/** Whether a path in any spelling belongs to the API, which serves no files. */
export const isApiPath = (path: string): boolean =>
	readingsOf(path).some((parts) => isInTable(parts) || RESERVED_PATHS.test(parts.join('/')));

/** The beginning that an area's paths share, such as `api/external/timesheets` or `api/webhook`. */
function areaOf(path: string): string {
	const parts = path.toLowerCase().split('/').filter(Boolean);
	return parts.slice(0, parts[1] === 'external' ? 3 : 2).join('/');
}

const accessOfArea = new Map(Object.values(endpoints).map(({ path, access }) => [areaOf(path), access]));

/**
 * The access that a path's area requires, including paths outside the table. Undefined for an unknown area. The base
 * address may have a path of its own, so every position is tried.
 */
export function accessOfPath(path: string): Access | undefined {
	for (const parts of readingsOf(path)) {
		const written = `/${parts.join('/')}/`;
		for (const [area, access] of accessOfArea) if (written.includes(`/${area}/`)) return access;
	}
	return undefined;
}
