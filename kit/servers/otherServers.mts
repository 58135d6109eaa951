// Servers that a mistyped base address may reach.
import http from 'node:http';
import net from 'node:net';
import { listen, type Listening } from './loopback.mts';

/** Answers everything with a web page. */
export function startWebPage(): Promise<Listening> {
	const server = http.createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		response.end('<!doctype html><title>Welcome</title><h1>Our web site</h1>');
	});
	return listen(server);
}

/** Closes every connection. Without a server, another program might take the port. */
export function startSilence(): Promise<Listening> {
	const server = net.createServer((socket) => {
		socket.on('error', () => undefined);
		socket.destroy();
	});
	return listen(server, () => undefined);
}
