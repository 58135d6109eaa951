// Whole observations of welfare checks and of clocking in and out off site.
import { describe, expect, test } from '@jest/globals';
import { offSite } from '../../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import { unanswered } from '../../../../nodes/WorkforceOperations/watch/shifts/welfareChecks.ts';
import { guardKey, hashes, stemOf } from '../guardKeys.mts';
import { welfareCheck } from '../welfareCheck.mts';

const MINUTE = 60_000;
const at = (time: string): number => Date.parse(`2026-07-01T${time}Z`);
const NOW = at('08:17:30');
const rules = { now: NOW, timeZone: 'Australia/Sydney', graceMs: 10 * MINUTE, hashes };
const SHIFT = stemOf('501', '2026-07-01T06:00:00Z');
const keyOf = (stem: string): string => guardKey(stem, 'Aroha Ngata');

const shift = (changes: object = {}): Record<string, unknown> => ({
	shiftId: 501,
	name: 'Aroha Ngata',
	siteName: 'Library',
	startTime: '2026-07-01T06:00:00Z',
	endTime: '2026-07-01T16:00:00Z',
	...changes,
});

const shared = (record: object) => ({ locator: at('06:00:00'), past: false, record });

describe('off site', () => {
	const times = {
		timeIn: '2026-07-01T05:55:00Z',
		timeInTZ: '2026-07-01T15:25:00+09:30',
		timeOut: '2026-07-01T08:05:00Z',
		timeOutTZ: '2026-07-01T17:35:00+09:30',
	};

	test('on both sides are two, each at its own time', () => {
		const record = shift({ ...times, isClockInOffSite: true, isClockOutOffSite: true });
		expect(offSite(record, rules)).toEqual([
			{
				...shared(record),
				key: keyOf(`${SHIFT}:in`),
				at: at('05:55:00'),
				holds: true,
				reason: 'Aroha Ngata clocked in away from Library at 15:25',
				numbers: { side: 'in' },
			},
			{
				...shared(record),
				key: keyOf(`${SHIFT}:out`),
				at: at('08:05:00'),
				holds: true,
				reason: 'Aroha Ngata clocked out away from Library at 17:35',
				numbers: { side: 'out' },
			},
		]);
	});

	test.each([
		{
			changes: { ...times, isClockInOffSite: false, isClockOutOffSite: true },
			start: { holds: false, reason: 'Aroha Ngata has not clocked in off site (Library)' },
			end: { holds: true, reason: 'Aroha Ngata clocked out away from Library at 17:35' },
		},
		{
			changes: { isClockInOffSite: true, isClockOutOffSite: 'perhaps' },
			start: { holds: true, reason: 'Aroha Ngata clocked in away from Library' },
			end: { holds: false, reason: 'Aroha Ngata has not clocked out off site (Library)' },
		},
		{
			changes: { isClockInOffSite: true, siteName: '' },
			start: { holds: true, reason: 'Aroha Ngata clocked in away from the site' },
			end: { holds: false, reason: 'Aroha Ngata has not clocked out off site' },
		},
	])('$changes: off site at the start $start.holds, at the end $end.holds', ({ changes, start, end }) => {
		const seen = offSite(shift(changes), rules);
		expect(seen.map(({ holds, reason }) => ({ holds, reason }))).toEqual([start, end]);
		expect('timeIn' in changes ? [NOW, NOW] : seen.map((each) => each.at)).toEqual([NOW, NOW]);
	});

	test('of a shift that is over is of the past, and of one without an id nothing', () => {
		const over = shift({ endTime: '2026-07-01T08:00:00Z' });
		expect(offSite(over, rules).map(({ past }) => past)).toEqual([true, true]);
		expect(offSite(shift({ shiftId: null, name: null }), rules)).toEqual([]);
	});
});

