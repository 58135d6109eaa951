import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';

const bench = useBench();

describe('Incident Report, Get', () => {
	const get = { resource: 'incidentReport', operation: 'get', incidentReportId: '80001' };
	const whole = async (): Promise<IDataObject> =>
		(await bench.ok('incidentreport', { ...get, simplify: false }))[0] ?? {};

	test('gives its answers as a list that can be read, and keeps the raw ones without Simplify', async () => {
		const { incidentReportDetail, answers, ...rest } = await whole();
		const [brief] = await bench.ok('incidentreport', get);
		expect(brief).not.toHaveProperty('incidentReportDetail');
		expect({ answers, ...rest }).toMatchObject({ ...brief });
		const back = (answers as IDataObject[]).map(({ question, answer, ...row }, index) => {
			expect(typeof question === 'string' && question !== '' && typeof answer === 'string' && answer !== '').toBe(true);
			const { incidentReportQuestion, incidentReportDetailAnswers } =
				(incidentReportDetail as IDataObject[])[index] ?? {};
			return { ...row, incidentReportQuestion, incidentReportDetailAnswers };
		});
		expect(back).toEqual(incidentReportDetail);
	});

	test('Flatten gives one row with a column for each question', async () => {
		const report = await whole();
		const [flat] = await bench.ok('incidentreport', { ...get, simplify: false, options: { flatten: true } });
		const { incidentReportDetail, answers: _, ...rest } = report;
		const answers = Object.entries(flat ?? {}).filter(([column]) => column.startsWith('answer.'));
		expect(answers).toHaveLength((incidentReportDetail as unknown[]).length);
		expect(answers.length).toBeGreaterThan(0);
		expect(answers).toEqual(answers.map(([column]) => [column, expect.stringMatching(/./)]));
		expect(Object.values(flat ?? {}).filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		expect(flat).toMatchObject(rest);
		expect(JSON.parse(String(flat?.incidentReportDetail))).toEqual(incidentReportDetail);
	});

	test('Flatten with Simplify gives the answers in place of the raw questions', async () => {
		const [flat] = await bench.ok('incidentreport', { ...get, options: { flatten: true } });
		const fields = Object.keys(flat ?? {}).filter((column) => !column.startsWith('answer.'));
		expect(fields).toHaveLength(9);
		expect(fields).not.toContain('incidentReportDetail');
		expect(Object.keys(flat ?? {}).length).toBeGreaterThan(9);
	});

	test('the rows of reports of different forms have the same columns', async () => {
		bench.recorder.answer(({ query }) => ({
			body: {
				status: { code: 0 },
				data: {
					incidentReportId: Number(query.incidentReportId),
					incidentReportDetail: [
						{ incidentReportQuestion: `Question of ${query.incidentReportId}`, incidentReportDetailAnswers: ['Yes'] },
					],
				},
			},
		}));
		const parameters = {
			...get,
			incidentReportId: '={{ $json.id }}',
			simplify: false,
			options: { flatten: true, outputFields: 'incidentReportId, answer' },
		};
		const rows = await bench.ok('incidentreport', parameters, { items: [{ json: { id: 1 } }, { json: { id: 2 } }] });
		expect(rows).toEqual([
			{ incidentReportId: 1, 'answer.Question of 1': 'Yes', 'answer.Question of 2': null },
			{ incidentReportId: 2, 'answer.Question of 1': null, 'answer.Question of 2': 'Yes' },
		]);
	});
});
