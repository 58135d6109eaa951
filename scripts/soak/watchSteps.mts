// The step that the workflows of the soak end in: notes what arrives, and refuses every fifth finding at its first try.
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../kit/servers/between.mts';

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
	const { url, close } = await serve(async ({ body }) => {
		const { execution, item } = body as Sent;
		const { key, redelivered = false } = item.watch;
		const refused = isFifth(key) && !arrivals.some((arrival) => arrival.key === key);
		arrivals.push({ key, execution, at: Date.now(), redelivered, refused });
		await sleep(STEP_MS);
		return { status: refused ? 500 : 200, body: {} };
	});
	return { url, arrivals, close };
}
