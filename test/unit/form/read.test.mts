// How what people entered becomes the path and the query of a request.
import { describe, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../../../nodes/WorkforceOperations/contract/index.ts';
import {
	readIdList,
	isEmptyFilter,
	labelOf,
	labelsOf,
	moment,
	pathFrom,
	queryFrom,
	refuseEmpty,
	requiredId,
} from '../../../nodes/WorkforceOperations/form/read.ts';
import { formOf, wordsOf } from './support.mts';

const FIELD = { name: 'id', displayName: 'Report ID' };
const rl = (value: unknown) => ({ __rl: true, mode: 'id', value });

const parameter = (name: string, type: Endpoint['query'][number]['type']) => ({
	name,
	type,
	source: 'assumed' as const,
});
const endpoint: Endpoint = {
	id: 'test.getAll',
	method: 'GET',
	path: '/a/{one}/{two}',
	source: 'assumed',
	access: { keyTypes: [] },
	envelope: 'standard',
	paging: { kind: 'none' },
	query: [
		...['startDate', 'endDate', 'from', 'to', 'other'].map((name) => parameter(name, 'moment')),
		parameter('siteIds', 'idList'),
		parameter('customerId', 'integer'),
		parameter('isActive', 'boolean'),
		parameter('searchText', 'string'),
		parameter('reportId', 'string'),
		parameter('userId', 'string'),
		parameter('companyId', 'string'),
		parameter('staffId', 'string'),
		parameter('paid', 'string'),
		parameter('take', 'integer'),
		parameter('referenceName', 'cursor'),
	],
};
const query = (values: Record<string, unknown>, labels?: Record<string, string>) =>
	queryFrom(formOf(), endpoint, values, labels);

describe('A required id', () => {
	test.each<[unknown, boolean, string]>([
		[' 7 ', true, '7'],
		[7, true, '7'],
		[0, false, '0'],
		[rl(' 12 '), true, '12'],
		[' a/b ', false, 'a/b'],
		['a.b', false, 'a.b'],
		['.a', false, '.a'],
		['a.', false, 'a.'],
	])('%j (integer: %j) is %j', (value, integer, id) =>
		expect(requiredId(formOf({ id: value }), FIELD, integer)).toBe(id),
	);

	test.each<[unknown, boolean, string]>([
		['', false, 'is empty'],
		['  ', false, 'is empty'],
		[null, false, 'is empty'],
		[rl(''), false, 'is empty'],
		['.', false, 'is not an ID'],
		[' .. ', false, 'is not an ID'],
		[{ id: 1 }, false, 'is not an ID'],
		[[], false, 'is not an ID'],
		['Harbourlne', true, 'must be an ID (a whole number), not “Harbourlne”'],
		['-7', true, 'must be an ID (a whole number), not “-7”'],
		['R-7', true, 'must be an ID (a whole number), not “R-7”'],
		['a\ud83d', false, 'ends in the middle of a character'],
	])('%j (integer: %j) %s', (value, integer, words) =>
		expect(wordsOf(() => requiredId(formOf({ id: value }), FIELD, integer))?.message).toBe(`“Report ID” ${words}`),
	);

	test('that is a record is shown by its first eighty signs', () => {
		const record = { id: 'x'.repeat(90) };
		expect(wordsOf(() => requiredId(formOf({ id: record }), FIELD))?.description).toBe(
			`It is “${JSON.stringify(record).slice(0, 80)}”. Use one field of the record, such as {{ $json.id }}.`,
		);
	});

	test('of each part of a path is read', () => {
		const parts = { employeeId: { name: 'a', displayName: 'A' }, id: { name: 'b', displayName: 'B' } };
		expect(pathFrom(formOf({ a: ' 7 ', b: 5 }), parts)).toEqual({ employeeId: '7', id: '5' });
		const user = { userId: { name: 'a', displayName: 'A' } };
		expect(pathFrom(formOf({ a: 'auth0|8f1c' }), user)).toEqual({ userId: 'auth0|8f1c' });
		expect(wordsOf(() => pathFrom(formOf({ a: 1, b: 'y' }), parts))?.message).toBe(
			'“B” must be an ID (a whole number), not “y”',
		);
	});
});

describe('A query', () => {
	test('has each value in the form in which it travels, and nothing that is empty', () => {
		const given = {
			startDate: '2026-07-01',
			endDate: '2026-07-02',
			from: '2026-07-01T08:00:00Z',
			to: '2026-07-02',
			other: '2026-07-02',
			siteIds: [1, rl(2), ' 3 ', null, 1],
			customerId: rl(' 4 '),
			isActive: ' FALSE ',
			searchText: ' gate 3 ',
			referenceName: 5,
			unknown: 'x',
		};
		expect(query(given)).toEqual({
			startDate: '2026-06-30T14:00:00.000Z',
			endDate: '2026-07-02T13:59:59.999Z',
			from: '2026-07-01T08:00:00.000Z',
			to: '2026-07-02T13:59:59.999Z',
			other: '2026-07-01T14:00:00.000Z',
			siteIds: ['1', '2', '3'],
			customerId: '4',
			isActive: 'false',
			searchText: 'gate 3',
			referenceName: '5',
		});
		expect(query({ siteIds: '1,2;3', isActive: true, searchText: ' ', customerId: '', from: null })).toEqual({
			siteIds: ['1', '2', '3'],
			isActive: 'true',
		});
	});

	test('has IDs that are whole numbers, except those that are text by the document or on paper', () => {
		const texts = { reportId: 'R-1', userId: 'auth0|8', companyId: 'C-1', paid: 'x' };
		expect(query({ ...texts, staffId: ' 7 ', take: ' 8 ' })).toEqual({ ...texts, staffId: '7', take: '8' });
		expect(wordsOf(() => query({ staffId: 'x' }))?.message).toBe('“Staff ID” must be an ID (a whole number), not “x”');
		expect(wordsOf(() => query({ take: 'x' }))?.message).toBe('“Take” must be a whole number');
	});

	test.each([
		['startDate', 'endDate', 'Start Date', 'End Date'],
		['from', 'to', 'From', 'To'],
	])('whose %s is behind its %s is refused', (start, end, first, last) => {
		const [early, late] = ['2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'];
		expect(wordsOf(() => query({ [start]: late, [end]: early }))).toEqual({
			message: `“${last}” is before “${first}”`,
			description: `The period would run from ${late} to ${early}.`,
		});
		expect(wordsOf(() => query({ [start]: late, [end]: early }, { [end]: 'Until' }))?.message).toBe(
			`“Until” is before “${first}”`,
		);
		expect(query({ [start]: early, [end]: early })).toEqual({ [start]: early, [end]: early });
		expect(query({ [start]: late })).toEqual({ [start]: late });
		expect(query({ [end]: early })).toEqual({ [end]: early });
	});

	test.each<[Record<string, unknown>, string]>([
		[{ customerId: 'x' }, '“Customer ID” must be an ID (a whole number), not “x”'],
		[{ customerId: '12.5' }, '“Customer ID” must be an ID (a whole number), not “12.5”'],
		[{ siteIds: [1, 'Harbour'] }, '“Site IDs” must be an ID (a whole number), not “Harbour”'],
		[{ siteIds: '7;8x' }, '“Site IDs” must be an ID (a whole number), not “8x”'],
		[{ isActive: 'x' }, '“Is Active” must be true or false'],
		[{ searchText: {} }, '“Search Text” is an object, not text'],
		[{ siteIds: [{}] }, '“Site IDs” is an object, not text'],
		[{ referenceName: ['a'] }, '“Reference Name” is a list inside a list, not text'],
		[{ from: 'soon' }, '“From” is not a date'],
	])('with %j is refused', (values, message) => expect(wordsOf(() => query(values))?.message).toBe(message));
});

test('a moment that is none is shown by its first eighty signs; a bare day is its start, or its end', () => {
	const item = formOf();
	const long = 'x'.repeat(81);
	expect(wordsOf(() => moment(item, long, 'From'))?.description).toContain(`It is “${long.slice(1)}”.`);
	expect(moment(item, '2026-07-01', 'From')).toBe('2026-06-30T14:00:00.000Z');
	expect(moment(item, '2026-07-01', 'From', true)).toBe('2026-07-01T13:59:59.999Z');
	expect(moment(item, ' ', 'From')).toBeUndefined();
});

test.each<[unknown, string[]]>([
	['1,2;2\n3', ['1', '2', '3']],
	[
		[rl(1), 1, '2'],
		['1', '2'],
	],
	[7, ['7']],
	[null, []],
])('%j are the ids %j', (value, ids) => expect(readIdList(value)).toEqual(ids));

describe('A filter', () => {
	test.each<[unknown, boolean]>([
		['', true],
		[' ,; ', true],
		[[], true],
		[[''], true],
		[null, true],
		[rl(''), true],
		[0, false],
		[false, false],
		['a', false],
		[['', 1], false],
		[rl('7'), false],
	])('%j is empty: %j', (given, empty) => expect(isEmptyFilter(given)).toBe(empty));

	test.each(['searchText', 'filter', 'startDate', 'endDate', 'from', 'to'])('“%s” may be empty', (name) =>
		expect(wordsOf(() => refuseEmpty(formOf(), { [name]: '' }, {}))).toBeUndefined(),
	);

	test('that was added and says nothing is named, after those that say something', () => {
		const message = (values: Record<string, unknown>, labels: Record<string, string> = {}): string | undefined =>
			wordsOf(() => refuseEmpty(formOf(), values, labels))?.message;
		expect(message({ status: 'x', filter: '', siteId: '', customerId: '' })).toBe('The filter “Site ID” is empty');
		expect(message({ siteId: [] }, { siteId: 'Site' })).toBe('The filter “Site” is empty');
		expect(message({ siteId: 1, isActive: false })).toBeUndefined();
	});

	test('may be left empty by a model that it was left to', () => {
		const written = {
			filters: { siteId: { __rl: true, value: "={{ $fromAI('site') }}" }, status: '={{ $json.status }}' },
		};
		expect(wordsOf(() => refuseEmpty(formOf({}, { written }), { siteId: '' }, {}))).toBeUndefined();
		const message = (
			filters: Record<string, unknown>,
			given: typeof written | { filters: string },
		): string | undefined => wordsOf(() => refuseEmpty(formOf({}, { written: given }), filters, {}))?.message;
		expect(message({ status: '' }, written)).toBe('The filter “Status” is empty');
		expect(message({ customerId: '' }, written)).toBe('The filter “Customer ID” is empty');
		expect(message({ siteId: '' }, { filters: '$fromAI(' })).toBe('The filter “Site ID” is empty');
	});
});

test('fields with a value are called as the editor calls them, those in collections as well; other names are taken apart', () => {
	const field = (name: string, displayName: string, more: object = {}) =>
		({ name, displayName, type: 'string', default: '', ...more }) as INodeProperties;
	const fields = [
		field('a', 'The A'),
		field('filters', 'Filters', { type: 'collection', options: [field('b', 'The B'), { name: 'Choice', value: 1 }] }),
		field('c', 'The C', { type: 'options', options: [field('d', 'The D')] }),
		field('e', 'The E', { type: 'collection' }),
	];
	expect(labelsOf(fields)).toEqual({ a: 'The A', b: 'The B', c: 'The C' });
	const names = ['startDate', 'siteId', 'siteIds', 'idCard', 'to', 'timeInTZ', 'eventID'];
	const labels = ['Start Date', 'Site ID', 'Site IDs', 'Id Card', 'To', 'Time In TZ', 'Event ID'];
	expect(names.map(labelOf)).toEqual(labels);
});
