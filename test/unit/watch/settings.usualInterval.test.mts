import { describe, expect, test } from '@jest/globals';
import { pollIntervalMs } from '../../../nodes/WorkforceOperations/watch/settings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the interval of the polls', () => {
	const cron = (cronExpression: string): object => ({ mode: 'custom', cronExpression });

	test.each([
		['every minute', [{ mode: 'everyMinute' }], MINUTE],
		['every hour', [{ mode: 'everyHour', minute: 5 }], HOUR],
		['every five minutes', [{ mode: 'everyX', value: 5, unit: 'minutes' }], 5 * MINUTE],
		['every two hours', [{ mode: 'everyX', value: 2, unit: 'hours' }], 2 * HOUR],
		['every day', [{ mode: 'everyDay' }], 24 * HOUR],
		['the shortest of several', [{ mode: 'everyDay' }, { mode: 'everyHour' }], HOUR],
		['five fields', [cron('*/5 * * * *')], 5 * MINUTE],
		['six fields', [cron('10 * * * * *')], MINUTE],
		['certain minutes', [cron('0,20 * * * *')], 40 * MINUTE],
		['certain hours', [cron('0 6-18/4 * * *')], 12 * HOUR],
		['certain days', [cron('0 6 * * 1')], 7 * 24 * HOUR],
		['nothing', [], MINUTE],
		['something else', 'x', MINUTE],
	])('%s', (_, item, expected) => {
		expect(pollIntervalMs({ item })).toBe(expected);
	});
});
