import { createServer, type AddressInfo } from 'node:net';
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { isFree, reservePort, type ReservedPort } from '../../../../kit/lib/ports.mts';

describe('a port that is reserved', () => {
	const open: Array<() => Promise<unknown>> = [];
	/** What was drawn for each port. */
	const draws = new Map<number, number>();
	/** What is drawn next, then anything. */
	let next: number[];
	let drawn: number;

	beforeEach(() => {
		next = [];
		const random = Math.random.bind(Math);
		jest.spyOn(Math, 'random').mockImplementation(() => (drawn = next.shift() ?? random()));
	});

	afterEach(async () => {
		jest.restoreAllMocks();
		await Promise.all(open.splice(0).map(async (close) => await close()));
	});

	const reserve = async (): Promise<ReservedPort> => {
		const reserved = await reservePort();
		draws.set(reserved.port, drawn);
		open.push(reserved.release);
		return reserved;
	};

	/** The port that is reserved where these are tried first. */
	const trying = async (...ports: number[]): Promise<number> => {
		next = ports.map((port) => draws.get(port) ?? 0);
		return (await reserve()).port;
	};

	/** Somebody else, who reserves nothing. */
	const listening = async (port: number): Promise<number> => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		open.push(() => new Promise((resolve) => server.close(resolve)));
		return (server.address() as AddressInfo).port;
	};

	test('is nobody else’s until it is released', async () => {
		const { port, release } = await reserve();
		expect(await trying(port)).not.toBe(port);
		await release();
		expect(await trying(port)).toBe(port);
	});

	test('is free for the program that is told of it', async () => {
		const { port } = await reserve();
		expect(await listening(port)).toBe(port);
	});

	test('is none that the system gives to whoever asks for any', async () => {
		const range = '/proc/sys/net/ipv4/ip_local_port_range';
		const lowest = fs.existsSync(range) ? Number(fs.readFileSync(range, 'utf8').split(/\s/)[0]) : 49_152;
		next = [0, 1 - Number.EPSILON];
		const ports = [await reserve(), await reserve()].map(({ port }) => port);
		expect(ports.filter((port) => port < 1024 || port >= lowest)).toEqual([]);
	});

	test('is none that a program listens on, and none whose neighbour is taken', async () => {
		const [taken, beside, free] = [await reserve(), await reserve(), await reserve()];
		for (const { release } of [taken, beside, free]) await release();
		await listening(taken.port);
		await listening(beside.port + 1);
		expect(await trying(taken.port, beside.port, free.port)).toBe(free.port);
		// What was held while it was looked at is held no more.
		expect(await isFree(taken.port + 1)).toBe(true);
	});
});
