import type { IDataObject } from 'n8n-workflow';
import { localDay } from './day';
import { allowancesOf, type Component, componentsOf, type LineNames } from './components';

export type Side = 'pay' | 'charge';

/** The rules for making lines of a timesheet. */
export interface LineRules {
	side: Side;
	names: LineNames;
	/** IANA name of the workflow's time zone, for records without the site's. */
	timeZone: string;
}

/** A line for payroll or an invoice, as the node returns it. */
export interface Line extends IDataObject {
	lineNumber: number;
	side: Side;
	kind: 'rate' | 'allowance';
	name: string | null;
	code: string | null;
}

const own = (record: IDataObject, field: string): IDataObject[string] => record[field] ?? null;

/** The times that apply to a side (published names), repeated on each line. */
const timesOf = (timesheet: IDataObject, side: Side): IDataObject => {
	const word = side === 'pay' ? 'pay' : 'invoice';
	return Object.fromEntries(
		['StartTime', 'EndTime', 'BreakTime'].map((end) => [word + end, own(timesheet, word + end)]),
	) as IDataObject;
};

/** The fields that all lines of a timesheet share. */
const sharedBy = (timesheet: IDataObject, timeZone: string): IDataObject => ({
	date: localDay(timesheet, timeZone) ?? null,
	scheduledStartTime: own(timesheet, 'scheduledStartTime'),
	scheduledEndTime: own(timesheet, 'scheduledEndTime'),
	staffName: own(timesheet, 'staffName'),
	employeeId: own(timesheet, 'employeeId'),
	siteName: own(timesheet, 'siteName'),
	customerName: own(timesheet, 'customerName'),
});

const idOf = ({ timesheetId, id }: IDataObject): IDataObject[string] => timesheetId ?? id ?? null;

/**
 * The lines of a timesheet with rates: one for each pay component (`payRate` and `allowances`, which are assumed to belong
 * to the pay side) or for each charge component (`serviceRate`), in their order. Quantity, rate and amount are numbers, or
 * null if the service gives none.
 */
export function linesOf(timesheet: IDataObject, { side, names, timeZone }: LineRules): Line[] {
	const rates = side === 'pay' ? (['payRate'] as const) : (['serviceRate'] as const);
	const found: Array<[Line['kind'], Component]> = [
		...rates
			.flatMap((field) => componentsOf(timesheet[field], field, names))
			.map((component): [Line['kind'], Component] => ['rate', component]),
		...(side === 'pay' ? allowancesOf(timesheet.allowances, names) : []).map((component): [Line['kind'], Component] => [
			'allowance',
			component,
		]),
	];
	const [shared, times] = [sharedBy(timesheet, timeZone), timesOf(timesheet, side)];
	return found.map(([kind, { name, code, quantity, rate, amount, details, check }], index) => ({
		timesheetId: idOf(timesheet),
		lineNumber: index + 1,
		side,
		kind,
		name: name ?? null,
		code: code ?? null,
		quantity: quantity ?? null,
		rate: rate ?? null,
		amount: amount ?? null,
		...shared,
		...times,
		details: details as IDataObject,
		...(check === undefined ? {} : { check }),
	}));
}

/** The row for a timesheet whose rates could not be read. */
export const unreadLine = (
	timesheet: IDataObject,
	ratesError: unknown,
	{ side, timeZone }: LineRules,
): IDataObject => ({
	timesheetId: idOf(timesheet),
	lineNumber: null,
	side,
	kind: null,
	name: null,
	code: null,
	quantity: null,
	rate: null,
	amount: null,
	...sharedBy(timesheet, timeZone),
	...timesOf(timesheet, side),
	details: null,
	ratesError: ratesError as IDataObject[string],
});
