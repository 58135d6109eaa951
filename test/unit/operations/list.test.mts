// How a list is walked and what becomes of its records.
import { describe, expect, test } from '@jest/globals';
import { getAll as customers } from '../../../nodes/WorkforceOperations/resources/customer/getAll.ts';
import { getAll as templates } from '../../../nodes/WorkforceOperations/resources/formTemplate/getAll.ts';
import { getAll as sites } from '../../../nodes/WorkforceOperations/resources/site/getAll.ts';
import { getAll as timesheets } from '../../../nodes/WorkforceOperations/resources/timesheet/getAll.ts';
import { flatRow } from '../../../nodes/WorkforceOperations/operations/output.ts';
import { mergeBody } from '../../../nodes/WorkforceOperations/operations/record.ts';
import { plainAnswer } from '../../../nodes/WorkforceOperations/operations/writeConfirmation.ts';
import { ran } from './ran.mts';

/** What comes out; the rows of a run are made flat together. */
const jsonOf = async (...given: Parameters<typeof ran>) =>
	(await ran(...given)).outcomes.map(({ json, row }) => (row ? flatRow(json) : json));
const page = (data: unknown[], more: object = {}) => ({ data, status: { code: 0 }, ...more });
const period = { period: 'custom', startDate: '2026-07-01', endDate: '2026-07-02' };

describe('A list', () => {
	test('begins at the start cursor, in the direction of the form', async () => {
		const asked = async (advanced: object) => (await ran(customers, { limit: 3, advanced })).requests;
		expect(await asked({ startCursor: ' referenceId=5 ', direction: 'prev' })).toEqual([
			expect.stringMatching(/^GET \/api\/external\/customers\?(?=.*direction=prev)(?=.*referenceId=5)/),
		]);
		expect(await asked({ startCursor: 'referenceId=5', direction: 'up' })).toEqual([
			expect.stringContaining('direction=next'),
		]);
		expect(await asked({ startCursor: ' ' })).toEqual(['GET /api/external/customers?limit=3']);
	});

	test('ends at its limit, and tells of its pages', async () => {
		const rows = (count: number) =>
			page([{ customerId: count * 2 }, { customerId: count * 2 + 1 }], {
				count: 2,
				nextPageParameter: `referenceId=${count}`,
				prevPageParameter: 'referenceId=9',
			});
		const form = { limit: 4, options: { outputFields: 'customerId' }, advanced: { includePageInfo: true } };
		const pageInfo = {
			returned: 4,
			pages: 2,
			count: 2,
			totalCount: null,
			nextCursor: 'direction=next&referenceId=2',
			previousCursor: 'direction=prev&referenceId=9',
		};
		expect(await jsonOf(customers, form, (_, count) => rows(count))).toEqual(
			[2, 3, 4, 5].map((customerId) => ({ customerId, pageInfo })),
		);
	});

	test('that is empty gives one item with the page info, and none without', async () => {
		const nothing = { returned: 0, pages: 1, count: null, totalCount: null, nextCursor: null, previousCursor: null };
		expect(await jsonOf(customers, { advanced: { includePageInfo: true } })).toEqual([{ pageInfo: nothing }]);
		expect(await jsonOf(customers, {})).toEqual([]);
	});

	test.each([
		[{ advanced: { pageSize: 0 } }, '“Page Size” must be a whole number of 1 or more'],
		[{ options: { outputFields: 5 } }, '“Output Fields” must be names of fields'],
		[{ advanced: { includePageInfo: 'x' } }, '“Include Page Info” must be true or false'],
	])('with %j sends nothing', async (form, message) =>
		expect(ran(customers, form, () => expect('a request').toBe('none'))).rejects.toThrow(message),
	);
});

