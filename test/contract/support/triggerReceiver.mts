import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const delivery = {
			url: request.url ?? '',
			body: Buffer.concat(parts),
			signature: String(request.headers['webhooks-signature']),
		};
		response.end();
		const first = waiting.shift();
		if (first) first(delivery);
		else received.push(delivery);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		next: async () => received.shift() ?? (await new Promise<Received>((resolve) => waiting.push(resolve))),
		close: async () =>
			await new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
