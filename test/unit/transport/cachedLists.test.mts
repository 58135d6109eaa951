import { describe, expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { cached } from '../../../nodes/WorkforceOperations/transport/cachedLists.ts';
import { useVirtualTime } from './support.mts';
import { ServiceError } from '../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import type { ErrorKind } from '../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';

const time = useVirtualTime();

function counter(): { make: () => Promise<number>; made: () => number } {
	let count = 0;
	return { make: async () => await Promise.resolve(++count), made: () => count };
}

describe('What lists of names remember', () => {
	test('is used for a minute and no longer', async () => {
		const { make } = counter();
		expect(await cached('minute', make)).toBe(1);
		time.now += 59_999;
		expect(await cached('minute', make)).toBe(1);
		time.now += 1;
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

	test('is made anew where the run that began it was stopped, and shares any other failure', async () => {
		const { make, made } = counter();
		const node = { name: 'n', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: {} } satisfies INode;
		const failing = async (kind: ErrorKind): Promise<number> =>
			await Promise.reject(new ServiceError(node, { message: 'No', kind }));
		const settled = async (key: string, kind: ErrorKind): Promise<string[]> => {
			const tried = [async () => await failing(kind), make, make].map(async (each) => await cached(key, each));
			return (await Promise.allSettled(tried)).map(({ status }) => status);
		};
		expect(await settled('stopped', 'stopped')).toEqual(['rejected', 'fulfilled', 'fulfilled']);
		expect(await settled('refused', 'forbidden')).toEqual(['rejected', 'rejected', 'rejected']);
		expect(made()).toBe(1);
	});

	test('is bounded: the oldest goes first', async () => {
		time.now += 3_600_000;
		const { make, made } = counter();
		for (let index = 0; index <= 200; index++) await cached(`many ${index}`, make);
		const before = made();
		await cached('many 200', make);
		expect(made()).toBe(before);
		await cached('many 0', make);
		expect(made()).toBe(before + 1);
	});
});
