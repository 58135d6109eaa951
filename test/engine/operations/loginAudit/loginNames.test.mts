import { expect, test } from '@jest/globals';
import { useBench } from '../../support/bench.mts';

const bench = useBench();

test('a login has the name of its event beside the number, in both lists', async () => {
	const all = await bench.ok('loginaudit', { resource: 'loginAudit', operation: 'getAll', returnAll: true });
	const names = new Map(all.map(({ eventType, eventName }) => [eventType, eventName]));
	expect(names.get(1)).toBe('succeeded');
	expect(names.get(2)).toBe('failed');
	const recent = await bench.ok('loginaudit', { resource: 'loginAudit', operation: 'getRecent', userId: '7001' });
	expect(recent.map(({ eventName }) => eventName)).toEqual(
		recent.map(({ eventType }) => (eventType === 2 ? 'failed' : 'succeeded')),
	);
});

test.each([
	[3, 'logged out'],
	['2', 'failed'],
	['LoginSuccess', 'succeeded'],
	[' LoginFailure ', 'failed'],
	[9, null],
	[undefined, undefined],
])('an event %j is called %j', async (eventType, eventName) => {
	const at = '2026-07-01T08:00:00Z';
	bench.recorder.answer(() => ({
		body: { isSuccess: true, data: [{ id: 1, occurredUtc: at, ...(eventType === undefined ? {} : { eventType }) }] },
	}));
	const [event] = await bench.ok('loginaudit', { resource: 'loginAudit', operation: 'getAll', limit: 1 });
	expect(event?.eventName).toBe(eventName);
});
