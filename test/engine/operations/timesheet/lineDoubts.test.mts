// Lines that may be wrong: what is told of them, in a run, in a file, and where codes are needed.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { one } from '../../support/fileResults.mts';
import { fine, getAll, service, sheets } from '../../support/payrollService.mts';

// What is to be pasted holds what the credential's Service Details hold already.
const bench = useBench({ end: 'null' });
const good = { hours: 8, rate: 30, amount: 240 };

/** A service whose timesheets have these pay rates, one after another. */
const paying = (...payRates: unknown[]): void =>
	bench.recorder.answer(
		service(sheets(payRates.length), (id) => ({ body: { ...fine, data: { payRate: payRates[id - 1] } } })),
	);
const payLines = (options: IDataObject = {}): IDataObject => ({ ...getAll, options: { rows: 'payLines', ...options } });
const told = async (): Promise<unknown> => (await bench.run('timesheet', payLines())).hints;
const fileOf = async (): Promise<IDataObject> =>
	(await one(bench, 'timesheet', getAll, { rows: 'payLines', asFile: 'csv' })).json;

describe('Lines that may be wrong', () => {
	test('are one warning with how many, of which timesheets, why, their fields, and what to enter for which', async () => {
		paying({ betrag: 240, note: 'x' }, good, { ...good, amount: '1,240' }, { ...good, hours: 480 });
		expect(await told()).toEqual([
			'3 pay lines in doubt: no amount; a field that can’t be read; hours × rate doesn’t equal the amount. Timesheet ID 1, 3, 4. Fields seen: betrag, note, hours, rate, amount. If “betrag” is the amount, enter this in the credential’s Service Details: {"lineFields":{"pay":{"amount":["amount","betrag"]}}}',
		]);
	});

	test('are read once what the warning says is entered', async () => {
		paying({ betrag: 240, std: 8, hours: 8 });
		const lineFields = { pay: { name: ['grade'] }, charge: { amount: ['sum'] } };
		const { hints } = await bench.run('timesheet', payLines(), {
			serviceDetails: { breakUnit: 'minutes', lineFields },
		});
		const [text = ''] = /\{.*\}/.exec(hints.join()) ?? [];
		expect(JSON.parse(text)).toEqual({
			breakUnit: 'minutes',
			lineFields: { pay: { name: ['grade'], amount: ['amount', '…'] }, charge: { amount: ['sum'] } },
		});
		expect((await bench.run('timesheet', payLines(), { serviceDetails: text })).hints).toEqual([
			expect.stringMatching(/^1 pay line in doubt: no amount\./),
		]);
		const read = await bench.run('timesheet', payLines(), { serviceDetails: text.replace('…', 'betrag') });
		expect({ hints: read.hints, amount: read.json[0]?.amount }).toEqual({ hints: [], amount: 240 });
	});

	test('tell what is no line as well: a part of the other side, and a total without a part', async () => {
		paying({ pay: good, charge: good }, { total: 9 });
		const { json, hints } = await bench.run('timesheet', payLines());
		expect(json.map(({ name }) => name)).toEqual(['pay']);
		expect(hints).toEqual([
			'2 pay lines in doubt: an amount for the other side (pay or charge), so it isn’t a line; a stated total that doesn’t equal the sum. Timesheet ID 1, 2. Fields seen: hours, rate, amount, total.',
		]);
	});

	test('are none where everything can be read', async () => {
		paying(good, [good, { name: 'Night', ...good }], { ordinary: good, total: '240.00' });
		expect(await told()).toEqual([]);
		expect(await fileOf()).toMatchObject({ complete: true });
		expect(await fileOf()).not.toHaveProperty('doubts');
	});

	const notWhole = { complete: false, reason: 'lines', doubts: 1 };
	const whole = { complete: true, doubts: 1 };
	test.each<[string, unknown[], object]>([
		['whose amount is missing', [good, { hours: 8 }], notWhole],
		['that miss a stated total', [[good, { name: 'Total', amount: 1 }]], notWhole],
		['whose amount can’t be read', [{ ...good, amount: '1,240' }], notWhole],
		['with a field that can’t be read beside the amount', [{ ...good, hours: 'eight' }], whole],
		['whose numbers don’t multiply out', [good, { ...good, hours: 480 }], notWhole],
		['with amounts inside', [{ ...good, parts: [good] }], whole],
		['of which there are none', [good, null], whole],
	])('are counted in a file: %s', async (_, payRates, expected) => {
		paying(...payRates);
		expect(await fileOf()).toMatchObject(expected);
	});

	test('that may be paid twice are counted as well', async () => {
		const meal = { name: 'Meal', amount: 12 };
		bench.recorder.answer(
			service(sheets(1), () => ({ body: { ...fine, data: { payRate: meal, allowances: [meal] } } })),
		);
		expect(await fileOf()).toMatchObject(notWhole);
	});

	test('without an amount stop a run where codes are given, but not with Keep', async () => {
		paying(good, { hours: 8 }, [{ amount: 4 }, { name: 'Total', amount: 10 }]);
		const codes = { rows: [{ name: 'rate', code: 'R' }] };
		const { json, error } = await bench.run('timesheet', payLines({ codes }));
		expect([json, `${error?.message}. ${error?.description}`]).toEqual([
			[],
			'2 lines have no amount, or an amount that contradicts the others. Compare the amounts with the service, enter its field names as “lineFields” in Service Details, or set “Without a Code” to Keep. Affected: timesheet 2, 3.',
		]);
		const kept = await bench.ok('timesheet', payLines({ codes, missingCode: 'keep' }));
		expect(kept.map(({ code, amount }) => [code, amount])).toEqual([
			['R', 240],
			['R', null],
			['R', 4],
		]);
	});

	test('for want of a day are told, once no start of the timesheet or its rates can be read', async () => {
		const none = [null, '', '0001-01-01T00:00:00'];
		const start = '2026-07-02T09:00:00Z';
		const answer = (data: object, more: object = {}): void =>
			bench.recorder.answer(
				service(
					none.map((scheduledStartTime, index) => ({ timesheetId: index + 1, scheduledStartTime, ...more })),
					() => ({ body: { ...fine, data: { payRate: good, ...data } } }),
				),
			);
		answer({ scheduledStartTime: start }, { payStartTime: '2026-07-05T09:00:00Z' });
		const own = await bench.ok('timesheet', payLines());
		expect(own.map(({ date, scheduledStartTime }) => [date, scheduledStartTime])).toEqual(
			none.map(() => ['2026-07-02', start]),
		);
		answer({ scheduledStartTime: null }, { timeclockStartTime: '2026-07-04T09:00:00Z' });
		expect((await bench.ok('timesheet', payLines())).map(({ date }) => date)).toEqual(none.map(() => '2026-07-04'));
		answer({});
		expect(await told()).toEqual([
			'3 timesheets: no date for the pay lines: the service sent no start time. ID 1, 2, 3.',
		]);
	});
});

