// Staff from the fields of the form: what Create or Update makes of its items before and while it sends them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../transport/support.mts';
import { type Asked, data, LIST, SEARCH } from '../fakeService.mts';
import { ann, runForms, sentAnn } from './runForms.mts';

describe('Create or Update', () => {
	const there = { id: 7, ...sentAnn, mobile: 'm', employeeId: 'E-7' };
	const answer = ({ request, query }: Asked): Answer =>
		data(request === SEARCH && query.email === 'ann@x.au' ? there : null);

	test('finds people by e-mail, writes what differs, and creates who isn’t there', async () => {
		const forms = [
			{ ...ann, additionalFields: { mobile: '1' } },
			{ ...ann, email: 'new@x.au', additionalFields: { city: 'Perth' } },
		];
		const { sent, results, hints } = await runForms('upsert', forms, {
			answer,
			advanced: { additionalBody: '{"id": 9, "licenses": [1]}' },
		});
		expect(sent).toEqual([[{ id: 7, mobile: '1' }], [{ ...sentAnn, email: 'new@x.au', city: 'Perth' }]]);
		const begin = results.map(
			(result) => 'outcomes' in result && Object.entries(result.outcomes[0]?.json ?? {}).slice(0, 4),
		);
		expect(begin.map((entries) => entries && entries.map(([name]) => name))).toEqual(
			begin.map(() => ['action', 'firstName', 'lastName', 'error']),
		);
		expect(results.map((result) => 'outcomes' in result && result.outcomes[0]?.json.action)).toEqual([
			'updated',
			'created',
		]);
		expect(hints).toEqual([expect.stringMatching(/^2 rows: 1 created, 1 updated\. 1 matched by email\.$/)]);
	});

	test.each<[string, IDataObject, string[]]>([
		[
			'of an employee number that is the internal ID',
			{ employeeId: '7' },
			[expect.stringMatching(/^In 1 row the /) as unknown as string],
		],
		['not of the right one', { employeeId: 'e-7' }, []],
		['not of a new one', { employeeId: '8' }, []],
	])('warns %s', async (_, additionalFields, expected) => {
		expect((await runForms('upsert', [{ ...ann, additionalFields }], { answer })).hints).toEqual(expected);
	});

	test('warns of none where the internal ID is the employee number indeed', async () => {
		const same = { ...there, employeeId: '7' };
		const ran = await runForms('upsert', [{ ...ann, additionalFields: { employeeId: '7' } }], {
			answer: () => data(same),
		});
		expect([ran.hints, ran.sent]).toEqual([[], []]);
	});

	test.each<[IDataObject, string]>([
		[{ ...ann, matchBy: 'name' }, '“Match By” can’t be “name”'],
		[{ ...ann, matchBy: 'id' }, '“ID” is empty'],
		[{ ...ann, matchBy: 'id', id: '7.5' }, '“ID” must be a whole number'],
		[{ ...ann, matchBy: 'employeeId' }, '“Employee Number” is empty'],
		[{ ...ann, email: ' ' }, '“Email” is empty'],
		[
			{ ...ann, email: 'new@x.au', firstName: '', lastName: ' ' },
			'The employee is new, and the row has no “First Name”, “Last Name”',
		],
		[{ ...ann, id: '9' }, 'The row names the ID 9, but “ann@x.au” belongs to the employee with the ID 7'],
	])('%j: %s', async (form, words) => {
		const { sent, message } = await runForms('upsert', [form], { answer });
		expect([sent, message]).toEqual([[], words]);
	});

	test('a Match By that is a long text is shown by its beginning, with the choices', async () => {
		const { message, description } = await runForms('upsert', [{ ...ann, matchBy: 'x'.repeat(5000) }], { answer });
		expect(message).toBe(`“Match By” can’t be “${'x'.repeat(40)}”`);
		expect(description).toContain('email, employeeId, id');
	});

	test.each<[string, IDataObject[], IDataObject, boolean]>([
		['is fine', [ann], {}, false],
		['has a faulty row', [ann, { ...ann, email: 'nobody' }], {}, true],
		[
			'would stop at its limit',
			[ann, { ...ann, email: 'b@x.au' }, { ...ann, email: 'c@x.au' }],
			{ stopIfMoreThan: 1 },
			true,
		],
	])('whether a preview that %s warns', async (_, forms, options, warns) => {
		const { hints, warnings } = await runForms(
			'upsert',
			forms.map((form) => ({ ...form, options: { previewOnly: true, ...options } })),
			{ answer },
		);
		expect(hints).toEqual([expect.stringMatching(/^Preview only: nothing was written\./)]);
		expect(warnings).toHaveLength(warns ? 1 : 0);
	});

	test('a run of one row has its sum in the log alone', async () => {
		const { hints, summary } = await runForms('upsert', [ann], { answer });
		expect(hints).toEqual([]);
		expect(summary).toBe('1 row: 1 unchanged. 1 matched by email.');
	});

	test('a row whose answer got lost is counted as not known', async () => {
		const { summary } = await runForms('upsert', [{ ...ann, email: 'new@x.au' }], {
			answer: ({ request }) =>
				request.startsWith('POST') ? { network: 'ECONNRESET' } : data(request === SEARCH ? null : []),
		});
		expect(summary).toBe('1 row: 1 unknown.');
	});

	test('a preview says of everybody who is there by what they were found', async () => {
		const form = { ...ann, options: { previewOnly: true } };
		for (const [additionalFields, action] of [
			[{}, 'unchanged'],
			[{ mobile: '2' }, 'wouldUpdate'],
		] as const) {
			const { results } = await runForms('upsert', [{ ...form, additionalFields }], { answer });
			expect(results).toMatchObject([{ outcomes: [{ json: { action, foundBy: 'email' } }] }]);
		}
	});

	test('a preview calls a field that the form doesn’t have by the service’s name', async () => {
		const form = { ...ann, options: { previewOnly: true }, additionalFields: { mobile: '2' } };
		const { results } = await runForms('upsert', [form], {
			answer,
			advanced: { additionalBody: '{"costCentre": "C1"}' },
		});
		expect(results).toMatchObject([
			{ outcomes: [{ json: { changesText: 'mobile: m → 2; costCentre: can’t be compared → C1' } }] },
		]);
	});

	test('who is not in the data is read from the active people alone, with what is added to the query', async () => {
		const { asked } = await runForms('upsert', [{ ...ann, options: { reportMissing: true } }], {
			answer,
			advanced: { additionalQuery: { parameters: [{ name: 'companyId', value: '3' }] } },
		});
		const [list] = asked.filter(({ request }) => request === LIST);
		expect(list?.query).toMatchObject({ isActive: 'true', companyId: '3' });
	});

	test('a row that is found by its ID is named by it where the form has nothing else', async () => {
		const form = { matchBy: 'id', id: '8', additionalFields: { mobile: { a: 1 } } };
		const { results } = await runForms('upsert', [form, { ...form, id: '9' }], { answer });
		expect(results).toMatchObject([{ row: 'Row 1 (ID 8)' }, { row: 'Row 2 (ID 9)' }]);
	});

	test('of no items is nothing', async () => expect((await runForms('upsert', [])).results).toEqual([]));
});
