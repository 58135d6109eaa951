// Every way in which a list may end, and what a total may count, through n8n's engine: lists, pickers and polls.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { watchFamilies } from '../../../nodes/WorkforceOperations/watch/events.ts';
import { choiceTable } from '../../../sandbox/core/choices.mts';
import { type Key, useBench } from '../support/bench.mts';
import { pickersOf } from '../operations/pickers/pickerForm.mts';
import { keyOf, pagedLists } from '../support/everyOperation.mts';
import { engines, watchNode } from '../support/watchHost.mts';
import { useWatchWorld } from '../support/watchWorld.mts';

const ends = Object.keys(choiceTable.end.values) as Array<keyof typeof choiceTable.end.values>;
const totals = Object.keys(choiceTable.total.values) as Array<keyof typeof choiceTable.total.values>;

// Answers of pickers are kept for a minute.
let pace: Pace;
beforeAll(() => {
	pace = new Pace();
});
beforeEach(async () => await pace.pass(600_000));
afterAll(() => pace.end());

describe.each(ends)('where the end of a list is written as “%s”', (end) => {
	const bench = useBench({ end, total: 'right', largestPage: 'clamped', isApproved: 'all' });
	const { search, load } = pickersOf(bench);

	/** What a full last page leads to, where the end isn't written as null; undefined where nothing may be said. */
	const doubt = {
		absent: /^The list may be incomplete: .*"listEnd": "unsaid"/,
		echo: /^The service keeps sending the same page/,
	};
	const said = end === 'absent' || end === 'echo' ? doubt[end] : undefined;

	/** Runs without a row that comes twice, and without a word but that one; undefined where it is an error. */
	const tryRead = async (key: Key, parameters: IDataObject): Promise<IDataObject[] | undefined> => {
		const asked = { operation: 'getAll', simplify: false, ...parameters };
		const { json, error, hints } = await bench.run(key, asked, { serviceDetails: '' });
		const words = [...hints, ...(error === undefined ? [] : [error.message])];
		expect({ parameters, words: words.filter((each) => said?.test(each) !== true) }).toEqual({ parameters, words: [] });
		expect(new Set(json.map((record) => JSON.stringify(record))).size).toBe(json.length);
		return error === undefined ? json : undefined;
	};

	const read = async (key: Key, parameters: IDataObject): Promise<IDataObject[]> => {
		const records = await tryRead(key, parameters);
		expect(records).toBeDefined();
		return records ?? [];
	};

	test.each(pagedLists)('$id is read to its end, whatever the size of a page, and up to a limit', async (list) => {
		const { key, parameters } = list;
		const readWhole = async (): Promise<IDataObject[]> => await read(key, { ...parameters, returnAll: true });
		let whole = await readWhole();
		expect(whole.length).toBeGreaterThan(3);
		const expectRows = async (more: IDataObject, most = Infinity): Promise<void> => {
			const rows = await tryRead(key, { ...parameters, ...more });
			if (rows === undefined) return;
			// Shifts go on meanwhile: at a full hour a welfare check is sent.
			if (!isDeepStrictEqual(rows, whole.slice(0, most))) whole = await readWhole();
			expect(rows).toEqual(whole.slice(0, most));
		};
		// A last page that is short, one that is full, and one with a single row.
		for (const pageSize of [whole.length - 1, whole.length, Math.ceil(whole.length / 2), 500].filter(
			(size) => size <= 500,
		))
			await expectRows({ returnAll: true, advanced: { pageSize } });
		await expectRows({ limit: 50 }, 50);
		await expectRows({ limit: whole.length + 1 });
	});

	test('pickers show everything once', async () => {
		const { results, paginationToken } = await search('searchCustomers', 'developer');
		expect(new Set(results.map(({ value }) => value)).size).toBe(results.length);
		const next =
			typeof paginationToken === 'string'
				? await search('searchCustomers', 'developer', { token: paginationToken })
				: undefined;
		expect(next?.results ?? []).toEqual([]);
		expect(results).toHaveLength((await read('developer', { resource: 'customer', returnAll: true })).length);
		expect(await load('getSites', 'developer')).toHaveLength(
			(await read('developer', { resource: 'site', returnAll: true })).length,
		);
		expect((await search('searchStaff', 'developer')).results.length).toBeGreaterThan(30);
		expect((await search('searchFormTemplates', 'incidentreport', { filter: 'theft' })).results).toHaveLength(1);
	});

	test('Create or Update by employee number finds who is there, and creates who isn’t', async () => {
		const [known] = await read('developer', { resource: 'staff', limit: 1 });
		const rows: IDataObject[] = [
			{ employeeId: known?.employeeId, firstName: known?.firstName, lastName: known?.lastName, email: known?.email },
			{ employeeId: 'new', firstName: 'Ann', lastName: 'Lee', email: 'new@example.com' },
		];
		const json = await bench.ok(
			'developer',
			{
				resource: 'staff',
				operation: 'upsert',
				matchBy: 'employeeId',
				columns: { mappingMode: 'autoMapInputData', value: null },
			},
			{ items: rows.map((row) => ({ json: row })) },
		);
		expect({ id: json[0]?.id, json: json.length }).toEqual({ id: known?.id, json: 2 });
		const staff = await read('developer', { resource: 'staff', returnAll: true });
		expect(staff.filter(({ employeeId }) => employeeId === 'new')).toHaveLength(1);
	});
});