describe('The records of a list', () => {
	const sheet = { timesheetId: 1, staffName: 'Ann', payRate: { amount: 2, tiers: [1] }, other: 'x' };
	const answer = () => page([sheet, { timesheetId: 2 }]);
	const shaped = async (form: object) => await jsonOf(timesheets, { ...period, limit: 2, ...form }, answer);

	test('are simplified, whole, or hold the fields that are asked for', async () => {
		expect(await shaped({})).toEqual([{ timesheetId: 1, staffName: 'Ann' }, { timesheetId: 2 }]);
		expect(await shaped({ simplify: false })).toEqual([sheet, { timesheetId: 2 }]);
		expect(await shaped({ options: { outputFields: 'other,payRate.amount' } })).toEqual([
			{ other: 'x', payRate: { amount: 2 } },
			{ other: null, payRate: { amount: null } },
		]);
	});

	test('are flat rows with all of the fields', async () => {
		const kept =
			'timesheetId staffId staffName employeeId customerName siteName payStartTime payEndTime payBreakTime approvedDateTime';
		const none = Object.fromEntries(kept.split(' ').map((field) => [field, null]));
		expect(await shaped({ options: { flatten: true } })).toEqual([
			{ ...none, timesheetId: 1, staffName: 'Ann' },
			{ ...none, timesheetId: 2 },
		]);
		expect(await shaped({ simplify: false, options: { flatten: true } })).toEqual([
			{ timesheetId: 1, staffName: 'Ann', 'payRate.amount': 2, 'payRate.tiers': '[1]', other: 'x' },
			{ timesheetId: 2 },
		]);
		const { outcomes } = await ran(timesheets, { ...period, limit: 2, options: { flatten: true } }, answer);
		expect(outcomes.map(({ row }) => row)).toEqual([true, true]);
	});

	test('tell which of the fields that are asked for no record has', async () => {
		const asked = async (outputFields: string, body: unknown) =>
			(await ran(timesheets, { ...period, limit: 2, options: { outputFields } }, () => body)).hints;
		expect(await asked('other,StaffNmae,payRate.x,STAFFNAME', answer())).toEqual([
			expect.stringContaining('No record has “StaffNmae” (did you mean “staffName”?), “payRate.x”.'),
		]);
		expect(await asked('other', answer())).toEqual([]);
		expect(await asked('staffNmae', page([]))).toEqual([]);
	});
});

