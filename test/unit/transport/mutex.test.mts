import { expect, test } from '@jest/globals';
import { serialize } from '../../../nodes/WorkforceOperations/transport/mutex.ts';

test('work of one name is done one after another, also after a failure; work of another name waits for none of it', async () => {
	const order: string[] = [];
	const gates: Array<() => void> = [];
	const work =
		(name: string, fails = false) =>
		async (): Promise<string> => {
			order.push(`${name} begins`);
			await new Promise<void>((resolve) => gates.push(resolve));
			order.push(`${name} ends`);
			if (fails) throw new Error(name);
			return name;
		};
	const open = async (): Promise<void> => {
		gates.shift()?.();
		await new Promise((resolve) => setImmediate(resolve));
	};
	const ended = Promise.allSettled([
		serialize('a', work('first', true)),
		serialize('a', work('second')),
		serialize('b', work('other')),
	]);
	await new Promise((resolve) => setImmediate(resolve));
	expect(order).toEqual(['first begins', 'other begins']);
	await open();
	expect(order.slice(2)).toEqual(['first ends', 'second begins']);
	// Who comes while the second one is at it waits for that.
	const third = serialize('a', work('third'));
	await open();
	expect(order.slice(4)).toEqual(['other ends']);
	await open();
	expect(order.slice(5)).toEqual(['second ends', 'third begins']);
	await open();
	expect(await third).toBe('third');
	expect((await ended).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
		'Error: first',
		'second',
		'other',
	]);
});
