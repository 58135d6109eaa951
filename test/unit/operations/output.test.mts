// What becomes of the records of a read: the fields that are wanted, brief or as a row, and what the node reports beside them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { fieldsOf, type ServiceDetails } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { flatRow, shapeOf, type Shaping } from '../../../nodes/WorkforceOperations/operations/output.ts';
import { Hints, type OperationItem, type Outcome } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { formOf } from '../form/support.mts';

const record = { id: 1, name: 'Ann', site: { id: 7, name: 'Gate' } };
const shaping: Shaping = { records: fieldsOf({ simple: 'id mobile' }), flatten: { description: '' } };

function shaped(
	outcome: Outcome,
	options: IDataObject,
	{ simplify = false, as = shaping, details = {} }: { simplify?: boolean; as?: Shaping; details?: ServiceDetails } = {},
): { outcome: Outcome | undefined; hints: string[] } {
	const hints = new Hints();
	const connection = { settings: { details } };
	const item = { ...formOf({ simplify }), hints, connection } as unknown as OperationItem;
	const [first] = shapeOf(item, options, as)([outcome]);
	// The rows of a run are made flat together.
	if (first?.row) first.json = flatRow(first.json);
	return { outcome: first, hints: hints.all.map(({ message }) => message) };
}

describe('Output Fields', () => {
	const reports = { downloadError: 'a', ratesError: 'b', pageInfo: { pages: 2 } };

	test('leaves what the node itself reports beside the chosen fields, wherever that comes from', () => {
		const added = { payRate: { amount: 3 }, ...reports };
		const chosen = (outcome: Outcome, outputFields: string): unknown => shaped(outcome, { outputFields }).outcome?.json;
		expect(chosen({ json: record, added }, 'name')).toEqual({ name: 'Ann', ...reports });
		expect(chosen({ json: { ...record, ...reports } }, 'name')).toEqual({ name: 'Ann', ...reports });
		expect(chosen({ json: record, added }, 'payRate')).toEqual({ payRate: { amount: 3 }, ...reports });
	});
});

describe('A field that no record has', () => {
	test.each([
		['names', 'No record has “names” (did you mean “name”?).'],
		['mobil', 'No record has “mobil” (did you mean “mobile”?).'],
		['mobile', 'No record has “mobile”.'],
		['other', 'No record has “other”.'],
	])('%s is told: %s', (outputFields, words) =>
		expect(shaped({ json: record }, { outputFields }).hints).toEqual([expect.stringContaining(`${words} Check the`)]),
	);
});

describe('Times', () => {
	const time = '2026-07-01T08:00:00Z';
	const unread = expect.stringMatching(/^Unreadable times or time zones: timeZone “Mars”/);

	test.each<[string, Outcome, IDataObject]>([
		[
			'of the record and of what options have added',
			{ json: { at: time, timeZone: 'Asia/Tokyo' }, added: { end: time } },
			{ at: '2026-07-01T17:00:00+09:00', timeZone: 'Asia/Tokyo', end: '2026-07-01T17:00:00+09:00' },
		],
		[
			'by a zone that an option has added',
			{ json: { at: time }, added: { timeZone: 'Asia/Tokyo' } },
			{ at: '2026-07-01T17:00:00+09:00', timeZone: 'Asia/Tokyo' },
		],
	])('as local times are those of the site: %s', (_, outcome, json) => {
		const made = shaped(outcome, { localTimes: true });
		expect({ json: made.outcome?.json, hints: made.hints }).toEqual({
			json,
			hints: ['Times are in each site’s local time.'],
		});
	});

	test.each<[ServiceDetails, unknown[]]>([
		[{}, []],
		[{ timesUtc: true }, []],
		[{ timesUtc: false }, [unread]],
	])('stay as they are sent otherwise; with %j a zone that can’t be read is told: %j', (details, hints) => {
		const json = { at: time, timeZone: 'Mars' };
		const made = shaped({ json }, {}, { details });
		expect({ json: made.outcome?.json, hints: made.hints }).toEqual({ json, hints });
	});
});

describe('Simplify and Flatten', () => {
	test.each<[string, IDataObject, boolean, IDataObject]>([
		['neither', {}, false, record],
		['Simplify', {}, true, { id: 1 }],
		['Flatten', { flatten: true }, false, { id: 1, name: 'Ann', 'site.id': 7, 'site.name': 'Gate' }],
		['both: a row has all of its columns', { flatten: true }, true, { id: 1, mobile: null }],
	])('%s', (_, options, simplify, json) => {
		const binary = { file: { data: '', mimeType: 'text/plain' } };
		const { outcome } = shaped({ json: record, binary }, options, { simplify });
		expect(outcome).toEqual({ json, binary, row: options.flatten === true });
	});

	test('what options have added stays', () => {
		const added = { payRate: { amount: 3 } };
		expect(shaped({ json: record, added }, {}, { simplify: true }).outcome?.json).toEqual({ id: 1, ...added });
	});

	test('an operation’s own columns are made of the record, and told whether it is brief', () => {
		const columns = (whole: IDataObject, brief: boolean): IDataObject => ({ of: Object.keys(whole).join(), brief });
		const as: Shaping = { records: fieldsOf({ simple: 'id name' }), flatten: { description: '', columns } };
		const made = (options: IDataObject, simplify: boolean): unknown =>
			shaped({ json: record }, options, { simplify, as }).outcome?.json;
		expect(made({ flatten: true }, true)).toEqual({ of: 'id,name', brief: true });
		expect(made({ flatten: true }, false)).toEqual({ of: 'id,name,site', brief: false });
		expect(made({}, false)).toEqual(record);
	});
});

describe('The output of a tool', () => {
	const asTool = (form: object, outcome: Outcome = { json: record }): unknown => {
		const tool = formOf({ simplify: true, ...form });
		tool.node.type += 'Tool';
		tool.node.parameters.contactDetails = true;
		const connection = { settings: { details: {} } };
		const item = { ...tool, hints: new Hints(), connection } as unknown as OperationItem;
		return shapeOf(item, {}, shaping)([outcome])[0]?.json;
	};

	test.each<[object, unknown]>([
		[{ output: 'simplified' }, { id: 1 }],
		[{ output: 'raw' }, record],
		[
			{ output: 'selectedFields', fields: ['name'] },
			{ id: 1, name: 'Ann' },
		],
		[
			{ output: 'selectedFields', fields: 'site.name, none' },
			{ id: 1, site: { name: 'Gate' }, none: null },
		],
		[{ output: 'selectedFields' }, { id: 1 }],
		[{}, { id: 1 }],
	])('with %j is %j', (form, expected) => expect(asTool(form)).toEqual(expected));

	test('has no ID that the record hasn’t', () =>
		expect(asTool({ output: 'selectedFields', fields: ['name'] }, { json: { name: 'Bo' } })).toEqual({ name: 'Bo' }));

	test('keeps what an option has added, and what the node reports', () => {
		const added = { pageInfo: { pages: 2 }, payRate: 3 };
		const form = { output: 'selectedFields', fields: ['payRate'] };
		expect(asTool(form, { json: record, added })).toEqual({ id: 1, ...added });
	});

	test('that there is none of is refused', () =>
		expect(() => asTool({ output: 'all' })).toThrow('“Output” must be Simplified'));
});
