// Pseudonyms and the last look at a tool's answer, of records whose people the test knows.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Pseudonyms } from '../../../nodes/WorkforceOperations/transport/pseudonyms.ts';
import { AgentView } from '../../../nodes/WorkforceOperations/operations/shownToAgent.ts';

const settings = (apiKey: string) => ({ apiKey, separateKeys: undefined, details: {} });
const viewOf = (parameters: IDataObject = {}, key = 'key-one'): AgentView =>
	new AgentView({ parameters: parameters as never }, settings(key));
const hidden = { people: 'pseudonyms' };
const list = (records: IDataObject[]): IDataObject => ({ records, shown: records.length, more: false, notes: [] });
const recordsOf = (json: IDataObject): IDataObject[] => json.records as IDataObject[];

const aroha = new Pseudonyms('key-one').of('Aroha Ngata');
const code = aroha.split(' ')[1] ?? '';

describe('With pseudonyms', () => {
	test.each<[kind: string, record: IDataObject, shown: IDataObject]>([
		['timesheet', { staffId: '3001', staffName: 'Aroha Ngata' }, { staffId: '3001', staffName: aroha }],
		['liveOperation', { name: ' Aroha  Ngata', siteName: 'Aroha House' }, { name: aroha, siteName: 'Aroha House' }],
		['staff', { id: 3001, firstName: 'Aroha', lastName: 'Ngata' }, { firstName: 'Guard', lastName: code }],
		[
			'securityLicence',
			{ employeeId: 3001, firstName: 'AROHA', lastName: 'Ngata' },
			{ firstName: 'Guard', lastName: code },
		],
		['incidentReport', { submittedBy: 9, submittedByName: 'Ngata, Aroha' }, { submittedBy: 9, submittedByName: aroha }],
		[
			'timesheet',
			{ approvedBy: 'Aroha Ngata', customerApprover: 'Aroha Ngata' },
			{ approvedBy: aroha, customerApprover: aroha },
		],
		[
			'liveOperation',
			{ welfareCheckResponses: [{ managerEmployee: 'Aroha Ngata' }] },
			{ welfareCheckResponses: [{ managerEmployee: aroha }] },
		],
		[
			'incidentReport',
			{ staffName: 'Aroha Ngata', text: 'Reported by: Aroha Ngata' },
			{ text: `Reported by: ${aroha}` },
		],
		[
			'timesheet',
			{ staffName: ['Aroha Ngata'], approvedBy: { id: 3, name: 'Aroha Ngata' } },
			{ staffName: [aroha], approvedBy: { id: 3, name: aroha } },
		],
		[
			'timesheet',
			{ notes: '[{"note":"x","createdBy":"Aroha Ngata"}]' },
			{ notes: `[{"note":"x","createdBy":"${aroha}"}]` },
		],
	])('a person is called the same in %s', (kind, record, shown) => {
		expect(aroha).toMatch(/^Guard [A-HJ-NP-Z2-9]{6}$/);
		const answer = viewOf(hidden).answer(list([record]), kind);
		expect(recordsOf(answer)[0]).toMatchObject(shown);
		expect(viewOf(hidden).answer(list([record]), kind)).toEqual(answer);
		expect(recordsOf(viewOf(hidden, 'key-two').answer(list([record]), kind))[0]).not.toEqual(recordsOf(answer)[0]);
	});

	test('a name with a sign that HTML escapes stays in no text that was made of it', () => {
		const text = "Reported by: Sean O'Neil & Co";
		const html = '<strong>Reported by:</strong> Sean O&#39;Neil &amp; Co<br>';
		const shown = viewOf(hidden).answer({ staffName: "Sean O'Neil & Co", text, html }, 'incidentReport');
		expect(JSON.stringify(shown)).not.toMatch(/Sean|Neil/);
	});

	test('no half of a name stays, nor one that somebody is known by', () => {
		for (const record of [
			{ firstName: 'Aroha' },
			{ lastName: 'Ngata' },
			{ firstName: 'Aroha', lastName: '' },
			{ firstName: 'Aroha', lastName: 'Ngata', middle: 'Mere', knownAsFirstName: 'Ro', knownAsLastName: 'Nga' },
		] as IDataObject[])
			expect(JSON.stringify(viewOf(hidden).answer(list([record]), 'staff'))).not.toMatch(/Aroha|Ngata|Mere|"Ro"|"Nga"/);
	});

	test('two people of one name are told apart by their ids, whatever their order', () => {
		const two = [1, 2].map((staffId) => ({ staffId, staffName: 'Aroha Ngata' }));
		const [one, other] = recordsOf(viewOf(hidden).answer(list(two), 'timesheet')).map(({ staffName }) => staffName);
		const back = recordsOf(viewOf(hidden).answer(list([...two].reverse()), 'timesheet')).map(
			({ staffName }) => staffName,
		);
		expect(one).toMatch(new RegExp(`^${aroha}[A-Z2-9]{4}$`));
		expect(one).not.toBe(other);
		expect(back).toEqual([other, one]);
	});

	test('two names with one code get longer ones', () => {
		const seen = new Map<string, string>();
		const pseudonyms = new Pseudonyms('k');
		let pair: string[] = [];
		for (let index = 0; pair.length === 0 && index < 400_000; index++) {
			const [name, short] = [`Guard Number${index}`, new Pseudonyms('k').of(`Guard Number${index}`)];
			const before = seen.get(short);
			if (before !== undefined) pair = [before, name];
			seen.set(short, name);
		}
		expect(pair).toHaveLength(2);
		for (const name of pair) pseudonyms.meet(name);
		const [one = '', other = ''] = pair.map((name) => pseudonyms.of(name));
		expect([one.length, other.length, one.slice(0, 12) === other.slice(0, 12), one === other]).toEqual([
			16,
			16,
			true,
			false,
		]);
	});

	test('nothing of the key is in a name', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 20 }), fc.string({ minLength: 1 }), (key, name) => {
				expect(new Pseudonyms(key).of(`A ${name}`)).toMatch(/^(?:Guard [A-HJ-NP-Z2-9]{6}|A [^]*)$/);
			}),
		);
	});

	test('what is neither Names nor Pseudonyms hides the names', () => {
		for (const people of ['={{ "names" }}', 'Names', '', 1, null])
			expect(
				JSON.stringify(viewOf({ people } as never).answer({ staffName: 'Aroha Ngata' }, 'timesheet')),
			).not.toContain('Aroha');
	});

	test('what was found for a name is called so as well, in lists, records and counts', () => {
		const resolved = {
			employeeId: { given: 'aroha ngata', id: '3001', name: 'Aroha Ngata (SCG100)' },
			siteIds: [{ given: 'tower', id: '9', name: 'Aroha Tower' }],
			dateOfBirth: { given: 'x', id: 1, name: '1980' },
		};
		const told = {
			employeeId: { given: aroha, id: '3001', name: aroha },
			siteIds: [{ given: 'tower', id: '9', name: 'Aroha Tower' }],
		};
		const rows = [
			{ staffName: 'Aroha Ngata', staffId: '3001', day: '2026-07-01', count: 3, hoursPaid: 8, 'payAmount AUD': 90 },
		];
		const counted = viewOf(hidden).answer({ ...list(rows), resolved }, 'timesheet');
		expect(counted).toMatchObject({ records: [{ ...rows[0], staffName: aroha }] });
		expect(counted.resolved).toEqual(told);
		expect(viewOf(hidden).answer({ timesheetId: 7, resolved }, 'timesheet').resolved).toEqual(told);
		expect(
			JSON.stringify(
				viewOf().answer(
					{ resolved: { mobile: '1', userId: { name: 'a@example.com', given: 'a@example.com', id: 1 } } },
					'staff',
				),
			),
		).not.toContain('@');
	});

	test('candidates of an error are called so as well', () => {
		const people = [
			{ id: '3001', name: 'Aroha Ngata (SCG100)' },
			{ id: '3002', name: 'Aroha Ngata (SCG101)' },
			{ id: '3003', name: 'Mei Chen' },
		];
		const words = people.map(({ id, name }) => `${id} “${name}”`).join('; ');
		const told = viewOf(hidden).error(words, { employeeId: people, customerId: [{ id: '1', name: 'Mei Chen' }] });
		expect(told).toMatch(/^3001 “Guard [A-Z2-9]{10}”; 3002 “Guard [A-Z2-9]{10}”; 3003 “Guard [A-Z2-9]{6}”$/);
		expect(viewOf().error(words, { employeeId: people })).toBe(words);
		expect(viewOf(hidden).error('1 “Mei Chen”', { customerId: [{ id: '1', name: 'Mei Chen' }] })).toBe('1 “Mei Chen”');
	});
});

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
	expect(viewOf().answer(list([record]), 'incidentReport').records).toEqual([
		{
			'answer.Contact phone': hidden,
			'answer.Mobile': hidden,
			'answer.Photo': '[link hidden]',
			'answer.Badge': 490123456,
			answers: [
				{ question: 'Contact phone', answer: hidden },
				{ question: 'Badge', answer: '490123456' },
			],
			incidentReportDetail: [
				{ incidentReportQuestion: { question: 'Mobile' }, incidentReportDetailAnswers: [{ answer: hidden }] },
			],
		},
	]);
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
			fc.property(
				anything,
				fc.constantFrom('names', 'pseudonyms'),
				fc.constantFrom('timesheet', 'staff', 'incidentReport', undefined),
				(record, people, kind) => {
					const view = viewOf({ people });
					view.meet(record, kind);
					const once = view.record(record, kind);
					expect(view.record(once, kind)).toEqual(once);
				},
			),
			{ numRuns: 500 },
		);
	});

	test('with Contact Details and names is the answer itself', () => {
		fc.assert(
			fc.property(anything, (record) => {
				expect(viewOf({ contactDetails: true }).record(record, 'timesheet')).toEqual(record);
			}),
			{ examples: [[JSON.parse('{"__proto__": ["x"], "hours": 1}')]] },
		);
	});
});
