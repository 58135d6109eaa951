// Staff from the fields of the form: what each operation makes of its items before and while it sends them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import type { RowResult } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { create } from '../../../../nodes/WorkforceOperations/resources/staff/create.ts';
import { update } from '../../../../nodes/WorkforceOperations/resources/staff/update.ts';
import { upsert } from '../../../../nodes/WorkforceOperations/resources/staff/upsert.ts';
import type { Answer } from '../../transport/support.mts';
import { type Asked, data, fakeService, refusal, SEARCH } from '../fakeService.mts';

const operations = { create, update, upsert };

interface Ran {
	/** The employees of each request that writes. */
	sent: unknown[];
	results: RowResult[];
	/** The first item’s error, or that which ended the run. */
	message: string | undefined;
	description: string | null | undefined;
	hints: string[];
}

async function run(
	operation: keyof typeof operations,
	forms: IDataObject[],
	{
		answer = (): Answer => data(null),
		advanced = {},
		keepGoing = true,
	}: { answer?: (asked: Asked) => Answer; advanced?: IDataObject; keepGoing?: boolean } = {},
): Promise<Ran> {
	const service = fakeService((asked) => answer(asked));
	const items = forms.map((form, index) => service.item(index, advanced, { dataToSend: 'fields', ...form }));
	const ended: unknown[] = [];
	const results = await operations[operation].runAll(items, keepGoing).catch((error: unknown) => {
		ended.push(error);
		return [];
	});
	for (const result of results) if ('error' in result) ended.push(result.error);
	return {
		sent: service.asked.flatMap(({ body }) => (body === undefined ? [] : [body.employees ?? body])),
		results,
		message: (ended[0] as Error | undefined)?.message,
		description: (ended[0] as NodeOperationError | undefined)?.description,
		hints: (items[0]?.hints.all ?? []).map(({ message }) => message),
	};
}

const ann = { firstName: ' Ann ', lastName: 'Lee', email: 'ann@x.au' };
const sentAnn = { firstName: 'Ann', lastName: 'Lee', email: 'ann@x.au' };
const told = (json: IDataObject): unknown => ({ outcomes: [{ json }] });

describe('Create', () => {
	test('sends each item by itself, also two with one address; licences and what is added go with it', async () => {
		const additionalFields = {
			mobile: '1',
			city: '',
			licenses: { licence: [{ licenseNumber: 'SL1' }, { licenseNumber: 'SL2' }] },
		};
		const ran = await run('create', [{ ...ann, additionalFields }, ann], {
			advanced: { additionalBody: '{"grade": 3, "mobile": null}' },
		});
		expect(ran.sent).toEqual([
			[{ ...sentAnn, grade: 3, licenses: [{ licenseNumber: 'SL1' }, { licenseNumber: 'SL2' }] }],
			[{ ...sentAnn, grade: 3 }],
		]);
		expect(ran.results).toEqual([told({ created: true, ...sentAnn }), told({ created: true, ...sentAnn })]);
		expect(ran.hints).toEqual([]);
	});

	test('a refused batch is the error of each of its items, and the next one is sent', async () => {
		const forms = ['a', 'b', 'c'].map((name) => ({ ...ann, email: `${name}@x.au` }));
		const answer = ({ body }: Asked): Answer => (JSON.stringify(body).includes('b@x.au') ? refusal('Bad') : data(null));
		const { sent, results } = await run('create', forms, { answer, advanced: { batchSize: 2 } });
		expect(sent.map((batch) => (batch as IDataObject[]).map(({ email }) => email))).toEqual([
			['a@x.au', 'b@x.au'],
			['c@x.au'],
		]);
		expect(results.map((result) => 'error' in result)).toEqual([true, true, false]);
	});

	test('without Continue On Fail a refused item ends the run', async () => {
		const { sent, message } = await run('create', [ann, ann], { answer: () => refusal('Bad'), keepGoing: false });
		expect([sent.length, message]).toEqual([1, 'Row 1 (Ann Lee, ann@x.au): Bad']);
	});

	test.each([
		[{ ...ann, firstName: ' ' }, '“First Name” is empty'],
		[{ ...ann, lastName: '' }, '“Last Name” is empty'],
		[{ ...ann, email: '' }, '“Email” is empty'],
		[{ ...ann, email: 'x' }, '“Email” is not an e-mail address'],
	])('%j: %s, and nothing of it is sent', async (form, words) => {
		const { sent, message, results } = await run('create', [form, ann]);
		expect([sent, message, results.length]).toEqual([[[sentAnn]], words, 2]);
		expect((await run('create', [ann, form], { keepGoing: false })).sent).toEqual([]);
	});
});

