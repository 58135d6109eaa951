// Cells that a table program has spoiled, in every input of staff and licences; and licences of two readings.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { employees, errorOf } from '../../support/staffRows.mts';
import { preview, same, messages, envelope, useStaff } from './staffBench.mts';

const { bench, service, keepGoing, sent, writes } = useStaff(5);
const columns = { dataToSend: 'columns', columns: { mappingMode: 'autoMapInputData', value: null } };
const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };

describe('A formula’s error is refused before anything is sent', () => {
	const cases: Array<[string, IDataObject]> = [
		[
			'in Additional Body Fields',
			{ resource: 'staff', operation: 'create', ...ann, advanced: { additionalBody: '{"city": "#REF!"}' } },
		],
		['in a field of Create', { resource: 'staff', operation: 'create', ...ann, lastName: '={{ "#N/A" }}' }],
		[
			'in a date of Update',
			{ resource: 'staff', operation: 'update', employeeId: '1001', updateFields: { startDate: '={{ "#VALUE!" }}' } },
		],
		[
			'in the ID of Update',
			{ resource: 'staff', operation: 'update', employeeId: '={{ "#N/A" }}', updateFields: { city: 'x' } },
		],
		['in an address', { resource: 'staff', operation: 'getByEmail', email: '={{ "Loading..." }}' }],
		['in a search', { resource: 'staff', operation: 'getAll', filters: { searchText: '={{ "#NAME?" }}' } }],
		[
			'in a filter',
			{ resource: 'securityLicence', operation: 'getAll', employeeId: '1001', filters: { licenseNumber: '#REF!' } },
		],
		[
			'in a licence',
			{
				resource: 'securityLicence',
				operation: 'upsert',
				employeeId: '1001',
				licenses: { licence: [{ licenseNumber: 'SL1', expiryDate: '={{ "#N/A" }}' }] },
			},
		],
	];
	test.each(cases)('%s', async (_, parameters) => {
		const { error, json } = await bench.run('developer', parameters);
		expect(`${error?.message ?? String(errorOf(json[0]).message)}`).toMatch(/^“[^”]+” (is|must|takes)/);
		expect(`${error?.message} ${error?.description} ${JSON.stringify(json)}`).toMatch(/#|Loading/);
		expect(bench.recorder.seen).toEqual([]);
	});
});

describe('A number that a table program has rounded is refused, wherever digits are asked for', () => {
	const licences = { resource: 'securityLicence', employeeId: '1001' };
	const body = (more: IDataObject): IDataObject => ({ advanced: { additionalBody: JSON.stringify(more) } });
	const cases: Array<[string, IDataObject]> = [
		['in a filter', { ...licences, operation: 'getAll', filters: { licenseNumber: '={{ "6.14E+10" }}' } }],
		[
			'in a filter, too long',
			{ ...licences, operation: 'getAll', filters: { licenseNumber: '={{ 4000123412341230 }}' } },
		],
		[
			'in Additional Query Parameters',
			{
				...licences,
				operation: 'getAll',
				advanced: { additionalQuery: { parameters: [{ name: 'licenseNumber', value: '1,2e+15' }] } },
			},
		],
		[
			'in the licences of Additional Body Fields',
			{ resource: 'staff', operation: 'create', ...ann, ...body({ licenses: [{ licenseNumber: '6.14E+10' }] }) },
		],
		[
			'in Additional Body Fields of a licence',
			{
				...licences,
				operation: 'upsert',
				licenses: { licence: [{ licenseNumber: 'SL1' }] },
				...body({ licenses: [{ licenseNumber: '9E+12' }] }),
			},
		],
	];
	test.each(cases)('%s', async (_, parameters) => {
		const { error, json } = await bench.run('developer', parameters);
		expect(`${error?.message ?? String(errorOf(json[0]).message)}`).toMatch(
			/“.*(licenseNumber|Licence Number)” (has lost digits|contains a number that is too large)/,
		);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('decimals that were added are no part of the number that is filtered by', async () => {
		const filters = { licenseNumber: '={{ "41234.0" }}' };
		const [sent] = await bench.sent('developer', { ...licences, operation: 'getAll', filters });
		expect(sent?.query.licenseNumber).toBe('41234');
	});
});

test('a preview names the column, too', async () => {
	const parameters = { resource: 'staff', operation: 'upsert', dataToSend: 'fields', options: { previewOnly: true } };
	const { json } = await bench.run('developer', { ...parameters, ...ann, firstName: '#NULL!' });
	expect(JSON.stringify(json)).toContain('“First Name” is “#NULL!”');
});

describe.each(['create', 'update', 'upsert'])('A column has one order of dates: %s', (operation) => {
	const rows = [
		{ ...ann, email: 'p1@example.com', id: 1002, DOB: '03/04/1990', 'Start date': '04/05/2020' },
		{ ...ann, email: 'p2@example.com', id: 1003, DOB: '12/31/1991', 'Start date': '31/12/2020' },
		{ ...ann, email: 'p3@example.com', id: 1004, DOB: '', 'Licence no': 'SL1', 'Licence expiry': '2027-01-02' },
	];

	test('nothing of a cell that may be either is written, and other columns go on', async () => {
		const { json } = await keepGoing(rows, { resource: 'staff', operation, ...columns });
		expect(messages(json)).toEqual(['“Date of Birth” is not a date', '“Date of Birth” is not a date', undefined]);
		expect(errorOf(json[0]).description).toContain('“12/31/1991” in this column');
		const sent = bench.recorder.seen.filter(({ method, path }) => method !== 'GET' && path.endsWith('/staffs'));
		expect(sent.flatMap(employees).some(({ dateOfBirth }) => dateOfBirth !== undefined)).toBe(false);
	});
});

describe('Licences that a sheet writes otherwise than the service', () => {
	let held: IDataObject[];
	beforeEach(() => {
		service.instead = ({ path }) => (path.endsWith('/licenses') ? envelope(held) : undefined);
	});
	const save = async (licence: IDataObject): Promise<{ message: unknown; sent: unknown }> => {
		const parameters = {
			resource: 'securityLicence',
			operation: 'upsert',
			employeeId: '1001',
			licenses: { licence: [licence] },
		};
		const { error } = await bench.run('developer', parameters);
		const [post] = bench.recorder.seen.filter(({ method }) => method === 'POST');
		return { message: error?.message, sent: (post?.body as IDataObject | undefined)?.licenses };
	};

	test('the one of the same reading is updated, under the number as it is held', async () => {
		held = [{ securityLicenseId: 7, licenseNumber: 'SL-0042 1', state: 'NSW' }];
		const { sent } = await save({ licenseNumber: 'sl00421', stateCode: 'NSW' });
		expect(sent).toEqual([{ licenseId: 7, licenseNumber: 'SL-0042 1', stateCode: 'NSW' }]);
	});

	test('two of the same reading are an error that names both', async () => {
		held = [
			{ securityLicenseId: 7, licenseNumber: '0042' },
			{ securityLicenseId: 8, licenseNumber: '42' },
		];
		expect(await save({ licenseNumber: '42' })).toEqual({
			message: 'The employee has 2 licences with the number “42”: “0042” (ID 7) and “42” (ID 8)',
			sent: undefined,
		});
	});

	test('one of another state is another one', async () => {
		held = [{ securityLicenseId: 7, licenseNumber: '0042', state: 'VIC' }];
		expect((await save({ licenseNumber: '42', stateCode: 'NSW' })).sent).toEqual([
			{ licenseNumber: '42', stateCode: 'NSW' },
		]);
	});
});
