// What the filters of the watch trigger's form say.
import { describe, expect, test } from '@jest/globals';
import { ofLogins, read, refused, standard } from './readForm.mts';

describe('filters', () => {
	const advice =
		'Enter a value, check the expression (it returned nothing), or remove the filter to watch everything that the API key can see.';

	test.each<[string, string, unknown, string]>([
		['shift.clockedIn', 'siteName', '', 'Site Name (Text)'],
		['shift.clockedIn', 'siteId', { __rl: true, mode: 'list', value: '' }, 'Site'],
		['timesheet.changed', 'employeeId', null, 'Employee'],
		['timesheet.changed', 'siteIds', [], 'Site Names or IDs'],
		['incidentReport.changed', 'reportId', ' ', 'Report ID'],
		['login.failed', 'userId', ',', 'User'],
		['login.failed', 'userId', ['', null], 'User'],
		['shift.offSite', 'customerId', ' , ; ', 'Customer'],
		['shift.notClockedIn', 'siteName', null, 'Site Name (Text)'],
	])('of %s: an empty %s is refused by its name', (event, name, value, label) => {
		expect(refused(event, { filters: { [name]: value } })).toEqual({
			message: `The filter “${label}” is empty`,
			description: advice,
		});
	});

	test('that would be sent as a whole object are refused', () => {
		expect(refused('shift.notClockedIn', { filters: { siteName: { name: 'Dock 4' } } }).message).toBe(
			'“Site Name (Text)” is an object, not text',
		);
	});

	test('that belong to another event are left out, and what is no collection says nothing', () => {
		expect(read('login.failed', { filters: { siteName: '', userId: '9' } }).query).toEqual({ userId: '9' });
		expect(read('login.failed', { filters: 'x', options: 'x' })).toEqual({
			...standard,
			...ofLogins,
			chosen: 'login.failed',
		});
	});

	test('are asked for as each list takes them', () => {
		const filters = { customerId: ['4', '5'], formName: ' Patrol ', siteId: '6,7' };
		expect(read('incidentReport.changed', { filters }).query).toMatchObject({
			customerId: ['4', '5'],
			siteId: ['6', '7'],
		});
	});
});

test('a filter expression is read of the events that have one, and an empty one is refused', () => {
	expect(read('staff.created', { advanced: { filter: 'a' } }).query).toEqual({ filter: 'a' });
	expect(read('licence.invalid', { advanced: { filter: 'b' } }).query).toEqual({ filter: 'b' });
	expect(read('shift.offSite', { advanced: { filter: 'c' } }).query).toEqual({});
	expect(refused('timesheet.changed', { advanced: { filter: ' ' } }).message).toBe(
		'The filter “Filter Expression” is empty',
	);
});
