import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../../../sandbox/index.mts';
import { reservePort } from '../../../../kit/lib/ports.mts';
import { PortTaken } from '../../../../kit/n8n/process.mts';
import { onPort, refuseBusyPorts, usesOf } from '../../../../scripts/start/ports.mts';

describe('a port that another program uses', () => {
	let other: Server;
	let port: number;

	beforeAll(async () => {
		other = createServer();
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		({ port } = other.address() as AddressInfo);
	});
	afterAll(async () => {
		await new Promise((resolve) => other.close(resolve));
	});

	test('is refused at once', async () => {
		const { port: free, release } = await reservePort();
		await expect(refuseBusyPorts({ n8nPort: port, sandboxPort: free })).rejects.toThrow(
			`n8n can't use port ${port}: another program is using it. Choose another port: npm start -- --n8n-port ${port + 22}`,
		);
		await release();
	});

	test('and taken while n8n was being installed, it is named with the flag for the sandbox', async () => {
		const { sandbox } = usesOf({ n8nPort: 1, sandboxPort: port });
		await expect(onPort(sandbox, () => startSandbox({ port }))).rejects.toThrow(
			`The sandbox can't use port ${port}: another program is using it. Choose another port: npm start -- --sandbox-port ${port + 22}`,
		);
	});

	test('and for n8n', async () => {
		const { n8n } = usesOf({ n8nPort: port, sandboxPort: 1 });
		await expect(onPort(n8n, () => Promise.reject(new PortTaken('n8n ended while it was starting')))).rejects.toThrow(
			`n8n can't use port ${port}: another program is using it. Choose another port: npm start -- --n8n-port ${port + 22}`,
		);
	});

	test('every other failure stays what it is', async () => {
		const { n8n } = usesOf({ n8nPort: port, sandboxPort: 1 });
		await expect(onPort(n8n, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
	});
});
