// Whole rungs of licences: what is told of each, when it came about and in which words.
import { describe, expect, test } from '@jest/globals';
import { expiring, invalid } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';

const NOW = Date.parse('2026-07-01T09:00:00Z');
const place = { now: NOW, timeZone: 'Australia/Sydney' };
const rules = { ...place, daysBefore: [30, 7, 0] };
/** When a day begins in Sydney, where it is winter. */
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+10:00`);
const dayNumber = (day: string): string => (Date.parse(day) / 86_400_000).toString(36);

const licence = (changes: object = {}): Record<string, unknown> => ({
	securityLicenseId: 7001,
	firstName: 'Aroha',
	lastName: 'Ngata',
	licenseNumber: 'SL 41/0',
	licenceSector: 'Guarding',
	status: 'Current',
	expiryDate: '2026-07-06',
	...changes,
});
const NAME = 'Aroha Ngata’s licence SL 41/0 (Guarding)';

describe('a licence that runs out', () => {
	test.each<[string, number | undefined, number, string, string]>([
		['2026-08-01', undefined, 31, 'expiring', 'expires in 31 days, on 1 Aug 2026'],
		['2026-07-31', 30, 30, 'expiring', 'expires in 30 days, on 31 Jul 2026'],
		['2026-07-09', 30, 8, 'expiring', 'expires in 8 days, on 9 Jul 2026'],
		['2026-07-08', 7, 7, 'expiring', 'expires in 7 days, on 8 Jul 2026'],
		['2026-07-02', 7, 1, 'expiring', 'expires in 1 day, on 2 Jul 2026'],
		['2026-07-01', 0, 0, 'expiring', 'expires today, on 1 Jul 2026'],
		['2026-06-30', 0, -1, 'expired', 'expired 1 day ago, on 30 Jun 2026'],
		['2026-06-20', 0, -11, 'expired', 'expired 11 days ago, on 20 Jun 2026'],
	])('on %s is at %p', (expiryDate, threshold, daysLeft, state, words) => {
		const record = licence({ expiryDate });
		expect(expiring(record, '3001', rules)).toEqual({
			subject: '3001.7001',
			locator: 3001,
			record,
			key: `3001.7001:${expiryDate}:${threshold ?? 'none'}`,
			cycle: dayNumber(expiryDate),
			level: threshold ?? 0,
			holds: threshold !== undefined,
			at: midnight(expiryDate) - (threshold ?? 0) * 86_400_000,
			reason: `${NAME} ${words}`,
			numbers: { state, daysLeft, ...(threshold === undefined ? {} : { threshold }) },
		});
	});

	test.each<[unknown]>([[null], [undefined], [''], ['0001-01-01T00:00:00'], ['soon'], ['2026-02-31']])(
		'without a date, as with %p, is a step of its own',
		(expiryDate) => {
			const record = licence({ expiryDate });
			expect(expiring(record, '3001', rules)).toEqual({
				subject: '3001.7001',
				locator: 3001,
				record,
				key: '3001.7001:undated',
				cycle: 'undated',
				level: 0,
				holds: true,
				at: 0,
				reason: `${NAME} has no expiry date in the service`,
				numbers: { state: 'undated' },
			});
		},
	);

	// 23:30 in Sydney and already tomorrow in Auckland.
	const LATE = Date.parse('2026-07-01T13:30:00Z');

	test.each([
		['Australia/Sydney', '2026-07-02T00:00:00Z', 1],
		['Pacific/Auckland', '2026-07-02T00:00:00Z', 0],
		['Australia/Sydney', '2026-07-02', 1],
		// Midnight of Sydney, as a database may have stored the second of July.
		['Australia/Sydney', '2026-07-01T14:00:00Z', 1],
		['UTC', '2026-07-01T14:00:00Z', 0],
	])('late in the evening in %s with the date %s has %d days left', (timeZone, expiryDate, daysLeft) => {
		const rung = expiring(licence({ expiryDate }), '3001', { ...rules, now: LATE, timeZone });
		expect(rung?.numbers.daysLeft).toBe(daysLeft);
	});

	const info = {
		employeeSecurityLicenseId: 8,
		expiryDate: '2026-07-08',
		licenceSector: 'Crowds',
		currentStatus: 'Inner',
	};

	test.each<[object, string, string | undefined, string]>([
		[{ employeeSecurityLicenseInfo: info }, '3001', '3001.8', NAME],
		[{ employeeSecurityLicenseInfo: { ...info, employeeSecurityLicenseId: 0 } }, '3001', '3001.7001', NAME],
		[{ employeeSecurityLicenseInfo: 'none' }, '3001', '3001.7001', NAME],
		[{ securityLicenseId: '70:0,1' }, '3001', '3001.70(3a)0(2c)1', NAME],
		[{ securityLicenseId: '日本' }, '3001', '3001.日本', NAME],
		[{ securityLicenseId: '__proto__' }, 'A.1', 'A(2e)1.__proto__', NAME],
		[{ securityLicenseId: 'A_1.b-2' }, '3001', '3001.A_1(2e)b-2', NAME],
		[{ securityLicenseId: '0' }, '3001', '3001..SL(20)41(2f)0', NAME],
		[
			{ securityLicenseId: null, licenseNumber: 'a-b_c.d' },
			'3001',
			'3001..a-b_c(2e)d',
			'Aroha Ngata’s licence a-b_c.d (Guarding)',
		],
		[{ securityLicenseId: null, licenseNumber: ' ' }, '3001', undefined, ''],
		[{ licenseNumber: null }, '3001', '3001.7001', 'Aroha Ngata’s licence (Guarding)'],
		[{ licenceSector: null }, '3001', '3001.7001', 'Aroha Ngata’s licence SL 41/0'],
		[
			{ licenceSector: '', employeeSecurityLicenseInfo: info },
			'3001',
			'3001.8',
			'Aroha Ngata’s licence SL 41/0 (Crowds)',
		],
		[{ lastName: '' }, '3001', '3001.7001', 'Aroha’s licence SL 41/0 (Guarding)'],
		[{ firstName: null }, '3001', '3001.7001', 'Ngata’s licence SL 41/0 (Guarding)'],
		[{ firstName: '', lastName: null }, '3001', '3001.7001', 'Employee 3001’s licence SL 41/0 (Guarding)'],
	])('%j of %s is known as %p', (changes, employee, subject, name) => {
		for (const judge of [expiring, invalid]) {
			const rung = judge(licence(changes), employee, rules);
			expect(rung?.subject).toBe(subject);
			expect(rung?.reason.startsWith(`${name} `) ?? name === '').toBe(true);
		}
	});

	test('the inner record’s date counts where the outer one is none', () => {
		const daysLeft = (expiryDate: unknown): unknown =>
			expiring(licence({ expiryDate, employeeSecurityLicenseInfo: info }), '3001', rules)?.numbers.daysLeft;
		expect([daysLeft('2026-07-06'), daysLeft(null), daysLeft('0001-01-01T00:00:00')]).toEqual([5, 7, 7]);
	});

	test.each([
		['3001', 3001],
		['x1', 0],
		['9007199254740993', 0],
	])('of employee %s is found again at %d', (employee, found) => {
		expect(expiring(licence(), employee, rules)?.locator).toBe(found);
		expect(invalid(licence(), employee, rules)?.locator).toBe(found);
	});
});

describe('an invalid licence', () => {
	test.each<[string, object, object, string]>([
		[
			'that has run out',
			{ status: 'Lost / stolen!', expiryDate: '2026-06-30' },
			{ state: 'lost-stolen-', at: midnight('2026-07-01'), numbers: { daysLeft: -1 } },
			'is not valid; its status is “Lost / stolen!”; it expired 1 day ago, on 30 Jun 2026',
		],
		[
			'that expires today',
			{ expiryDate: '2026-07-01' },
			{ state: 'current', numbers: { daysLeft: 0 } },
			'is not valid; its status is “Current”; it expires today, on 1 Jul 2026',
		],
		['of which nothing else is known', { status: null }, { state: 'invalid' }, 'is not valid'],
		[
			'by the status of the inner record, in 24 letters',
			{ status: '', employeeSecurityLicenseInfo: { currentStatus: 'Abcdefghijklmnopqrstuvwxyz1' } },
			{ state: 'abcdefghijklmnopqrstuvwx' },
			'is not valid; its status is “Abcdefghijklmnopqrstuvwxyz1”',
		],
		[
			'by a status without a Latin letter',
			{ status: '無効 です' },
			{ state: '無効-です' },
			'is not valid; its status is “無効 です”',
		],
		[
			'that is valid',
			{ isInvalidLicense: 'perhaps' },
			{ state: 'current', holds: false },
			'is valid; its status is “Current”',
		],
	])('%s', (_, changes, more, words) => {
		const record = licence({ isInvalidLicense: true, expiryDate: null, ...changes });
		const { state, ...others } = { holds: true, at: 0, numbers: {}, state: '', ...more };
		expect(invalid(record, '3001', rules)).toEqual({
			subject: '3001.7001',
			locator: 3001,
			record,
			key: `3001.7001:${state}`,
			cycle: state,
			level: 0,
			reason: `${NAME} ${words}`,
			...others,
		});
	});
});
