// Columns of a sheet in create, update and Create or Update, and a first licence among them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { refusal } from '../../support/sheetService.mts';
import { envelope, isLicences, messages, staff, useStaff } from './staffBench.mts';

const { bench, service, run, keepGoing, ok, sent, requests } = useStaff(20);
const byHand = (value: IDataObject): IDataObject => ({
	columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
});
const sheetRow = { 'First name': 'Ann', Surname: 'Lee', 'E-mail': 'ann@example.com' };

describe('Columns', () => {
	test('create: a sheet’s columns under what sheets call them, days as written, blank cells left out', async () => {
		const known = { DOB: '1990-04-01', 'Employee no.': '104', 'Ref no': '70013', Suburb: 'Manly' };
		const row = { ...sheetRow, ...known, Gender: '', row_number: 2 };
		const { error, hints } = await run([row], staff('create'), { timeZone: 'America/Los_Angeles' });
		expect({ error, hints }).toEqual({ error: undefined, hints: [] });
		expect(sent('POST')).toEqual([
			{
				firstName: 'Ann',
				lastName: 'Lee',
				email: 'ann@example.com',
				dateOfBirth: '1990-04-01T00:00:00Z',
				employeeId: '104',
				employeeReferenceNumber: 70013,
				city: 'Manly',
			},
		]);
	});

	test('create: a licence number with what belongs to it is the first licence', async () => {
		const licence = { 'Licence type': 'Unarmed', 'Licence state': 'NSW', 'Licence expiry': '2027-03-31' };
		const row = { ...sheetRow, ...licence, 'Licence number': 'SL1' };
		await ok([row, { ...row, 'E-mail': 'b@example.com', 'Licence number': '' }], staff('create'));
		expect(sent('POST').map(({ licenses }) => licenses)).toEqual([
			[{ licenseNumber: 'SL1', licenseType: 'Unarmed', stateCode: 'NSW', expiryDate: '2027-03-31T00:00:00Z' }],
			undefined,
		]);
	});

	test('update: by the column of internal ids', async () => {
		await ok(
			[
				{ id: 1002, Mobile: 'x' },
				{ id: '1003', Mobile: 'y' },
			],
			staff('update'),
		);
		expect(sent('PATCH')).toEqual([
			{ id: 1002, mobile: 'x' },
			{ id: 1003, mobile: 'y' },
		]);
	});

	test('mapped by hand: each field from where it is said to come', async () => {
		const columns = byHand({
			id: '={{ $json.key }}',
			mobile: '={{ $json.tel }}',
			city: '={{ $json.none }}',
			gender: null,
			countryCode: 'AU',
		});
		const { hints } = await run([{ key: 1002, tel: 'x', extra: 1 }], staff('update', columns));
		expect(sent('PATCH')).toEqual([{ id: 1002, mobile: 'x', countryCode: 'AU' }]);
		expect(hints).toEqual([]);
	});

	test('what was not found is told after the run', async () => {
		const { hints } = await run([
			{ ...sheetRow, 'Shirt size': 'L' },
			{ ...sheetRow, 'E-mail': 'b@example.com', Locker: 7 },
		]);
		expect(hints[0]).toBe('Columns that match no field and were not sent: “Shirt size”, “Locker”.');
	});

	test.each(['update', 'upsert'])('%s warns of internal ids in the column of employee numbers', async (operation) => {
		const row = { id: 1002, 'E-mail': 'p1@example.com', employeeId: '1002', Mobile: 'x' };
		const { hints } = await run([row], staff(operation));
		expect(hints).toEqual([
			expect.stringMatching(/^In 1 row the employee number is the same as the employee’s internal ID/),
		]);
	});

	test.each<[string, IDataObject, string]>([
		['create', { 'First name': 'Ann', 'E-mail': 'a@example.com' }, 'No input column matches “Last Name”'],
		['create', { ...sheetRow, 'E-mail': '' }, '“Email” is empty'],
		['create', { ...sheetRow, Surname: ' ' }, '“Last Name” is empty'],
		['create', { ...sheetRow, DOB: '31.13.1990' }, '“Date of Birth” is not a date'],
		[
			'create',
			{ Surname: 'Lee', 'E-mail': 'ann@example.com', 'Given name': 'y', Forename: 'y' },
			'2 columns match the field “First Name”: “Given name” and “Forename”',
		],
		['create', { ...sheetRow, Mobile: { number: 1 } }, '“Mobile” is an object, not text'],
		['update', { Mobile: 'x' }, 'No input column matches “ID”'],
		['update', { id: '', Mobile: 'x' }, '“ID” is empty'],
		['update', { id: 'E-9', Mobile: 'x' }, '“ID” must be a whole number'],
		['update', { id: 1002, Mobile: '' }, 'There is nothing to update'],
		['upsert', { 'First name': 'Ann' }, 'No input column matches “Email”'],
		['upsert', { ...sheetRow, 'E-mail': ' ' }, '“Email” is empty'],
		['upsert', { ...sheetRow, 'Staff ID': 7 }, 'The column “Staff ID” matches 2 fields: “ID” and “Employee Number”'],
		['upsert', { ...sheetRow, DOB: 'soon' }, '“Date of Birth” is not a date'],
	])('%s of %j: %s, before anything is sent', async (operation, row, message) => {
		const { error } = await run([row], staff(operation));
		expect(error?.message).toBe(message);
		expect(bench.recorder.seen).toEqual([]);
	});

	test.each([
		['Surname', '“Last Name” is empty'],
		['First name', '“First Name” is empty'],
		['E-mail', '“Email” is empty'],
	])('create: a row without a cell in “%s” is told', async (heading, words) => {
		const { [heading]: _, ...ragged } = { ...sheetRow, 'E-mail': 'cut@example.com' } as IDataObject;
		const { json } = await keepGoing([sheetRow, ragged], staff('create'));
		expect(messages(json)).toEqual([undefined, words]);
		expect(sent('POST')).toHaveLength(1);
	});

	test('columns that fit no field are named beside the field that is missing', async () => {
		const { error } = await run([{ 'First name': 'Ann', Post: 'a@example.com', Colour: 'red' }]);
		expect(error).toMatchObject({
			message: 'No input column matches “Email”',
			description: expect.stringContaining(' Columns that match no field: “Post”, “Colour”. '),
		});
	});

	test('a field that is needed and not mapped by hand is named', async () => {
		const { error } = await run([{ a: 'x' }], staff('upsert', byHand({ firstName: '={{ $json.a }}' })));
		expect(error?.message).toBe('“Email” is not mapped under “Values to Send”');
	});

	test('the same e-mail address twice in a sheet of new starters makes one person', async () => {
		const { json } = await keepGoing([sheetRow, { ...sheetRow, 'E-mail': 'ANN@example.com' }], staff('create'));
		expect(sent('POST')).toHaveLength(1);
		expect((json[1]?.error as IDataObject).message).toBe(
			'Row 2 (Ann Lee, ANN@example.com): The e-mail address “ANN@example.com” is already in row 1 (Ann Lee, ann@example.com)',
		);
	});
});

