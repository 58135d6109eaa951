// Cells that a table program has spoiled, in every input of staff and licences; and licences of two readings.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { errorOf } from '../../support/staffRows.mts';
import { messages, staff, useStaff } from './staffBench.mts';

const { bench, holdLicences, keepGoing, sent } = useStaff(5);
const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
const form = (operation: string, fields: IDataObject): IDataObject => ({ resource: 'staff', operation, ...fields });
const licences = (operation: string, fields: IDataObject): IDataObject => ({
	resource: 'securityLicence',
	operation,
	employeeId: '1001',
	...fields,
});
const body = (fields: IDataObject): IDataObject => ({ advanced: { additionalBody: JSON.stringify(fields) } });
const query = (name: string, value: string): IDataObject => ({
	advanced: { additionalQuery: { parameters: [{ name, value }] } },
});

/** What a run is refused with before it sends anything: the message, and all of it. */
async function refusal(parameters: IDataObject): Promise<{ message: string; all: string }> {
	const { error, json } = await bench.run('developer', parameters);
	expect(bench.recorder.seen).toEqual([]);
	const message = error?.message ?? String(errorOf(json[0]).message);
	return { message, all: `${message} ${error?.description} ${JSON.stringify(json)}` };
}

test.each<[string, IDataObject]>([
	['Additional Body Fields', form('create', { ...ann, ...body({ city: '#REF!' }) })],
	['a field of Create', form('create', { ...ann, lastName: '={{ "#N/A" }}' })],
	['a date of Update', form('update', { employeeId: '1001', updateFields: { startDate: '={{ "#VALUE!" }}' } })],
	['the ID of Update', form('update', { employeeId: '={{ "#N/A" }}', updateFields: { city: 'x' } })],
	['an address', form('getByEmail', { email: '={{ "Loading..." }}' })],
	['a search', form('getAll', { filters: { searchText: '={{ "#NAME?" }}' } })],
	['a filter', licences('getAll', { filters: { licenseNumber: '#REF!' } })],
	['a licence', licences('upsert', { licenses: { licence: [{ licenseNumber: 'SL1', expiryDate: '={{ "#N/A" }}' }] } })],
])('a formula’s error in %s is refused before anything is sent', async (_, parameters) => {
	const { message, all } = await refusal(parameters);
	expect(message).toMatch(/^“[^”]+” (is|must|takes)/);
	expect(all).toMatch(/#|Loading/);
});

test.each<[string, IDataObject]>([
	['a filter', licences('getAll', { filters: { licenseNumber: '={{ "6.14E+10" }}' } })],
	['a filter, too long', licences('getAll', { filters: { licenseNumber: '={{ 4000123412341230 }}' } })],
	['Additional Query Parameters', licences('getAll', query('licenseNumber', '1,2e+15'))],
	[
		'the licences of Additional Body Fields',
		form('create', { ...ann, ...body({ licenses: [{ licenseNumber: '6.14E+10' }] }) }),
	],
	[
		'Additional Body Fields of a licence',
		licences('upsert', {
			licenses: { licence: [{ licenseNumber: 'SL1' }] },
			...body({ licenses: [{ licenseNumber: '9E+12' }] }),
		}),
	],
])('a number that a table program has rounded in %s is refused before anything is sent', async (_, parameters) => {
	expect((await refusal(parameters)).message).toMatch(
		/“.*(licenseNumber|Licence Number)” (has lost digits|contains a number that is too large)/,
	);
});

test('decimals that were added are no part of the number that is filtered by', async () => {
	const filters = { licenseNumber: '={{ "41234.0" }}' };
	const { query: asked } = await bench.one('developer', licences('getAll', { filters }));
	expect(asked.licenseNumber).toBe('41234');
});

test('a preview names the column, too', async () => {
	const parameters = form('upsert', { dataToSend: 'fields', options: { previewOnly: true }, ...ann });
	const { json } = await bench.run('developer', { ...parameters, firstName: '#NULL!' });
	expect(JSON.stringify(json)).toContain('“First Name” is “#NULL!”');
});

test.each(['create', 'update', 'upsert'] as const)(
	'%s: a column has one order of dates: nothing of a cell that may be either is written, and other columns go on',
	async (operation) => {
		const rows = [
			{ ...ann, email: 'p1@example.com', id: 1002, DOB: '03/04/1990', 'Start date': '04/05/2020' },
			{ ...ann, email: 'p2@example.com', id: 1003, DOB: '12/31/1991', 'Start date': '31/12/2020' },
			{ ...ann, email: 'p3@example.com', id: 1004, DOB: '', 'Licence no': 'SL1', 'Licence expiry': '2027-01-02' },
		];
		const { json } = await keepGoing(rows, staff(operation));
		expect(messages(json)).toEqual(['“Date of Birth” is not a date', '“Date of Birth” is not a date', undefined]);
		expect(errorOf(json[0]).description).toContain('“12/31/1991” in this column');
		expect([...sent('POST'), ...sent('PATCH')].filter((one) => 'dateOfBirth' in one)).toEqual([]);
	},
);

describe('Licences that a sheet writes otherwise than the service', () => {
	const save = async (licence: IDataObject): Promise<{ message: unknown; written: unknown }> => {
		const { error } = await bench.run('developer', licences('upsert', { licenses: { licence: [licence] } }));
		const post = bench.recorder.seen.find(({ method }) => method === 'POST');
		return { message: error?.message, written: (post?.body as IDataObject | undefined)?.licenses };
	};

	test('the one of the same reading is updated, under the number as it is held', async () => {
		holdLicences({ securityLicenseId: 7, licenseNumber: 'SL-0042 1', state: 'NSW' });
		const { written } = await save({ licenseNumber: 'sl00421', stateCode: 'NSW' });
		expect(written).toEqual([{ licenseId: 7, licenseNumber: 'SL-0042 1', stateCode: 'NSW' }]);
	});

	test('two of the same reading are an error that names both', async () => {
		holdLicences({ securityLicenseId: 7, licenseNumber: '0042' }, { securityLicenseId: 8, licenseNumber: '42' });
		expect(await save({ licenseNumber: '42' })).toEqual({
			message: 'The employee has 2 licences with the number “42”: “0042” (ID 7) and “42” (ID 8)',
			written: undefined,
		});
	});

	test('one of another state is another one', async () => {
		holdLicences({ securityLicenseId: 7, licenseNumber: '0042', state: 'VIC' });
		const { written } = await save({ licenseNumber: '42', stateCode: 'NSW' });
		expect(written).toEqual([{ licenseNumber: '42', stateCode: 'NSW' }]);
	});
});
