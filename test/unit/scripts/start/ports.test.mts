import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../../../sandbox/index.mts';
import { reservePort } from '../../../../kit/lib/ports.mts';
import { type Listening, listen } from '../../../../kit/servers/loopback.mts';
import { PortTaken } from '../../../../kit/n8n/process.mts';
import { onPort, refuseBusyPorts, usesOf } from '../../../../scripts/start/ports.mts';

describe('a port that another program uses', () => {
	let other: Listening;
	let port: number;

	beforeAll(async () => {
		other = await listen(createServer());
		({ port } = other);
	});
	afterAll(() => other.close());

	const refusal = (who: string, flag: string): string =>
		`${who} can't use port ${port}: another program is using it. Choose another port: npm start -- --${flag} ${port + 22}`;

	test('is refused at once', async () => {
		const { port: free, release } = await reservePort();
		await expect(refuseBusyPorts({ n8nPort: port, sandboxPort: free })).rejects.toThrow(refusal('n8n', 'n8n-port'));
		await release();
	});

	test('and taken while n8n was being installed, it is named with the flag for the sandbox', async () => {
		const { sandbox } = usesOf({ n8nPort: 1, sandboxPort: port });
		await expect(onPort(sandbox, () => startSandbox({ port }))).rejects.toThrow(refusal('The sandbox', 'sandbox-port'));
	});

	test('and for n8n', async () => {
		const { n8n } = usesOf({ n8nPort: port, sandboxPort: 1 });
		await expect(onPort(n8n, () => Promise.reject(new PortTaken('n8n ended while it was starting')))).rejects.toThrow(
			refusal('n8n', 'n8n-port'),
		);
	});

	test('every other failure stays what it is', async () => {
		const { n8n } = usesOf({ n8nPort: port, sandboxPort: 1 });
		await expect(onPort(n8n, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
	});
});
