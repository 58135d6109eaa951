// Staff from the fields of the form: what is sent of them, and what is refused before anything is.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { employees, withoutRow } from '../../support/staffRows.mts';
import { envelope, useStaff } from './staffBench.mts';

const { bench, service, keepGoing, writes } = useStaff(7);
const ann = { firstName: ' Ann ', lastName: 'Lee', email: 'ann@x.au' };
const sentAnn = { firstName: 'Ann', lastName: 'Lee', email: 'ann@x.au' };

/** Runs an operation over rows that fill these fields: by an expression where they differ. */
async function run(operation: string, forms: IDataObject[], advanced: IDataObject = {}) {
	bench.recorder.seen.length = 0;
	const [first = {}] = forms;
	const fields = Object.keys(first).map((name) => [
		name,
		forms.every((form) => form[name] === first[name]) ? first[name] : `={{ $json.${name} }}`,
	]);
	const { json, hints } = await keepGoing(forms, {
		...{ resource: 'staff', operation, dataToSend: 'fields', advanced },
		...(Object.fromEntries(fields) as IDataObject),
	});
	const errors = json.map(({ error }) => error as IDataObject | undefined);
	return {
		...{ json, hints },
		sent: writes().map(employees),
		messages: errors.map((error) => error?.message),
		cures: errors.map((error) => error?.description),
	};
}

describe('Update', () => {
	test.each<[unknown]>([[['mobile', 'city']], ['mobile, city']])('empties the fields that %j names', async (fields) => {
		const form = { employeeId: 1007, fieldsToEmpty: fields as IDataObject, updateFields: { gender: 'F' } };
		expect((await run('update', [form])).sent).toEqual([[{ id: 1007, gender: 'F', mobile: '', city: '' }]]);
	});

	test.each([
		[['mobile'], '“Mobile” has a new value, but is also in “Fields to Clear”'],
		[['dateOfBirth'], '“Fields to Clear” names “dateOfBirth”, which can’t be cleared'],
		[['email'], '“Fields to Clear” names “email”, which can’t be cleared'],
		[['employeeReferenceNumber'], '“Fields to Clear” names “employeeReferenceNumber”, which can’t be cleared'],
		[['x'.repeat(100)], `“Fields to Clear” names “${'x'.repeat(80)}”, which can’t be cleared`],
	])('does not empty %j where that says two things, or nobody knows what it does', async (fieldsToEmpty, words) => {
		const { sent, messages } = await run('update', [{ employeeId: '7', fieldsToEmpty, updateFields: { mobile: '1' } }]);
		expect({ sent, messages }).toEqual({ sent: [], messages: [words] });
	});

	test('warns of employee numbers that are the internal ID', async () => {
		const updateFields = { employeeId: '1007' };
		const form = { employeeId: '1007', updateFields };
		const { hints } = await run('update', [form, { ...form, employeeId: '1006' }, form]);
		expect(hints).toEqual([expect.stringMatching(/^In 2 rows the employee number is the same as/)]);
	});

	test('takes more fields from Additional Body Fields, but no licences', async () => {
		const { sent } = await run('update', [{ employeeId: 1007, updateFields: {} }], {
			additionalBody: { licenses: [1], grade: 3 },
		});
		expect(sent).toEqual([[{ id: 1007, grade: 3 }]]);
	});
});

describe('Create', () => {
	test('a licence of somebody new has no ID of its own; what is added goes with it, and what is null doesn’t', async () => {
		const additionalFields = { city: '', licenses: { licence: [{ licenseNumber: 'SL1', licenseId: '9' }] } };
		const { sent } = await run('create', [{ ...ann, additionalFields }], {
			additionalBody: { grade: 3, mobile: null },
		});
		expect(sent).toEqual([[{ ...sentAnn, grade: 3, licenses: [{ licenseNumber: 'SL1' }] }]]);
	});

	test('two people with one address go in two requests, whose answers tell them apart', async () => {
		const forms = [ann, { ...ann, email: 'b@x.au' }, { ...ann, firstName: 'Bo', email: 'ANN@x.au' }];
		const { sent, json } = await run('create', forms, { batchSize: 25 });
		expect(sent.map((batch) => batch.length)).toEqual([2, 1]);
		expect(json.map(({ firstName }) => firstName)).toEqual(['Ann', 'Ann', 'Bo']);
	});

	test('the only record of a request with one row is that row’s; of several rows each record has to name its address', async () => {
		service.instead = (seen) => envelope(employees(seen).map((_, id) => ({ id: id + 7 })));
		expect((await run('create', [ann])).json).toEqual([{ id: 7 }]);
		const both = await run('create', [ann, { ...ann, email: 'b@x.au' }], { batchSize: 2 });
		expect(both.json).toMatchObject([{ created: null }, { created: null }]);
	});

	test.each([
		[{ ...ann, firstName: ' ' }, '“First Name” is empty'],
		[{ ...ann, lastName: '' }, '“Last Name” is empty'],
		[{ ...ann, email: '' }, '“Email” is empty'],
	])('%j: %s, and nothing of it is sent', async (form, words) => {
		const { sent, messages } = await run('create', [form, ann]);
		expect(messages.map(withoutRow)).toEqual([words, undefined]);
		expect(sent).toEqual([[sentAnn]]);
	});
});

describe('Create or Update', () => {
	const long = 'x'.repeat(5000);
	test.each<[string, IDataObject, string]>([
		['a Match By that is none', { ...ann, matchBy: 'name' }, '“Match By” can’t be “name”'],
		['a long one', { ...ann, matchBy: long }, `“Match By” can’t be “${long.slice(0, 40)}”`],
		['no ID', { ...ann, matchBy: 'id' }, '“ID” is empty'],
		['no whole number', { ...ann, matchBy: 'id', id: '7.5' }, '“ID” must be a whole number'],
		['no employee number', { ...ann, matchBy: 'employeeId' }, '“Employee Number” is empty'],
		['no address', { ...ann, email: ' ' }, '“Email” is empty'],
		[
			'no name of somebody new',
			{ ...ann, firstName: '', lastName: ' ' },
			'The employee is new, and the row has no “First Name”, “Last Name”',
		],
	])('%s is an error, and nothing is sent', async (_, form, words) => {
		const { sent, messages } = await run('upsert', [form]);
		expect({ sent, messages }).toEqual({ sent: [], messages: [words] });
	});

	test('a Match By that is none is told with the choices', async () => {
		expect(String((await run('upsert', [{ ...ann, matchBy: 'name' }])).cures[0])).toContain('email, employeeId, id');
	});

	test('writes what differs, creates who isn’t there, and takes neither ID nor licences from Additional Body Fields', async () => {
		const additionalFields = { mobile: '1' };
		const forms = [
			{ firstName: 'First3', lastName: 'Last3', email: 'p3@example.com', additionalFields },
			{ ...ann, additionalFields },
		];
		const { sent } = await run('upsert', forms, { additionalBody: { id: 9, licenses: [1] } });
		expect(sent).toEqual([[{ id: 1004, mobile: '1' }], [{ ...sentAnn, mobile: '1' }]]);
	});

	test('a row that is found by its ID is named by it where the form has nothing else', async () => {
		const form = { matchBy: 'id', id: '8', additionalFields: { mobile: { a: 1 } } };
		const { messages } = await run('upsert', [form, { ...form, id: '9' }]);
		expect(messages).toEqual([expect.stringMatching(/^Row 1 \(ID 8\): /), expect.stringMatching(/^Row 2 \(ID 9\): /)]);
	});
});
