// What the form of the watch trigger says, read and checked.
import { describe, expect, test } from '@jest/globals';
import { watchedEvents } from '../../../nodes/WorkforceOperations/watch/events.ts';
import { reportKind, timesheetKind } from '../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { ofLogins, read, refused, standard } from './readForm.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ofShifts = { graceMs: 0, repeatEveryMs: 0 };
const ofLicences = { daysBefore: [], scanEveryMs: 24 * HOUR };
const ofCopies = {
	startWith: 'new',
	kinds: new Set(['created', 'updated', 'deactivated', 'reactivated']),
	watchFields: [],
	stopAbovePercent: 5,
	scanEveryMs: 0,
};
const changing = { startWith: 'new', changes: ['submit', 'approve'] };

const unfilled: Array<[string, object]> = [
	['shift.notClockedIn', { ...ofShifts, graceMs: 15 * MINUTE }],
	['shift.notClockedOut', { ...ofShifts, graceMs: 30 * MINUTE }],
	['shift.clockedIn', ofShifts],
	['shift.clockedOut', ofShifts],
	['shift.offSite', ofShifts],
	['shift.unfilled', { ...ofShifts, graceMs: 24 * HOUR }],
	['shift.tooLong', { ...ofShifts, graceMs: 12 * HOUR }],
	['welfareCheck.unanswered', { ...ofShifts, graceMs: 10 * MINUTE }],
	['incidentReport.changed', { ...changing, signals: reportKind.signals }],
	['timesheet.changed', { ...changing, signals: timesheetKind.signals }],
	['licence.expiring', { ...ofLicences, daysBefore: [60, 30, 14, 7, 0] }],
	['licence.invalid', ofLicences],
	['login.failed', ofLogins],
	['staff.created', { ...ofCopies, kinds: new Set(['created']), stopAbovePercent: 0 }],
	...['staff.changed', 'customer.changed', 'site.changed'].map((event): [string, object] => [event, ofCopies]),
	['licence.changed', { ...ofCopies, kinds: new Set(['created', 'updated']), scanEveryMs: 24 * HOUR }],
	['timesheet.waiting', { waitMs: 24 * HOUR, repeatEveryMs: 0 }],
	['incidentReport.waiting', { waitMs: 24 * HOUR, repeatEveryMs: 0 }],
];

test.each(unfilled)(
	'a form of %s that nobody has filled holds what its own family asks for, and nothing of another one',
	(event, changes) => {
		expect(read(event)).toEqual({ ...standard, chosen: event, ...changes });
	},
);

test('every event is looked at so', () => {
	expect(unfilled.map(([event]) => event).sort()).toEqual(watchedEvents.map(({ value }) => value).sort());
});

describe('a form that is filled', () => {
	const advanced = { additionalQuery: '{"siteGroup": "north"}' };
	const options = {
		repeatEveryMinutes: '45',
		loginsAtLeast: 5,
		loginsWithin: 20,
		lookBackHours: 12,
		lookBackDays: 3,
		sweepHours: 6,
		retries: 0,
		maxItems: 7,
	};
	const filters = { fullName: 'Aroha', siteId: { __rl: true, mode: 'id', value: '12' }, userId: '9' };
	const pollTimes = { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] };
	const more = {
		minutes: ' 20 ',
		hoursWaiting: ' 30 ',
		startWith: 'new',
		simplify: false,
		options,
		advanced,
		filters,
		pollTimes,
	};
	const common = {
		...standard,
		startWith: 'new',
		additionalQuery: { siteGroup: 'north' },
		simplify: false,
		lookBackMs: 12 * HOUR,
		retries: 0,
		maxItems: 7,
		intervalMs: 5 * MINUTE,
	};

	test.each<[string, object]>([
		[
			'shift.notClockedIn',
			{ graceMs: 20 * MINUTE, query: { fullName: 'Aroha', siteId: '12' }, repeatEveryMs: 45 * MINUTE },
		],
		['login.failed', { query: { userId: '9' }, loginsAtLeast: 5, loginsWithinMs: 20 * MINUTE }],
		['licence.invalid', { daysBefore: [], scanEveryMs: 6 * HOUR }],
		['staff.created', { kinds: new Set(['created']), watchFields: [], stopAbovePercent: 0, scanEveryMs: 0 }],
		[
			'incidentReport.waiting',
			{ query: { siteId: ['12'] }, waitMs: 30 * HOUR, lookBackMs: 72 * HOUR, repeatEveryMs: 45 * MINUTE },
		],
	])('of %s is read whole', (event, own) => {
		expect(read(event, more)).toEqual({ ...common, chosen: event, ...own });
	});
});