describe('a welfare check', () => {
	const withChecks = (responses: unknown, notifications: unknown = [], changes: object = {}) =>
		shift({ welfareCheckResponses: responses, welfareCheckNotifResponses: notifications, ...changes });

	test.each<[string, string, boolean, number, string]>([
		[
			'unanswered when the time is up',
			'2026-07-01T08:07:30Z',
			true,
			10,
			'Aroha Ngata at Library has not answered the welfare check sent 10 minutes ago, at 18:07',
		],
		[
			'unanswered a moment before',
			'2026-07-01T08:07:31Z',
			false,
			9,
			'The welfare check to Aroha Ngata at Library was sent 9 minutes ago, at 18:07; the limit is 10 minutes',
		],
	])('%s', (_, dateSent, holds, minutesLate, reason) => {
		const record = withChecks([welfareCheck(7, { dateSent })]);
		expect(unanswered(record, rules)).toEqual([
			{
				...shared(record),
				key: keyOf(`7.${SHIFT}`),
				at: Date.parse(dateSent) + 10 * MINUTE,
				holds,
				reason,
				numbers: { welfareCheckId: '7', minutesLate, followUps: 0 },
			},
		]);
	});

	test('that was answered is said to be', () => {
		const record = withChecks([welfareCheck(7, { hasResponse: true })], [], { endTime: '2026-07-01T08:00:00Z' });
		expect(unanswered(record, rules)).toEqual([
			{
				...shared(record),
				past: true,
				key: keyOf(`7.${SHIFT}`),
				at: at('08:10:00'),
				holds: false,
				reason: 'Aroha Ngata at Library has answered the welfare check sent at 18:00',
				numbers: { welfareCheckId: '7', minutesLate: 17, followUps: 0 },
			},
		]);
	});

	test.each<[string, object, object]>([
		['sent earlier in the second list', {}, { dateSent: '2026-07-01T07:50:00Z' }],
		['sent earlier in the first list', { dateSent: '2026-07-01T07:50:00Z' }, {}],
	])('in both lists counts from the earlier moment: %s', (_, first, second) => {
		const [seen, ...others] = unanswered(withChecks([welfareCheck(7, first)], [welfareCheck(7, second)]), rules);
		expect(seen).toMatchObject({ at: at('08:00:00'), numbers: { minutesLate: 27 } });
		expect(others).toEqual([]);
	});

	test.each<[string, object, object, boolean]>([
		['in the first list', { hasResponse: true }, {}, false],
		['in the second list', {}, { hasResponse: true }, false],
		['in neither, whatever else stands there', { hasResponse: 'perhaps' }, { hasResponse: null }, true],
	])('is answered %s', (_, first, second, holds) => {
		expect(
			unanswered(withChecks([welfareCheck(7, first)], [welfareCheck(7, second)]), rules).map((seen) => seen.holds),
		).toEqual([holds]);
	});

	test.each<[string, unknown[], unknown[], number, string]>([
		['in its own list', [welfareCheck(7, { followUps: [{}, {}] })], [], 2, ', despite 2 follow-ups'],
		[
			'in the longer of two lists',
			[welfareCheck(7, { followUps: [{}] })],
			[welfareCheck(7, { followUps: [] })],
			1,
			', despite 1 follow-up',
		],
		['in a list of odd entries', [welfareCheck(7, { followUps: [{}, null, 'x'] })], [], 1, ', despite 1 follow-up'],
		[
			'as checks of their own',
			[welfareCheck(7, { followUps: [{}] })],
			[welfareCheck(8, { parentWelfareCheckId: 7 }), welfareCheck(9, { parentWelfareCheckId: '7' })],
			2,
			', despite 2 follow-ups',
		],
	])('has its follow-ups %s', (_, responses, notifications, followUps, words) => {
		const [seen, ...others] = unanswered(withChecks(responses, notifications), rules);
		expect(others).toEqual([]);
		expect(seen?.numbers).toEqual({ welfareCheckId: '7', minutesLate: 17, followUps });
		expect(seen?.reason).toBe(
			`Aroha Ngata at Library has not answered the welfare check sent 17 minutes ago, at 18:00${words}`,
		);
	});

	test('is answered by an answer to one that follows it', () => {
		const follower = welfareCheck(10, { parentWelfareCheckId: 7, hasResponse: true });
		expect(unanswered(withChecks([], [welfareCheck(7), follower]), rules).map(({ holds }) => holds)).toEqual([false]);
	});

	test.each<[string, object, string[]]>([
		['one that is not there', { parentWelfareCheckId: 6 }, ['8']],
		['itself', { parentWelfareCheckId: 8 }, ['8']],
		['the text 0', { parentWelfareCheckId: '0' }, ['8']],
		['nothing', { parentWelfareCheckId: null }, ['8']],
	])('that follows %s stands for itself', (_, changes, keys) => {
		expect(
			unanswered(withChecks([welfareCheck(8, changes)]), rules).map(({ numbers }) => numbers.welfareCheckId),
		).toEqual(keys);
	});

	test('is none in what is no record, and none of a shift without an id', () => {
		expect(
			unanswered(withChecks([null, 'x', welfareCheck(7)], {}), rules).map(({ numbers }) => numbers.welfareCheckId),
		).toEqual(['7']);
		expect(unanswered(withChecks([welfareCheck(7)], [], { shiftId: null, name: '' }), rules)).toEqual([]);
	});

	test('after one that can’t be read is read', () => {
		const checks = [
			welfareCheck(6, { dateSent: null }),
			welfareCheck(7, { dateSent: 'soon' }),
			welfareCheck(8),
			welfareCheck(9),
		];
		expect(unanswered(withChecks(checks), rules).map(({ numbers }) => numbers.welfareCheckId)).toEqual(['8', '9']);
	});

	test.each([[0], ['0'], [' '], [null]])('without an id (%p) is known by the moment it was sent', (welfareCheckId) => {
		const sent = ['2026-07-01T08:00:00.900Z', '2026-07-01T07:30:00Z'] as const;
		const checks = sent.map((dateSent) => welfareCheck(7, { welfareCheckId, dateSent }));
		const seen = unanswered(withChecks(checks, checks), rules);
		expect(seen.map(({ key }) => key)).toEqual(
			sent.map((dateSent) => keyOf(`.${Math.floor(Date.parse(dateSent) / 1000).toString(36)}.${SHIFT}`)),
		);
		expect(seen.map(({ numbers }) => numbers.minutesLate)).toEqual([17, 47]);
	});
});
