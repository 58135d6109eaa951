// The last look at a tool's answer, of records that the test has made.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { AgentView } from '../../../nodes/WorkforceOperations/operations/shownToAgent.ts';

const viewOf = (parameters: IDataObject = {}): AgentView => new AgentView({ parameters: parameters as never });
const shownOf = (record: IDataObject, kind?: string, parameters: IDataObject = {}): IDataObject =>
	viewOf(parameters).record(record, kind).record;

test('answers whose questions end like fields for numbers are texts', () => {
	const record = {
		incidentReportId: 7,
		'answer.Contact number': '0490123456',
		'answer.Start date': '0490123456',
		reportId: '0490123456',
	};
	expect(viewOf().answer(record, 'incidentReport')).toMatchObject({
		'answer.Contact number': '[telephone hidden]',
		'answer.Start date': '[telephone hidden]',
		reportId: '0490123456',
	});
});

test('an answer is read with its question, wherever that stands', () => {
	const hidden = '[telephone hidden]';
	const record = {
		'answer.Contact phone': '9123 4567',
		'answer.Mobile': 490123456,
		'answer.Photo': 'https://files.example/1?sig=2',
		'answer.Badge': 490123456,
		answers: [
			{ question: 'Contact phone', answer: '9123 4567' },
			{ question: 'Badge', answer: '490123456' },
		],
		incidentReportDetail: [
			{ incidentReportQuestion: { question: 'Mobile' }, incidentReportDetailAnswers: [{ answer: 490123456 }] },
		],
	};
	expect([shownOf(record, 'incidentReport')]).toEqual([
		{
			'answer.Contact phone': hidden,
			'answer.Mobile': hidden,
			'answer.Photo': '[link hidden]',
			'answer.Badge': 490123456,
			answers: [
				{ question: 'Contact phone', answer: hidden },
				{ question: 'Badge', answer: hidden },
			],
			incidentReportDetail: [
				{ incidentReportQuestion: { question: 'Mobile' }, incidentReportDetailAnswers: [{ answer: hidden }] },
			],
		},
	]);
});

test('of changes only the names of the fields are told, and a name that is a telephone number or data isn’t', () => {
	const changes = { mobile: '0490123456', 'call 0490 123 456': true, '{"a":1': 1 };
	expect(shownOf({ id: 7, changes }, 'staff')).toEqual({
		id: 7,
		changes: ['mobile', 'call [telephone hidden]', '[hidden]'],
	});
});

test('a long text is looked through at once', () => {
	const long = `${'Patrol at 18:00, all well & quiet. '.repeat(6000)} 0490 123 456 ${'@'.repeat(20_000)}`;
	expect(JSON.stringify(viewOf().answer({ text: long }, 'incidentReport'))).not.toContain('0490');
});

describe('The last look at an answer', () => {
	const anything = fc.letrec((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			fc.string(),
			fc.integer(),
			fc.boolean(),
			fc.constant(null),
			tie('list'),
			tie('record'),
		),
		list: fc.array(tie('value'), { maxLength: 4 }),
		record: fc.dictionary(
			fc.oneof(
				fc.constantFrom(
					'staffName',
					'name',
					'notes',
					'siteName',
					'firstName',
					'lastName',
					'changes',
					'answer.x',
					'records',
				),
				fc.string(),
			),
			tie('value'),
			{ maxKeys: 6 },
		),
	})).record as fc.Arbitrary<IDataObject>;

	test('changes nothing a second time', () => {
		fc.assert(
			fc.property(anything, fc.constantFrom('timesheet', 'staff', 'incidentReport', undefined), (record, kind) => {
				const once = shownOf(record, kind);
				expect(shownOf(once, kind)).toEqual(once);
			}),
			{ numRuns: 500 },
		);
	});

	test('with Contact Details is the answer itself', () => {
		fc.assert(
			fc.property(anything, (record) => {
				expect(shownOf(record, 'timesheet', { contactDetails: true })).toEqual(record);
			}),
			{ examples: [[JSON.parse('{"__proto__": ["x"], "hours": 1}')]] },
		);
	});
});