describe('Update', () => {
	test('sends the ID and the fields that are filled, and licences never', async () => {
		const updateFields = { mobile: ' 1 ', city: '', dateOfBirth: '1990-04-01' };
		const { sent, results } = await run(
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
			const { sent } = await run('update', [
				{ employeeId: '7', fieldsToEmpty, updateFields: { gender: 'F' } } as IDataObject,
			]);
			expect(sent).toEqual([[{ id: 7, gender: 'F', mobile: '', city: '' }]]);
		},
	);

	test.each([
		[['mobile'], '“Mobile” has a new value and stands in “Fields to Empty”'],
		[['dateOfBirth'], '“Fields to Empty” names “dateOfBirth”, which can’t be emptied'],
		[['email'], '“Fields to Empty” names “email”, which can’t be emptied'],
	])('does not empty %j where that says two things, or nobody knows what it does', async (fieldsToEmpty, words) => {
		const { sent, message } = await run('update', [{ employeeId: '7', fieldsToEmpty, updateFields: { mobile: '1' } }]);
		expect([sent, message]).toEqual([[], words]);
	});

	test('warns of employee numbers that are the internal ID', async () => {
		const form = { employeeId: '7', updateFields: { employeeId: '7' } };
		const { hints } = await run('update', [form, { ...form, employeeId: '8' }, form]);
		expect(hints).toEqual([expect.stringMatching(/^In 2 of the rows the employee number is the internal ID/)]);
	});

	test.each([
		[{ employeeId: '7', updateFields: { mobile: ' ' } }, 'There is nothing to update'],
		[{ employeeId: '7' }, 'There is nothing to update'],
		[{ employeeId: 'x', updateFields: { mobile: '1' } }, expect.stringContaining('must be a whole number')],
		[{ employeeId: '', updateFields: { mobile: '1' } }, expect.stringContaining('is empty')],
	])('%j: %s', async (form, words) => {
		const { sent, message } = await run('update', [form]);
		expect([sent, message]).toEqual([[], words]);
	});
});

describe('Create or Update', () => {
	const there = { id: 7, ...sentAnn, mobile: 'm', employeeId: 'E-7' };
	const answer = ({ request, query }: Asked): Answer =>
		data(request === SEARCH && query.email === 'ann@x.au' ? there : null);

	test('finds people by e-mail, writes what differs, and creates who isn’t there', async () => {
		const forms = [
			{ ...ann, additionalFields: { mobile: '1' } },
			{ ...ann, email: 'new@x.au', additionalFields: { city: 'Perth' } },
		];
		const { sent, results, hints } = await run('upsert', forms, {
			answer,
			advanced: { additionalBody: '{"id": 9, "licenses": [1]}' },
		});
		expect(sent).toEqual([[{ id: 7, mobile: '1' }], [{ ...sentAnn, email: 'new@x.au', city: 'Perth' }]]);
		expect(results.map((result) => 'outcomes' in result && result.outcomes[0]?.json.action)).toEqual([
			'updated',
			'created',
		]);
		expect(hints).toEqual([expect.stringMatching(/^2 rows: 1 created, 1 updated, /)]);
	});

	test.each<[string, IDataObject, string[]]>([
		[
			'of an employee number that is the internal ID',
			{ employeeId: '7' },
			[expect.stringMatching(/^In 1 of the rows/) as unknown as string],
		],
		['not of the right one', { employeeId: 'e-7' }, []],
		['not of a new one', { employeeId: '8' }, []],
	])('warns %s', async (_, additionalFields, expected) => {
		expect((await run('upsert', [{ ...ann, additionalFields }], { answer })).hints).toEqual(expected);
	});

	test('warns of none where the internal ID is the employee number indeed', async () => {
		const same = { ...there, employeeId: '7' };
		const ran = await run('upsert', [{ ...ann, additionalFields: { employeeId: '7' } }], { answer: () => data(same) });
		expect([ran.hints, ran.sent]).toEqual([[], []]);
	});

	test.each<[IDataObject, string]>([
		[{ ...ann, matchBy: 'name' }, '“Match By” must be one of: Email (email), Employee Number (employeeId), ID (id)'],
		[{ ...ann, matchBy: 'id' }, '“ID” is empty'],
		[{ ...ann, matchBy: 'id', id: '7.5' }, '“ID” must be a whole number'],
		[{ ...ann, matchBy: 'employeeId' }, '“Employee Number” is empty'],
		[{ ...ann, email: ' ' }, '“Email” is empty'],
		[
			{ ...ann, email: 'new@x.au', firstName: '', lastName: ' ' },
			'The employee isn’t there yet, and the row has no “First Name”, “Last Name”',
		],
		[{ ...ann, id: '9' }, 'The row names the ID 9, but “ann@x.au” belongs to the employee with the ID 7'],
	])('%j: %s', async (form, words) => {
		const { sent, message } = await run('upsert', [form], { answer });
		expect([sent, message]).toEqual([[], words]);
	});

	test('a Match By that is a long text is shown by its beginning', async () => {
		const { description } = await run('upsert', [{ ...ann, matchBy: 'x'.repeat(5000) }], { answer });
		expect(description).toContain(`It is “${'x'.repeat(80)}”.`);
	});

	test('of no items is nothing', async () => expect((await run('upsert', [])).results).toEqual([]));
});
