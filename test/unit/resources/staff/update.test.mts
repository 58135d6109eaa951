// Staff from the fields of the form: what Update makes of its items before and while it sends them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { runForms, told } from './runForms.mts';

describe('Update', () => {
	test('sends the ID and the fields that are filled, and licences never', async () => {
		const updateFields = { mobile: ' 1 ', city: '', dateOfBirth: '1990-04-01' };
		const { sent, results } = await runForms(
			'update',
			[
				{ employeeId: ' 7 ', updateFields },
				{ employeeId: 8, updateFields: {} },
			],
			{
				advanced: { additionalBody: '{"licenses": [1], "grade": 3}' },
			},
		);
		expect(sent).toEqual([
			[
				{ id: 7, mobile: '1', dateOfBirth: '1990-04-01T00:00:00Z', grade: 3 },
				{ id: 8, grade: 3 },
			],
		]);
		expect(results).toEqual([told({ id: 7, updated: true }), told({ id: 8, updated: true })]);
	});

	test.each<[unknown]>([[['mobile', 'city']], ['mobile, city']])(
		'empties the fields that %j names',
		async (fieldsToEmpty) => {
			const { sent } = await runForms('update', [
				{ employeeId: '7', fieldsToEmpty, updateFields: { gender: 'F' } } as IDataObject,
			]);
			expect(sent).toEqual([[{ id: 7, gender: 'F', mobile: '', city: '' }]]);
		},
	);

	test.each([
		[['mobile'], '“Mobile” has a new value, but is also in “Fields to Empty”'],
		[['dateOfBirth'], '“Fields to Empty” names “dateOfBirth”, which can’t be emptied'],
		[['email'], '“Fields to Empty” names “email”, which can’t be emptied'],
		[['x'.repeat(100)], `“Fields to Empty” names “${'x'.repeat(80)}”, which can’t be emptied`],
	])('does not empty %j where that says two things, or nobody knows what it does', async (fieldsToEmpty, words) => {
		const { sent, message } = await runForms('update', [
			{ employeeId: '7', fieldsToEmpty, updateFields: { mobile: '1' } },
		]);
		expect([sent, message]).toEqual([[], words]);
	});

	test('warns of employee numbers that are the internal ID', async () => {
		const form = { employeeId: '7', updateFields: { employeeId: '7' } };
		const { hints } = await runForms('update', [form, { ...form, employeeId: '8' }, form]);
		expect(hints).toEqual([expect.stringMatching(/^In 2 rows the employee number equals the internal ID/)]);
	});

	test.each([
		[{ employeeId: '7', updateFields: { mobile: ' ' } }, 'There is nothing to update'],
		[{ employeeId: '7' }, 'There is nothing to update'],
		[{ employeeId: 'x', updateFields: { mobile: '1' } }, '“Employee” is an ID, a whole number: “x” isn’t one'],
		[{ employeeId: '', updateFields: { mobile: '1' } }, expect.stringContaining('is empty')],
	])('%j: %s', async (form, words) => {
		const { sent, message } = await runForms('update', [form]);
		expect([sent, message]).toEqual([[], words]);
	});
});
