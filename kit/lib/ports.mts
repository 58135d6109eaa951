// Ports on the loopback interface: whether one is free, and a few that nobody uses.
import net from 'node:net';

const loopback = '127.0.0.1';

function listen(port: number): Promise<net.Server> {
	return new Promise((resolve, reject) => {
		const server = net.createServer();
		server.once('error', reject);
		server.listen({ port, host: loopback, exclusive: true }, () => resolve(server));
	});
}

const close = (server: net.Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Whether listening failed because of the port. One below 1024 that needs privileges is as unusable as one that is taken. */
export const isUnusable = (error: unknown): boolean =>
	typeof error === 'object' &&
	error !== null &&
	'code' in error &&
	(error.code === 'EADDRINUSE' || error.code === 'EACCES');

export async function isFree(port: number): Promise<boolean> {
	try {
		await close(await listen(port));
		return true;
	} catch (error) {
		if (isUnusable(error)) return false;
		throw error;
	}
}

/** Ports that were free a moment ago; all are held until the last one is known, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
	const servers: net.Server[] = [];
	try {
		while (servers.length < count) servers.push(await listen(0));
		return servers.map((server) => {
			const address = server.address();
			if (address === null || typeof address === 'string') throw new Error('The system gave no port number.');
			return address.port;
		});
	} finally {
		await Promise.all(servers.map(close));
	}
}
