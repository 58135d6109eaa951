// The lists of what is new: timesheets, reports, users and subscriptions are picked, not typed.
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import { locator, useBench } from '../../support/bench.mts';
import { names, pickersOf } from './pickerForm.mts';

const bench = useBench();

// Answers are kept for a minute; between two tests some minutes pass.
const pace = new Pace();
beforeEach(async () => await pace.pass(600_000));
afterAll(() => pace.end());

const { search } = pickersOf(bench);

const DAY = 86_400_000;

const slim = (data: IDataObject[]): { body: IDataObject } => ({
	body: { status: { code: 0 }, data, nextPageParameter: null },
});

const days = ({ startDate, endDate, from }: Record<string, string>): number[] =>
	[startDate ?? from, endDate].flatMap((moment) =>
		moment === undefined ? [] : [Math.round((Date.parse(moment) - Date.now()) / DAY)],
	);

describe('Timesheets', () => {
	const mei = { staffName: 'Mei Tan', siteName: 'Depot', scheduledStartTime: '2026-07-01T12:00:00Z' };
	const aroha = { staffName: 'Aroha Ngata', siteName: 'Library', scheduledStartTime: '2026-07-02T08:00:00Z' };
	const sheets: IDataObject[] = [
		{ timesheetId: 7, ...mei, status: 'Pending' },
		{ timesheetId: 9, ...aroha, approvedDateTime: '2026-07-03' },
		{ timesheetId: 8 },
		{ staffName: 'Without an id' },
	];

	test('of three days are named by guard, site, time and state, the newest first', async () => {
		bench.recorder.answer(() => slim(sheets));
		const { results } = await search('searchTimesheets', 'timesheet');
		expect(results).toEqual([
			{
				name: expect.stringMatching(/^Aroha Ngata · Library · Thu,? 2 July?,? (?:at )?\d\d:00 · Approved$/),
				value: '9',
			},
			{ name: expect.stringMatching(/^Mei Tan · Depot · .*1 July?.* · Pending$/), value: '7' },
			{ name: '8', value: '8' },
		]);
		expect(bench.recorder.seen.map(({ query }) => ({ ...query, days: days(query) }))).toEqual([
			expect.objectContaining({ days: [-3, 1], limit: '100' }),
		]);
		expect(bench.recorder.seen[0]?.query).not.toHaveProperty('searchText');
	});

	test('are narrowed by what is typed, here and by the service', async () => {
		const elsewhere = { timesheetId: 5, staffName: 'Subcontracted', siteName: 'Gate' };
		bench.recorder.answer(({ query }) =>
			slim(query.searchText === undefined ? sheets : [elsewhere, ...sheets.slice(1, 2)]),
		);
		expect(names(await search('searchTimesheets', 'timesheet', { filter: ' aroha ' }))).toEqual([
			expect.stringContaining('Aroha Ngata'),
			'Subcontracted · Gate',
		]);
		expect(bench.recorder.seen.map(({ query }) => query.searchText)).toEqual([undefined, 'aroha']);
	});

	test('are found by their id', async () => {
		bench.recorder.answer(({ query }) => slim(query.searchText === undefined ? sheets : []));
		const { results } = await search('searchTimesheets', 'timesheet', { filter: '7' });
		expect(results.map(({ value }) => value)).toEqual(['7']);
	});

	test('are named by the fields that they are likeliest to have', async () => {
		bench.recorder.answer(() =>
			slim([
				{ id: 4, payStartTime: '2026-07-02T08:00:00Z', staffName: 'Ann', siteName: { id: 1 } },
				{ id: 5, timeclockStartTime: '2026-07-01T08:00:00Z' },
			]),
		);
		expect((await search('searchTimesheets', 'timesheet')).results).toEqual([
			{ name: expect.stringMatching(/^Ann · Thu\b.*:00$/), value: '4' },
			{ name: expect.stringMatching(/^Wed\b.*:00$/), value: '5' },
		]);
	});

	test('are kept for a while, for each key, list and time zone', async () => {
		bench.recorder.answer(() => slim(sheets.slice(0, 1)));
		const [perth, london] = [{ timeZone: 'Australia/Perth' }, { timeZone: 'Europe/London' }];
		expect(names(await search('searchTimesheets', 'timesheet', perth)).join()).toMatch(/ 1 July?\b.* 20:00 /);
		expect(names(await search('searchTimesheets', 'timesheet', london)).join()).toMatch(/ 1 July?\b.* 13:00 /);
		await search('searchTimesheets', 'timesheet', london);
		expect(bench.recorder.seen).toHaveLength(2);
		await search('searchTimesheets', 'scoped', london);
		expect(bench.recorder.seen).toHaveLength(3);
		await search('searchIncidentReports', 'scoped', london);
		expect(bench.recorder.seen).toHaveLength(5);
	});

	test('of the sandbox can be read by what the list gives', async () => {
		const [first] = (await search('searchTimesheets', 'timesheet')).results;
		const timesheetId = locator(String(first?.value), 'list');
		const [read] = await bench.ok('timesheet', { resource: 'timesheet', operation: 'get', timesheetId });
		expect(first?.name).toContain(String(read?.staffName));
	});
});

