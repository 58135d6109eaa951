// The search by e-mail address: who is asked for, and what is taken for nobody.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { searchByEmail } from '../../../../nodes/WorkforceOperations/resources/staff/directory.ts';
import type { Answer } from '../../transport/support.mts';
import { data, fakeService, refusal, SEARCH } from '../fakeService.mts';

const ann = { id: 7, email: 'Ann@example.com' };
const queries = async (email: string, options: IDataObject, answer: Answer): Promise<unknown[]> => {
	const { item, asked } = fakeService(() => answer);
	await searchByEmail(item(0, options), email);
	expect(new Set(asked.map(({ request }) => request))).toEqual(new Set([SEARCH]));
	return asked.map(({ query }) => query);
};

describe('Somebody is asked for', () => {
	test.each<[string, string, IDataObject, Answer, unknown[]]>([
		['as written, where that finds them', 'ANN@example.com', {}, data(ann), [{ email: 'ANN@example.com' }]],
		[
			'in small letters, too, where it doesn’t',
			'ANN@example.com',
			{},
			data(null),
			[{ email: 'ANN@example.com' }, { email: 'ann@example.com' }],
		],
		['once, where the letters are small already', 'ann@example.com', {}, data(null), [{ email: 'ann@example.com' }]],
		[
			'with what is added to the query',
			'a@b.au',
			{ additionalQuery: { parameters: [{ name: 'companyId', value: '3' }] } },
			data(null),
			[{ email: 'a@b.au', companyId: '3' }],
		],
	])('%s', async (_, email, options, answer, expected) => {
		expect(await queries(email, options, answer)).toEqual(expected);
	});
});

describe('The answer', () => {
	const search = async (answer: Answer): Promise<unknown> =>
		await searchByEmail(fakeService(() => answer).item(4), 'ann@example.com');

	test.each<[string, Answer, unknown]>([
		['a record', data(ann), ann],
		['a list of one', data([ann]), ann],
		['the first of the same person', data([ann, { ...ann, id: '7', mobile: '1' }]), ann],
		['their own beside somebody else’s', data([{ id: 8, email: 'b@example.com' }, ann, {}]), ann],
		['none', data(null), undefined],
		['an empty list', data([]), undefined],
		['a list of nothing', data([null, {}, { id: 0, email: '' }]), undefined],
		['“not found”', refusal('Nobody', 404), undefined],
		['“not found” in a success', { body: { status: { code: 404, errorMessage: 'Nobody' }, data: null } }, undefined],
	])('%s', async (_, answer, found) => expect(await search(answer)).toEqual(found));

	const UNCLEAR = 'The search by e-mail answered with nothing that says whether the employee exists';
	test.each<[string, Answer, string]>([
		['a number', data(7), UNCLEAR],
		['a list of a word', data([null, 'Ann']), UNCLEAR],
		['nothing without the envelope', { body: [] }, UNCLEAR],
		[
			'somebody else',
			data({ id: 8, email: 'b@example.com' }),
			'The search for “ann@example.com” brought somebody else',
		],
		[
			'somebody else beside a record without an address',
			data([{ id: 8, email: 'b@example.com' }, { id: 9 }]),
			'The search for “ann@example.com” brought somebody else',
		],
		[
			'records without an address',
			data([{ id: 8 }, { id: 9, email: '' }]),
			'The search for “ann@example.com” brought a record without an e-mail address',
		],
		['no ID', data({ ...ann, id: 'x' }), 'The service found “ann@example.com”, but gives no ID that can be used'],
		[
			'two people',
			data([ann, { ...ann, id: 8 }, ann]),
			'2 employees have the e-mail address “ann@example.com”: their IDs are 7 and 8',
		],
		[
			'three, two of them without an ID',
			data([{ ...ann, id: null }, { ...ann, id: 8 }, ann, { ...ann, id: 0 }]),
			'3 employees have the e-mail address “ann@example.com”: their IDs are 8, 7 and none',
		],
		['a refusal', refusal('Closed'), 'Closed'],
	])('%s is an error of its item', async (_, answer, message) => {
		await expect(search(answer)).rejects.toMatchObject({
			message: expect.stringContaining(message),
			context: { itemIndex: 4 },
		});
	});
});
