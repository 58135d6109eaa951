import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { endpoints, type EndpointId } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { watchedEvents } from '../../../../nodes/WorkforceOperations/watch/events.ts';
import { useBench } from '../../support/bench.mts';
import { everyOperation, formOf, type Minimal, offeredIn } from '../../support/everyOperation.mts';

const bench = useBench();
const dates = { period: 'custom', startDate: '2026-01-01T00:00:00Z', endDate: '2026-12-31T23:59:59Z' };
const timesheets = { resource: 'timesheet', operation: 'getAll', ...dates, limit: 2 };

const isRead = ({ id }: Minimal): boolean => id in endpoints && endpoints[id as EndpointId].method === 'GET';
const reads = everyOperation.filter(isRead).map((row): [string, Minimal] => [row.id, row]);
const withOptions = (parameters: IDataObject, options: IDataObject): IDataObject => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), ...options },
});

describe('Output Fields', () => {
	test('is an option of every read, and of nothing that writes', () => {
		const offering = everyOperation.filter(({ id }) =>
			offeredIn(id, 'options').some(({ name }) => name === 'outputFields'),
		);
		expect(reads.length).toBeGreaterThan(12);
		const expected = everyOperation.filter(
			(row) => isRead(row) || /^(apiKey\.check|customRequest\.send)$/.test(row.id),
		);
		expect(offering.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
	});

	test.each(reads)('%s returns the named fields only, in their order', async (_, { key, parameters }) => {
		// A record of whatever read this is: what matters is what comes of it.
		bench.recorder.answer(() => ({
			body: { status: { code: 0 }, isSuccess: true, data: [{ other: 1, b: { d: 4, c: 3 }, a: null }] },
		}));
		const form = withOptions({ ...parameters, simplify: true, limit: 1 }, { outputFields: 'missing, b.c ,a' });
		const { json } = await bench.run(key, form);
		expect(json).toEqual([{ missing: null, b: { c: 3 }, a: null }]);
		expect(Object.keys(json[0] ?? {})).toEqual(['missing', 'b', 'a']);
	});

	test('a custom request that reads has them, too', async () => {
		const parameters = { resource: 'customRequest', operation: 'send', path: '/api/external/customers', limit: 1 };
		const [customer] = await bench.ok('timesheet', { ...parameters, options: { outputFields: 'name' } });
		expect(customer).toEqual({ name: expect.any(String) });
	});

	test.each<[string, unknown]>([
		['text with commas', ' timesheetId ,staffName,, timesheetId '],
		['JSON, as a model writes it', '["timesheetId", "staffName"]'],
	])('take names as %s', async (_, outputFields) => {
		const options = { outputFields } as IDataObject;
		const records = await bench.ok('timesheet', { ...timesheets, simplify: false, options });
		const names = ['timesheetId', 'staffName'];
		expect(records.map((record) => Object.keys(record))).toEqual([names, names]);
	});

	test.each<[string, unknown]>([
		['nothing', ''],
		['blank', '  '],
		['separators alone', ' , ,'],
		['an expression that gives nothing', '={{ null }}'],
		['an empty list', '={{ [] }}'],
	])('that are %s leave Simplify to decide', async (_, outputFields) => {
		const [record] = await bench.ok('timesheet', { ...timesheets, options: { outputFields } as IDataObject });
		expect(Object.keys(record ?? {})).toHaveLength(10);
	});

	test.each<[string, unknown, RegExp]>([
		['a number', '={{ 5 }}', /“Output Fields” must be field names/],
		['an object', '={{ { id: true } }}', /“Output Fields” must be field names/],
		['a list of objects', '={{ [{ name: "id" }] }}', /“Output Fields” is an object, not text/],
		['half a list', '["id"', /“Output Fields” is not JSON/],
	])('that are %s are refused before anything is sent', async (_, outputFields, message) => {
		const { error } = await bench.run('timesheet', { ...timesheets, options: { outputFields } as IDataObject });
		expect(error?.message).toMatch(message);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('keep what the node itself reports of a record, and the page info that was asked for', async () => {
		bench.recorder.answer(({ path: asked }) =>
			asked.includes('/incidentreports/')
				? { body: { status: { code: 0 }, data: [{ incidentReportId: 1, pdfLink: 'https://files.invalid/1.pdf' }] } }
				: undefined,
		);
		const [record] = await bench.ok('incidentreport', {
			resource: 'incidentReport',
			operation: 'getAll',
			options: { outputFields: 'incidentReportId', downloadPdf: true },
			advanced: { includePageInfo: true },
		});
		expect(record).toEqual({
			incidentReportId: 1,
			downloadError: expect.any(String),
			pageInfo: expect.objectContaining({ returned: 1 }),
		});
	});

	describe('that no record has', () => {
		test('are named in a hint, once for all items', async () => {
			const options = { outputFields: 'timesheetId, StaffNames, clockInCoordinates.lat' };
			const { hints } = await bench.run(
				'timesheet',
				{ ...timesheets, options },
				{ items: [{ json: {} }, { json: {} }] },
			);
			expect(hints).toEqual([
				expect.stringMatching(
					/^No record has “StaffNames” \(did you mean “staffName”\?\), “clockInCoordinates.lat”\. /,
				),
			]);
		});

		test('are no matter where another item’s record has them, or where there is no record', async () => {
			let calls = 0;
			bench.recorder.answer(() => ({
				body: { status: { code: 0 }, data: calls++ === 0 ? { timesheetId: 1, notes: 'x' } : { timesheetId: 2 } },
			}));
			const get = { resource: 'timesheet', operation: 'get', timesheetId: '1', options: { outputFields: 'notes' } };
			expect((await bench.run('timesheet', get, { items: [{ json: {} }, { json: {} }] })).hints).toEqual([]);
			bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: [] } }));
			expect((await bench.run('timesheet', { ...timesheets, options: { outputFields: 'nothing' } })).hints).toEqual([]);
		});
	});
});

describe('Simplify', () => {
	const simplified = everyOperation.filter(({ id }) => formOf(id).some(({ name }) => name === 'simplify'));

	test.each(simplified.map(({ id }) => [id]))('%s keeps ten fields at most', (id) => {
		const file = path.resolve('nodes/WorkforceOperations/__schema__/v1.0.0', `${id.replace('.', '/')}.json`);
		const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
		expect(Object.keys(properties).length).toBeLessThanOrEqual(10);
	});

	test.each(watchedEvents.flatMap(({ value, simple }) => (simple ? [[value, simple] as const] : [])))(
		'%s keeps ten fields at most',
		(_, simple) => {
			// A site has `id` and `name`, or `siteId` and `siteName`: nobody knows which.
			const other = (name: string): string => `site${name.charAt(0).toUpperCase()}${name.slice(1)}`;
			expect(simple.filter((name) => !simple.includes(other(name))).length).toBeLessThanOrEqual(10);
			expect(new Set(simple).size).toBe(simple.length);
		},
	);
});
