import { createServer } from 'node:http';
import { bodyOf, listen } from '../../../kit/servers/loopback.mts';

export interface Received {
	url: string;
	body: Buffer;
	signature: string;
}

export interface Receiver {
	url: string;
	/** The oldest delivery that wasn't asked for yet, as soon as there is one. */
	next(): Promise<Received>;
	close(): Promise<void>;
}

/** Takes deliveries in n8n's place, and answers 200. */
export async function startReceiver(): Promise<Receiver> {
	const received: Received[] = [];
	const waiting: Array<(delivery: Received) => void> = [];
	const server = createServer(async (request, response) => {
		const delivery = {
			url: request.url ?? '',
			body: await bodyOf(request),
			signature: String(request.headers['webhooks-signature']),
		};
		response.end();
		const first = waiting.shift();
		if (first) first(delivery);
		else received.push(delivery);
	});
	const { url, close } = await listen(server);
	return {
		url,
		next: async () => received.shift() ?? (await new Promise<Received>((resolve) => waiting.push(resolve))),
		close,
	};
}
