// Servers that a mistyped base address may reach.
import net from 'node:net';
import { serve } from './between.mts';
import { listen, type Listening } from './loopback.mts';

/** Answers everything with a web page. */
export const startWebPage = (): Promise<Listening> =>
	serve(() => ({
		headers: { 'content-type': 'text/html; charset=utf-8' },
		body: '<!doctype html><title>Welcome</title><h1>Our web site</h1>',
	}));

/** Closes every connection. Without a server, another program might take the port. */
export function startSilence(): Promise<Listening> {
	const server = net.createServer((socket) => {
		socket.on('error', () => undefined);
		socket.destroy();
	});
	return listen(server, () => undefined);
}
