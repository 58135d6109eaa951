// How much pickers ask for and show, and by which fields they find an id and a name: the service documents neither.
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import { type Key, useBench } from '../../support/bench.mts';
import { pickersOf } from './pickerForm.mts';

const bench = useBench();
const { search, load } = pickersOf(bench);
// Answers are kept for a minute; between two tests some minutes pass.
const pace = new Pace();
beforeEach(async () => await pace.pass(600_000));
afterAll(() => pace.end());

const records = (data: IDataObject[]): void => bench.recorder.answer(() => ({ body: { status: { code: 0 }, data } }));

/** A list of so many records in pages as large as they are asked for. */
function many(total: number): void {
	bench.recorder.answer(({ query }) => {
		const start = Number(query.referenceId ?? 0);
		const end = Math.min(total, start + Number(query.limit));
		const data = Array.from({ length: end - start }, (_, index) => ({
			id: start + index + 1,
			name: `R${start + index + 1}`,
		}));
		return {
			body: { status: { code: 0 }, data, nextPageParameter: end < total ? `direction=next&referenceId=${end}` : null },
		};
	});
}

const limits = (): unknown[] => bench.recorder.seen.map(({ query }) => query.limit);

describe('a list to search in', () => {
	test('shows a hundred at a time', async () => {
		many(201);
		const page = await search('searchCustomers', 'timesheet');
		expect(page.results).toHaveLength(100);
		expect({ last: page.results.at(-1)?.name, limits: limits() }).toEqual({ last: 'R100', limits: ['100'] });
		const second = await search('searchCustomers', 'timesheet', { token: page.paginationToken });
		expect({ count: second.results.length, last: second.results.at(-1)?.name }).toEqual({ count: 100, last: 'R200' });
		const rest = await search('searchCustomers', 'timesheet', { token: second.paginationToken });
		expect({ name: rest.results.map(({ name }) => name), paginationToken: rest.paginationToken }).toEqual({
			name: ['R201'],
			paginationToken: undefined,
		});
	});

	test('goes on with its token where the service sends none', async () => {
		records([{ formTemplateId: 5, formName: 'A' }]);
		await search('searchFormTemplates', 'incidentreport', { token: 'direction=next&referenceId=9' });
		expect(bench.recorder.seen[0]?.query).toMatchObject({ referenceId: '9' });
	});

	test('has no further page where everything is shown', async () => {
		many(100);
		expect((await search('searchSites', 'timesheet')).paginationToken).toBeUndefined();
	});
});

describe('a list to choose several from', () => {
	test.each([
		[999, 999, { name: 'R999', value: '999' }],
		[1000, 1001, { name: 'Only the first 1000 are shown; use an expression for the others', value: '' }],
		[1300, 1001, { name: 'Only the first 1000 are shown; use an expression for the others', value: '' }],
	])('of %i has %i entries', async (total, entries, last) => {
		many(total);
		const options = await load('getCustomers', 'timesheet');
		expect(options).toHaveLength(entries);
		expect(options.at(-1)).toEqual(last);
		expect(limits()).toEqual(['500', '500']);
	});

	test.each([
		[['7'], ['7']],
		[
			['7', '8', '9', '10', '11'],
			['7', '8', '9', '10', '11'],
		],
		[['7', '8', '9', '10', '11', '12'], [undefined]],
		[[], [undefined]],
		['={{ $json.customers }}', [undefined]],
		[
			['', 'all', { value: '8' }, 9, null, ' 10 ', '1x', 'x1'],
			['8', '9', '10'],
		],
	])('sites of the chosen customers %j are asked for by %j', async (chosen, asked) => {
		records([{ id: 1, name: 'Gate' }]);
		const form = { filters: { customerId: chosen as unknown as string[] } };
		expect(await load('getSites', 'timesheet', { form })).toHaveLength(asked.length);
		expect(bench.recorder.seen.map(({ query }) => query.customerId).sort()).toEqual([...asked].sort());
	});
});

test.each([
	[
		'beside the field',
		{ other: { customerId: ['7'] }, filters: { customerId: ['8'] }, customerId: '9' },
		'parameters.other.siteId',
	],
	['in the filters', { options: {}, filters: { customerId: ['7'] }, customerId: '9' }, 'parameters.options.siteIds'],
	['at the top', { customerId: '7' }, 'parameters.filters.siteId'],
])('the customer of a list of sites is found %s', async (_, form, path) => {
	records([{ id: 1, name: 'Gate' }]);
	await load('getSites', 'timesheet', { form, path });
	expect(bench.recorder.seen.map(({ query }) => query.customerId)).toEqual(['7']);
});

