// A service with as many records of a list as are wanted, of words that repeat nowhere: the sandbox, but for that one list.
// Repeating rows would be compressed far better than those of people.
import http from 'node:http';
import type { Sandbox } from '../../sandbox/index.mts';
import { bodyOf, listen } from '../../kit/servers/loopback.mts';
import { listPath } from './list.mts';

/** How many bytes of JSON a row has, about. */
export const rowBytes = 1700;

/** A sequence of numbers of 32 bits that is the same for the same beginning (xorshift). */
function sequence(seed: number): () => number {
	let state = (seed * 2_654_435_761) >>> 0 || 1;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>>= 0);
	};
}

const letters = 'etaoinshrdlucmfwypvbgk';

/** Words of six letters on average, as many as the length holds. */
function words(next: () => number, length: number): string {
	let text = '';
	while (text.length < length) {
		const number = next();
		for (let rest = number; rest > 2000; rest = Math.floor(rest / letters.length))
			text += letters[rest % letters.length];
		text += ' ';
	}
	return text.slice(0, length).trim();
}

/** Texts of a row beside its numbers and times, and how long they are. */
const texts = {
	staffName: 16,
	employeeId: 6,
	customerName: 24,
	siteName: 24,
	email: 30,
	position: 20,
	subcontractorName: 22,
	approvedBy: 16,
	comments: 560,
	instructions: 560,
};

function row(id: number): Record<string, unknown> {
	const next = sequence(id);
	const moment = (hours: number): string => new Date(1.78e12 + id * 36e5 + hours * 36e5).toISOString();
	return {
		timesheetId: id,
		staffId: next() % 5000,
		...Object.fromEntries(Object.entries(texts).map(([name, length]) => [name, words(next, length)])),
		payStartTime: moment(0),
		payEndTime: moment(8),
		payBreakTime: next() % 60,
		approvedDateTime: moment(20),
		isApproved: next() % 2 === 0,
		clockInCoordinates: { latitude: next() / 1e8, longitude: next() / 1e8 },
		allowances: [{ name: words(next, 12), quantity: 1, rate: (next() % 1000) / 100 }],
	};
}

/** A record of the staff list. */
function person(id: number): Record<string, unknown> {
	const next = sequence(id);
	const [firstName, lastName] = [words(next, 8), words(next, 10)];
	return {
		id,
		firstName,
		lastName,
		email: `${firstName}.${id}@example.com`,
		mobile: `04${String(id).padStart(8, '0')}`,
		employeeNumber: String(id),
		isActive: true,
		...Object.fromEntries(['address', 'suburb', 'state', 'postCode'].map((name) => [name, words(next, 12)])),
	};
}

const lists = { [listPath]: row, '/api/external/staffs': person };

function page(query: URLSearchParams, count: number, row: (id: number) => unknown): unknown {
	const first = Number(query.get('referenceId') ?? 0) + 1;
	const length = Math.min(Number(query.get('limit') ?? 20), count - first + 1);
	const last = first + length - 1;
	return {
		status: { code: 0, errorMessage: '' },
		data: Array.from({ length }, (_, index) => row(first + index)),
		nextPageParameter: last < count ? `direction=next&referenceId=${last}` : null,
	};
}

/** Gives `work` access to a sandbox that has so many timesheets, or people. */
export async function withWordRows<Result>(
	sandbox: Sandbox,
	count: () => number,
	work: (service: Sandbox) => Promise<Result>,
	list: keyof typeof lists = listPath,
): Promise<Result> {
	// What the service itself takes isn't measured with each round.
	const pages = new Map<string, string>();
	const paged = (url: URL): string => {
		const key = `${count()} ${url.search}`;
		const text = pages.get(key) ?? JSON.stringify(page(url.searchParams, count(), lists[list] ?? row));
		if (list !== listPath) pages.set(key, text);
		return text;
	};
	const server = http.createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://localhost');
		const answer = async (): Promise<void> => {
			response.setHeader('content-type', 'application/json');
			if (url.pathname === list) return void response.end(paged(url));
			const headers = Object.fromEntries(
				Object.entries(request.headers).filter(([name]) => /^(content-type|authorization|external-)/.test(name)),
			) as Record<string, string>;
			const body = new Uint8Array(await bodyOf(request));
			const passed = await fetch(sandbox.url + request.url, {
				method: request.method,
				headers,
				body: body.length === 0 ? undefined : body,
			});
			response.statusCode = passed.status;
			response.end(await passed.text());
		};
		answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
	});
	// Longer than a turn of whoever is measured: a connection that is used again may not be closed meanwhile.
	server.keepAliveTimeout = 120_000;
	const { url, close } = await listen(server);
	try {
		return await work({ ...sandbox, url });
	} finally {
		await close();
	}
}
