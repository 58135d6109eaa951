import { describe, expect, test } from '@jest/globals';
import { oneFileAtATime } from '../../../../nodes/WorkforceOperations/operations/files/listFile.ts';
import { fakeConnection } from '../../transport/support.mts';

type Who = Parameters<typeof oneFileAtATime>[0];

function run(continueOnFail: boolean) {
	const item = { connection: fakeConnection(() => ({})).connection, context: { continueOnFail: () => continueOnFail } };
	const done: string[] = [];
	const file = (name: string, fails = false): Promise<string> =>
		// A connection of its own for each, as files have.
		oneFileAtATime({ ...item, connection: { ...item.connection } } as unknown as Who, async () => {
			done.push(`${name} begins`);
			await new Promise((resolve) => setImmediate(resolve));
			if (fails) throw new Error(`${name} fails`);
			done.push(`${name} ends`);
			return name;
		});
	return { file, done };
}

describe('The files of a run', () => {
	test('are made one after another', async () => {
		const { file, done } = run(false);
		expect(await Promise.all([file('a'), file('b')])).toEqual(['a', 'b']);
		expect(done).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
	});

	test('are not made behind one that fails, which ends the run', async () => {
		const { file, done } = run(false);
		const results = await Promise.allSettled([file('a', true), file('b')]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(done).toEqual(['a begins']);
	});

	test('are made behind one that fails where the run goes on', async () => {
		const { file } = run(true);
		const [a, b] = await Promise.allSettled([file('a', true), file('b')]);
		expect([a.status, b.status]).toEqual(['rejected', 'fulfilled']);
	});

	test('of another run don’t wait', async () => {
		const [one, other] = [run(false), run(false)];
		let release = (): void => undefined;
		const waiting = new Promise<void>((resolve) => void (release = resolve));
		const first = oneFileAtATime(
			{ connection: fakeConnection(() => ({})).connection, context: { continueOnFail: () => false } } as unknown as Who,
			async () => await waiting,
		);
		expect(await other.file('b')).toBe('b');
		release();
		await first;
		expect(one.done).toEqual([]);
	});
});
