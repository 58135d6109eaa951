// How what waits is looked for: one list a poll, and few records by their ids.
import { describe, expect, test } from '@jest/globals';
import type { Detection, EventSource } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { reportedWaiting } from '../../../../nodes/WorkforceOperations/watch/waiting/detect.ts';
import { waitingReports, waitingTimesheets } from '../../../../nodes/WorkforceOperations/watch/waiting/rules.ts';
import { waitingSource, type WaitingSettings } from '../../../../nodes/WorkforceOperations/watch/waiting/source.ts';
import { type Answer, fakePoll, type Given, HOUR, NOW, unfinished } from '../fakePoll.mts';

const ago = (hours: number): string => new Date(NOW - hours * HOUR).toISOString();
const sheet = (timesheetId: unknown, hours = 30, more: object = {}): object => ({
	timesheetId,
	scheduledStartTime: ago(hours + 8),
	scheduledEndTime: ago(hours),
	...more,
});
const report = (incidentReportId: unknown, hours = 30, more: object = {}): object => ({
	incidentReportId,
	submittedDate: ago(hours),
	...more,
});

const timesheets = waitingSource(waitingTimesheets);
const reports = waitingSource(waitingReports);

const LIST = `timesheet.getAll {"status":"Pending","startDate":"${ago(336)}","endDate":"${ago(0)}"}`;

const poll = (answer: Answer, { settings, ...changes }: Given = {}) =>
	fakePoll(answer, { ...changes, settings: { lookBackMs: 336 * HOUR, ...settings } });

async function look(
	answer: Answer,
	changes: Given = {},
	source: EventSource<WaitingSettings> = timesheets,
): Promise<Detection & { asked: string[]; keys: string[] }> {
	const faked = poll(answer, changes);
	const detection = await source.detect(faked.poll);
	return { ...detection, asked: faked.asked, keys: detection.findings.map(({ key }) => key) };
}

/** Told five hours ago, of a shift that began so many hours ago. */
const told = (...entries: Array<[key: string, hours: number, isMissing?: boolean]>) => ({
	told: reportedWaiting.pack(
		new Map(
			entries.map(([key, hours, isMissing = false]) => [
				key,
				{ at: NOW - 5 * HOUR, place: NOW - hours * HOUR, isMissing },
			]),
		),
	),
});

const refused = (): never => {
	throw new Error('The service is not well');
};

describe('one list a poll', () => {
	test('of timesheets that are pending, and nothing else', async () => {
		const { asked, keys, engine, complete } = await look(() => [sheet(2), sheet(1, 40), sheet(3, 3)]);
		expect({ asked, keys, complete }).toEqual({ asked: [LIST], keys: ['1', '2'], complete: true });
		expect(engine).toEqual({ told: { 0: [expect.stringMatching(/^1\.\w+\.\w+,1\.\w+\.\w+$/)] } });
	});

	test('of reports, with the filters', async () => {
		const { asked, keys } = await look(
			() => [report(2), report(1, 40), report(3, 90, { status: 'Approved' }), report(4, 90, { isApproved: 'true' })],
			{ settings: { query: { siteId: ['5'] } } },
			reports,
		);
		expect(asked).toEqual([`incidentReport.getAll {"siteId":["5"],"startDate":"${ago(336)}","endDate":"${ago(0)}"}`]);
		expect(keys).toEqual(['1', '2']);
	});

	test.each([
		['the last complete poll', NOW - 20 * HOUR, 356],
		['an outage longer than it looks back', NOW - 900 * HOUR, 672],
		['a clock that was ahead', NOW + HOUR, 336],
	])('after %s goes back by as much more', async (_, readTo, hours) => {
		const { asked } = await look(() => [], { readTo });
		expect(asked).toEqual([LIST.replace(ago(336), ago(hours))]);
	});

	test('that does not end in the time of a poll is not judged', async () => {
		await expect(look(() => unfinished())).rejects.toThrow('could not be read to the end');
	});

	test('says what it can’t tell apart, and whether no date can be read', async () => {
		const shared = await look(() => [sheet(1), sheet(1, 40), sheet(undefined)]);
		expect(shared).toMatchObject({ shared: ['1'], undated: false, keys: ['1'] });
		expect((await look(() => [{ timesheetId: 1, scheduledEndTime: 'Friday' }])).undated).toBe(true);
	});
});

