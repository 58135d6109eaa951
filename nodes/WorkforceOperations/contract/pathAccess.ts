import { readingsOf } from './apiPaths';
import { endpoints } from './endpoints';
import type { Access } from './types';

/** `api/external/timesheets` or `api/webhook`: paths with the same beginning belong to the same area. */
function areaOf(path: string): string {
	const parts = path.toLowerCase().split('/').filter(Boolean);
	return parts.slice(0, parts[1] === 'external' ? 3 : 2).join('/');
}

const accessOfArea = new Map(Object.values(endpoints).map(({ path, access }) => [areaOf(path), access]));

/**
 * What access the area of a path requires, also for paths that aren't in the table; undefined for an unknown area. The
 * base address may have a path of its own, so the area may be anywhere in it.
 */
export function accessOfPath(path: string): Access | undefined {
	for (const parts of readingsOf(path)) {
		const written = `/${parts.join('/')}/`;
		for (const [area, access] of accessOfArea) if (written.includes(`/${area}/`)) return access;
	}
	return undefined;
}
