import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	answerColumns,
	tellUnread,
	withAnswers,
} from '../../../../nodes/WorkforceOperations/resources/incidentReport/answers.ts';
import { Hints, type OperationItem } from '../../../../nodes/WorkforceOperations/operations/types.ts';

describe('The answers of a report', () => {
	test('leave every value of the report where it was, whatever its shape', () => {
		const value = fc.jsonValue({ maxDepth: 3 });
		const detail = fc.oneof(
			value,
			fc.array(
				fc.oneof(
					value,
					fc.record(
						{ incidentReportQuestion: value, incidentReportDetailAnswers: value, setNumber: fc.integer() },
						{ requiredKeys: [] },
					),
				),
				{ maxLength: 5 },
			),
		);
		const leaves = (node: unknown): string[] =>
			typeof node === 'object' && node !== null ? Object.values(node).flatMap(leaves) : [JSON.stringify(node)];
		fc.assert(
			fc.property(detail, (incidentReportDetail) => {
				const { json, added } = withAnswers({ incidentReportId: 1, incidentReportDetail } as IDataObject, false);
				const flat = JSON.stringify({ ...json, ...added });
				for (const leaf of leaves(incidentReportDetail)) {
					// A value that is itself text of the answer appears without its quotation marks, or escaped within them.
					const text = leaf.replace(/^"|"$/g, '');
					expect(
						flat.includes(leaf) ||
							flat.includes(text) ||
							flat.includes(JSON.stringify(leaf).slice(1, -1)) ||
							text.trim() === '' ||
							leaf === 'null',
					).toBe(true);
				}
			}),
		);
	});
});

describe('A readable answer', () => {
	const answersOf = (incidentReportDetail: unknown): unknown =>
		withAnswers({ incidentReportDetail } as IDataObject, true).added?.answers;

	test.each<[unknown, string]>([
		[undefined, ''],
		[null, ''],
		['text', 'text'],
		[0, '0'],
		[false, 'false'],
		[[1, 2], '[1,2]'],
		[{ text: 'x', question: 'Q' }, 'Q'],
		[{ text: 'x', Question: 'Q' }, '{"text":"x","Question":"Q"}'],
		[{ question: ' ', text: 'x' }, '{"question":" ","text":"x"}'],
		[{ question: { en: 'Q' } }, '{"question":{"en":"Q"}}'],
		[{ question: 5 }, '5'],
		[{ other: 1 }, '{"other":1}'],
	])('has for the question %j “%s”', (incidentReportQuestion, question) =>
		expect(answersOf([{ incidentReportQuestion, setNumber: 1 }])).toEqual([{ question, answer: '', setNumber: 1 }]),
	);

	test.each<[unknown, string]>([
		[{ text: 'x', answer: 'A' }, 'A'],
		[{ answer: 0 }, '0'],
		[{ answerText: 'a' }, '{"answerText":"a"}'],
	])('has for the answer %j “%s”', (given, answer) =>
		expect(answersOf([{ incidentReportDetailAnswers: [given, 'more'] }])).toEqual([
			{ question: '', answer: `${answer}; more` },
		]),
	);

	test('stands for a whole row that is no object, and for nothing where there is no list', () => {
		expect(answersOf(['odd', 5])).toEqual([
			{ question: '', answer: 'odd' },
			{ question: '', answer: '5' },
		]);
		const odd = { id: 1, incidentReportDetail: 'x' };
		expect(withAnswers(odd, true)).toEqual({ json: odd });
		const empty = { id: 1, incidentReportDetail: [] };
		expect(withAnswers(empty, true)).toEqual({ json: { id: 1 }, added: { answers: [] } });
		expect(withAnswers(empty, false)).toEqual({ json: empty, added: { answers: [] } });
	});
});

describe('What can’t be read of a report', () => {
	const told = (incidentReportDetail: unknown, details = {}): string[] => {
		const item = { hints: new Hints(), connection: { settings: { details } } } as unknown as OperationItem;
		tellUnread(item, { incidentReportId: 5, incidentReportDetail } as IDataObject);
		return item.hints.lines.all;
	};

	test('is told once, with the fields that were seen and what to enter', () => {
		const detail = [
			{ incidentReportQuestion: { wording: 'Who?', id: 1 }, incidentReportDetailAnswers: [{ response: 'I', id: 2 }] },
			{ incidentReportQuestion: { wording: 'Where?' }, incidentReportDetailAnswers: { reply: 'There' } },
		];
		expect(told(detail, { totals: 'ignore', answerFields: { fileLink: ['link'] } })).toEqual([
			'2 questions can’t be read: no field “question”; shown as JSON. Report ID 5. Fields seen: wording, id. If “wording” is the text of the question, enter this in the credential’s Service Details: {"totals":"ignore","answerFields":{"fileLink":["link"],"question":["question","wording"]}}',
			'2 answers can’t be read: no field “answer”; shown as JSON. Report ID 5. Fields seen: response, id, reply. If one of them is the text of the answer, enter this in the credential’s Service Details, with its name in place of “…”: {"totals":"ignore","answerFields":{"fileLink":["link"],"answer":["answer","…"]}}',
		]);
	});

	test.each([
		[[{ incidentReportQuestion: { question: '' }, incidentReportDetailAnswers: [{ answer: null }] }]],
		[[{ incidentReportQuestion: 'Who?', incidentReportDetailAnswers: ['I', 5, null] }]],
		[[{ incidentReportDetailAnswers: [{ attachmentLink: '/a.png' }, { attachmentName: 'a.png' }, {}] }]],
		['odd'],
		[['odd', null]],
	])('is nothing of %j', (detail) => expect(told(detail)).toEqual([]));

	test('is nothing once Service Details name it, also as a path', () => {
		const detail = [{ incidentReportDetailAnswers: [{ text: { en: 'I' } }] }];
		expect(told(detail, { answerFields: { answer: ['text.en'] } })).toEqual([]);
		expect(told(detail)).toHaveLength(1);
	});
});

describe('Answers as columns', () => {
	const detail = [
		{ incidentReportQuestion: { question: 'Name' }, incidentReportDetailAnswers: [{ answer: 'Ann' }] },
		{ incidentReportQuestion: null, incidentReportDetailAnswers: null },
		{ incidentReportQuestion: ' Name', incidentReportDetailAnswers: [{ answer: 'Bo' }, { answer: 'Cy' }] },
		'odd',
	];

	test('go by their questions, and every one has its own', () => {
		const report = { incidentReportId: 1, incidentReportDetail: detail } as unknown as IDataObject;
		const answer = { Name: 'Ann', 'Question 2': '', 'Name (2)': 'Bo; Cy', 'Question 4': 'odd' };
		expect(answerColumns(report, true)).toEqual({ incidentReportId: 1, answer });
		expect(answerColumns(report, false)).toEqual({ ...report, answer });
	});

	test('leave a record alone that has answers of its own', () => {
		const report = { answer: 'own', incidentReportDetail: detail } as unknown as IDataObject;
		expect(answerColumns(report, true)).toEqual(report);
	});

	test.each([[null], ['text'], [{ a: 1 }]])('that came as %j stay as they came', (incidentReportDetail) => {
		const report = { incidentReportId: 1, incidentReportDetail } as unknown as IDataObject;
		expect(answerColumns(report, true)).toEqual(report);
	});
});
