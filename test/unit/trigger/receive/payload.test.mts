import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	contradicts,
	findIdentifier,
	findNamedEvent,
	parsePayload,
} from '../../../../nodes/WorkforceOperations/trigger/receive/payload.ts';

const parse = (text: string): unknown => parsePayload(Buffer.from(text));
/** What JSON.parse makes of it, with long numbers as their text. */
const read = (json: string): unknown =>
	JSON.parse(json, (_, value: unknown) =>
		Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) < 1e21 ? String(value) : value,
	);

const approve = { eventType: 'timesheet', event: 'approve' };
const report = { eventType: 'incidentreport', event: 'submit' };
const custom = { eventType: 'patrol', event: 'end' };

describe('parsing', () => {
	test('any JSON comes back as it was sent', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 20 }), (value) =>
				expect(parse(JSON.stringify(value))).toEqual(read(JSON.stringify(value))),
			),
		);
	});

	test.each(['[]', '"text"', '7', 'null', 'true', '{}'])('%s', (text) => expect(parse(text)).toEqual(JSON.parse(text)));

	test.each(['', 'plain', '{"half": ', '<xml/>', '\u0000'])('what is no JSON stays text: %j', (text) =>
		expect(parse(text)).toBe(text),
	);

	test('a byte order mark is overlooked at the beginning alone', () =>
		expect(parse('\uFEFF{"a":"\uFEFF1"}')).toEqual({ a: '\uFEFF1' }));

	test('a whole number beyond 2^53 is text, digit by digit', () =>
		expect(parse('{"timesheetId":9007199254740993,"no":[1]}')).toEqual({ timesheetId: '9007199254740993', no: [1] }));

	test('bytes that are no UTF-8 do not throw', () =>
		expect(typeof parsePayload(Buffer.from([0xff, 0xfe, 0x7b]))).toBe('string'));

	test.each([
		['[', ']'],
		['{"a":', '1}'],
	])('what is nested beyond reason stays text: %s', (open, close) => {
		const inner = open === '[' ? '' : '1';
		const deep = (depth: number): string => open.repeat(depth) + inner + close.replace('1', '').repeat(depth);
		expect(typeof parse(deep(150))).toBe('object');
		for (const depth of [250, 100_000]) expect(typeof parse(deep(depth))).toBe('string');
	});

	test.each(['[]', '{}'])('nesting is read up to 200 deep, whatever stands beside it: %s', (pair) => {
		const [open, close] = pair === '[]' ? ['[', ']'] : ['{"a":', '}'];
		const deep = (depth: number): string => `[[],{},"]}\\"]",${open.repeat(depth - 1)}1${close.repeat(depth - 1)}]`;
		expect(parse(deep(200))).toEqual(JSON.parse(deep(200)));
		expect(parse(deep(201))).toBe(deep(201));
		const beside = `[${Array.from({ length: 300 }, () => '{"a":[{}]}').join()}]`;
		expect(parse(beside)).toEqual(JSON.parse(beside));
	});

	test('brackets in a text are no nesting', () => {
		const value = { a: `${'['.repeat(1000)}\\"${'{'.repeat(1000)}` };
		expect(parse(JSON.stringify(value))).toEqual(value);
	});

	test('names of prototypes are names like others', () => {
		const value = parse(
			'{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "timesheetId": 1}',
		);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
		expect(findIdentifier(value, approve)).toEqual({ name: 'timesheetId', value: 1 });
		expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
	});
});

describe('the identifier', () => {
	test.each([
		[{ timesheetId: 7 }, 7],
		[{ timesheetId: '7' }, '7'],
		[{ timesheetId: 0 }, 0],
		[{ TimesheetID: 7 }, 7],
		[{ timesheetid: 7 }, 7],
		[{ TIMESHEETID: 8, timesheetId: 7 }, 7],
		[{ timesheetId: '', data: { TimesheetId: 7 } }, 7],
		[{ data: { timesheetId: 7 } }, 7],
		[{ data: { timesheetId: 8 }, timesheetId: 7 }, 7],
		[{ incidentReportId: 9, timesheet: { timesheetId: 7 } }, 7],
		[{ timesheetId: '' }, undefined],
		[{ timesheetId: null }, undefined],
		[{ timesheetId: { id: 7 } }, undefined],
		[{ a: { b: { timesheetId: 7 } } }, undefined],
		[[{ timesheetId: 7 }], undefined],
		['timesheetId', undefined],
		[null, undefined],
	])('of %j is %j', (payload, value) => expect(findIdentifier(payload, approve)?.value).toBe(value));

	test('of an event outside the catalogue either one counts', () => {
		expect(findIdentifier({ incidentReportId: 5 }, custom)).toEqual({ name: 'incidentReportId', value: 5 });
		expect(findIdentifier({ timesheetId: 5 })).toEqual({ name: 'timesheetId', value: 5 });
	});
});

describe('an event that the payload names', () => {
	test.each([
		[{ eventType: 'timesheet', event: 'approve' }, approve],
		[{ data: { eventType: 'timesheet', event: 'approve' } }, approve],
		[{ eventType: 'timesheet', event: 'explode' }, undefined],
		[{ eventType: 'timesheet' }, undefined],
		['timesheet.approve', undefined],
	])('%j: %j', (payload, pair) => expect(findNamedEvent(payload)).toEqual(pair));
});

describe('a payload at the address of another event', () => {
	test.each([
		[approve, { eventType: 'timesheet', event: 'reject', timesheetId: 1 }],
		[approve, { eventType: 'incidentreport', event: 'approve' }],
		[report, { eventType: 'incidentreport', event: 'reject', incidentReportId: 1 }],
		[custom, { eventType: 'timesheet', event: 'approve' }],
	])('%j refuses %j', (pair, payload) => expect(contradicts(pair, payload)).toBe(true));

	test.each([
		[approve, { eventType: 'timesheet', event: 'approve', timesheetId: 1 }],
		[approve, { timesheetId: 1 }],
		[approve, {}],
		[approve, { incidentReportId: 1 }],
		[report, { timesheetId: 1 }],
		[report, { event: 'approve', timesheetId: 1 }],
		[report, { eventType: 'timesheet', timesheetId: 1 }],
		[approve, 'text'],
		[approve, { timesheetId: 1, incidentReportId: 2 }],
		[report, { incidentReportId: 1, history: { eventType: 'incidentreport', event: 'reject' } }],
		[report, { data: { incidentReportId: 1 }, timesheetId: 2 }],
		[approve, { eventType: 'Timesheet', event: 'Approved' }],
		[custom, { timesheetId: 1 }],
	])('%j takes %j', (pair, payload) => expect(contradicts(pair, payload)).toBe(false));
});