describe.each(ends)('a watch trigger where the end of a list is written as “%s”', (end) => {
	const world = useWatchWorld(1, { end, largestPage: 'clamped' });

	test.each(engines)('polls of the %s engine find what there is, and nothing is logged', async (engine) => {
		const shift = await world.runningShift();
		await world.clock(shift, 'absent');
		const n8n = world.host(engine);
		await n8n.activate(watchNode({ event: 'shift.notClockedIn', filters: { fullName: shift.name } }));
		expect(n8n.runs.flatMap(({ items }) => items).map(({ name }) => name)).toEqual([shift.name]);
		expect(await n8n.tick()).toEqual([]);
		expect({ told: n8n.told, log: n8n.log.filter((line) => line.startsWith('warn')) }).toEqual({ told: [], log: [] });
	});

	/** One of each family and list. */
	const some = watchFamilies.flatMap(({ events }) => [
		...new Map(events.map((event) => [event.endpoint, event])).values(),
	]);
	test.each(some)('$value is looked for in $endpoint without an error', async ({ value: event, endpoint }) => {
		const key = keyOf(endpoints[endpoint].access);
		const n8n = world.host('memory', key);
		await n8n.activate(watchNode({ event }));
		await world.pass(60_000);
		await n8n.tick();
		expect({ told: n8n.told, log: n8n.log.filter((line) => line.startsWith('warn')) }).toEqual({ told: [], log: [] });
	});
});

describe.each(totals)('where a total is “%s”', (total) => {
	const bench = useBench({ total, end: 'null', largestPage: 'clamped' });
	const reports = { resource: 'incidentReport', operation: 'getAll', period: 'anyTime', simplify: false };

	test('a whole list is given as it is, with a warning where both numbers disagree', async () => {
		const whole = await bench.ok('incidentreport', { ...reports, returnAll: true });
		const filters = { isApproved: true };
		const { json, hints, error } = await bench.run('incidentreport', { ...reports, returnAll: true, filters });
		expect(error).toBeUndefined();
		expect({ fewer: json.length < whole.length, some: json.length > 0 }).toEqual({ fewer: true, some: true });
		const words = `The list may be incomplete: ${json.length} records were returned, and the service counts ${whole.length}`;
		expect(hints.map((hint) => hint.slice(0, words.length))).toEqual(total === 'everything' ? [words] : []);
		expect((await bench.run('incidentreport', { ...reports, limit: 5, filters })).hints).toEqual([]);
	});
});

describe('a poll of a list that is undecided', () => {
	const world = useWatchWorld(1, { end: 'null', total: 'everything' });

	test('goes on, with one line in the log that names both numbers', async () => {
		const n8n = world.host('memory', 'incidentreport');
		await n8n.activate(watchNode({ event: 'incidentReport.changed', filters: { customerId: '1001' } }));
		await world.requests();
		n8n.log = [];
		await n8n.tick();
		const lists = (await world.requests()).filter(({ path }) => path.endsWith('/getall'));
		expect(n8n.told).toEqual([]);
		expect(n8n.log).toEqual([
			expect.stringMatching(
				/^warn .*“Watch”.*getall: The list may be incomplete: \d+ records were returned, and the service counts \d+/,
			),
		]);
		expect(lists.length).toBeGreaterThan(0);
	});
});

