// Servers on a free port of the loopback interface.
import http from 'node:http';
import net from 'node:net';

export interface Listening {
	url: string;
	port: number;
	close: () => Promise<void>;
}

/** As in the sandbox: under heavy load, a client might reuse an idle connection just as it is being closed. */
const KEEP_ALIVE_MS = 600_000;

/** Closing a server waits for open connections: `hangUp` ends them first. A web server tracks them itself. */
export function listen(
	server: net.Server,
	hangUp: () => void = () => void (server instanceof http.Server && server.closeAllConnections()),
): Promise<Listening> {
	if (server instanceof http.Server) server.keepAliveTimeout = KEEP_ALIVE_MS;
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			if (address === null || typeof address === 'string') throw new Error('The server got no port.');
			const close = (): Promise<void> =>
				new Promise((done) => {
					server.close(() => done());
					hangUp();
				});
			resolve({ url: `http://127.0.0.1:${address.port}`, port: address.port, close });
		});
	});
}

export async function bodyOf(request: http.IncomingMessage): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts);
}
