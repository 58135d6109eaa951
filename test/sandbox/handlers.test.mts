import { expect, test } from '@jest/globals';
import { handlers } from '../../sandbox/endpoints/index.mts';
import { startSandbox } from '../../sandbox/index.mts';

// In a file of its own: the description is looked at once, when the first sandbox of a process starts.
test('a sandbox that lacks a handler does not start, and says which', async () => {
	const { listSites } = handlers;
	Reflect.deleteProperty(handlers, 'listSites');
	const said = await startSandbox().then(
		async (sandbox) => await sandbox.close(),
		(error: unknown) => String(error),
	);
	Object.assign(handlers, { listSites });
	expect(said).toBe('Error: sandbox/endpoints/ has no handler for listSites');
	await (await startSandbox()).close();
});
