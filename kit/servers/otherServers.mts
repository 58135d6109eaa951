// Servers that aren't the service, as a mistyped base address meets them.
import http from 'node:http';
import net from 'node:net';
import { listen, type Listening } from './loopback.mts';

/** Answers a web page to whatever is asked. */
export function startWebPage(): Promise<Listening> {
	const server = http.createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		response.end('<!doctype html><title>Welcome</title><h1>Our web site</h1>');
	});
	return listen(server);
}

/** Hangs up on everybody. A port without any server would be one that somebody else may take in the meantime. */
export function startSilence(): Promise<Listening> {
	const server = net.createServer((socket) => {
		socket.on('error', () => undefined);
		socket.destroy();
	});
	return listen(server, () => undefined);
}
