import type { Sandbox } from '../../../sandbox/index.mts';
import type { JournalRow } from '../../../sandbox/server/journal.mts';
import { askAdmin } from '../../../kit/sandbox/admin.mts';

/** Calls the sandbox's admin API. */
export const admin = <Answer,>(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Answer> =>
	askAdmin<Answer>(sandbox.url, method, path, body);

/** The requests that the sandbox received, oldest first. */
export async function journal(sandbox: Sandbox): Promise<JournalRow[]> {
	const answer = await admin<JournalRow[] | { requests: JournalRow[] }>(sandbox, 'GET', '/requests');
	const rows = Array.isArray(answer) ? answer : answer.requests;
	return [...rows].sort((a, b) => a.id - b.id);
}

export const clearJournal = async (sandbox: Sandbox): Promise<void> => await admin(sandbox, 'DELETE', '/requests');

/** “GET /api/external/timesheets” for each request, as a short way to compare. */
export const lines = (rows: JournalRow[]): string[] => rows.map(({ method, path }) => `${method} ${path}`);

export const isToken = ({ path }: JournalRow): boolean => path.endsWith('/token/request');
