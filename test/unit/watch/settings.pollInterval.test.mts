// How far apart the polls are, by what n8n lets people enter.
import { describe, expect, test } from '@jest/globals';
import { pollIntervalMs } from '../../../nodes/WorkforceOperations/watch/settings.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each<[string, unknown, number]>([
	['nothing', undefined, MINUTE],
	['null', null, MINUTE],
	['a list', [], MINUTE],
	['no item', {}, MINUTE],
	['an item that is no list', { item: { mode: 'everyDay' } }, MINUTE],
	['an item that is a text', { item: 'x' }, MINUTE],
	['an empty list', { item: [] }, MINUTE],
	['an entry that is none', { item: [null] }, MINUTE],
	['an unknown mode', { item: [{ mode: 'sometimes' }] }, MINUTE],
	['each minute', { item: [{ mode: 'everyMinute' }] }, MINUTE],
	['each hour', { item: [{ mode: 'everyHour', minute: 5 }] }, HOUR],
	['each day', { item: [{ mode: 'everyDay' }] }, DAY],
	['each week', { item: [{ mode: 'everyWeek' }] }, 7 * DAY],
	['each month', { item: [{ mode: 'everyMonth' }] }, 31 * DAY],
	['some minutes', { item: [{ mode: 'everyX', value: 3, unit: 'minutes' }] }, 3 * MINUTE],
	['some hours', { item: [{ mode: 'everyX', value: 3, unit: 'hours' }] }, 3 * HOUR],
	['a number in text', { item: [{ mode: 'everyX', value: '7', unit: 'minutes' }] }, 7 * MINUTE],
	['no minutes', { item: [{ mode: 'everyX', value: 0, unit: 'minutes' }] }, MINUTE],
	['negative hours', { item: [{ mode: 'everyX', value: -2, unit: 'hours' }] }, HOUR],
	['no number', { item: [{ mode: 'everyX', value: 'few' }] }, MINUTE],
	['the shortest of three', { item: [{ mode: 'everyDay' }, { mode: 'everyHour' }, { mode: 'everyWeek' }] }, HOUR],
])('%s', (_, pollTimes, expected) => {
	expect(pollIntervalMs(pollTimes)).toBe(expected);
});

describe('a cron expression', () => {
	test.each([
		['* * * * *', MINUTE],
		['*/1 * * * *', MINUTE],
		['*/0 * * * *', MINUTE],
		['0-59 * * * *', MINUTE],
		['*/2 * * * *', 2 * MINUTE],
		['*/20 * * * *', 20 * MINUTE],
		['*/25 * * * *', 25 * MINUTE],
		['7 * * * *', HOUR],
		['5/20 * * * *', 20 * MINUTE],
		['5/40 * * * *', 40 * MINUTE],
		['5-30/20 * * * *', 40 * MINUTE],
		['0-45/15 * * * *', 15 * MINUTE],
		['10-20 * * * *', 50 * MINUTE],
		['0-100/50 * * * *', 50 * MINUTE],
		['50-10 * * * *', HOUR],
		['60 * * * *', HOUR],
		['0,5,50 * * * *', 45 * MINUTE],
		['40,0,30 * * * *', 30 * MINUTE],
		['9,10,50 * * * *', 40 * MINUTE],
		['5,10,20,40 * * * *', 25 * MINUTE],
		['0,0,30 * * * *', 30 * MINUTE],
		['5,x * * * *', HOUR],
		['x5 * * * *', HOUR],
		['5x * * * *', HOUR],
		['0 * * * *', HOUR],
		['0 */1 * * *', HOUR],
		['0 */2 * * *', 2 * HOUR],
		['*/10 6-18 * * *', 12 * HOUR],
		['0 6-18/4 * * *', 12 * HOUR],
		['0 22,2 * * *', 20 * HOUR],
		['30 8 * * *', DAY],
		['0 x * * *', DAY],
		['0 24 * * *', DAY],
		['0 20-30 * * *', 21 * HOUR],
		['0 6 ? * *', DAY],
		['0 6 * * ?', DAY],
		['0 6 1 * *', 7 * DAY],
		['0 6 * 3 *', 7 * DAY],
		['0 6 * * 1', 7 * DAY],
		['  */5   *  *	* *  ', 5 * MINUTE],
		['0 */5 * * * *', 5 * MINUTE],
		['15 30 * * * *', HOUR],
		['0 30 8 * * *', DAY],
		['0 0 6 * * 1', 7 * DAY],
		['15 * * * * *', MINUTE],
		['*/30 * * * * *', 30 * SECOND],
		['10,20 * * * * *', 50 * SECOND],
		['* * * * * *', SECOND],
		['', HOUR],
		[undefined, HOUR],
	])('“%s”', (cronExpression, expected) => {
		expect(pollIntervalMs({ item: [{ mode: 'custom', cronExpression }] })).toBe(expected);
	});
});
