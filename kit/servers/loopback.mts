// Servers that a test plays itself: on a free port of the loopback interface.
import net from 'node:net';

export interface Listening {
	url: string;
	port: number;
	close: () => Promise<void>;
}

/** `hangUp` ends the connections that are still open when the server is closed: closing waits for them. */
export function listen(server: net.Server, hangUp: () => void): Promise<Listening> {
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
