import { describe, expect, test } from '@jest/globals';
import {
	readCodes,
	Uncoded,
	withCode,
} from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/codes.ts';
import type { Line } from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/line.ts';
import { formItem } from '../../formItem.mts';

const item = formItem();
const line = (name: string | null, more: Partial<Line> = {}): Line => ({
	timesheetId: 1,
	lineNumber: 1,
	lineKey: '1/pay/rate/line/1',
	side: 'pay',
	kind: 'rate',
	name,
	code: 'own',
	currency: null,
	details: {},
	...more,
});

describe('Codes', () => {
	const rows = [
		{ name: 'Meal', code: ' MEAL ' },
		{ name: 5, code: 7 },
		{ name: '', code: '' },
		{ name: 'Empty', code: ' ' },
	];
	test.each([[{ rows }], [rows], [JSON.stringify(rows)], ['{"Meal": "MEAL", "5": 7, "Empty": null}']])(
		'come as the rows of the form, as a list, an object or JSON: %j',
		(given) => {
			expect([...readCodes(item, given)]).toEqual(
				expect.arrayContaining([
					['meal', 'MEAL'],
					['5', '7'],
				]),
			);
			expect(readCodes(item, given).size).toBe(2);
		},
	);

	test.each([[undefined], [null], [''], [{}], [[]], ['{}'], [{ rows: [] }]])('%j are none', (given) =>
		expect(readCodes(item, given).size).toBe(0),
	);

	test.each([
		[[1], /must be pairs of a name and its code/],
		[[{ name: 'Meal', code: 'A' }, 1], /must be pairs of a name and its code/],
		['5', /must be pairs of a name and its code/],
		['Meal', /is not JSON/],
		[{ rows: { Meal: 'MEAL' } }, /without a name, or with a value that isn’t text/],
		[{ Meal: { code: 1 } }, /without a name, or with a value that isn’t text/],
		[[{ code: 'A' }], /without a name/],
		['{"Meal": "A", " MEAL": "B"}', /two codes for “ MEAL”/],
	])('%j is refused in words', (given, message) => expect(() => readCodes(item, given)).toThrow(message));

	test('long names and codes are shown by their beginnings', () => {
		const [name, one, other] = ['n'.repeat(90), 'a'.repeat(50), 'b'.repeat(50)];
		const rows = [one, other].map((code) => ({ name, code }));
		expect(() => readCodes(item, rows)).toThrow(
			expect.objectContaining({
				message: `“Codes” has two codes for “${'n'.repeat(80)}”`,
				description: expect.stringContaining(`They are “${'a'.repeat(40)}” and “${'b'.repeat(40)}”. `),
			}),
		);
	});

	test('the same code twice for one name is one', () =>
		expect(readCodes(item, { Meal: 'A', ' meal ': 'A' }).size).toBe(1));

	test('take the place of the service’s own code, and without a table that stays', () => {
		const codes = readCodes(item, { 'Meal  allowance': 'M', allowance: 'A' });
		expect(withCode(line(' MEAL allowance'), codes).code).toBe('M');
		expect(withCode(line(null, { kind: 'allowance' }), codes).code).toBe('A');
		expect(withCode(line('Other'), codes).code).toBeNull();
		expect(withCode(line('Other'), new Map()).code).toBe('own');
	});

	test('one line without a code is named, and none is no error', () => {
		const uncoded = new Uncoded();
		uncoded.note(line('Meal'));
		expect(() => uncoded.refuse(item)).not.toThrow();
		uncoded.note(line('Meal', { code: null, timesheetId: null }));
		expect(() => uncoded.refuse(item)).toThrow('One line has no code');
	});

	test.each<[Array<number | null>, string]>([
		[[null], 'timesheet without ID'],
		[[1, 1, 2], 'timesheet 1, 2'],
		[[1, 2, 3], 'timesheet 1, 2, 3'],
		[[1, 2, 3, 4], 'timesheet 1, 2, 3 and 1 more'],
	])('the timesheets %j are named as “%s”', (ids, words) => {
		const [uncoded, missing] = [new Uncoded(), new Uncoded()];
		for (const timesheetId of ids) {
			uncoded.note(line('Meal', { code: null, timesheetId }));
			missing.miss(timesheetId);
		}
		const described = (text: string): unknown =>
			expect.objectContaining({ description: expect.stringContaining(text) });
		expect(() => uncoded.refuse(item)).toThrow(described(`: “Meal” (${words}).`));
		expect(() => missing.refuse(item)).toThrow(described(`Affected: ${words}.`));
	});

	test('money that is missing is an error of its own, behind codes', () => {
		const uncoded = new Uncoded();
		uncoded.miss(7);
		expect(() => uncoded.refuse(item)).toThrow('One line has no amount, or an amount that contradicts the others');
		uncoded.note(line('Meal', { code: null }));
		expect(() => uncoded.refuse(item)).toThrow('One line has no code');
	});
});
