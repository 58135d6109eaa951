import { createServer } from 'node:http';
import { bodyOf, listen } from '../../../kit/servers/loopback.mts';

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
	const server = createServer((request, response) => {
		const pass = async (): Promise<void> => {
			const method = request.method ?? 'GET';
			const given = (await bodyOf(request)).toString('utf8');
			const names = ['authorization', 'content-type', 'external-svc-apim-sub-key', 'external-gh-apim-sub-key'];
			const headers = names.flatMap((name): Array<[string, string]> =>
				typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [],
			);
			const answer = await fetch(`${origin}${request.url}`, {
				method,
				headers,
				...(method === 'GET' ? {} : { body: given }),
			});
			const text = await answer.text();
			const { pathname, searchParams } = new URL(request.url ?? '/', origin);
			const other = alter(pathname, answer.status, JSON.parse(text), searchParams) ?? {};
			const sent = other.text ?? (other.body === undefined ? text : JSON.stringify(other.body));
			passed.push({ method, path: request.url ?? '', status: answer.status, body: text });
			response
				.writeHead(other.status ?? answer.status, { 'content-type': 'application/json', ...other.headers })
				.end(sent);
		};
		pass().catch(() => response.destroy());
	});
	const { url, close } = await listen(server);
	return { url, passed, close };
}
