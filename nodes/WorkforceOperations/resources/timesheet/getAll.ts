import { FIELDS, isBlank, isNoDate, lineNames } from '../../contract';
import { listOperation } from '../../operations/list';
import { periodFields, TIMESHEET_PERIOD } from '../../form/period';
import { filterExpressionOption, timesheetFilters } from '../../form/listFilters';
import { lineFields, linesOptions, rowsOr, unlessLines } from './lines';
import { selectByOptions, selectedByApproval, timesheetQuery } from './byApproval';
import { addHoursOption, SUMMED_HOURS, withHours } from './hours';
import { includeRates, includeRatesOption } from './rates';
import { flatTimesheets } from './allowances';
import type { IDataObject } from 'n8n-workflow';
import { type Counting, type Summands, sumsOfAdded } from '../../operations/counts';
import type { OperationItem, Outcome } from '../../operations/types';
import { linesOf } from './lines/line';
import { sumUp } from './lines/parts';

/** Amounts by side and currency. */
const amountsOf = (lines: readonly IDataObject[]): Summands[] =>
	lines.map(({ side, currency, amount }) => {
		const name = [`${String(side)}Amount`, currency].filter((part) => !isBlank(part)).join(' ');
		return { [name]: typeof amount === 'number' ? amount : null };
	});

/** The paid and the charged total; null for a side if the amount of any line is unknown. */
function worthOfTimesheet(item: OperationItem, timesheet: IDataObject): { amounts: Summands; isDoubtful: boolean } {
	const { lineFields } = item.connection.settings.details;
	const sides = (['pay', 'charge'] as const).map((side) => {
		const { lines: read, asides } = linesOf(timesheet, {
			side,
			names: lineNames(lineFields?.[side]),
			timeZone: item.timeZone,
		});
		const amounts = amountsOf(read.map(({ line }) => line));
		const byName = new Map<string, Array<number | null>>(read.length === 0 ? [[`${side}Amount`, [null]]] : []);
		for (const [name, amount] of amounts.flatMap((each) => Object.entries(each)))
			byName.set(name, [...(byName.get(name) ?? []), amount]);
		const summed = [...byName].map(([name, all]) => {
			const known = all.filter((amount) => amount !== null);
			return [name, known.length < all.length ? null : sumUp(known)] as const;
		});
		const isDoubtful = asides.length > 0 || read.some(({ doubts }) => doubts.length > 0);
		return { amounts: Object.fromEntries(summed), isDoubtful };
	});
	return {
		amounts: Object.assign({}, ...sides.map(({ amounts }) => amounts)) as Summands,
		isDoubtful: sides.some(({ isDoubtful }) => isDoubtful),
	};
}

const sumsOfHours = sumsOfAdded(SUMMED_HOURS);

/** Hours, and amounts of lines or of rates. */
function sumsOf(item: OperationItem, outcomes: readonly Outcome[]): Summands[] {
	if (outcomes.some(({ added }) => added !== undefined && 'lineKey' in added))
		return amountsOf(outcomes.map(({ added = {} }) => added));
	const hours = sumsOfHours(item, outcomes);
	let doubtful = 0;
	const sums = outcomes.map(({ json, added = {} }, index) => {
		if (!('payRate' in added)) return hours[index] ?? {};
		const { amounts, isDoubtful } = worthOfTimesheet(item, { ...json, ...added });
		doubtful += Number(isDoubtful);
		return { ...hours[index], ...amounts };
	});
	const where = doubtful === 1 ? 'one timesheet' : `${doubtful} timesheets`;
	if (doubtful > 0)
		item.hints.say(`The amounts in ${where} may be wrong. Choose lines in “Rows” to see why.`, 'warning');
	return sums;
}

const timesheetCounting: Counting = {
	by: ['customer', 'site', 'guard', 'status', 'entryType', 'day'],
	guard: { names: ['staffName'], ids: ['staffId'] },
	status: ({ status, approvedDateTime }) => {
		const isApproved = !isBlank(approvedDateTime) && !isNoDate(approvedDateTime);
		return isBlank(status) && isApproved ? 'Approved' : status;
	},
	// A line's day takes precedence.
	starts: ['date', 'scheduledStartTime', 'payStartTime', 'timeclockStartTime'],
	sums: sumsOf,
};

export const getAll = listOperation({
	endpoint: 'timesheet.getAll',
	action: 'Get many timesheets',
	description: 'Retrieve the timesheet entries in a period',
	fields: periodFields(TIMESHEET_PERIOD),
	filters: [
		...timesheetFilters,
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Approved', value: 'Approved' },
				{ name: 'Pending', value: 'Pending' },
				{ name: 'Rejected', value: 'Rejected' },
			],
			default: 'Approved',
			description: 'Only timesheets with this approval status',
		},
	],
	// Lines have no hours, and always include their rates.
	options: [
		...[addHoursOption.field, includeRatesOption.field].map(unlessLines),
		...linesOptions(true),
		...selectByOptions,
	],
	advanced: [filterExpressionOption],
	records: FIELDS.timesheet,
	otherRows: lineFields,
	counting: timesheetCounting,
	flatten: flatTimesheets,
	query: timesheetQuery,
	select: selectedByApproval,
	finish: rowsOr(withHours(includeRates)),
});
