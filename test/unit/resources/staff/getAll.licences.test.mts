// A licence as columns of a register, whatever the service writes of it.
import { expect, test } from '@jest/globals';
import { FIELDS } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { isOfOtherRows } from '../../../../nodes/WorkforceOperations/form/tickedFields.ts';
import {
	licenceColumns,
	licenceOptions,
	licenceRowFields,
	NO_LICENCE,
} from '../../../../nodes/WorkforceOperations/resources/staff/getAll.ts';

const now = Date.parse('2027-03-30T15:00:00Z');
const columns = (licence: Record<string, unknown>, timeZone = 'UTC'): Record<string, unknown> =>
	licenceColumns(licence, now, timeZone);

test('both options say what they cost', () => {
	for (const { hint } of licenceOptions) expect(hint).toMatch(/\b60 employees\b/);
});

test.each(['daysLeft', 'licenceFlags'])('“%s” is known with one row for each licence alone', (name) => {
	const spec = { otherRows: licenceRowFields };
	expect(['employee', 'licence'].map((rows) => isOfOtherRows(name, spec, rows))).toEqual([true, false]);
});

test('what an employee’s record has by itself is known with one row for each licence as well', () => {
	const [spec, own] = [{ records: FIELDS.staff, otherRows: licenceRowFields }, ['simple', 'more', 'rest']];
	const away = FIELDS.staff.filter(({ name }) => isOfOtherRows(name, spec, 'licence'));
	expect(away.filter(({ group }) => own.includes(group))).toEqual([]);
});

test('every licence has the columns of somebody without one', () => {
	expect(Object.keys(columns({}))).toEqual(Object.keys(NO_LICENCE));
	expect(columns({})).toEqual(NO_LICENCE);
});

test('what the record itself leaves out is read from its inner part', () => {
	const employeeSecurityLicenseInfo = {
		employeeSecurityLicenseId: 9,
		currentStatus: 'Current',
		expiryDate: '2027-04-02T00:00:00Z',
		licenceSector: 'Guarding',
	};
	expect(columns({ licenseNumber: 'SL1', stateCode: 'NSW', status: '', employeeSecurityLicenseInfo })).toEqual({
		licenceId: 9,
		licenceNumber: 'SL1',
		licenceType: 'Guarding',
		licenceState: 'NSW',
		licenceStatus: 'Current',
		expiryDate: '2027-04-02T00:00:00Z',
		expiryDay: '2027-04-02',
		daysLeft: 3,
		isInvalid: null,
	});
});

test.each([
	['2027-03-30T00:00:00Z', 'UTC', '2027-03-30', 0],
	['2027-03-30T00:00:00Z', 'Australia/Sydney', '2027-03-30', -1],
	['2027-03-30', 'UTC', '2027-03-30', 0],
	['2027-03-29T13:00:00Z', 'Australia/Sydney', '2027-03-30', -1],
	['2026-03-30T00:00:00Z', 'UTC', '2026-03-30', -365],
	['0001-01-01T00:00:00', 'UTC', null, null],
	['next spring', 'UTC', null, null],
	[17, 'UTC', null, null],
])('an expiry of %j in %s is the day %j, %j days from now', (expiryDate, timeZone, expiryDay, daysLeft) => {
	expect(columns({ expiryDate }, timeZone)).toMatchObject({ expiryDate, expiryDay, daysLeft });
});

test.each([
	[true, true],
	['false', false],
	[0, false],
	['perhaps', null],
	[{}, null],
])('isInvalidLicense %j is %j', (isInvalidLicense, isInvalid) => {
	expect(columns({ isInvalidLicense }).isInvalid).toBe(isInvalid);
});