describe('what is undecided', () => {
	const bench = useBench({ end: 'null', total: 'right', largestPage: 'clamped' });
	/** A service that sends its first page whatever it is asked for, and says nothing of a next one. */
	const page = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, index) => ({
			id: index + 1,
			employeeId: `E-${index + 1}`,
			email: `p${index + 1}@x.test`,
		}));
	const answers = (count: number, more: object = {}): void =>
		bench.recorder.answer(({ path }) =>
			path.endsWith('/search')
				? { status: 404, body: { status: { code: 404, errorMessage: 'Nobody' }, data: null } }
				: { body: { status: { code: 0 }, data: page(count), ...more } },
		);
	const undecided =
		/^The list may be incomplete: 20 records were returned\. The service doesn’t say whether there are more/;
	const staff = { resource: 'staff', operation: 'getAll', returnAll: true };
	const rows = [
		{ employeeId: 'E-1', email: 'p1@x.test' },
		{ employeeId: 'E-99', firstName: 'Ann', lastName: 'Lee', email: 'new@x.test' },
	];
	const upsert = (matchBy: string) =>
		bench.run(
			'developer',
			{
				resource: 'staff',
				operation: 'upsert',
				matchBy,
				columns: { mappingMode: 'autoMapInputData', value: null },
			},
			{ items: rows.map((json) => ({ json })), node: { onError: 'continueRegularOutput' } },
		);
	afterEach(() => bench.recorder.answer(undefined));

	test('is given, with a warning', async () => {
		answers(20);
		const { json, hints, error } = await bench.run('developer', staff);
		expect({ records: json.length, hints, error }).toEqual({
			records: 20,
			hints: [expect.stringMatching(undecided)],
			error: undefined,
		});
	});

	test('is one hint for all items of a run', async () => {
		answers(20);
		const { hints } = await bench.run('developer', staff, { items: [{ json: {} }, { json: {} }] });
		expect(hints).toEqual([
			expect.stringMatching(/^2 lists may be incomplete\. The first: The list may be incomplete: 20/),
		]);
	});

	test('is one line in the log of a run that nobody watches, and none of one in the editor', async () => {
		answers(20);
		const lines: string[] = [];
		const logger = { warn: (line: string) => lines.push(line), error: () => 0, info: () => 0, debug: () => 0 };
		Object.defineProperty(ExecuteContext.prototype, 'logger', { configurable: true, get: () => logger });
		try {
			const items = [{ json: {} }, { json: {} }];
			await bench.run('developer', staff, { items, mode: 'manual' });
			expect(lines).toEqual([]);
			await bench.run('developer', staff, { items });
			expect(lines).toEqual([
				expect.stringMatching(/^Workforce Operations: “Workforce Operations”: 2 lists .*: 20 records/),
			]);
		} finally {
			Reflect.deleteProperty(ExecuteContext.prototype, 'logger');
		}
	});

	test('Create or Update by employee number creates nobody, and says why and what to do', async () => {
		answers(20);
		const { json } = await upsert('employeeId');
		expect(json[0]).toMatchObject({ action: 'unchanged' });
		const error = json[1]?.error as IDataObject;
		expect(error.message).toMatch(
			/^Row 2 \(.*\): Nobody on the staff list has the employee number “E-99”, but the list may be incomplete$/,
		);
		expect(error.description).toMatch(
			/^Nothing was written for this row.*20 records were returned.*Match by “ID” if you know it/s,
		);
		expect(bench.recorder.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('a service that is stuck stays an error that says how many records had been read', async () => {
		bench.recorder.answer(() => ({
			body: { status: { code: 0 }, data: page(50), nextPageParameter: 'direction=next&referenceId=50' },
		}));
		const { error } = await bench.run('developer', { ...staff, advanced: { pageSize: 50 } });
		expect(error?.message).toBe('The service keeps sending the same page');
		expect(error?.description).toContain('Records read before the error: 50.');
	});

	test('a refusal on a later page says how many records had been read', async () => {
		bench.recorder.answer(({ query }) => ({
			body:
				query.referenceId === undefined
					? { status: { code: 0 }, data: page(20), nextPageParameter: 'direction=next&referenceId=20' }
					: { status: { code: 9, errorMessage: 'Too deep' }, data: null },
		}));
		const { error } = await bench.run('developer', staff);
		expect(error?.message).toMatch(/^Too deep/);
		expect(error?.description).toContain('Records read before the error: 20.');
	});
});
