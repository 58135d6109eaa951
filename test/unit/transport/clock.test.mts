import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { unlessAborted } from '../../../nodes/WorkforceOperations/transport/clock.ts';

const never = new Promise<string>(() => undefined);

test.each([
	['the first', [AbortSignal.abort(), new AbortController().signal]],
	['the last', [new AbortController().signal, undefined, AbortSignal.abort()]],
])('nobody waits for an answer where %s of several signals is aborted already', async (_, signals) => {
	expect(await unlessAborted(never, ...signals)).toBeUndefined();
});

test('nobody waits any more once one of several signals is aborted', async () => {
	const controller = new AbortController();
	const waiting = unlessAborted(never, new AbortController().signal, controller.signal);
	controller.abort();
	expect(await waiting).toBeUndefined();
});

test('what comes in time is handed on, and what fails is thrown', async () => {
	const { signal } = new AbortController();
	expect(await unlessAborted(Promise.resolve('here'), signal)).toBe('here');
	await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('no listener stays with a signal whose wait is over: a long download waits thousands of times', async () => {
	const { signal } = new AbortController();
	await unlessAborted(Promise.resolve('here'), signal);
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});
