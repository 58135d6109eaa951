import { passOn, serve } from '../../../kit/servers/between.mts';

interface Passed {
	method: string;
	path: string;
	status: number;
	body: string;
}

/** What stands in for an answer: another status, another body; undefined leaves it as it is. */
export type Alter = (
	path: string,
	status: number,
	body: unknown,
	query: URLSearchParams,
) => { status?: number; body?: unknown; text?: string; headers?: Record<string, string> } | undefined;

export interface Altered {
	url: string;
	passed: Passed[];
	close(): Promise<void>;
}

/** A service that is another one in what `alter` says, and the one at `origin` in everything else. */
export async function startAltered(origin: string, alter: Alter): Promise<Altered> {
	const passed: Passed[] = [];
	const { url, close } = await serve(async (seen) => {
		const { status, body } = await passOn(origin, seen);
		const text = body.toString('utf8');
		const other = alter(seen.path, status, JSON.parse(text), new URLSearchParams(seen.search)) ?? {};
		const path = seen.search === '' ? seen.path : `${seen.path}?${seen.search}`;
		passed.push({ method: seen.method, path, status, body: text });
		return {
			status: other.status ?? status,
			headers: { 'content-type': 'application/json', ...other.headers },
			body: other.text ?? (other.body === undefined ? text : JSON.stringify(other.body)),
		};
	});
	return { url, passed, close };
}
