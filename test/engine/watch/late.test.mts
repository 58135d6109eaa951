// A poll that n8n has given up, and that comes back when later ones have looked: it hands over nothing and changes nothing.
import { describe, expect, test } from '@jest/globals';
import { engines, type Run, settled, type WatchHost, watchNode } from '../support/watchHost.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

const who = ({ items }: Run): string[] => items.map(({ emailAttempted }) => String(emailAttempted).split('@')[0] ?? '');

/** The second time that the credential is asked for, the first one being for the form: the state has been read by then. */
const BY_THE_CONNECTION = 2;

/** Keeps the next poll waiting for the credential, as a vault does that n8n asks; returns what ends it. */
function holdCredential(n8n: WatchHost): () => void {
	let answer: () => void = () => undefined;
	const answered = new Promise<void>((resolve) => (answer = resolve));
	const { getDecrypted } = n8n.store;
	let asked = 0;
	n8n.store.getDecrypted = async () => {
		if (++asked === BY_THE_CONNECTION) await answered;
		return await getDecrypted.call(n8n.store);
	};
	return answer;
}

describe.each(engines)('a poll that comes back an hour late, with polls of the %s engine', (engine) => {
	test('hands over nothing and changes nothing', async () => {
		const n8n = await world.published(engine, 'loginaudit', watchNode({ event: 'login.failed' }));
		await world.failedLogin('failed@example.com');
		n8n.outcome = () => 'error';
		await n8n.tick();
		await world.pass(2 * MINUTE);
		// It knows what is to be handed over again, and nothing of what comes now.
		let isBack = false;
		const answer = holdCredential(n8n);
		const late = n8n.tick().finally(() => (isBack = true));
		await settled();
		await world.failedLogin('meanwhile@example.com');
		await world.pass(HOUR);
		n8n.outcome = (run) => (who(run).includes('meanwhile') ? 'success' : undefined);
		await n8n.tick();
		expect([n8n.runs.map(who), isBack]).toEqual([[['failed'], ['meanwhile'], ['failed']], false]);
		answer();
		await late;
		for (let polls = 0; polls < 3; polls++) await n8n.tick();
		expect(n8n.runs).toHaveLength(3);
		expect(n8n.told).toEqual([]);
	});
});
