// Ports on the loopback interface: checks whether one is free, and reserves one.
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

/** Below the ports that systems assign automatically (from 32768 or 49152), also to each connection. */
const first = 20_000;
const pairs = 6_000;
const tries = 500;

export interface ReservedPort {
	port: number;
	/** Others may have it from now on. */
	release: () => Promise<void>;
}

/**
 * A port for a program that needs to know it before it starts, or that restarts on the same one. It is even and free,
 * and this process holds the odd one above it, which every reservation needs too: so nobody else gets it until it is
 * released or this process ends, however it ends.
 */
export async function reservePort(): Promise<ReservedPort> {
	for (let attempt = 0; attempt < tries; attempt += 1) {
		const port = first + 2 * Math.floor(Math.random() * pairs);
		const guard = await listen(port + 1).catch((error: unknown) => {
			if (isUnusable(error)) return undefined;
			throw error;
		});
		if (guard === undefined) continue;
		guard.unref();
		if (await isFree(port)) return { port, release: () => close(guard) };
		await close(guard);
	}
	throw new Error(`None of ${tries} ports from ${first} to ${first + 2 * pairs} is free.`);
}
