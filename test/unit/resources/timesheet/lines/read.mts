// The lines of a timesheet, for tests.
import type { IDataObject } from 'n8n-workflow';
import { LINE_NAMES, type Side } from '../../../../../nodes/WorkforceOperations/contract/likelyNames.ts';
import { linesOf, type ReadLine } from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/line.ts';

export const read = (timesheet: object, side: Side = 'pay'): ReadLine[] =>
	linesOf(timesheet as IDataObject, { side, names: LINE_NAMES[side], timeZone: 'Australia/Sydney' });

export const lines = (timesheet: object, side: Side = 'pay') => read(timesheet, side).map(({ line }) => line);

/** Name, quantity, rate and amount of each line of a pay rate. */
export const short = (payRate: unknown, more: object = {}): unknown[] =>
	lines({ payRate, ...more }).map((line) => [line.name, line['quantity'], line['rate'], line['amount']]);

/** What is doubtful in the lines. */
export const doubtsOf = (timesheet: object, side: Side = 'pay'): string[] => [
	...new Set(read(timesheet, side).flatMap(({ doubts }) => doubts)),
];
