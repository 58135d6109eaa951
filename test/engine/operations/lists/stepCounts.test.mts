// Counts as a step of a workflow gets them: an item for each group, of the whole list, the same as summing the records apart.
import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../../sandbox/index.mts';
import { startSandbox } from '../../../shared.mts';
import { credentialFor, type Result, runNode } from '../../../../kit/core/engine.mts';

const timeZone = 'Australia/Brisbane';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ ratePerMinute: 100_000, data: { timesheets: 600 } });
});
afterAll(async () => await sandbox.close());

const run = async (parameters: IDataObject, options: object = {}): Promise<Result> =>
	await runNode(
		credentialFor(sandbox, 'timesheet', { requestsPerMinute: 6000 }),
		{ resource: 'timesheet', operation: 'getAll', period: 'custom', ...parameters },
		{ timeZone, ...options },
	);

async function items(parameters: IDataObject): Promise<IDataObject[]> {
	const { json, error } = await run(parameters);
	if (error !== undefined) throw new Error(`${error.message} ${error.description}`);
	return json;
}

const DAY = 86_400_000;
const iso = (moment: number): string => new Date(moment).toISOString();
const fortnight = (): IDataObject => ({
	startDate: iso(sandbox.now() - 14 * DAY),
	endDate: iso(sandbox.now()),
	options: { addHours: true },
});

/** The same, summed apart: hours in whole hundredths. */
function summed(records: IDataObject[], by: string[]): Record<string, [number, number]> {
	const groups: Record<string, [number, number]> = {};
	for (const record of records) {
		const key = by.map((name) => String(record[name])).join(' | ');
		const [count, hours] = groups[key] ?? [0, 0];
		groups[key] = [count + 1, hours + Math.round(Number(record['hoursScheduled']) * 100)];
	}
	return groups;
}

describe('Counts in a workflow', () => {
	test('are an item for each group of the whole list, whatever Limit says, as summed apart', async () => {
		const records = await items({ ...fortnight(), simplify: false, returnAll: true });
		const counts = await items({ ...fortnight(), output: 'counts', countBy: ['customer', 'status'], limit: 1 });
		const expected = summed(records, ['customerName', 'status']);
		expect(counts.length).toBeGreaterThan(3);
		expect(
			Object.fromEntries(
				counts.map(({ customerName, status, count, hoursScheduled }) => [
					`${customerName} | ${status}`,
					[count, Math.round(Number(hoursScheduled) * 100)],
				]),
			),
		).toEqual(expected);
		expect(records.length).toBeGreaterThan(50);
	});

	test('are one item where nothing is chosen to count by, also of nothing', async () => {
		const [one, ...others] = await items({ ...fortnight(), output: 'counts' });
		expect(others).toEqual([]);
		expect(Number(one?.['count'])).toBeGreaterThan(50);
		const none = { startDate: '2001-01-01', endDate: '2001-01-02', output: 'counts' };
		expect(await items(none)).toEqual([{ count: 0 }]);
		expect(await items({ ...none, countBy: ['site'] })).toEqual([]);
	});

	test('go into a file as well, a row for each group', async () => {
		const counts = await items({ ...fortnight(), output: 'counts', countBy: ['site'] });
		const options = { addHours: true, asFile: 'csv' };
		const { json, items: made, error } = await run({ ...fortnight(), options, output: 'counts', countBy: ['site'] });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ records: counts.length, complete: true });
		const text = Buffer.from(String(made[0]?.binary?.['data']?.data), 'base64').toString('utf8').replace('\ufeff', '');
		const [head = '', ...lines] = text.trimEnd().split('\r\n');
		expect(head.split(',')).toEqual(Object.keys(counts[0] ?? {}));
		expect(lines.map((line) => line.split(',')[1])).toEqual(counts.map(({ count }) => String(count)));
	});

	test('have labels as headings, in both kinds of tables', async () => {
		for (const asFile of ['csv', 'xlsx']) {
			const options = { addHours: true, asFile, headings: 'labels' };
			const { items: made, error } = await run({ ...fortnight(), options, output: 'counts', countBy: ['site'] });
			expect(error).toBeUndefined();
			const book = XLSX.read(Buffer.from(String(made[0]?.binary?.['data']?.data), 'base64'));
			const [row] = XLSX.utils.sheet_to_json<IDataObject>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
			expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(['Site Name', 'Count', 'Hours Scheduled']));
			expect(Object.keys(row ?? {})).not.toContain('siteName');
		}
	});

	test.each<[string, IDataObject, string[]]>([
		['none of them', {}, []],
		['Output Fields', { options: { outputFields: ['siteName'] } }, ['Output Fields']],
		[
			'Output Fields, empty',
			{ options: { outputFields: [], flatten: false }, advanced: { includePageInfo: false } },
			[],
		],
		[
			'all that shapes records',
			{ options: { outputFields: 'siteName', flatten: true }, advanced: { includePageInfo: true } },
			['Include Page Info', 'Flatten', 'Output Fields'],
		],
	])('say what of the form they skip: %s', async (_, more, skipped) => {
		const { hints, json, error } = await run({ ...fortnight(), output: 'counts', countBy: ['site'], ...more });
		expect(error).toBeUndefined();
		expect(Object.keys(json[0] ?? {}).slice(0, 2)).toEqual(['siteName', 'count']);
		const said = hints.filter((hint) => hint.startsWith('Skipped for counts'));
		expect(said).toEqual(skipped.length === 0 ? [] : [`Skipped for counts: ${skipped.join(', ')}.`]);
	});

	test('are never of a part: a start cursor is refused', async () => {
		const { error } = await run({ ...fortnight(), output: 'counts', advanced: { startCursor: '10' } });
		expect(error?.message).toBe('“Start Cursor” can’t be combined with “Output: Counts”');
	});

	test('what a tool alone may say is refused, and what is set for a step means nothing to a tool', async () => {
		const { error } = await run({ ...fortnight(), output: 'raw' });
		expect(error?.message).toBe('“Output” must be Records (records) or Counts (counts)');
		const asTool = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' } };
		const tool = await run({ ...fortnight(), output: 'records' }, asTool);
		expect(tool.error?.message).toMatch(/must be Counts \(counts\), Simplified/);
	});
});
