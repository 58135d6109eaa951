import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import type { Result } from '../../../../kit/core/engine.mts';
import { useBench } from '../../support/bench.mts';
import {
	breakdown,
	fine,
	get,
	getAll,
	idOf,
	isRates,
	keepGoing,
	rates,
	service,
	sheets,
} from '../../support/payrollService.mts';
import type { Canned } from '../../support/recorder.mts';

const bench = useBench();

describe('Include Rates', () => {
	test('adds what Get Rates gives, for one request a timesheet, in the order of the list', async () => {
		const before = await bench.ok('timesheet', { ...getAll, limit: 12, returnAll: false });
		bench.recorder.seen.length = 0;
		const rows = await bench.ok('timesheet', { ...getAll, ...rates(), limit: 12, returnAll: false });
		const asked = bench.recorder.seen.filter(isRates).map(idOf);
		expect([...asked].sort()).toEqual(before.map(({ timesheetId }) => timesheetId).sort());
		expect(bench.recorder.seen).toHaveLength(13);
		const own = await bench.ok(
			'timesheet',
			{ resource: 'timesheet', operation: 'getRates', timesheetId: '={{ $json.timesheetId }}' },
			{ items: before.map((json) => ({ json })) },
		);
		expect(rows).toEqual(
			before.map((record, index) => {
				const { payRate, serviceRate, allowances } = own[index] ?? {};
				return { ...record, payRate, serviceRate, allowances };
			}),
		);
	});

	test('asks for several side by side, and for five at most', async () => {
		let [open, most] = [0, 0];
		const waiting: Array<() => void> = [];
		bench.recorder.answer(async (seen) => {
			if (!isRates(seen)) return { body: { ...fine, data: sheets(14) } };
			most = Math.max(most, ++open);
			// Each waits until the next four are there, or until they are the last.
			await new Promise<void>((resolve) => {
				waiting.push(resolve);
				if (waiting.length >= 5 || idOf(seen) > 10) waiting.splice(0).forEach((go) => go());
			});
			open--;
			return { body: { ...fine, data: breakdown(idOf(seen)) } };
		});
		const rows = await bench.ok('timesheet', { ...getAll, ...rates() });
		expect(most).toBe(5);
		expect(rows.map(({ timesheetId, payRate }) => [timesheetId, (payRate as IDataObject).amount])).toEqual(
			sheets(14).map((_none, index) => [index + 1, 241 + index]),
		);
	});

	test('keeps the fields of the timesheet, and whatever else the rates hold', async () => {
		bench.recorder.answer(
			service(sheets(1), (id) => ({ body: { ...fine, data: { ...breakdown(id), overtimeRate: { amount: 9 } } } })),
		);
		const [whole] = await bench.ok('timesheet', { ...getAll, simplify: false, ...rates() });
		const { payRate, serviceRate, allowances } = breakdown(1);
		const added = { payRate, serviceRate, allowances, overtimeRate: { amount: 9 } };
		expect(whole).toEqual({ ...sheets(1)[0], ...added });
		const [brief] = await bench.ok('timesheet', { ...getAll, ...rates() });
		expect(brief).toEqual({ timesheetId: 1, staffName: 'Guard 1', ...added });
	});

	test('takes the rates in place of what the timesheet has, keeps its other fields, and finds its id under either name', async () => {
		const own = { timesheetId: 2, payRate: 'own', note: 'own', allowances: [1] };
		bench.recorder.answer(
			service([own, { id: ' 3 ', timesheetId: '' }, { id: 4, timesheetId: ' 0 ', note: null }], (id) => ({
				body: { ...fine, data: { timesheetId: ` ${id} `, payRate: { amount: id }, note: 'other', extra: id } },
			})),
		);
		const none = { serviceRate: null, allowances: null };
		expect(await bench.ok('timesheet', { ...getAll, simplify: false, ...rates() })).toEqual([
			{ ...own, payRate: { amount: 2 }, serviceRate: null, extra: 2 },
			{ id: ' 3 ', timesheetId: '', payRate: { amount: 3 }, ...none, note: 'other', extra: 3 },
			{ id: 4, timesheetId: ' 0 ', note: null, payRate: { amount: 4 }, ...none, extra: 4 },
		]);
	});

	test.each([
		{ payRate: null },
		{ serviceRate: 1 },
		{ allowances: [] },
		{ scheduledStartTime: null },
		{ scheduledEndTime: 'x' },
	])('takes %j for a breakdown', async (data) => {
		bench.recorder.answer(service([{ timesheetId: 2 }], () => ({ body: { ...fine, data } })));
		expect(await bench.ok('timesheet', { ...getAll, simplify: false, ...rates() })).toEqual([
			{ timesheetId: 2, payRate: null, serviceRate: null, allowances: null, ...data },
		]);
	});

	test('is one more request for Get, too', async () => {
		bench.recorder.answer(service([{ timesheetId: 7, other: 1 }]));
		const [record] = await bench.ok('timesheet', { ...get, simplify: false, ...rates() });
		expect(record).toMatchObject({ timesheetId: 7, payRate: { amount: 247 } });
		expect(bench.recorder.seen.map(({ path }) => path)).toEqual([
			'/api/external/timesheets/1',
			'/api/external/timesheets/7/rates',
		]);
	});

	test('asks for nothing when it is off, and for nothing of an empty list', async () => {
		bench.recorder.answer(service(sheets(3)));
		expect(await bench.sent('timesheet', { ...getAll, options: { includeRates: false } })).toHaveLength(1);
		bench.recorder.answer(service([]));
		expect(await bench.sent('timesheet', { ...getAll, ...rates() })).toHaveLength(1);
	});

	test.each([['includeRates'], ['flatten']])('a wrong switch for %s costs no request', async (option) => {
		const { error } = await bench.run('timesheet', { ...getAll, options: { [option]: '={{ "perhaps" }}' } });
		expect(error?.message).toMatch(/must be true or false/);
		expect(bench.recorder.seen).toEqual([]);
	});

	const of = (data: unknown): Canned => ({ body: { ...fine, data } });
	const refusing = (code: number, errorMessage: string): object => ({ status: { code, errorMessage }, data: null });
	const page: Canned = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
	const odd: Array<[string, Canned | 'cut', RegExp]> = [
		['not found', { status: 404, body: refusing(404, 'gone') }, /could not be read: /],
		['refused inside of a success', { body: refusing(3, 'no rates yet') }, /no rates yet/],
		['a page of a gateway', page, /could not be read: /],
		['empty', { body: '' }, /could not be read: /],
		['null', of(null), /returned no rates/],
		['a plain value', of(42), /returned no rates/],
		['an empty list', of([]), /returned no rates/],
		['an empty record', of({}), /returned no rates/],
		['a record without a single rate', { body: { activityId: 'x', healthy: true } }, /returned no rates/],
		['a list of a number', of([42]), /returned no rates/],
		['a list of nothing', of([null]), /returned no rates/],
		['a record of words alone', of({ message: 'Not calculated yet' }), /returned no rates/],
		['the rates of two', of([breakdown(1), breakdown(2)]), /rates for other timesheets/],
		['the rates of another one', of({ ...breakdown(9), timesheetId: 9 }), /rates for other timesheets/],
	];

	test.each(odd)('that are %s fail the run, which says which timesheet', async (_, canned, message) => {
		bench.recorder.answer(service(sheets(3), (id) => (id === 2 ? canned : undefined)));
		const { error, json } = await bench.run('timesheet', { ...getAll, ...rates() });
		expect(json).toEqual([]);
		expect(error?.message).toMatch(/^The rates of timesheet “2” could not be read: /);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('“ratesError”');
	});

	test.each(odd)('that are %s leave their row its columns, with Continue On Fail', async (_, canned, message) => {
		bench.recorder.answer(service(sheets(3), (id) => (id === 2 ? canned : undefined)));
		const { error, json } = await bench.run('timesheet', { ...getAll, ...rates({ flatten: true }) }, keepGoing);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		const columns = Object.keys(json[0] ?? {});
		expect(json.map((row) => Object.keys(row))).toEqual([columns, columns, columns]);
		expect(columns).toEqual(
			expect.arrayContaining(['payRate.amount', 'serviceRate.amount', 'allowance.Meal', 'allowances', 'ratesError']),
		);
		expect(json.map((row) => row['payRate.amount'])).toEqual([241, null, 243]);
		expect(json.map(({ timesheetId }) => timesheetId)).toEqual([1, 2, 3]);
		expect(json.map(({ ratesError }) => ratesError)).toEqual([null, expect.any(String), null]);
		expect(`could not be read: ${String(json[1]?.ratesError)}`).toMatch(message);
	});

	test('a timesheet without an id is an error, and nothing is asked of it', async () => {
		const nameless = [{ timesheetId: 1 }, { staffName: 'nobody' }];
		bench.recorder.answer(service(nameless));
		const { error } = await bench.run('timesheet', { ...getAll, ...rates() });
		expect(error?.message).toBe(
			'The rates of a timesheet without an ID could not be read: The service returned a timesheet without an ID',
		);
		const { json } = await bench.run('timesheet', { ...getAll, simplify: false, ...rates() }, keepGoing);
		expect(json).toEqual([
			expect.objectContaining({ timesheetId: 1, payRate: expect.anything() }),
			{ staffName: 'nobody', payRate: null, serviceRate: null, allowances: null, ratesError: expect.any(String) },
		]);
		expect(bench.recorder.seen.filter(isRates).map(({ path }) => path)).toEqual([
			'/api/external/timesheets/1/rates',
			'/api/external/timesheets/1/rates',
		]);
	});

	test('of a long id name its beginning where they can’t be read', async () => {
		bench.recorder.answer(service([{ timesheetId: `E${'1'.repeat(90)}` }], () => ({ body: { ...fine, data: null } })));
		const { error } = await bench.run('timesheet', { ...getAll, ...rates() });
		expect(error?.message).toContain(`The rates of timesheet “E${'1'.repeat(79)}” could not be read`);
	});

	test('of an id beyond 2^53 are asked for by its own digits', async () => {
		bench.recorder.answer(service([{ timesheetId: 2 ** 53 }]));
		await bench.run('timesheet', { ...getAll, ...rates() });
		expect(bench.recorder.seen.filter(isRates).map(({ path }) => path)).toEqual([
			`/api/external/timesheets/${2 ** 53}/rates`,
		]);
	});

	test('of an id that is a rounded number are not asked for', async () => {
		bench.recorder.answer(service([{ timesheetId: 1e21 }]));
		const { error } = await bench.run('timesheet', { ...getAll, ...rates() });
		expect(error?.message).toContain('“Timesheet ID” contains a number that is too large');
		expect(bench.recorder.seen.filter(isRates)).toEqual([]);
	});

	test('are kept whatever Output Fields asks for, when they could not be read', async () => {
		bench.recorder.answer(service(sheets(1), () => ({ body: { ...fine, data: null } })));
		const { json } = await bench.run(
			'timesheet',
			{ ...getAll, ...rates({ outputFields: 'timesheetId, payRate.amount' }) },
			keepGoing,
		);
		expect(json).toEqual([{ timesheetId: 1, payRate: { amount: null }, ratesError: 'The service returned no rates' }]);
	});
});

