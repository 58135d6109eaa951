import { createServer, type AddressInfo, type Server } from 'node:net';
import fs from 'node:fs';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { isFree, reservePorts, type ReservedPorts } from '../../../kit/lib/ports.mts';

describe('ports that are reserved', () => {
	const open: Array<() => Promise<unknown>> = [];

	afterEach(async () => {
		jest.restoreAllMocks();
		await Promise.all(open.splice(0).map(async (close) => await close()));
	});

	const reserve = async (count: number): Promise<ReservedPorts> => {
		const reserved = await reservePorts(count);
		open.push(reserved.release);
		return reserved;
	};

	/** Somebody else, who reserves nothing. */
	const listening = async (port: number): Promise<number> => {
		const server: Server = createServer();
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		open.push(() => new Promise((resolve) => server.close(resolve)));
		return (server.address() as AddressInfo).port;
	};

	/** The next ones that are tried, then any. */
	const trying = (...ports: number[]): void => {
		const real = Math.random.bind(Math);
		const lowest = 20_000;
		const most = 6_000;
		jest.spyOn(Math, 'random').mockImplementation(() => {
			const port = ports.shift();
			return port === undefined ? real() : ((port - lowest) / 2 + 0.5) / most;
		});
	};

	test('nobody else gets, however many they ask for', async () => {
		const [one, other] = await Promise.all([reserve(300), reserve(300)]);
		expect(new Set([...one.ports, ...other.ports]).size).toBe(600);
	});

	test('are free for the program that is told of them', async () => {
		const [port = 0] = (await reserve(1)).ports;
		expect(await listening(port)).toBe(port);
	});

	test('are none that the system gives to whoever asks for any', async () => {
		const range = '/proc/sys/net/ipv4/ip_local_port_range';
		const lowest = fs.existsSync(range) ? Number(fs.readFileSync(range, 'utf8').split(/\s/)[0]) : 49_152;
		const { ports } = await reserve(50);
		expect(ports.filter((port) => port >= lowest)).toEqual([]);
	});

	test('are none that a program listens on, and none whose neighbour is taken', async () => {
		const { ports, release } = await reserve(3);
		const [taken = 0, beside = 0, free = 0] = ports;
		await release();
		await listening(taken);
		await listening(beside + 1);
		trying(taken, beside, free);
		expect((await reserve(1)).ports).toEqual([free]);
		// What was held while it was looked at is held no more.
		expect(await isFree(taken + 1)).toBe(true);
	});

	test('can be had by others once they are released', async () => {
		const { ports, release } = await reserve(1);
		const [port = 0] = ports;
		trying(port);
		expect((await reserve(1)).ports).not.toEqual([port]);
		await release();
		trying(port);
		expect((await reserve(1)).ports).toEqual([port]);
	});
});
