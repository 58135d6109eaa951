// Answers in forms that the service document doesn't rule out: each is read for what it says, or is an error in words.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { type Result, runNode } from '../../../kit/core/engine.mts';
import { fine, startOddService, tokenOf } from '../support/oddService.mts';
import type { Canned, Seen } from '../support/recorder.mts';

type Answer = (seen: Seen) => Canned | undefined;

/** Runs the node once against a service that answers so. */
async function run(
	parameters: IDataObject,
	answer: Canned | Answer,
	token?: Parameters<typeof startOddService>[1],
): Promise<Result & { seen: Seen[] }> {
	const service = await startOddService(typeof answer === 'function' ? answer : () => answer, token);
	try {
		return { ...(await runNode(service.store, parameters)), seen: service.seen };
	} finally {
		await service.close();
	}
}

const list = (resource: string, more: IDataObject = {}): IDataObject => ({
	resource,
	operation: 'getAll',
	returnAll: true,
	simplify: false,
	...more,
});
const customers = list('customer');
const row = { name: 'one' };
const live = { isSuccess: true, status: 200, statusMessage: '', errorMessages: [], errorMessagesAsString: '' };

test.each<[string, unknown]>([
	['a list inside of an object', { items: [row] }],
	['one called like its path', { customers: [row], totalCount: 1 }],
	['an empty object', {}],
	['one record', row],
])('%s is an error, and no list', async (_, data) => {
	const { error, json } = await run(customers, { body: { ...fine, data } });
	expect(error?.message).toMatch(/answered with something that is not a list$/);
	expect(json).toEqual([]);
});

describe('A list is empty', () => {
	test.each<[string, IDataObject, IDataObject]>([
		['as an empty text', customers, { ...fine, data: '' }],
		['with words beside it', customers, { ...fine, data: null, message: 'No customers found' }],
		['with a success as text', list('liveOperation'), { ...live, isSuccess: 'true', data: null }],
		['with a success as a number', list('liveOperation'), { ...live, isSuccess: 1, data: null }],
	])('%s', async (_, parameters, body) => {
		const { error, json } = await run(parameters, { body });
		expect({ message: error?.message, json }).toEqual({ message: undefined, json: [] });
	});

	test.each<[string, IDataObject, IDataObject]>([
		['a failure as a number', list('liveOperation'), { ...live, isSuccess: 0, statusMessage: 'Down', data: [] }],
		['words of an error', customers, { ...fine, data: null, errors: [{ message: 'No valid token found' }] }],
	])('but not with %s', async (_, parameters, body) => {
		const { error } = await run(parameters, { body });
		expect(error?.message).toBe(body.statusMessage ?? 'No valid token found');
	});

	test('and the counts of a page may be text', async () => {
		const approved = { filters: { isApproved: true }, advanced: { includePageInfo: true } };
		const body = { ...fine, data: [row], recordCount: '1', totalRecordCount: '1' };
		const { json } = await run(list('incidentReport', approved), { body });
		expect(json[0]?.pageInfo).toMatchObject({ count: 1, totalCount: 1 });
	});
});

