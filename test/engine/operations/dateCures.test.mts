// What to do about a value that is no date: at the form, at the sheet, or for a model.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { type Key, useBench } from '../support/bench.mts';

const bench = useBench();

const custom = { resource: 'timesheet', operation: 'getAll', period: 'custom', endDate: '2026-12-31' };
const licence = (expiryDate: string): IDataObject => ({
	...{ resource: 'securityLicence', operation: 'upsert', employeeId: '3001' },
	licenses: { licence: [{ licenseNumber: 'A1', stateCode: 'NSW', expiryDate }] },
});
const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
const create = { resource: 'staff', operation: 'create', ...person };
const mapped = (dateOfBirth: string): IDataObject => ({
	...{ resource: 'staff', operation: 'create', dataToSend: 'columns' },
	columns: { mappingMode: 'defineBelow', value: { ...person, dateOfBirth } },
});
const matched = {
	...{ resource: 'staff', operation: 'upsert', dataToSend: 'columns' },
	columns: { mappingMode: 'autoMapInputData', value: null },
};

const ENTERED = /Pick a date, or write one such as \d{4}-\d{2}-\d{2}/;
const GIVEN =
	/The expression returned this value\. Format its column as a date, or return a date such as \d{4}-\d{2}-\d{2}/;
const SHEET = /Format the column as dates, or write them like 2027-03-31\./;

test.each<[string, IDataObject, IDataObject, RegExp]>([
	['a moment of the form', { ...custom, startDate: 'soon' }, {}, ENTERED],
	['a moment by expression', { ...custom, startDate: '={{ $json.from }}' }, { from: 'soon' }, GIVEN],
	['a moment of a filter', { resource: 'loginAudit', operation: 'getAll', filters: { from: 'soon' } }, {}, ENTERED],
	[
		'a moment of a filter by expression',
		{ resource: 'loginAudit', operation: 'getAll', filters: { from: '={{ $json.at }}' } },
		{ at: '32/01/2026' },
		GIVEN,
	],
	['a day of a row', licence('31/31/2027'), {}, ENTERED],
	['a day of a row by expression', licence('={{ $json.Expiry }}'), { Expiry: 'unknown' }, GIVEN],
	['a day of a collection', { ...create, additionalFields: { dateOfBirth: '1990-13-01' } }, {}, ENTERED],
	['a switch by expression', { ...create, additionalFields: { dateOfBirth: '={{ $json.a }}' } }, { a: true }, GIVEN],
	['a column that is mapped by hand', mapped('soon'), {}, ENTERED],
	['a column that an expression maps', mapped('={{ $json.dob }}'), { dob: 'soon' }, SHEET],
	['a column', matched, { ...person, DOB: 'soon' }, SHEET],
	['a number in a column', matched, { ...person, DOB: 12 }, SHEET],
	['a switch in a column', matched, { ...person, DOB: true }, SHEET],
])('%s is cured where it came from', async (_, parameters, json, cure) => {
	const keys: Record<string, Key> = { timesheet: 'timesheet', loginAudit: 'loginaudit' };
	const { error } = await bench.run(keys[String(parameters.resource)] ?? 'developer', parameters, {
		items: [{ json }],
	});
	expect(error?.message).toContain('is not a date');
	expect(error?.description).toMatch(cure);
	expect(bench.recorder.seen).toEqual([]);
});

const payPeriod = { period: 'payPeriod', payPeriodLength: 'week', payPeriodWhich: 'current' };

test.each<[string, IDataObject]>([
	['the first date', { ...custom, startDate: '={{ $json.none }}' }],
	['the other date', { ...custom, startDate: '2026-01-01', endDate: '={{ $json.none }}' }],
	['a start of pay periods', { ...custom, ...payPeriod, payPeriodStartsOn: '={{ null }}' }],
])('a date that an expression should have given is cured there: %s', async (_, parameters) => {
	const { error } = await bench.run('timesheet', parameters);
	expect(error?.message).toContain('is empty');
	expect(error?.description).toMatch(/the expression.* returned nothing/);
});