test('incident reports of fourteen days are shown whether they are approved or not', async () => {
	const staff = { submittedByName: 'Mei Tan', staffName: 'Ann' };
	const report = { reportName: 'Theft', siteName: 'Depot', submittedDate: '2026-07-01', status: 'New' };
	const open = { incidentReportId: 1, ...report, ...staff };
	const approved = { incidentReportId: 2, formName: 'Log', submittedDate: '2026-07-02', isApproved: 'Y' };
	bench.recorder.answer(({ query }) => slim(query.isApproved === 'true' ? [approved] : [open]));
	expect((await search('searchIncidentReports', 'incidentreport')).results).toEqual([
		{ name: expect.stringMatching(/^Log · .* · Approved$/), value: '2' },
		{ name: expect.stringMatching(/^Theft · Mei Tan · Depot · .* · New$/), value: '1' },
	]);
	expect(bench.recorder.seen.map(({ query }) => days(query))).toEqual([
		[-14, 1],
		[-14, 1],
	]);
});

test('incident reports are named by the fields that they are likeliest to have, a hundred of them', async () => {
	const report = { staffName: 'Ann', dateCreated: '2026-07-02T08:00:00Z' };
	const reports = (first: number): IDataObject[] =>
		Array.from({ length: 100 }, (_, at) => ({ id: first + at, reportId: `R-${first + at}`, ...report }));
	const newest = { id: 999, createdDateTime: '2026-07-03T08:00:00Z' };
	bench.recorder.answer(({ query }) => {
		const data = query.isApproved === 'true' ? [newest, ...reports(100).slice(1)] : reports(200);
		return { body: { status: { code: 0 }, data, nextPageParams: 'direction=next&referenceId=1' } };
	});
	const { results } = await search('searchIncidentReports', 'incidentreport');
	expect(results).toHaveLength(100);
	expect(results.slice(0, 2)).toEqual([
		{ name: expect.stringMatching(/^Fri\b.*:00$/), value: '999' },
		{ name: expect.stringMatching(/^R-200 · Ann · Thu\b.*:00$/), value: '200' },
	]);
	expect((await search('searchIncidentReports', 'incidentreport', { filter: 'Ann' })).results).toHaveLength(100);
	// One page of each half, without what is typed and with it.
	expect(bench.recorder.seen.map(({ query }) => query.searchText)).toEqual([undefined, undefined, 'Ann', 'Ann']);
});

test('users are those who have signed in, each once, and an ID of any form can be entered', async () => {
	const login = (userId: unknown, occurredUtc: string, emailAttempted: string | null = null): IDataObject =>
		({ id: occurredUtc, userId, occurredUtc, emailAttempted }) as IDataObject;
	const events = [
		login('u-1', '2026-07-03T08:00:00Z', 'ann@example.com'),
		login(5, '2026-07-02T08:00:00Z'),
		login('u-1', '2026-07-01T08:00:00Z', 'old@example.com'),
		login(null, '2026-07-01T07:00:00Z', 'stranger@example.com'),
	];
	bench.recorder.answer(() => ({ body: { data: events, errors: null, meta: {} } }));
	const { results } = await search('searchUsers', 'loginaudit');
	expect(results.map(({ value }) => value)).toEqual(['u-1', '5']);
	expect(results.map(({ name }) => name)).toEqual([
		expect.stringMatching(/^ann@example\.com · /),
		expect.stringMatching(/^User 5 · /),
	]);
	expect(names(await search('searchUsers', 'loginaudit', { filter: 'ANN' }))).toHaveLength(1);
	// They are not asked for again: the service can't search them by text.
	expect(bench.recorder.seen.map(({ query }) => [days(query), query.pageSize])).toEqual([[[-3], '500']]);
	const recent = { resource: 'loginAudit', operation: 'getRecent', userId: { __rl: true, mode: 'id', value: 'u-1' } };
	bench.recorder.answer(() => ({ body: { data: [], errors: null } }));
	expect((await bench.one('loginaudit', recent)).request).toContain('/users/u-1/recent');
});

describe('Subscriptions', () => {
	test('are those of the subscriber beside the field', async () => {
		const approve = { eventType: 'timesheet', event: 'approve', uri: 'https://n8n.example.com/webhook/x' };
		bench.recorder.answer(() =>
			slim([
				{ id: 4, ...approve, isActive: 'N' },
				{ id: 5, eventType: 'patrol', event: 'end' },
				{ webhookSubscriptionId: 6, eventType: 'Timesheet', event: 'Reject', uri: 'no address' },
				{ id: 7 },
				{ id: { a: 1 } },
				{ event: 'end' },
			]),
		);
		const form = { subscriberId: ' 12 ' };
		expect((await search('searchSubscriptions', 'webhook', { form })).results).toEqual([
			{ name: 'Timesheet Approved · n8n.example.com · inactive · ID 4', value: '4' },
			{ name: 'patrol.end · ID 5', value: '5' },
			{ name: 'Timesheet Rejected · no address · ID 6', value: '6' },
			{ name: 'ID 7', value: '7' },
		]);
		expect(bench.recorder.seen.map(({ path }) => path)).toEqual(['/api/webhook/subscribers/12/subscriptions']);
		expect(names(await search('searchSubscriptions', 'webhook', { form, filter: ' TIMESHEET ' }))).toHaveLength(2);
		// They are kept for a while, for each key and subscriber.
		expect(bench.recorder.seen).toHaveLength(1);
		await search('searchSubscriptions', 'developer', { form });
		await search('searchSubscriptions', 'developer', { form: { subscriberId: 13 } });
		expect(bench.recorder.seen).toHaveLength(3);
	});

	test.each([[undefined], [''], ['x12'], ['={{ $json.id }}']])(
		'of the subscriber %j cannot be listed, which is said',
		async (subscriberId) => {
			await expect(search('searchSubscriptions', 'webhook', { form: { subscriberId } })).rejects.toMatchObject({
				message: 'The service lists the subscriptions of one subscriber at a time',
				description: expect.stringContaining('Enter a Subscriber ID'),
			});
			expect(bench.recorder.seen).toEqual([]);
		},
	);
});
