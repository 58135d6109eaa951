// Servers that aren't the service, as a mistyped base address meets them.
import http from 'node:http';
import net from 'node:net';

export interface Stranger {
	url: string;
	close: () => Promise<void>;
}

function listen(server: net.Server, end: () => void): Promise<Stranger> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			if (address === null || typeof address === 'string') throw new Error('The server got no port.');
			const close = (): Promise<void> =>
				new Promise((done) => {
					server.close(() => done());
					end();
				});
			resolve({ url: `http://127.0.0.1:${address.port}`, close });
		});
	});
}

/** Answers a web page to whatever is asked. */
export function startWebPage(): Promise<Stranger> {
	const server = http.createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		response.end('<!doctype html><title>Welcome</title><h1>Our web site</h1>');
	});
	return listen(server, () => server.closeAllConnections());
}

/** Hangs up on everybody. A port without any server would be one that somebody else may take in the meantime. */
export function startSilence(): Promise<Stranger> {
	const server = net.createServer((socket) => {
		socket.on('error', () => undefined);
		socket.destroy();
	});
	return listen(server, () => undefined);
}
