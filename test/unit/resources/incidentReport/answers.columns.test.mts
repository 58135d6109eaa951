import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { answerColumns } from '../../../../nodes/WorkforceOperations/resources/incidentReport/answers.ts';

describe('Answers', () => {
	const detail = [
		{ incidentReportQuestion: { question: 'Name' }, incidentReportDetailAnswers: [{ answer: 'Ann' }] },
		{ incidentReportQuestion: null, incidentReportDetailAnswers: null },
		{ incidentReportQuestion: ' Name', incidentReportDetailAnswers: [{ answer: 'Bo' }, { answer: 'Cy' }] },
		'odd',
	];

	test('are columns by their questions, and every one has its own', () => {
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