describe('whole numbers', () => {
	const years = '525,600';
	const options = (name: string) => (value: unknown) => ({ options: { [name]: value } });
	const year = { options: { lookBackDays: 366 } };
	const lookBack = (lookBackDays: unknown) => ({ hoursWaiting: 0, options: { lookBackDays } });

	test.each<[string, string, (value: unknown) => object, number, number, string]>([
		['Minutes After Start', 'shift.notClockedIn', (minutes) => ({ minutes }), 0, 525_600, years],
		['Repeat Every (Minutes)', 'shift.notClockedIn', options('repeatEveryMinutes'), 0, 525_600, years],
		['Hours Waiting', 'timesheet.waiting', (hoursWaiting) => ({ ...year, hoursWaiting }), 0, 8736, '8,736'],
		['Minimum Failed Logins', 'login.failed', options('loginsAtLeast'), 1, 1000, '1,000'],
		['Logins Within (Minutes)', 'login.failed', options('loginsWithin'), 1, 1440, '1,440'],
		['Look Back (Days)', 'incidentReport.waiting', lookBack, 1, 366, '366'],
		['Look Back (Hours)', 'login.failed', options('lookBackHours'), 1, 8784, '8,784'],
		['Hours Between Rounds', 'licence.invalid', options('sweepHours'), 1, 8784, '8,784'],
		['Stop If More Than (%)', 'site.changed', options('stopIfMoreThan'), 0, 100, '100'],
		['Retries', 'login.failed', options('retries'), 0, 10, '10'],
		['Max Items', 'login.failed', options('maxItems'), 1, 10_000, '10,000'],
	])('%s takes them within its bounds', (label, event, values, least, most, written) => {
		const message = `“${label}” must be a whole number from ${least} to ${written}`;
		for (const good of [least, most, String(most), undefined])
			expect(refused(event, values(good))).toEqual({ message: 'read' });
		for (const bad of [least - 1, most + 1, least + 0.5, 'many', '', ' ', null, true, [least + 1]])
			expect(refused(event, values(bad))).toEqual({ message, description: `It is “${String(bad)}”.` });
		expect(refused(event, values('x'.repeat(99)))).toEqual({ message, description: `It is “${'x'.repeat(80)}”.` });
	});

	test('that an event has no use for are not looked at', () => {
		const options = { repeatEveryMinutes: 'x', loginsAtLeast: 'x', loginsWithin: 'x', sweepHours: 'x' };
		expect(read('shift.clockedIn', { minutes: 'x', options })).toEqual({
			...standard,
			...ofShifts,
			chosen: 'shift.clockedIn',
		});
	});
});

describe('days before', () => {
	const days = (daysBefore: unknown): number[] => read('licence.expiring', { daysBefore }).daysBefore as number[];

	test.each<[unknown, number[]]>([
		['0', [0]],
		['7, 30;14', [30, 14, 7]],
		['100,20,3', [100, 20, 3]],
		['3660', [3660]],
		[
			[5, '9'],
			[9, 5],
		],
		[0, [0]],
	])('%j are %j', (given, expected) => {
		expect(days(given)).toEqual(expected);
	});

	const advice = (given: string): string =>
		`It is “${given}”. Enter whole numbers of days, separated by commas, such as 60, 30, 14, 7, 0.`;
	const range = 'which is not a whole number from 0 to 3,660';

	test.each<[unknown, string]>([
		['', 'is empty'],
		[' , ', 'is empty'],
		['7, 3661', `contains “3661”, ${range}`],
		['-1', `contains “-1”, ${range}`],
		['7 days', `contains “7 days”, ${range}`],
		['1.5', `contains “1.5”, ${range}`],
		['a'.repeat(30), `contains “${'a'.repeat(20)}”, ${range}`],
		['30, 7, 030', 'contains 30 twice'],
	])('“%s” is refused', (daysBefore, why) => {
		expect(refused('licence.expiring', { daysBefore })).toEqual({
			message: `“Days Before” ${why}`,
			description: advice(String(daysBefore)),
		});
	});

	test('in many words are told in 80 letters', () => {
		expect(refused('licence.expiring', { daysBefore: 'b'.repeat(99) }).description).toBe(advice('b'.repeat(80)));
	});

	test('are only read for licences that run out', () => {
		expect(read('licence.invalid', { daysBefore: 'x' }).daysBefore).toEqual([]);
	});
});

