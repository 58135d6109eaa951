import type { IDataObject } from 'n8n-workflow';
import { Clocks, type JsonObject, type Side } from '../../../contract';
import { sameCents } from './money';
import { type LineDoubt, normal, type RatePart, ratePartsOf, type Reader } from './parts';

/** Fields of the start of a shift, the planned one first (published names). */
const STARTS: Readonly<Record<Side, readonly string[]>> = {
	pay: ['scheduledStartTime', 'payStartTime', 'timeclockStartTime'],
	charge: ['scheduledStartTime', 'invoiceStartTime', 'timeclockStartTime'],
};

/**
 * The day on which a shift begins, as `2026-07-01`: by the site's clocks if the record tells them, else by the workflow's.
 * Undefined without a start that can be read.
 */
function localDay(timesheet: IDataObject, side: Side, timeZone: string): string | undefined {
	const clocks = new Clocks(timesheet, timeZone);
	return STARTS[side].map((field) => clocks.dayOf(field)).find((day) => day !== undefined);
}

/** The rules for making lines of a timesheet. */
export interface LineRules extends Reader {
	/** IANA name of the workflow's time zone, for records without the site's. */
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

/** By what lines of one name are found: letter case and white space make no difference. */
const nameKey = ({ name }: { name?: string }): string => normal(name ?? '');

/** What a line has of its own. */
const OWN_FIELDS = 'lineNumber lineKey side kind name code quantity rate amount currency'.split(' ');

/** A row with what all lines of a timesheet share: their day, whose they are, and the times that apply to the side. */
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

/** The names of a line's fields, those of both sides. */
export const LINE_FIELDS: readonly string[] = [
	...new Set((['pay', 'charge'] as const).flatMap((side) => Object.keys(rowOf({}, { side, timeZone: 'UTC' })))),
];

/** Where the parts of a side stand. Allowances are assumed to be pay. */
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
	/** What is told besides, and is no line. */
	asides: readonly RatePart[];
}

/** The lines of a timesheet with rates: one for each part, in their order; null is what the service doesn't say. */
export function linesOf(timesheet: IDataObject, rules: LineRules): ReadLines {
	const read = SOURCES[rules.side].map(([kind, field]) => ({ kind, ...ratePartsOf(timesheet[field], field, rules) }));
	const found = read.flatMap(({ kind, parts }) => parts.map((part) => ({ ...part, kind })));
	const row = rowOf(timesheet, rules);
	const currencies = new Set(found.flatMap((part) => currencyOf(part) ?? []));
	const [only = null] = currencies.size === 1 ? currencies : [];
	/** Whether an allowance is among the rates as well: it may be paid twice. */
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
		// The same after a change of other lines: neither their number nor the place of this one is in it.
		const lineKey = [row.timesheetId ?? '', rules.side, called, number].join('/');
		const own = { lineNumber: index + 1, lineKey, kind, name, code, quantity, rate, amount };
		const currency = currencyOf(part) ?? only;
		const line = { ...row, ...own, currency, details: part.details as IDataObject, ...(check && { check }) };
		return { line, doubts: isTwin(part) ? [...doubts, 'twice' as const] : doubts };
	});
	return { lines, asides: read.flatMap(({ asides }) => asides) };
}
