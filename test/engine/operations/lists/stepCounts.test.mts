// Counts as a step of a workflow gets them: an item for each group, of the whole list, the same as summing the records apart.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../../sandbox/index.mts';
import { startSandbox } from '../../../shared.mts';
import { credentialFor, type Result, runNode } from '../../../../kit/core/engine.mts';
import { madeOf, tableOf } from '../../support/fileResults.mts';

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
		const found = counts.map(({ customerName, status, count, hoursScheduled }) => [
			`${customerName} | ${status}`,
			[count, Math.round(Number(hoursScheduled) * 100)],
		]);
		expect(Object.fromEntries(found)).toEqual(expected);
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

	test.each(['csv', 'xlsx'])('go into a %s file as well, a row for each group, also under labels', async (asFile) => {
		const bySite = { ...fortnight(), output: 'counts', countBy: ['site'] };
		const counts = await items(bySite);
		const made = async (headings: string): Promise<unknown[][]> => {
			const [file] = madeOf((await run({ ...bySite, options: { addHours: true, asFile, headings } })).items);
			expect(file?.json).toMatchObject({ records: counts.length, complete: true });
			return file === undefined ? [] : tableOf(file);
		};
		const [head, ...rows] = await made('api');
		expect(head).toEqual(Object.keys(counts[0] ?? {}));
		expect(rows.map(([, count]) => Number(count))).toEqual(counts.map(({ count }) => count));
		const [labels] = await made('labels');
		expect(labels).toEqual(expect.arrayContaining(['Site Name', 'Count', 'Hours Scheduled']));
		expect(labels).not.toContain('siteName');
	});

	const shaping = { outputFields: 'siteName', flatten: true };
	const idle = { outputFields: [], flatten: false };
	test.each<[string, IDataObject, string[]]>([
		['none of them', {}, []],
		['Output Fields', { options: { outputFields: ['siteName'] } }, ['Output Fields']],
		['Output Fields, empty', { options: idle, advanced: { includePageInfo: false } }, []],
		[
			'all that shapes records',
			{ options: shaping, advanced: { includePageInfo: true } },
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
