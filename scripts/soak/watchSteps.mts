// The step that the workflows of the soak end in: notes what arrives, and refuses every fifth finding at its first try.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, listen } from '../../kit/servers/loopback.mts';

/** One item at the step. */
export interface Arrival {
	key: string;
	execution: string;
	/** Real time, in milliseconds since 1970. */
	at: number;
	redelivered: boolean;
	refused: boolean;
}

export interface Steps {
	url: string;
	arrivals: Arrival[];
	close: () => Promise<void>;
}

interface Sent {
	execution: string;
	item: { watch: { key: string; redelivered?: boolean } };
}

/** The duration of a step, so that a run takes time. */
const STEP_MS = 40;

const isFifth = (key: string): boolean => Number(key.replace(/\D/g, '')) % 5 === 0;

export async function startSteps(): Promise<Steps> {
	const arrivals: Arrival[] = [];
	const server = http.createServer(async (request, response) => {
		const { execution, item } = JSON.parse((await bodyOf(request)).toString('utf8')) as Sent;
		const { key, redelivered = false } = item.watch;
		const refused = isFifth(key) && !arrivals.some((arrival) => arrival.key === key);
		arrivals.push({ key, execution, at: Date.now(), redelivered, refused });
		await sleep(STEP_MS);
		response.writeHead(refused ? 500 : 200, { 'content-type': 'application/json' }).end('{}');
	});
	const { url, close } = await listen(server);
	return { url, arrivals, close };
}
