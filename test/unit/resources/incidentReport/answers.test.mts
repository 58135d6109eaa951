import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { withAnswers } from '../../../../nodes/WorkforceOperations/resources/incidentReport/answers.ts';
import { simplified } from '../../../../nodes/WorkforceOperations/form/fieldSelection.ts';

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
		[{ name: 'n', label: 'l', title: 't', text: 'x', questionText: 'q', question: 'Q' }, 'Q'],
		[{ description: 'd', name: 'n', label: 'l', title: 't', text: 'x', questionText: 'q' }, 'q'],
		[{ description: 'd', name: 'n', label: 'l', title: 't', text: 'x' }, 'x'],
		[{ description: 'd', name: 'n', label: 'l', title: 't' }, 'l'],
		[{ description: 'd', name: 'n', title: 't' }, 't'],
		[{ description: 'd', name: 'n' }, 'n'],
		[{ other: 1, DESCRIPTION: 'd' }, 'd'],
		[{ question: ' ', text: {}, Label: 5 }, '5'],
		[{ other: 1 }, '{"other":1}'],
	])('has for the question %j “%s”', (incidentReportQuestion, question) =>
		expect(answersOf([{ incidentReportQuestion, setNumber: 1 }])).toEqual([{ question, answer: '', setNumber: 1 }]),
	);

	test.each<[unknown, string]>([
		[{ description: 'd', name: 'n', label: 'l', value: 'v', text: 'x', answerText: 'a', answer: 'A' }, 'A'],
		[{ description: 'd', name: 'n', label: 'l', value: 'v', text: 'x', answerText: 'a' }, 'a'],
		[{ description: 'd', name: 'n', label: 'l', value: 'v', text: 'x' }, 'x'],
		[{ description: 'd', name: 'n', label: 'l', value: 0 }, '0'],
		[{ description: 'd', name: 'n', label: 'l' }, 'l'],
		[{ description: 'd', name: 'n' }, 'n'],
		[{ description: 'd' }, 'd'],
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

describe('Simplify', () => {
	test('keeps the named fields in their order', () => {
		const kept = simplified(['b', 'a', 'none'])({ a: 0, b: null, c: 1 });
		expect(kept).toEqual({ b: null, a: 0 });
		expect(Object.keys(kept)).toEqual(['b', 'a']);
	});

	test('returns a record whole that has none of them', () => {
		expect(simplified(['a'])({ other: 1 })).toEqual({ other: 1 });
	});
});