describe('Include Rates with Continue On Fail, while the service is down', () => {
	let pace: Pace;
	beforeEach(() => {
		pace = new Pace(bench.sandbox);
	});
	afterEach(() => pace.end());
	const down: Canned = { status: 503, body: '' };
	const run = async (count: number, ratesOf: (id: number) => Canned | 'cut' | undefined): Promise<Result> => {
		bench.recorder.answer(service(sheets(count), ratesOf));
		return await bench.run('timesheet', { ...getAll, simplify: false, ...rates() }, keepGoing);
	};
	const asked = (): number => new Set(bench.recorder.seen.filter(isRates).map(idOf)).size;

	test.each<[string, Canned | 'cut']>([
		['answers 503', down],
		['breaks the connection', 'cut'],
	])('which %s: it stops asking soon, and says so beside each timesheet that it did not ask for', async (_, canned) => {
		const { json, error, hints } = await run(400, (id) => (id <= 10 ? undefined : canned));
		expect({ error, json: json.length }).toEqual({ error: undefined, json: 400 });
		expect(json.map(({ timesheetId }) => timesheetId)).toEqual(sheets(400).map(({ timesheetId }) => timesheetId));
		expect(json.slice(0, 10).map(({ ratesError }) => ratesError)).toEqual(Array.from({ length: 10 }, () => undefined));
		const notAsked = json.filter(({ ratesError }) =>
			String(ratesError).startsWith('Not requested, because the service'),
		);
		expect([notAsked.length, notAsked.length > 300]).toEqual([400 - asked(), true]);
		expect(notAsked.at(-1)).toMatchObject({ timesheetId: 400, payRate: null, serviceRate: null });
		expect(hints).toContainEqual(
			expect.stringContaining(`The rates were not requested for ${notAsked.length} of 400 timesheets`),
		);
	});

	test.each<[string, (id: number) => Canned | 'cut' | undefined]>([
		['an outage that ends within a minute', (id) => (id > 10 && id <= 40 ? down : undefined)],
		['single failures, one after the other', (id) => (id % 3 === 0 ? undefined : down)],
		['a service that is there, and can’t tell any of them', () => ({ status: 500, body: '' })],
		['rates that nobody has', () => ({ status: 404, body: { status: { code: 404 }, data: null } })],
	])('%s: every timesheet is asked for', async (_, ratesOf) => {
		const { json, hints } = await run(200, ratesOf);
		expect({ timesheets: json.length, asked: asked() }).toEqual({ timesheets: 200, asked: 200 });
		expect(hints.filter((hint) => hint.includes('not requested'))).toEqual([]);
	});
});