describe('Poison', () => {
	const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
	const poison: Array<[string, IDataObject]> = [
		['nested lists', { timesheetId: 1, notes: nested(3000) as never }],
		['nested objects', { timesheetId: 1, notes: JSON.parse('{"notes":'.repeat(2500) + '1' + '}'.repeat(2500)) }],
		['a long text', { timesheetId: 1, notes: `"${'\\'.repeat(60_000)}`, status: 'Approved' }],
		['JSON in a text', { timesheetId: 1, notes: `{"a":`.repeat(3000) }],
		[
			'thousands of fields',
			Object.fromEntries([['timesheetId', 1], ...Array.from({ length: 5000 }, (_, n) => [`f${n}`, 'xxxx'])]),
		],
	];

	test.each(poison)('%s of one record cost it its fields, and neither its ID nor others', (_, record) => {
		const started = Date.now();
		const shown = shownOf(record, 'timesheet');
		expect(shown.timesheetId).toBe(1);
		expect(JSON.stringify(shown).length).toBeLessThan(20_100);
		expect(Date.now() - started).toBeLessThan(500);
		const answer = viewOf().answer(record, 'timesheet', []);
		expect([answer.timesheetId, JSON.stringify(answer).length < 20_600]).toEqual([1, true]);
	});

	test('what is cut keeps short fields, and says so; what is nested deep is cut in words', () => {
		const long = { timesheetId: 7, status: 'Approved', notes: 'x'.repeat(30_000) };
		expect(viewOf().answer(long, 'timesheet', [])).toMatchObject({ timesheetId: 7, status: 'Approved' });
		expect(String(viewOf().answer(long, 'timesheet', []).notes)).toMatch(/^The record is too long/);
		expect(JSON.stringify(shownOf({ timesheetId: 1, notes: nested(22) as never }, 'timesheet'))).toContain(
			'nested more than 20 levels deep',
		);
		expect(JSON.stringify(shownOf({ timesheetId: 1, notes: nested(20) as never }, 'timesheet'))).not.toContain(
			'nested',
		);
	});

	test.each<[string, IDataObject]>([
		['a list', { more: false, notes: [], mobile: '0490 123 456', total: 1 }],
		['a write', { written: true, notes: ['x'], dateOfBirth: '1980-02-03' }],
		['an error', { error: { mobile: 'secret', message: 'x' } }],
	])('a record that looks like %s of the package is a record', (_, record) => {
		expect(JSON.stringify(viewOf().answer(record, 'timesheet', []))).not.toMatch(/0490|1980|secret/);
	});
});

test('the key of a line shows nothing of a hidden name, and else stays', () => {
	const key = '5/pay/allowance/0490123456/1';
	expect(shownOf({ lineKey: key, name: '0490 123 456' }, 'timesheet')).toEqual({
		lineKey: '[hidden]',
		name: '[telephone hidden]',
	});
	expect(shownOf({ lineKey: '500123456/pay/rate/night/1', name: 'Night' }, 'timesheet').lineKey).toBe(
		'500123456/pay/rate/night/1',
	);
});

test('an ID of the record stays in its texts', () => {
	const record = { incidentReportId: '88001234567', text: 'Report 88001234567; see 88001234567 and 88001234568' };
	expect(shownOf(record, 'incidentReport').text).toBe('Report 88001234567; see 88001234567 and [telephone hidden]');
});

test('data in a text is hidden, because nobody has listed its fields', () => {
	const text = 'Answer: [{"mobile":"<b>x","dateOfBirth":"1980"}]\nGate 4 {open}';
	const html = '<p>Answer: [{&quot;dateOfBirth&quot;:1980}]</p><p>Gate</p>';
	expect(shownOf({ text, html }, 'incidentReport')).toEqual({
		text: 'Answer: [[hidden]\nGate 4 {open}',
		html: '<p>Answer: [[hidden]</p><p>Gate</p>',
	});
});
