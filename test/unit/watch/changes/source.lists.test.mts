// Records of a look at changed records that its lists leave out for once, or show otherwise than before.
import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { reportKind, timesheetKind } from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { changeSource } from '../../../../nodes/WorkforceOperations/watch/changes/source.ts';
import { fakePoll, type Given, HOUR, isoAt, keysOf, lost, NOW } from '../fakePoll.mts';

const sheets = changeSource(timesheetKind);
const sheet = { timesheetId: 1, scheduledStartTime: isoAt(NOW - HOUR), approvedDateTime: isoAt(NOW - 1000) };
const ofSheets = (records: JsonObject[], { settings, ...given }: Given = {}) =>
	fakePoll(() => records, { readTo: NOW, ...given, settings: { signals: timesheetKind.signals, ...settings } }).poll;

test.each([
	['comes empty', false],
	['may be incomplete', true],
])('an approval is not told again if the list that shows it %s for once', async (_, hasDoubts) => {
	const dates = { submittedDate: isoAt(NOW - HOUR), modifiedDate: isoAt(NOW - 1000) };
	const [report, other] = [
		{ incidentReportId: 7, ...dates },
		{ incidentReportId: 8, ...dates },
	] as const;
	let engine: JsonObject = {};
	const look = async (approved: JsonObject[], isInDoubt = false): Promise<string[]> => {
		const { poll, reader } = fakePoll(({ query }) => (query.isApproved === undefined ? [report, other] : approved), {
			readTo: NOW,
			engine,
			settings: { signals: reportKind.signals },
		});
		reader.hasDoubts = isInDoubt;
		const seen = await changeSource(reportKind).detect(poll);
		({ engine } = seen);
		return keysOf(seen.findings).map((key) => key.split(':')[0] ?? '');
	};
	expect(await look([report, other])).toEqual(['7', '8']);
	expect(await look(hasDoubts ? [other] : [], hasDoubts)).toEqual([]);
	expect(await look([report, other])).toEqual([]);
});

test('a timesheet that was missing for a minute is not told again', async () => {
	let engine: JsonObject = {};
	const told: number[] = [];
	for (const [minutes, records] of [
		[0, [sheet]],
		[61, []],
		[62, [sheet]],
	] as const) {
		const seen = await sheets.detect(ofSheets([...records], { engine, now: NOW + minutes * 60_000 }));
		({ engine } = seen);
		told.push(seen.findings.length);
	}
	expect(told).toEqual([1, 0, 0]);
});

test('times are those of the workflow’s time zone', async () => {
	const settings = { timeZone: 'Australia/Sydney' };
	const { findings } = await sheets.detect(ofSheets([sheet], { settings }));
	expect(findings.map(({ reason }) => reason)).toEqual([
		expect.stringMatching(/, for the shift at 18:00, was approved at 18:59$/),
	]);
	expect((await sheets.preview(ofSheets([], { settings }))).nothing).toContain(' since 17:00 ');
});

test('a record that is read again, whose approval was taken back, shows no longer what was told', async () => {
	const pendingReread = lost({ '1:approve:abcd': NOW - HOUR });
	const { reread } = await sheets.detect(ofSheets([{ ...sheet, approvedDateTime: null }], { pendingReread }));
	expect(reread.get('1:approve:abcd')).toMatchObject({ stillSo: false, numbers: { change: 'approve' } });
});

test('Fetch Test Event says beside what it shows which field no record has', async () => {
	const signals = { ...timesheetKind.signals, submit: { field: 'handedIn', source: 'assumed' as const } };
	const { findings } = await sheets.preview(
		ofSheets([sheet], { settings: { signals, changes: ['submit', 'approve'] } }),
	);
	expect(findings.map(({ reason }) => reason)).toEqual([
		expect.stringMatching(/ was approved at 08:59\. No record has the field “handedIn”/),
	]);
});

test('more records than can be remembered end the look, which is said once', async () => {
	const many = Array.from({ length: 100_001 }, (_, index) => ({ timesheetId: index + 1 }));
	let engine: JsonObject = {};
	const looks: unknown[] = [];
	for (const records of [many, many, []]) {
		const given = { engine: { ...engine, slice: 13 * HOUR }, settings: { timeZone: 'Australia/Sydney' } };
		const { log = [], complete, ...seen } = await sheets.detect(ofSheets(records, given));
		({ engine } = seen);
		looks.push([complete, engine.narrowed, ...log.map(({ level, text }) => `${level} ${text}`)]);
	}
	expect(looks).toEqual([
		[
			true,
			true,
			expect.stringMatching(/^error looks back only to 06:00: Look Back covers more than 100,000 records\. /),
		],
		[true, true],
		[true, undefined],
	]);
});

test('as many records as can be remembered are read to the end, and one more in the last part is no harm', async () => {
	const engine = { walk: { upper: NOW + 24 * HOUR, begun: NOW, records: 99_999 }, slice: 13 * HOUR };
	const { complete, log, engine: kept } = await sheets.detect(ofSheets([sheet], { engine }));
	expect({ complete, log, narrowed: kept.narrowed }).toEqual({ complete: true, log: [], narrowed: undefined });
});

test('what was told in the first part of a long reading is known behind its end', async () => {
	const late = { ...sheet, scheduledStartTime: isoAt(NOW + 12 * HOUR) };
	const looks: unknown[] = [];
	let engine: JsonObject = { slice: 13 * HOUR };
	for (const [hours, records] of [
		[0, [late]],
		[16, []],
		[16.1, [late]],
	] as const) {
		const { settings } = ofSheets([]);
		const { poll, reader } = fakePoll(() => records, { readTo: NOW, now: NOW + hours * HOUR, engine, settings });
		reader.isSpent = hours === 0;
		const seen = await sheets.detect(poll);
		({ engine } = seen);
		looks.push([seen.findings.length, seen.complete]);
	}
	expect(looks).toEqual([
		[1, false],
		[0, true],
		[0, true],
	]);
});

test('Fetch Test Event shows a change that has no date before the others', async () => {
	const undated = { timesheetId: 2, staffSubmittedTimesheetTimes: [{ startTime: 'x' }] };
	const { findings } = await sheets.preview(
		ofSheets([sheet, undated], { settings: { changes: ['submit', 'approve'] } }),
	);
	expect(findings.map(({ at }) => at)).toEqual([0, NOW - 1000]);
});

test('a record whose id is a number in one list and text in the other is one record, told once', async () => {
	const modifiedDate = '2026-07-01T08:59:00Z';
	const { poll, asked } = fakePoll(
		({ query }) => [{ incidentReportId: query.isApproved === undefined ? 7 : '7', modifiedDate }],
		{ readTo: NOW, settings: { signals: reportKind.signals } },
	);
	const first = await changeSource(reportKind).detect(poll);
	const range = { startDate: isoAt(NOW - 2 * HOUR), endDate: isoAt(NOW + 24 * HOUR) };
	expect(asked).toEqual([
		`incidentReport.getAll ${JSON.stringify(range)}`,
		`incidentReport.getAll ${JSON.stringify({ isApproved: 'true', ...range })}`,
	]);
	const second = await changeSource(reportKind).detect({ ...poll, engine: first.engine });
	expect({ first: first.findings.length, second: second.findings.length }).toEqual({ first: 1, second: 0 });
});
