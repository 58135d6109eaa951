import { expect, test } from '@jest/globals';
import { handlers } from '../../sandbox/endpoints/index.mts';
import { startSandbox } from '../../sandbox/index.mts';

// In a file of its own: the description is looked at once, when the first sandbox of a process starts.
test('a sandbox that lacks a handler does not start, and says which', async () => {
	const { listSites } = handlers;
	Reflect.deleteProperty(handlers, 'listSites');
	await expect(startSandbox()).rejects.toThrow('sandbox/endpoints/index.mts has no handler for listSites');
	Object.assign(handlers, { listSites });
	await (await startSandbox()).close();
});
