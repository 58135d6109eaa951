import { describe, expect, test } from '@jest/globals';
import { Faults } from '../../../nodes/WorkforceOperations/form/faults.ts';
import { licenceInput as read, licenceRows } from '../../../nodes/WorkforceOperations/form/licences.ts';
import { formOf } from './support.mts';

async function licenceInput(item: ReturnType<typeof formOf>, row: Parameters<typeof read>[1], withId: boolean) {
	const faults = new Faults(item);
	const licence = await read(item, row, faults, withId);
	faults.end();
	return licence;
}

describe('A licence', () => {
	test('is one of the rows that are objects', () => {
		expect(licenceRows({ licence: [{ a: 1 }, 5, null, { b: 2 }] })).toEqual([{ a: 1 }, { b: 2 }]);
		for (const none of [undefined, {}, { licence: {} }, 'x']) expect(licenceRows(none)).toEqual([]);
	});

	const row = {
		licenseNumber: ' SL1 ',
		licenseType: 'Guard',
		stateCode: 0,
		expiryDate: '2027-03-31',
		attachments: 'scan, photo',
		licenseId: ' 7 ',
		other: 'x',
	};
	const files = {
		scan: { fileName: '../a.pdf', content: 'A' },
		photo: { fileExtension: 'png', content: 'B' },
		raw: { content: 'C' },
	};

	test('has the texts, the day, the files and, where it is known, the id', async () => {
		const item = formOf({}, { files });
		const licence = {
			licenseNumber: 'SL1',
			licenseType: 'Guard',
			stateCode: '0',
			expiryDate: '2027-03-31T00:00:00Z',
			attachments: [
				{ attachmentBase64: 'QQ==', attachmentFileName: 'a.pdf' },
				{ attachmentBase64: 'Qg==', attachmentFileName: 'photo.png' },
			],
		};
		expect(await licenceInput(item, row, true)).toEqual({ ...licence, licenseId: 7 });
		expect(await licenceInput(item, row, false)).toEqual(licence);
		expect(await read(item, row, new Faults(item))).toEqual(licence);
		expect(await licenceInput(item, { attachments: 'raw' }, true)).toEqual({
			attachments: [{ attachmentBase64: 'Qw==', attachmentFileName: 'raw' }],
		});
		expect(
			await licenceInput(item, { licenseNumber: ' ', expiryDate: '', attachments: '', licenseId: '' }, true),
		).toEqual({});
	});

	test('takes attachments that are encoded already', async () => {
		const ready = [{ attachmentBase64: 'QQ==', attachmentFileName: 'a.pdf' }];
		expect(await licenceInput(formOf(), { attachments: ready }, false)).toEqual({ attachments: ready });
		expect(await licenceInput(formOf(), { attachments: [] }, false)).toEqual({});
		await expect(licenceInput(formOf({}, { files }), { attachments: ['none', {}] }, false)).rejects.toThrow('“none”');
	});

	test('with a file that is not there says which there are', async () => {
		await expect(licenceInput(formOf({}, { files }), { attachments: 'none' }, false)).rejects.toMatchObject({
			message: '“Input Data Field Name” names the file “none”, which isn’t in this row',
			description: 'Files in this row: scan, photo, raw.',
		});
		await expect(licenceInput(formOf(), { attachments: 'none' }, false)).rejects.toMatchObject({
			description: 'This row has no file.',
		});
	});

	test.each([
		[{ licenseNumber: 1e20 }, '“Licence Number” contains a number that is too large'],
		[{ stateCode: {} }, '“State Code” is an object, not text'],
		[{ stateCode: 1e20 }, '“State Code” contains a number that is too large'],
		[{ expiryDate: '#N/A' }, '“Expiry Date” is “#N/A”, a formula error'],
		[{ expiryDate: 'soon' }, '“Expiry Date” is not a date'],
		[{ expiryDate: '31/03/2027' }, '“Expiry Date” is not a date'],
		[{ licenseId: 'x' }, '“Licence ID” must be a whole number'],
	])('with %j is refused', async (given, message) =>
		expect(licenceInput(formOf(), given, true)).rejects.toThrow(message),
	);
});