describe('A licence of somebody who is there already', () => {
	const onlyLicence = { 'Licence number': 'SL1', 'Licence state': 'NSW', 'Licence expiry': '2027-03-31' };
	const row = { ...onlyLicence, 'E-mail': 'p1@example.com' };
	const licence = { licenseNumber: 'SL1', stateCode: 'NSW', expiryDate: '2027-03-31T00:00:00Z' };
	const known = { securityLicenseId: 7, licenseNumber: 'sl1', state: 'NSW', expiryDate: '2027-03-31T00:00:00.000Z' };
	/** The service holds these, and answers so when one is written. */
	const holding = (licences: IDataObject[], post = envelope(null)): void => {
		service.instead = (seen) => {
			if (!isLicences(seen)) return undefined;
			return seen.method === 'GET' ? envelope(licences) : post;
		};
	};
	const licencesSent = (): unknown[] =>
		bench.recorder.seen
			.filter((seen) => seen.method === 'POST' && isLicences(seen))
			.map(({ path, body }) => ({ path, body }));

	test.each([
		['created', [], licence],
		['updated', [{ ...known, expiryDate: '2026-03-31T00:00:00Z' }], { ...licence, licenseNumber: 'sl1', licenseId: 7 }],
	])('it is %s, beside what became of the employee', async (licenceAction, there, written) => {
		holding(there);
		const [json] = await ok([row]);
		expect(json).toMatchObject({ id: 1002, action: 'unchanged', licenceAction });
		expect(licencesSent()).toEqual([{ path: '/api/external/staffs/1002/licenses', body: { licenses: [written] } }]);
	});

	test('one that is the same already is not written', async () => {
		holding([known]);
		const [json] = await ok([{ ...row, Mobile: 'x' }]);
		expect(json).toMatchObject({ action: 'updated', changed: ['mobile'], licenceAction: 'unchanged' });
		expect(licencesSent()).toEqual([]);
	});

	test('an update saves it as well, also where nothing else is to be written', async () => {
		holding([]);
		const json = await ok(
			[
				{ id: 1002, ...row, 'E-mail': '' },
				{ id: 1003, Mobile: 'x' },
			],
			staff('update'),
		);
		expect(json).toEqual([{ id: 1002, licenceAction: 'created' }, expect.objectContaining({ id: 1003, mobile: 'x' })]);
	});

	test('somebody new gets it in one request, and no second one', async () => {
		const [json] = await ok([{ ...sheetRow, 'Licence number': 'SL1' }]);
		expect(json).toMatchObject({ action: 'created', licenceAction: 'created' });
		expect(sent('POST')).toEqual([expect.objectContaining({ licenses: [{ licenseNumber: 'SL1' }] })]);
		expect(requests()).toEqual({ search: 1, list: 2, POST: 1 });
	});

	test('one that is refused doesn’t hide that the employee was written; without Continue On Fail it stops', async () => {
		holding([], refusal(400, 'No such state'));
		const { json } = await keepGoing([
			{ ...row, Mobile: 'x' },
			{ 'E-mail': 'p2@example.com', Mobile: 'y' },
		]);
		expect(json[0]).toMatchObject({
			action: 'updated',
			licenceAction: null,
			licenceError: expect.stringContaining('No such state'),
		});
		const { error } = await run([{ ...row, Mobile: 'z' }]);
		expect(error?.description).toContain('Only the licence failed');
	});

	test('where one stops the run, rows whose licence was written are told from those that needed no change', async () => {
		service.instead = ({ method, path }) => {
			const [, id] = /(\d+)\/licenses$/.exec(path) ?? [];
			if (id === undefined) return undefined;
			if (method === 'POST' && id === '1004') return refusal(400, 'No such state');
			return envelope(method !== 'GET' ? null : id === '1002' ? [known] : []);
		};
		const { error } = await run([1, 2, 3, 4].map((index) => ({ ...onlyLicence, 'E-mail': `p${index}@example.com` })));
		expect(error?.context.itemIndex).toBe(2);
		expect(error?.description).toContain(
			'Rows that were written: 2. Rows that needed no change: 1. Rows whose licence was not sent: 4.',
		);
	});

	test('a licence that two states may have issued is not guessed', async () => {
		holding([{ ...known, expiryDate: '2026-01-01T00:00:00Z', state: 'New South Wales' }]);
		const { json } = await keepGoing([row]);
		expect(json[0]).toMatchObject({ action: 'unchanged', licenceAction: null });
		expect(licencesSent()).toEqual([]);
	});
});