describe('an entry', () => {
	test.each<[string, Key, IDataObject, string, string]>([
		['searchCustomers', 'timesheet', { customerId: 5, id: 6, customerName: 'A', name: 'B' }, '5', 'A'],
		['searchCustomers', 'timesheet', { id: 6, name: 'B' }, '6', 'B'],
		['searchCustomers', 'timesheet', { id: 6, name: '' }, '6', '6'],
		['searchCustomers', 'timesheet', { customerID: 5, CustomerName: 'B' }, '5', 'B'],
		['searchCustomers', 'timesheet', { customerId: 0, id: '5', name: 'B' }, '5', 'B'],
		['searchSites', 'timesheet', { siteId: 5, id: 6, siteName: 'A', name: 'B' }, '5', 'A'],
		['searchSites', 'timesheet', { id: '6', name: 'B' }, '6', 'B'],
		['searchSites', 'timesheet', { customerId: 4, SiteID: 9, siteName: 'A' }, '9', 'A'],
		['searchFormTemplates', 'incidentreport', { formTemplateId: 5, id: 6, formName: 'A', name: 'B' }, '5', 'A'],
		['searchFormTemplates', 'incidentreport', { id: 6, name: 'B', title: 'C' }, '6', 'B'],
		['searchFormTemplates', 'incidentreport', { formTemplateId: 7, title: 'C' }, '7', 'C'],
		['searchFormTemplates', 'incidentreport', { FormTemplateID: 3, title: 'C' }, '3', 'C'],
		['searchStaff', 'developer', { id: 1, firstName: 'Ann', lastName: 'Lee', employeeId: 'E1' }, '1', 'Ann Lee (E1)'],
		['searchStaff', 'developer', { id: 1, firstName: 'Ann', lastName: 'Lee', employeeId: '' }, '1', 'Ann Lee'],
		['searchStaff', 'developer', { id: 1, firstName: 'Ann', lastName: 'Lee', employeeId: 4 }, '1', 'Ann Lee'],
		['searchStaff', 'developer', { id: 1, firstName: '', lastName: 'Lee' }, '1', 'Lee'],
		['searchStaff', 'developer', { id: 1, firstName: null, lastName: null, employeeId: 'E1' }, '1', '1'],
	])('of %s for a %s key from %j', async (method, key, record, value, name) => {
		records([record]);
		const { results } = await search(method, key);
		expect(results).toEqual([{ name, value }]);
	});

	test('is left out where its record has no id', async () => {
		records([{ name: 'B' }, { id: 6, name: 'C' }]);
		expect((await search('searchCustomers', 'timesheet')).results).toEqual([{ name: 'C', value: '6' }]);
	});

	const fields = Array.from({ length: 13 }, (_, index) => `f${index + 1}`);
	test.each<[string, string, IDataObject, string]>([
		[
			'searchCustomers',
			'customers',
			Object.fromEntries(fields.map((field) => [field, 1])),
			fields.slice(0, 12).join(', '),
		],
		['searchCustomers', 'customers', { clientReference: 1, title: 'Tower' }, 'clientReference, title'],
		['searchCustomers', 'customers', { id: { value: 1 }, name: 'Tower' }, 'id, name'],
		['searchSites', 'sites', { customerId: 4, siteName: 'Dock' }, 'customerId, siteName'],
	])(
		'%s misses an id in the list of %s from %j, and says so with the first fields',
		async (method, list, record, named) => {
			records([record]);
			await expect(search(method, 'timesheet')).rejects.toMatchObject({
				message: `The service’s list of ${list} has no ID that the node recognises`,
				description: `Choose “By ID” instead and enter the ID. The first record’s fields: ${named}.`,
			});
		},
	);

	test('is missed in an empty list without a word', async () => {
		records([]);
		expect((await search('searchCustomers', 'timesheet')).results).toEqual([]);
	});

	test('is found whatever the case of what is searched for', async () => {
		records([
			{ id: 1, name: 'Theft' },
			{ id: 2, name: 'ANTI-THEFT CHECK' },
			{ id: 3, name: 'Fire' },
		]);
		for (const filter of ['theft', 'THEFT', ' Theft '])
			expect((await search('searchFormTemplates', 'incidentreport', { filter })).results).toHaveLength(2);
	});
});