describe('Counts of timesheets with rates', () => {
	const counted = async (...payRates: unknown[]) => {
		paying(...payRates);
		const options = { includeRates: true, addHours: true };
		const { json, hints } = await bench.run('timesheet', { ...getAll, output: 'counts', options });
		return { row: json[0], wrong: hints.filter((hint) => hint.startsWith('The amounts in')), hints };
	};
	const inWords = (which: string): string[] => [
		`The amounts in ${which} may be wrong. Choose lines in “Rows” to see why.`,
	];

	test('hold the amounts of each side and currency; one that isn’t known is in no sum, and told', async () => {
		const [aud, gbp] = [{ currency: 'AUD' }, { currency: 'GBP' }];
		const [of4, of5, of3] = [4, 5, 3].map((amount) => ({ amount, ...aud }));
		const { row, wrong, hints } = await counted([of4, of5], { amount: 7, ...gbp }, [of3, { hours: 8, ...aud }]);
		const amounts = { 'payAmount AUD': 9, 'payAmount GBP': 7, chargeAmount: null };
		expect(row).toMatchObject({ count: 3, hoursScheduled: null, ...amounts });
		expect(hints.join()).toMatch(/^.*not included in the totals: .*chargeAmount \(3\).*payAmount AUD \(1\)/s);
		expect(wrong).toEqual(inWords('one timesheet'));
	});

	test.each<[string, unknown[], string[]]>([
		['none', [good, { ordinary: good, total: 240 }], []],
		['those without an amount', [{ hours: 8 }, good, { hours: 8 }], inWords('2 timesheets')],
		['one with a part of the other side', [{ pay: good, charge: good }], inWords('one timesheet')],
	])('say of how many the amounts may be wrong: %s', async (_, payRates, words) => {
		expect((await counted(...payRates)).wrong).toEqual(words);
	});
});