describe('what is chosen', () => {
	const chooseEvent = 'Choose what to watch for in Trigger On.';

	test.each<[unknown, object, string, string]>([
		['', {}, 'No event is chosen', chooseEvent],
		[undefined, {}, 'No event is chosen', chooseEvent],
		['shift', {}, 'This trigger has no event “shift”', chooseEvent],
		['e'.repeat(99), {}, `This trigger has no event “${'e'.repeat(80)}”`, chooseEvent],
		[
			'login.failed',
			{ startWith: 'then' },
			'“Start With” must be Include Current Cases (now) or New Cases Only (new)',
			'It is “then”.',
		],
		[
			'login.failed',
			{ startWith: 's'.repeat(99) },
			'“Start With” must be Include Current Cases (now) or New Cases Only (new)',
			`It is “${'s'.repeat(80)}”.`,
		],
		[
			'site.changed',
			{ startWith: 'now' },
			'“Start With” must be Everything (everything) or New Cases Only (new)',
			'It is “now”.',
		],
		[
			'login.failed',
			{ startWith: 'everything' },
			'“Start With” must be Include Current Cases (now) or New Cases Only (new)',
			'It is “everything”.',
		],
		[
			'staff.changed',
			{ changeKinds: [] },
			'“Changes” is empty',
			'Choose at least one of created, updated, deactivated, reactivated, gone.',
		],
		[
			'licence.changed',
			{ changeKinds: 'updated, deactivated' },
			'“Changes” contains “deactivated”',
			'Choose at least one of created, updated, gone.',
		],
		[
			'customer.changed',
			{ advanced: { additionalQuery: { isActive: 'true' } } },
			'“Additional Query Parameters” can’t contain isActive here',
			'Remove it: both active and inactive records are always read.',
		],
		...[[], ''].map((changes): [string, object, string, string] => [
			'timesheet.changed',
			{ changes },
			'“Changes” is empty',
			'Choose at least one of Approved (approve), Rejected (reject), Submitted (submit).',
		]),
		[
			'timesheet.changed',
			{ changes: ['approve', 'p'.repeat(50)] },
			`“Changes” contains “${'p'.repeat(40)}”`,
			'Choose at least one of Approved (approve), Rejected (reject), Submitted (submit).',
		],
	])('%p with %j is refused in words', (event, values, message, description) => {
		expect(refused(event, values)).toEqual({ message, description });
	});

	test.each<[unknown, string[]]>([
		[
			['reject', 'submit'],
			['submit', 'reject'],
		],
		['approve', ['approve']],
		['approve, submit', ['submit', 'approve']],
	])('changes %j are %j, in the order in which they come', (changes, expected) => {
		expect(read('timesheet.changed', { changes }).changes).toEqual(expected);
	});

	test.each<[unknown, string[]]>([
		['', []],
		['firstName, lastName\nfirstName', ['firstName', 'lastName']],
		[['city'], ['city']],
	])('watched fields %j are %j', (watchFields, expected) => {
		expect(read('staff.changed', { watchFields }).watchFields).toEqual(expected);
		expect(read('licence.changed', { watchFields, startWith: 'everything' })).toMatchObject({
			watchFields: expected,
			startWith: 'now',
		});
	});

	test('a change that nothing tells is refused by a poll, and left to “Fetch Test Event” to say', () => {
		const rejected = { changes: ['reject'] };
		expect(refused('incidentReport.changed', rejected).message).toMatch(/^The service doesn’t document how incident/);
		expect(refused('incidentReport.changed', rejected, 'poll').message).toMatch(/^The service doesn’t document/);
		expect(read('incidentReport.changed', rejected, 'test')).toMatchObject({
			changes: ['reject'],
			signals: reportKind.signals,
		});
		const named = { ...rejected, advanced: { rejectedWhen: 'status=Rejected' } };
		expect(read('incidentReport.changed', named).signals).toEqual({
			...reportKind.signals,
			reject: { field: 'status', value: 'Rejected', source: 'assumed' },
		});
	});

	test.each<[object, boolean]>([
		[{ simplify: true }, true],
		[{ simplify: null }, true],
		[{ simplify: false }, false],
	])('%j: simplified %j', (values, simplify) => {
		expect(read('login.failed', values).simplify).toBe(simplify);
	});
});