describe('A list that leaves out what is not active', () => {
	const off = { returnAll: true, filters: { isActive: false } };
	const halves = (inactive: unknown[], active: unknown[]) => (request: string) =>
		page(request.includes('=false') ? inactive : active);

	test.each([
		['customers', customers, 'isActive', 'customerId'],
		['customers', customers, 'isActive', 'id'],
		['sites', sites, 'isActive', 'siteId'],
		['sites', sites, 'isActive', 'id'],
		['templates', templates, 'showActiveOnly', 'formTemplateId'],
		['templates', templates, 'showActiveOnly', 'id'],
		['templates', templates, 'showActiveOnly', 'templateId'],
	])('of %s is read in both halves, and each record comes once', async (_, list, flag, id) => {
		const form = { limit: 10, filters: { [flag]: false } };
		const [old, changed, fresh] = [{ [id]: 1, name: 'a' }, { [id]: '1', name: 'b' }, { [id]: 2 }];
		const { outcomes, requests } = await ran(list, form, (request) =>
			page(request.includes(`${flag}=false`) ? [old] : [changed, fresh]),
		);
		expect(outcomes.map(({ json }) => json)).toEqual([old, fresh]);
		expect(requests.some((request) => request.includes(`${flag}=true`))).toBe(true);
	});

	test('knows records without an id by all that they hold', async () => {
		const records = await jsonOf(customers, off, halves([{ name: 'a' }], [{ name: 'a' }, { name: 'b' }]));
		expect(records).toEqual([{ name: 'a' }, { name: 'b' }]);
	});

	const [on, no] = [{ isActive: true }, { isActive: false }];
	test.each<[number, object[]]>([
		[1, [on, on, no, no]],
		[1, [{ active: 'true' }, on, { active: 0 }, { isArchived: true }, {}]],
		[1, [on, { ...on, isArchived: false }, { ...no, isArchived: false }, { ...no, active: true }]],
		[2, []],
		[2, [on, on, on, no]],
		[2, [on, no, no, no]],
		[2, [on, on, on, {}, {}]],
		// An archived record is not active; what isn't archived may be either.
		[2, [no, no, { isArchived: false }, { archived: false }]],
		[2, [no, no, { ...on, isArchived: true }, { ...on, archived: 1 }]],
		[2, [no, no, { ...on, active: false }, { active: true, ...no }]],
		[2, [no, no, on, { isActive: null }]],
	])('is read %i times where the records say %j', async (times, states) => {
		const records = states.map((state, index) => ({ customerId: index + 1, ...state }));
		const { requests } = await ran(customers, off, () => page(records));
		expect(requests.map((request) => /isActive=\w+/.exec(request)?.[0])).toEqual(
			['isActive=false', 'isActive=true'].slice(0, times),
		);
	});

	test('has each record once, also where a page shows an id twice, as long as nothing of it differs', async () => {
		const records = [{ id: 1, at: 'a' }, { id: 1, at: 'b' }, { id: 2 }];
		const { outcomes, hints } = await ran(customers, off, halves(records, [...records, { id: 2, at: 'new' }]));
		expect(outcomes.map(({ json }) => json)).toEqual([...records, { id: 2, at: 'new' }]);
		expect(hints).toEqual([expect.stringMatching(/^The list may hold records twice: 4 records came.* the ID 1 /)]);
	});

	test('has both of two records with one id that only the second reading shows', async () => {
		const twice = [
			{ id: 3, at: 'a' },
			{ id: 3, at: 'b' },
		];
		const { outcomes, hints } = await ran(
			customers,
			off,
			halves([{ id: 1 }, { id: 3, at: 'b' }], [{ id: 1 }, ...twice]),
		);
		expect(outcomes.map(({ json }) => json)).toEqual([{ id: 1 }, { id: 3, at: 'b' }, { id: 3, at: 'a' }]);
		expect(hints).toHaveLength(1);
	});

	test('ends at the limit', async () => {
		const form = { ...off, returnAll: false, limit: 2 };
		const answer = halves([{ id: 1 }], [{ id: 1 }, { id: 2 }, { id: 3 }]);
		expect(await jsonOf(customers, form, answer)).toEqual([{ id: 1 }, { id: 2 }]);
		expect((await ran(customers, { ...form, limit: 1 }, answer)).requests).toHaveLength(1);
	});

	test('is read the second time with the same filters and page size, as far as the limit needs', async () => {
		const form = {
			limit: 3,
			filters: { isActive: false, filter: 'a' },
			advanced: { pageSize: 2, includePageInfo: true },
		};
		const known = [{ id: 1 }, { id: 2 }];
		const { outcomes, requests } = await ran(customers, form, (request) => {
			if (request.includes('=false')) return page(known, { nextPageParameter: null });
			if (!request.includes('referenceId')) return page(known, { nextPageParameter: 'referenceId=2' });
			return page([{ id: 4 }, { id: 3 }], { nextPageParameter: 'referenceId=3' });
		});
		expect(outcomes.map(({ json }) => [json.id, (json.pageInfo as { pages: number }).pages])).toEqual([
			[1, 3],
			[2, 3],
			[4, 3],
		]);
		expect(requests).toHaveLength(3);
		for (const request of requests) expect(request).toMatch(/(?=.*filter=a)(?=.*limit=2)/);
	});

	test('has no start cursor, unless the query is the user’s own', async () => {
		const startCursor = 'referenceId=5';
		await expect(ran(customers, { ...off, advanced: { startCursor } })).rejects.toThrow('“Start Cursor” can’t be used');
		const own = { startCursor, additionalQuery: { isActive: '' } };
		expect((await ran(customers, { ...off, advanced: own })).requests).toHaveLength(1);
		expect((await ran(customers, { ...off, advanced: { startCursor: ' ' } })).requests).toHaveLength(2);
	});
});

test('a body has the user’s own fields over it, and nothing that is null', () =>
	expect(mergeBody({ a: 1, b: 2, c: undefined, d: false, e: '' }, { b: null, f: 0, a: 3 })).toEqual({
		a: 3,
		d: false,
		e: '',
		f: 0,
	}));

test.each<[unknown, object | undefined]>([
	['x', { data: 'x' }],
	['', undefined],
	[0, { data: 0 }],
	[false, { data: false }],
	[true, undefined],
	[null, undefined],
	[undefined, undefined],
	[{}, undefined],
])('the plain answer %j is %j', (data, json) => expect(plainAnswer(data)).toEqual(json));