describe('One record', () => {
	const reads: IDataObject[] = [
		{ resource: 'timesheet', operation: 'get', timesheetId: '5' },
		{ resource: 'timesheet', operation: 'getRates', timesheetId: '5' },
		{ resource: 'incidentReport', operation: 'get', incidentReportId: '5' },
		{ resource: 'staff', operation: 'getByEmail', email: 'ann@example.com' },
	];

	describe.each(reads)('$resource, $operation', (parameters) => {
		test.each([null, [], {}])('%j in a success is an error, and not a run without a word', async (data) => {
			const { error, json } = await run(parameters, { body: { ...fine, data } });
			const nothing =
				parameters.operation === 'getByEmail'
					? 'Nobody has this address. Check the spelling.'
					: 'The service can’t find what was requested';
			expect({ message: error?.message, json }).toEqual({ message: nothing, json: [] });
		});

		test('may come in a list of one', async () => {
			const { json } = await run({ ...parameters, simplify: false }, { body: { ...fine, data: [row] } });
			expect(json).toEqual([expect.objectContaining(row)]);
		});
	});

	test.each<[IDataObject, IDataObject]>([
		[
			{ resource: 'webhookSubscriber', operation: 'update', subscriberId: '4', state: 'active' },
			{ json: [{ id: '4', updated: true }] },
		],
		[
			{ resource: 'webhookSubscriber', operation: 'create' },
			{ message: expect.stringMatching(/without any data$/), json: [] },
		],
	])('of %j that is written may be answered by an empty object, which is no record', async (parameters, told) => {
		const { error, json } = await run(parameters, { body: { ...fine, data: {} } });
		expect({ message: error?.message, json }).toEqual(told);
	});

	test('an answer of a report may come without a list around it', async () => {
		const data = {
			incidentReportId: 5,
			incidentReportDetail: [
				{ incidentReportQuestion: 'Where?', incidentReportDetailAnswers: { answer: 'Dock 4' } },
				{ incidentReportQuestion: 'Who?', incidentReportDetailAnswers: 'Nobody' },
				{ incidentReportQuestion: 'Why?', incidentReportDetailAnswers: null },
			],
		};
		const get = { resource: 'incidentReport', operation: 'get', incidentReportId: '5', options: { flatten: true } };
		const { json } = await run(get, { body: { ...fine, data } });
		expect(json[0]).toMatchObject({ 'answer.Where?': 'Dock 4', 'answer.Who?': 'Nobody', 'answer.Why?': '' });
	});

	test('rates that call their timesheet 0 are those that were asked for, and a timesheet 0 is called by its other id', async () => {
		const days = { period: 'custom', startDate: '2026-01-01', endDate: '2026-01-02' };
		const sheets = list('timesheet', { ...days, options: { includeRates: true } });
		const { error, json, seen } = await run(sheets, ({ path }) => ({
			body: {
				...fine,
				data: path.endsWith('/rates') ? { timesheetId: 0, payRate: { amount: 9 } } : [{ timesheetId: 0, id: 5 }],
			},
		}));
		expect({ message: error?.message, payRate: json[0]?.payRate, path: seen[1]?.path }).toEqual({
			message: undefined,
			payRate: { amount: 9 },
			path: '/api/external/timesheets/5/rates',
		});
	});
});

test.each<[string, Canned]>([
	['beside the status', { body: { ...fine, accessToken: tokenOf() } }],
	['as OAuth writes it', { body: { access_token: tokenOf(), expires_in: 3600 } }],
])('a token that comes %s is none, and the error says so', async (_, token) => {
	const { error } = await run(customers, { body: { ...fine, data: [row] } }, token);
	expect(error?.message).toMatch(/returned no token for the API key/);
});

describe('A 403 is explained', () => {
	const forbidden = { status: 403, body: { status: { code: 403, errorMessage: 'No' }, data: null } };

	test.each<[IDataObject, RegExp]>([
		[{ KeyType: ['timesheet'], CustomerId: '[1, 2]' }, /customers 1, 2;/],
		[{ KeyType: '["TimeSheet"]', SiteId: ['3'] }, /sites 3\)/],
		[{ KeyType: ['developer'] }, /is of type “developer”/],
		[{ KeyType: 'developer,webhook' }, /is of type “developer, webhook”/],
	])('by the claims %j', async (claims, words) => {
		const days = { period: 'custom', startDate: '2026-01-01', endDate: '2026-01-02' };
		const { error } = await run(list('timesheet', days), forbidden, { claims });
		expect(error?.description).toMatch(words);
	});

	test.each<[IDataObject, boolean]>([
		[{ Scope: 'Login-Audits.Read' }, true],
		[{ Scope: '["login-audits.read"]' }, true],
		[{ Scope: 'login-audits.write' }, false],
	])('by the scope %j, which fits: %j', async (claims, isFit) => {
		const { error } = await run(list('loginAudit'), forbidden, { claims });
		expect(error?.message).toBe('The API key has no access to this');
		expect(error?.description).toMatch(isFit ? /^An ID may be outside/ : /^This operation needs/);
	});
});
