import type { IDataObject } from 'n8n-workflow';
import { Clocks, type JsonObject, type Side } from '../../../contract';
import { type LineDoubt, normal, type RatePart, ratePartsOf, type Reader, sameCents } from './parts';

/** The planned start comes first (published names). */
const STARTS: Readonly<Record<Side, readonly string[]>> = {
	pay: ['scheduledStartTime', 'payStartTime', 'timeclockStartTime'],
	charge: ['scheduledStartTime', 'invoiceStartTime', 'timeclockStartTime'],
};

/**
 * `2026-07-01`, by the site's clocks if the record names them, else the workflow's. Undefined if no start can be
 * read.
 */
function localDay(timesheet: IDataObject, side: Side, timeZone: string): string | undefined {
	const clocks = new Clocks(timesheet, timeZone);
	return STARTS[side].map((field) => clocks.dayOf(field)).find((day) => day !== undefined);
}

export interface LineRules extends Reader {
	/** IANA name of the workflow's zone, for records without the site's. */
	timeZone: string;
}

/** A line for payroll or an invoice, as the node returns it. */
export interface Line extends IDataObject {
	lineNumber: number;
	lineKey: string;
	side: Side;
	kind: 'rate' | 'allowance';
	name: string | null;
	code: string | null;
	currency: string | null;
	details: IDataObject;
}

/** Ignores letter case and white space. */
const nameKey = ({ name }: { name?: string }): string => normal(name ?? '');

/** Fields that differ between the lines of a timesheet. */
const OWN_FIELDS = 'lineNumber lineKey side kind name code quantity rate amount currency'.split(' ');

/** The fields that all lines of a timesheet share: day, owner, and the side's times. */
const rowOf = (timesheet: IDataObject, { side, timeZone }: Pick<LineRules, 'side' | 'timeZone'>) => {
	const copied = (...fields: string[]): IDataObject =>
		Object.fromEntries(fields.map((field) => [field, timesheet[field] ?? null]));
	const times = side === 'pay' ? 'pay' : 'invoice';
	return {
		timesheetId: timesheet.timesheetId ?? timesheet.id ?? null,
		...(Object.fromEntries(OWN_FIELDS.map((field) => [field, null])) as Record<string, null>),
		side,
		date: localDay(timesheet, side, timeZone) ?? null,
		...copied('scheduledStartTime', 'scheduledEndTime', 'staffName', 'employeeId', 'siteName', 'customerName'),
		...copied(`${times}StartTime`, `${times}EndTime`, `${times}BreakTime`),
		details: null,
	};
};

/** The row for a timesheet whose rates could not be read. */
export const unreadLine = (timesheet: IDataObject, ratesError: IDataObject[string], rules: LineRules): IDataObject => ({
	...rowOf(timesheet, rules),
	ratesError,
});

/** Line fields of both sides. */
export const LINE_FIELDS: readonly string[] = [
	...new Set((['pay', 'charge'] as const).flatMap((side) => Object.keys(rowOf({}, { side, timeZone: 'UTC' })))),
];

/** Allowances are assumed to be pay. */
const SOURCES: Readonly<Record<Side, ReadonlyArray<[kind: Line['kind'], field: string]>>> = {
	pay: [
		['rate', 'payRate'],
		['allowance', 'allowances'],
	],
	charge: [['rate', 'serviceRate']],
};

const currencyOf = ({ details: { currency, heldBy } }: RatePart): string | undefined => {
	const code = currency ?? (heldBy as JsonObject | undefined)?.currency;
	return typeof code === 'string' && /^[a-z]{3}$/i.test(code.trim()) ? code.trim().toUpperCase() : undefined;
};

export interface ReadLines {
	lines: Array<{ line: Line; doubts: readonly LineDoubt[] }>;
	/** Parts that are reported, but aren't lines. */
	asides: readonly RatePart[];
}

/** One line for each part, in order. Values that the service doesn't give are null. */
export function linesOf(timesheet: IDataObject, rules: LineRules): ReadLines {
	const read = SOURCES[rules.side].map(([kind, field]) => ({ kind, ...ratePartsOf(timesheet[field], field, rules) }));
	const found = read.flatMap(({ kind, parts }) => parts.map((part) => ({ ...part, kind })));
	const row = rowOf(timesheet, rules);
	const currencies = new Set(found.flatMap((part) => currencyOf(part) ?? []));
	const [only = null] = currencies.size === 1 ? currencies : [];
	/** Whether an allowance also appears among the rates: it may be paid twice. */
	const isTwin = ({ kind, name, amount }: (typeof found)[number]): boolean =>
		kind === 'allowance' &&
		name !== undefined &&
		found.some((one) => one.kind === 'rate' && nameKey(one) === nameKey({ name }) && sameCents(one.amount, amount));
	const numbers = new Map<string, number>();
	const lines = found.map((part, index) => {
		const { kind, name = null, code = null, quantity = null, rate = null, amount = null, doubts, check } = part;
		const called = `${kind}/${nameKey(part)}`;
		const number = (numbers.get(called) ?? 0) + 1;
		numbers.set(called, number);
		// Stays the same when other lines change: it holds neither their number nor this line's position.
		const lineKey = [row.timesheetId ?? '', rules.side, called, number].join('/');
		const ownFields = { lineNumber: index + 1, lineKey, kind, name, code, quantity, rate, amount };
		const currency = currencyOf(part) ?? only;
		const line = { ...row, ...ownFields, currency, details: part.details as IDataObject, ...(check && { check }) };
		return { line, doubts: isTwin(part) ? [...doubts, 'twice' as const] : doubts };
	});
	return { lines, asides: read.flatMap(({ asides }) => asides) };
}
