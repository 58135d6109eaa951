// The last look at a tool's answer, of records that the test has made.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	AgentView,
	lengthOf,
	MOST_CHARACTERS,
	OTHERS_WORDS,
	ownWords,
	refusePseudonyms,
} from '../../../nodes/WorkforceOperations/operations/shownToAgent.ts';

const viewOf = (parameters: IDataObject = {}): AgentView => new AgentView({ parameters: parameters as never });
const shownOf = (record: IDataObject, kind?: string, parameters: IDataObject = {}): IDataObject =>
	viewOf(parameters).record(record, kind).record;

test('answers whose questions end like fields for numbers are texts', () => {
	const answers = { 'answer.Contact number': '0490123456', 'answer.Start date': '0490123456' };
	const record = { incidentReportId: 7, ...answers, reportId: '0490123456' };
	expect(viewOf().answer(record, 'incidentReport')).toMatchObject({
		...record,
		'answer.Contact number': '[telephone hidden]',
		'answer.Start date': '[telephone hidden]',
	});
});

test('an answer is read with its question, wherever that stands', () => {
	const hidden = '[telephone hidden]';
	const record = (phone: unknown, mobile: unknown, photo: string, badge: unknown): IDataObject =>
		({
			...{ 'answer.Contact phone': phone, 'answer.Mobile': mobile, 'answer.Photo': photo, 'answer.Badge': 490123456 },
			answers: [
				{ question: 'Contact phone', answer: phone },
				{ question: 'Badge', answer: badge },
			],
			incidentReportDetail: [
				{ incidentReportQuestion: { question: 'Mobile' }, incidentReportDetailAnswers: [{ answer: mobile }] },
			],
		}) as IDataObject;
	const given = record('9123 4567', 490123456, 'https://files.example/1?sig=2', '490123456');
	expect(shownOf(given, 'incidentReport')).toEqual(record(hidden, hidden, '[link hidden]', hidden));
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
	const known = ['staffName', 'name', 'notes', 'siteName', 'firstName', 'lastName', 'changes', 'answer.x', 'records'];
	const name = fc.oneof(fc.constantFrom(...known), fc.string());
	const plain = [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)];
	const anything = fc.letrec((tie) => ({
		value: fc.oneof({ depthSize: 'small' }, ...plain, tie('list'), tie('record')),
		list: fc.array(tie('value'), { maxLength: 4 }),
		record: fc.dictionary(name, tie('value'), { maxKeys: 6 }),
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

test('an answer whose question reads like a field is shown if it is a number, and so is an allowance', () => {
	expect(shownOf({ 'answer.badge': 5, 'answer.pin': '5', 'answer.Pin': '5' }, 'incidentReport')).toEqual({
		'answer.badge': 5,
		'answer.Pin': '5',
	});
	expect(shownOf({ 'allowance.Meal': 12.5 }, 'timesheet')).toEqual({ 'allowance.Meal': 12.5 });
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

describe('What the package itself says', () => {
	const LEFT_OUT = expect.stringMatching(/^Contact details and unknown fields are left out/);
	const hidden = '[telephone hidden]';

	test('of a list stays beside its records, without contact data, and each note is there once', () => {
		const records = [{ mobile: '0490 123 456' }];
		const list = { records, next: '0490123456', more: false, period: 'of 0490 123 456', customerId: '0490123456' };
		expect(viewOf().answer({ ...list, notes: ownWords(['Call 0490 123 456', 'Same', 'Same']) }, 'staff')).toEqual({
			...list,
			period: `of ${hidden}`,
			notes: [`Call ${hidden}`, 'Same', LEFT_OUT],
		});
		expect(viewOf().answer({ more: true, notes: ownWords(['Same']) }, 'staff')).toEqual({
			more: true,
			notes: ['Same'],
		});
	});

	test('of a write shows the request, and of its body the names of all fields', () => {
		const request = { method: 'POST', path: '/staff/0490123456', body: { staffId: 7, dateOfBirth: '1980-02-03' } };
		const shown = { method: 'POST', path: expect.any(String), body: { staffId: 7, dateOfBirth: '[hidden]' } };
		const write = { written: false, notes: ownWords([]) };
		expect(viewOf().answer({ ...write, wouldSend: request }, 'staff')).toMatchObject({ wouldSend: shown });
		expect(viewOf().answer({ ...write, wouldSend: [request, { dateOfBirth: '1980' }] }, 'staff')).toEqual({
			written: false,
			wouldSend: [shown, { dateOfBirth: '[hidden]' }],
			notes: [LEFT_OUT],
		});
	});

	test('of an error is all that is there', () => {
		const error = ownWords({ message: 'Call 0490 123 456', traceId: '0490123456', status: [1, null] });
		expect(viewOf().answer({ error }, 'staff')).toEqual({
			error: { message: `Call ${hidden}`, traceId: '0490123456', status: [1, null] },
		});
	});

	test('of an error keeps the IDs of the records that it offers', () => {
		const words = 'Which of 88001234567, 88001234568?';
		expect(viewOf().error(words, { staffId: [{ id: '88001234567' }, 'x'] })).toBe(`Which of 88001234567, ${hidden}?`);
		expect(viewOf().error(words, undefined)).toBe(`Which of ${hidden}, ${hidden}?`);
	});

	test('of names that were resolved stays with a record that is cut', () => {
		const resolved = ownWords({ customerId: { given: 'Coral', id: '5', name: 'Coral 0490 123 456' } });
		const long = { timesheetId: 7, notes: 'x'.repeat(30_000), resolved };
		expect(viewOf().answer(long, 'timesheet')).toEqual({
			timesheetId: 7,
			resolved: { customerId: { given: 'Coral', id: '5', name: `Coral ${hidden}` } },
			notes: [expect.stringMatching(/^The record is too long/), LEFT_OUT],
		});
		expect(viewOf().answer({ timesheetId: 7, resolved: { secret: 'x' } }, 'timesheet')).not.toHaveProperty('resolved');
	});

	test('above a record stands in its notes, or beside notes that it has itself', () => {
		const hints = ['Call 0490 123 456'];
		const told = [`Call ${hidden}`, OTHERS_WORDS, LEFT_OUT];
		expect(viewOf().answer({ timesheetId: 7 }, 'timesheet', hints)).toEqual({ timesheetId: 7, notes: told });
		const withNotes = { timesheetId: 7, notes: [{ note: 'x' }] };
		expect(viewOf().answer(withNotes, 'timesheet', hints)).toEqual({ ...withNotes, toolNotes: told });
		expect(viewOf().answer({ timesheetId: 7 }, 'timesheet')).toEqual({ timesheetId: 7 });
	});
});

test('a record may have 20,000 characters; of a longer one, fields and names of up to 200 are kept', () => {
	const room = MOST_CHARACTERS - lengthOf({ timesheetId: 7, notes: '' });
	const isCut = (notes: string): boolean => viewOf().record({ timesheetId: 7, notes }, 'timesheet').isCut;
	expect(MOST_CHARACTERS).toBe(20_000);
	expect(isCut('x'.repeat(room))).toBe(false);
	expect(isCut('x'.repeat(room + 1))).toBe(true);
	const [name, longer] = ['n'.repeat(200), 'n'.repeat(201)];
	const given = { notes: 'x'.repeat(20_000), a: 'x'.repeat(198), b: 'x'.repeat(199), [name]: 1, [longer]: 1 };
	expect(shownOf({ ...given, c: undefined }, 'timesheet', { contactDetails: true })).toEqual({
		a: given.a,
		[name]: 1,
		c: undefined,
	});
});

test('a tool with stand-in names is refused, and one that is set to names isn’t', () => {
	for (const parameters of [{}, { people: 'names' }]) expect(() => refusePseudonyms({ parameters })).not.toThrow();
	const refused = expect.objectContaining({
		message: 'This tool is set to replace people’s names, a feature that no longer exists',
		description: expect.stringMatching(/^Nothing was sent\. Ask a person to remove this tool/),
	});
	expect(() => refusePseudonyms({ parameters: { people: 'standIns' } })).toThrow(refused as never);
});
