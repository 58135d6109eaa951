// When two licences are the same one.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import {
	licenceNumberKey,
	refuseTwice,
	saysTheSame,
} from '../../../../nodes/WorkforceOperations/resources/securityLicence/findLicence.ts';
import { formItem } from '../formItem.mts';

describe('A licence of the list', () => {
	const record = { licenseNumber: 'SL1', state: 'NSW', licenseType: 'Unarmed', expiryDate: '2027-03-31T00:00:00' };
	const others = { stateCode: 'VIC', licenceSector: 'Armed' };
	const both = { ...record, ...others };

	test.each<[IDataObject, IDataObject]>([
		[record, { licenseNumber: 'SL1' }],
		[record, { stateCode: 'nsw ', licenseType: ' UNARMED', expiryDate: '2027-03-31T00:00:00Z' }],
		[others, { stateCode: 'vic', licenseType: 'armed' }],
		[both, { stateCode: 'NSW', licenseType: 'Unarmed' }],
	])('%j says all of %j', (held, licence) => expect(saysTheSame(held, licence)).toBe(true));

	test.each<[IDataObject, IDataObject]>([
		[record, { stateCode: 'VIC' }],
		[record, { licenseType: 'Armed' }],
		[record, { expiryDate: '2027-04-01T00:00:00Z' }],
		[record, { stateCode: 'NSW', licenseType: 'Unarmed', expiryDate: '2028-03-31T00:00:00Z' }],
		[record, { attachments: [] }],
		[both, { stateCode: 'VIC' }],
		[both, { licenseType: 'Armed' }],
		[{}, { stateCode: 'NSW' }],
		[{}, { licenseType: 'Armed' }],
		[{}, { expiryDate: '2027-03-31T00:00:00Z' }],
	])('%j doesn’t say all of %j', (held, licence) => expect(saysTheSame(held, licence)).toBe(false));
});

describe('Entries of one form', () => {
	const refuse = (licenses: IDataObject[]): void => refuseTwice(formItem(), licenses);

	const one = { licenseNumber: '1' };
	const withId = { licenseId: 4, ...one };
	const ofNsw = { ...one, stateCode: 'NSW' };
	test.each<[string, IDataObject[]]>([
		['one ID', [withId, { licenseId: 5 }, { licenseId: 4, licenseNumber: '2' }]],
		['one number', [{ licenseNumber: 'a' }, { licenseNumber: 'b' }, { licenseNumber: ' A' }]],
		['one number, and an ID for the first', [withId, one]],
		['one number, and an ID for the second', [one, withId]],
		['one number, and a state for the first', [ofNsw, one]],
		['one number, and a state for the second', [one, ofNsw]],
		['one number of one state', [ofNsw, { ...one, stateCode: 'nsw' }]],
	])('with %s are one licence', (_, licenses) => {
		expect(() => refuse(licenses)).toThrow(/is in “Licences” twice/);
	});

	test('are named by their number, else by their ID', () => {
		expect(() => refuse([{ licenseNumber: 'SL1' }, { licenseNumber: 'SL1' }])).toThrow('“SL1”');
		expect(() => refuse([{ licenseId: 4 }, { licenseId: 4 }])).toThrow('“4”');
		expect(() => refuse([{ licenseId: 4 }, { licenseId: 4, licenseNumber: 'SL2' }])).toThrow('“SL2”');
	});

	test.each<[string, IDataObject[]]>([
		['nothing', []],
		['one of them', [one]],
		['two IDs with one number', [withId, { licenseId: 5, ...one }]],
		['two numbers', [one, { licenseNumber: '2' }]],
		['two states', [ofNsw, { ...one, stateCode: 'VIC' }]],
		['neither number nor ID', [{ stateCode: 'NSW' }, { stateCode: 'NSW' }]],
		['an ID beside a number', [{ licenseId: 4 }, one]],
	])('with %s are no such ones', (_, licenses) => expect(() => refuse(licenses)).not.toThrow());
});

describe('A licence number', () => {
	test.each([
		['SL-412 345', 'sl412345'],
		['000412345', '412345'],
		['1012 3456-7890\u20111234', '1012345678901234'],
		['\u200bSL1', 'SL1'],
		['0', '000'],
	])('%j is %j', (one, other) => expect(licenceNumberKey(one)).toBe(licenceNumberKey(other)));

	test.each([
		['SL1', 'SL10'],
		['SL01', 'SL1'],
		['SL/1', 'SL1'],
	])('%j isn’t %j', (one, other) => expect(licenceNumberKey(one)).not.toBe(licenceNumberKey(other)));
});
