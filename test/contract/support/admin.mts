import type { Sandbox } from '../../../sandbox/index.mts';
import type { JournalRow } from '../../../kit/core/rig.mts';

/** Calls the sandbox's admin API. */
export async function admin<Answer>(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Answer> {
	const response = await fetch(`${sandbox.url}/_admin${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
	return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

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
