import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { locator, useBench } from '../../support/bench.mts';

const bench = useBench({ inactive: 'all', isApproved: 'all' });
const getAll = { resource: 'incidentReport', operation: 'getAll' };
const byTemplate = { resource: 'incidentReport', operation: 'getAllByFormTemplate', formTemplateId: locator('501') };

describe('Incident Report, Get Many', () => {
	test('needs nothing', async () => {
		expect(await bench.one('incidentreport', { ...getAll, period: 'anyTime' })).toEqual({
			request: 'GET /api/external/incidentreports/getall',
			query: { limit: '50' },
		});
	});

	test('sends every filter under the name of the API', async () => {
		const filters = {
			isApproved: false,
			companyId: '1',
			customerId: ['1001', '1002'],
			siteId: [2001],
			formName: 'Lost Property',
			reportId: 'IR-1',
			searchText: 'key',
		};
		const period = { period: 'custom', startDate: '2026-01-01T00:00:00Z', endDate: '2026-12-31' };
		expect(await bench.one('incidentreport', { ...getAll, ...period, filters })).toEqual({
			request: 'GET /api/external/incidentreports/getall',
			query: {
				isApproved: 'false',
				companyId: '1',
				customerId: '1001;1002',
				siteId: '2001',
				formName: 'Lost Property',
				reportId: 'IR-1',
				searchText: 'key',
				startDate: '2026-01-01T00:00:00.000Z',
				endDate: '2026-12-31T23:59:59.999Z',
				limit: '50',
			},
		});
	});

	test.each([
		['an array', ['1001', 1002]],
		['text with commas', '1001, 1002'],
		['text with semicolons', '1001;1002'],
		['locators', [locator('1001'), locator(1002, 'list')]],
		['an expression', '={{ ["1001", 1002] }}'],
	])('joins ids by semicolons when they come as %s', async (_, ids) => {
		const filters = { customerId: ids, siteId: ids, isApproved: true };
		const { query } = await bench.one('incidentreport', { ...getAll, filters });
		expect(query).toMatchObject({ customerId: '1001;1002', siteId: '1001;1002' });
	});

	test('takes one end of a period without the other', async () => {
		const { query } = await bench.one(
			'incidentreport',
			{ ...getAll, period: 'custom', startDate: '2026-02-01T00:00:00', endDate: '' },
			{ timeZone: 'Europe/London' },
		);
		expect(query).toEqual({ startDate: '2026-02-01T00:00:00.000Z', limit: '50' });
	});

	test('returns simple records, or whole ones', async () => {
		const [simple] = await bench.ok('incidentreport', { ...getAll, limit: 1 });
		const [whole] = await bench.ok('incidentreport', { ...getAll, limit: 1, simplify: false });
		expect(simple).toHaveProperty('pdfLink');
		expect(simple).not.toHaveProperty('siteAddress');
		expect(whole).toMatchObject(simple ?? {});
		expect(whole).toHaveProperty('siteAddress');
	});
});

describe('Incident Report, Get Many by Form Template', () => {
	test('sends every filter under the name of the API', async () => {
		const filters = { companyId: '1', customerId: '1001', siteId: '2001;2002' };
		expect(
			await bench.one('incidentreport', {
				...byTemplate,
				period: 'custom',
				startDate: '2026-01-01T00:00:00Z',
				endDate: '2026-02-01T00:00:00Z',
				filters,
				limit: 3,
			}),
		).toEqual({
			request: 'GET /api/external/incidentreport/formtemplate',
			query: {
				formTemplateId: '501',
				companyId: '1',
				customerId: '1001',
				siteId: '2001;2002',
				startDate: '2026-01-01T00:00:00.000Z',
				endDate: '2026-02-01T00:00:00.000Z',
				limit: '3',
			},
		});
	});

	test.each([
		['plain', '502'],
		['a number', 502],
		['from the list', locator('502', 'list')],
		['an expression', '={{ 500 + 2 }}'],
	])('takes the template as %s', async (_, formTemplateId) => {
		expect((await bench.one('incidentreport', { ...byTemplate, formTemplateId })).query.formTemplateId).toBe('502');
	});
});

describe('Incident Report, Get', () => {
	const get = { resource: 'incidentReport', operation: 'get', incidentReportId: '80001' };
	const whole = async (): Promise<IDataObject> =>
		(await bench.ok('incidentreport', { ...get, simplify: false }))[0] ?? {};

	test('sends the id, and the scope where it is asked for', async () => {
		expect(await bench.one('incidentreport', get)).toEqual({
			request: 'GET /api/external/incidentreports/reportdata',
			query: { incidentReportId: '80001' },
		});
		const { customerName, siteName } = await whole();
		const options = {
			customerId: `={{ [${await idOf('customers', customerName)}] }}`,
			siteId: String(await idOf('sites', siteName)),
			companyId: '1',
		};
		const { query } = await bench.one('incidentreport', { ...get, options });
		expect(query).toEqual({
			incidentReportId: '80001',
			customerId: expect.stringMatching(/^1\d{3}$/),
			siteId: expect.stringMatching(/^2\d{3}$/),
			companyId: '1',
		});
	});

	async function idOf(list: 'customers' | 'sites', name: unknown): Promise<number> {
		const rows = await bench.ok('incidentreport', {
			resource: list.slice(0, -1),
			operation: 'getAll',
			returnAll: true,
			filters: { filter: name as string },
		});
		return Number(rows.find((row) => row.name === name)?.id);
	}

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

	test('its answers are texts: what hasn’t the one name for it comes as JSON', async () => {
		const detail = [
			{
				incidentReportDetailId: 1,
				incidentReportQuestion: { id: 9, QuestionText: 'Were police called?' },
				incidentReportDetailAnswers: [{ answer: 'Yes' }, { value: 0 }],
			},
			{ incidentReportDetailId: 2, incidentReportQuestion: null, incidentReportDetailAnswers: null },
			{
				incidentReportDetailId: 3,
				incidentReportQuestion: 'Remarks',
				incidentReportDetailAnswers: [{ strange: [1] }, 'text'],
			},
			'a row that is no object',
		];
		bench.recorder.answer(() => ({
			body: { status: { code: 0 }, data: { incidentReportId: 1, incidentReportDetail: detail } },
		}));
		const [flat] = await bench.ok('incidentreport', get);
		expect((flat?.answers as IDataObject[]).map(({ question, answer }) => [question, answer])).toEqual([
			['{"id":9,"QuestionText":"Were police called?"}', 'Yes; {"value":0}'],
			['', ''],
			['Remarks', '{"strange":[1]}; text'],
			['', 'a row that is no object'],
		]);
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

describe('Form Template, Get Many', () => {
	test('sends every filter under the name of the API', async () => {
		const filters = { showActiveOnly: false, formName: 'old form' };
		const [first] = await bench.sent('incidentreport', {
			resource: 'formTemplate',
			operation: 'getAll',
			filters,
			limit: 1,
		});
		expect({ method: first?.method, path: first?.path, query: first?.query }).toEqual({
			method: 'GET',
			path: '/api/external/incidentreport/formtemplates',
			query: { showActiveOnly: 'false', formName: 'old form', limit: '1' },
		});
	});

	test('reads to the end without a cursor in the envelope', async () => {
		const getAll = {
			resource: 'formTemplate',
			operation: 'getAll',
			returnAll: true,
			filters: { showActiveOnly: false },
			advanced: { pageSize: 4 },
		};
		const records = await bench.ok('incidentreport', getAll);
		expect(records.map(({ formTemplateId }) => formTemplateId)).toEqual([501, 502, 503, 504, 505, 506, 507, 508, 509]);
	});
});
