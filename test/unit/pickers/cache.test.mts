import { afterEach, describe, expect, test } from '@jest/globals';
import { cached } from '../../../nodes/WorkforceOperations/pickers/cache.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/time.ts';

const real = clock.now;
let now = 0;
afterEach(() => {
	clock.now = real;
});

function counter(): { make: () => Promise<number>; made: () => number } {
	let count = 0;
	return { make: async () => await Promise.resolve(++count), made: () => count };
}

describe('What pickers remember', () => {
	test('is used for a minute and no longer', async () => {
		clock.now = () => now;
		const { make } = counter();
		expect(await cached('minute', make)).toBe(1);
		now += 59_999;
		expect(await cached('minute', make)).toBe(1);
		now += 1;
		expect(await cached('minute', make)).toBe(2);
	});

	test('is shared by those who ask at the same time, and kept apart by its key', async () => {
		const { make, made } = counter();
		await Promise.all([cached('one', make), cached('one', make), cached('two', make)]);
		expect(made()).toBe(2);
	});

	test('is no failure', async () => {
		const { make } = counter();
		await expect(cached('fails', async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(await cached('fails', make)).toBe(1);
	});

	test('is bounded: the oldest goes first', async () => {
		clock.now = () => now;
		now += 3_600_000;
		const { make, made } = counter();
		for (let index = 0; index <= 200; index++) await cached(`many ${index}`, make);
		const before = made();
		await cached('many 200', make);
		expect(made()).toBe(before);
		await cached('many 0', make);
		expect(made()).toBe(before + 1);
	});
});
