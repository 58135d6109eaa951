// The lines of a timesheet, for tests.
import type { IDataObject } from 'n8n-workflow';
import {
	type LineNames,
	lineNames,
	type Side,
} from '../../../../../nodes/WorkforceOperations/contract/assumedNames.ts';
import { linesOf, type ReadLines } from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/line.ts';

export const read = (timesheet: object, side: Side = 'pay', given: Partial<LineNames> = {}): ReadLines =>
	linesOf(timesheet as IDataObject, { side, names: lineNames(given), timeZone: 'Australia/Sydney' });

export const lines = (timesheet: object, side: Side = 'pay', given?: Partial<LineNames>) =>
	read(timesheet, side, given).lines.map(({ line }) => line);

/** What is known of each line of a rate: name, quantity, rate, amount. */
export const short = (rate: unknown, side: Side = 'pay', given?: Partial<LineNames>): object[] =>
	lines({ [side === 'pay' ? 'payRate' : 'serviceRate']: rate }, side, given).map((line) =>
		Object.fromEntries(
			['name', 'quantity', 'rate', 'amount'].map((field) => [field, line[field]]).filter(([, value]) => value !== null),
		),
	);

/** What is told of the lines, and of what is none. */
export function told(timesheet: object, side: Side = 'pay', given?: Partial<LineNames>): string[] {
	const { lines: all, asides } = read(timesheet, side, given);
	return [...new Set([...all, ...asides].flatMap(({ doubts }) => doubts))];
}