describe('what is told and not listed', () => {
	const others = [sheet(9, 1)];
	const ofOne =
		(one: unknown): Answer =>
		({ endpoint }) =>
			endpoint === 'timesheet.getAll' ? others : one;

	test('is read by its id, and is over when that says so', async () => {
		const { asked, engine } = await look(ofOne([sheet(1, 30, { approvedDateTime: ago(2) })]), {
			engine: told(['1', 38]),
		});
		expect({ asked, engine }).toEqual({ asked: [LIST, 'timesheet.get 1'], engine: told() });
	});

	test.each([
		['says nothing', ofOne([sheet(1)])],
		['gives no record', ofOne([])],
		['can’t be read', ({ endpoint }: Parameters<Answer>[0]) => (endpoint === 'timesheet.getAll' ? others : refused())],
	])('or, where its record %s, with the second list', async (_, answer) => {
		const first = await look(answer, { engine: told(['1', 38]) });
		expect(first.engine).toEqual(told(['1', 38, true]));
		expect((await look(answer, { engine: first.engine })).engine).toEqual(told());
	});

	test('stays told where a list may be incomplete', async () => {
		const faked = poll(ofOne([]), { engine: told(['1', 38, true]) });
		faked.reader.hasDoubts = true;
		expect((await timesheets.detect(faked.poll)).engine).toEqual(told(['1', 38, true]));
		expect(faked.asked).toEqual([LIST]);
	});

	test('is read ten at once, and no more where one can’t be read', async () => {
		const many = told(...Array.from({ length: 30 }, (_, id): [string, number] => [String(id + 1), 38]));
		expect((await look(ofOne([sheet(1)]), { engine: many })).asked).toHaveLength(11);
		expect((await look(ofOne([]), { engine: many })).asked).toHaveLength(2);
	});

	test('is read as reports are', async () => {
		const answer: Answer = ({ endpoint }) => (endpoint === 'incidentReport.getAll' ? [report(9, 1)] : [report(1)]);
		const settings = { query: { companyId: '3', siteId: ['5'] } };
		const { asked } = await look(answer, { engine: told(['1', 30]), settings }, reports);
		expect(asked.slice(1)).toEqual(['incidentReport.get {"incidentReportId":"1","companyId":"3"}']);
	});

	test('because it has left the window is read only to be repeated', async () => {
		const engine = told(['1', 400]);
		const pending = ofOne([sheet(1, 392, { status: 'Pending' })]);
		const quiet = await look(pending, { engine });
		expect({ asked: quiet.asked, engine: quiet.engine, keys: quiet.keys }).toEqual({ asked: [LIST], engine, keys: [] });
		const again = await look(pending, { engine, settings: { repeatEveryMs: HOUR } });
		expect({ asked: again.asked, keys: again.keys }).toEqual({ asked: [LIST, 'timesheet.get 1'], keys: ['1'] });
		expect(again.findings[0]?.numbers).toEqual({ hoursWaiting: 392 });
	});
});

test('a report that was submitted anew waits anew, and a timesheet whose times were corrected does not', async () => {
	const given = { engine: told(['1', 12]), settings: { waitMs: HOUR } };
	expect((await look(() => [report(1, 3)], given, reports)).keys).toEqual(['1']);
	expect((await look(() => [sheet(1, 3)], given)).keys).toEqual([]);
});

describe('what is handed over again', () => {
	const pending = { locator: 1, first: 0, at: 0, tries: 1 };

	test('is that of the list, or of its own record', async () => {
		const pendingReread = { 1: pending, 2: pending, 3: pending, 4: pending, 'A(2f)5': pending };
		const ids: unknown[] = [];
		const { reread, unreadable } = await look(
			({ endpoint, id }) => {
				if (endpoint === 'timesheet.getAll') return [sheet(1)];
				ids.push(id);
				return id === '2' ? [sheet(2, 30, { status: 'Pending' })] : id === '3' ? [sheet(3)] : refused();
			},
			{ pendingReread },
		);
		const states = [...reread].map(([key, { stillSo, reason }]) => ({
			key,
			stillSo,
			told: reason.includes('30 hours'),
		}));
		expect(states).toEqual([
			{ key: '1', stillSo: true, told: true },
			{ key: '2', stillSo: true, told: true },
			{ key: '3', stillSo: false, told: true },
		]);
		expect({ unreadable, ids }).toEqual({ unreadable: ['4', 'A(2f)5'], ids: ['2', '3', '4', 'A/5'] });
	});

	test('is no longer so where the list says that it was decided', async () => {
		const listed = [report(1, 30, { status: 'Approved' }), report(2)];
		const { reread } = await look(() => listed, { pendingReread: { 1: pending, 2: pending } }, reports);
		expect([...reread].map(([key, { stillSo }]) => [key, stillSo])).toEqual([
			['1', false],
			['2', true],
		]);
	});
});

describe('“Fetch Test Event”', () => {
	const preview = async (...records: object[]) => await timesheets.preview(poll(() => records).poll);

	test('shows the five that wait longest', async () => {
		const all = Array.from({ length: 7 }, (_, index) => sheet(index, 30 + index));
		const { findings } = await preview(...all);
		expect(findings.map(({ key }) => key)).toEqual(['6', '5', '4', '3', '2']);
	});

	test('or the one that comes nearest, and why it doesn’t', async () => {
		const { findings, nearest } = await preview(sheet(1, 3), sheet(2, 20), sheet(3, 90, { status: 'Approved' }));
		expect({ findings, key: nearest?.key }).toEqual({ findings: [], key: '2' });
		expect(nearest?.reason).toContain('has waited 20 hours for approval; the limit is 24 hours');
		const { nearest: decided } = await preview(sheet(3, 90, { status: 'Approved' }));
		expect(decided?.reason).toContain('is no longer waiting for approval');
	});

	test('or says what there is none of', async () => {
		const { nearest, nothing } = await preview();
		expect(nearest).toBeUndefined();
		expect(nothing).toBe(
			'The service lists no timesheets since 09:00 on 17 Jun that may be waiting for approval, for this key and these filters',
		);
	});
});
