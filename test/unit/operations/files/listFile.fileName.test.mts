import { describe, expect, test } from '@jest/globals';
import { fileNameFor, standardName } from '../../../../nodes/WorkforceOperations/operations/files/listFile.ts';

describe('The name of a file', () => {
	test.each([
		['payroll', 'payroll.csv'],
		['payroll.csv', 'payroll.csv'],
		['Payroll.CSV', 'Payroll.csv'],
		['payroll.xlsx', 'payroll.csv'],
		['payroll v1.2', 'payroll v1.2.csv'],
		['Payroll 16/11/2026', 'Payroll 16-11-2026.csv'],
		['../../etc/passwd', 'etc-passwd.csv'],
		['C:\\Users\\ann\\x', 'C-Users-ann-x.csv'],
		['a\u0000b\nc\u202ed', 'abcd.csv'],
		['what? "this" <that>|*', 'what- -this- -that-.csv'],
		['.hidden', 'hidden.csv'],
		['  spaced . ', 'spaced.csv'],
	])('%j becomes %j', (entered, name) => {
		expect(fileNameFor('csv', entered, 'standard')).toBe(name);
	});

	test.each([undefined, '', '..', '///', '.csv', '\u0007'])('of %j is the standard one', (entered) => {
		expect(fileNameFor('jsonl', entered, 'standard')).toBe('standard.jsonl');
	});

	test('is of bearable length, with its ending', () => {
		const name = fileNameFor('xlsx', 'x'.repeat(500), 'standard');
		expect(name.length).toBeLessThanOrEqual(210);
		expect(name).toMatch(/^x+\.xlsx$/);
	});

	test.each([
		['Get many timesheets', '2026-07-01', '2026-07-31', 'timesheets-2026-07-01-to-2026-07-31'],
		[
			'Get many incident reports by form template',
			'2026-07-01',
			'2026-07-01',
			'incident-reports-by-form-template-2026-07-01',
		],
		['Get many login events', '2026-07-01', undefined, 'login-events-2026-07-01'],
		['Get many login events', undefined, '2026-07-31', 'login-events-to-2026-07-31'],
		['Get many staff', undefined, undefined, 'staff'],
	])('of “%s” from %s to %s says so', (action, first, last, name) => {
		expect(standardName(action, first, last)).toBe(name);
	});
});
