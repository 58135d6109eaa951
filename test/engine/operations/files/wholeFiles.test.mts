// A file is whole or not made, and what the form says of it is taken or refused.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { inCollections } from '../../support/collections.mts';
import { useBench } from '../../support/bench.mts';
import { everyOperation, type Minimal } from '../../support/everyOperation.mts';
import { type Made, one as oneOf } from '../../support/fileResults.mts';
import { fine, getAll, isRates, keepGoing, service, sheets } from '../../support/payrollService.mts';

const bench = useBench();
const one = (options: IDataObject): Promise<Made> => oneOf(bench, 'timesheet', getAll, options);

describe('Whole or nothing', () => {
	beforeEach(() => bench.recorder.answer(undefined));

	/** Two pages come, the third one doesn't. */
	const breaking = (): void =>
		bench.recorder.answer(({ query }) => {
			const page = Number(query.referenceId ?? 0) + 1;
			if (page === 3) return { status: 403, body: { status: { code: 1, errorMessage: 'No third page' } } };
			const data = [{ timesheetId: page }, { timesheetId: page + 100 }];
			return { body: { ...fine, data, nextPageParameter: `direction=next&referenceId=${page}` } };
		});

	test.each(['csv', 'xlsx', 'jsonl'])(
		'a page that fails ends a %s file, which says how far it had come',
		async (asFile) => {
			breaking();
			const { items, error } = await bench.run('timesheet', { ...getAll, options: { asFile } });
			expect(items).toEqual([]);
			expect(error?.message).toBe('The API key has no access to this');
			expect(error?.description).toMatch(/Records read before the error: 4\..*No file was created\./);
		},
	);

	test('with On Error set to Continue the other files are made all the same', async () => {
		bench.recorder.answer(({ query }) =>
			query.status === 'Rejected'
				? { status: 400, body: { status: { code: 1, errorMessage: 'Not that one' } } }
				: { body: { ...fine, data: sheets(2) } },
		);
		const items = ['Approved', 'Rejected', 'Pending'].map((status) => ({ json: { status } }));
		const parameters = {
			...getAll,
			filters: { status: '={{ $json.status }}' },
			options: { asFile: 'csv', fileName: '={{ $json.status }}' },
		};
		const result = await bench.run('timesheet', parameters, { items, ...keepGoing });
		expect(result.json).toEqual([
			expect.objectContaining({ fileName: 'Approved.csv', records: 2 }),
			{ error: expect.objectContaining({ message: expect.stringContaining('Not that one') }) },
			expect.objectContaining({ fileName: 'Pending.csv', records: 2 }),
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	test('where one fails and ends the run, the next ones are not read', async () => {
		breaking();
		const items = [1, 2, 3, 4].map((id) => ({ json: { id } }));
		const { error } = await bench.run('timesheet', { ...getAll, options: { asFile: 'csv' } }, { items });
		expect(error?.context.itemIndex).toBe(0);
		expect(error?.description?.match(/No file was created/g)).toHaveLength(1);
		expect(bench.recorder.seen).toHaveLength(3);
	});

	test('without the rates of a timesheet there is no file, also with On Error set to Continue', async () => {
		const none = { status: 404, body: { status: { code: 1, errorMessage: 'No rates' } } };
		bench.recorder.answer(service(sheets(3), (id) => (id === 2 ? none : undefined)));
		const parameters = { ...getAll, options: { asFile: 'csv', includeRates: true } };
		const { items, json } = await bench.run('timesheet', parameters, keepGoing);
		expect(items[0]?.binary).toBeUndefined();
		expect(json).toEqual([
			{ error: expect.objectContaining({ description: expect.stringContaining('No file was created.') }) },
		]);
		expect(bench.recorder.seen.filter(isRates).length).toBeGreaterThan(0);
	});

	test('a stopped execution makes none', async () => {
		const signal = new AbortController();
		bench.recorder.answer(({ query }) => {
			const page = Number(query.referenceId ?? 0) + 1;
			if (page === 2) signal.abort();
			return { body: { ...fine, data: sheets(2), nextPageParameter: `direction=next&referenceId=${page}` } };
		});
		const { items } = await bench.run('timesheet', { ...getAll, options: { asFile: 'jsonl' } }, { signal });
		expect(items).toEqual([]);
		expect(bench.recorder.seen.length).toBeLessThanOrEqual(2);
	});
});

describe('What the form says of a file', () => {
	const notWithFile = (label: string): string => `“${label}” can’t be combined with a file`;
	const noFormat = '“Output As” must be none, csv, xlsx or jsonl';
	test.each<[string, string, IDataObject, string]>([
		['an unknown format', 'timesheet.getAll', { asFile: '={{ "pdf" }}' }, noFormat],
		['a list of formats', 'timesheet.getAll', { asFile: ['csv'] }, noFormat],
		['page info', 'timesheet.getAll', { asFile: 'csv', includePageInfo: true }, notWithFile('Include Page Info')],
		['PDFs', 'incidentReport.getAll', { asFile: 'csv', downloadPdf: true }, notWithFile('Download PDF')],
		['photos', 'liveOperation.getAll', { asFile: 'csv', downloadPhotos: true }, notWithFile('Download Photos')],
		[
			'attachments',
			'securityLicence.getAll',
			{ asFile: 'csv', downloadAttachment: true },
			notWithFile('Download Attachment'),
		],
		[
			'an object as a name',
			'timesheet.getAll',
			{ asFile: 'csv', fileName: '={{ { a: 1 } }}' },
			'“File Name” is an object',
		],
	])('refuses %s before anything is sent', async (_, id, options, message) => {
		const { key, parameters } = everyOperation.find((row) => row.id === id) as Minimal;
		const { error, items } = await bench.run(key, { ...parameters, ...inCollections(options) });
		expect({ message: error?.message, items }).toEqual({ message: expect.stringContaining(message), items: [] });
		expect(bench.recorder.seen).toEqual([]);
	});

	test.each(['none', '', '={{ null }}'])('%j means items', async (asFile) => {
		bench.recorder.answer(service(sheets(2)));
		expect(await bench.ok('timesheet', { ...getAll, options: { asFile } })).toHaveLength(2);
	});

	test('takes a name with slashes and control characters as one that every system takes', async () => {
		bench.recorder.answer(service(sheets(1)));
		const { json, fileName } = await one({ asFile: 'xlsx', fileName: 'Pay\u0000roll 16/11/2026.csv' });
		expect({ inItem: json.fileName, fileName }).toEqual({
			inItem: 'Payroll 16-11-2026.xlsx',
			fileName: 'Payroll 16-11-2026.xlsx',
		});
	});

	test('takes an empty name for none', async () => {
		bench.recorder.answer(service(sheets(1)));
		const { json } = await one({ asFile: 'csv', fileName: '={{ $json.none }}' });
		expect(json.fileName).toBe('timesheets-2026-01-01-to-2026-12-31.csv');
	});
});
