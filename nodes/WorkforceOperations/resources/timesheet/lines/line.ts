import type { IDataObject } from 'n8n-workflow';
import { fieldWithNumber, isOfSide, LINE_NAMES, otherSide, type Side } from '../../../contract';
import type { Component, LineDoubt, Reader } from './component';
import { componentsOf, under } from './components';
import { localDay } from './day';
import { currenciesOf, isRounded, sameCents, worthOfAll } from './money';
import { normal, partKind } from './words';

/** The rules for making lines of a timesheet. */
export interface LineRules extends Pick<Reader, 'side' | 'names'> {
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
const sharedBy = (timesheet: IDataObject, side: Side, timeZone: string): IDataObject => ({
	date: localDay(timesheet, side, timeZone) ?? null,
	scheduledStartTime: own(timesheet, 'scheduledStartTime'),
	scheduledEndTime: own(timesheet, 'scheduledEndTime'),
	staffName: own(timesheet, 'staffName'),
	employeeId: own(timesheet, 'employeeId'),
	siteName: own(timesheet, 'siteName'),
	customerName: own(timesheet, 'customerName'),
});

const idOf = ({ timesheetId, id }: IDataObject): IDataObject[string] => timesheetId ?? id ?? null;

const RATES: Readonly<Record<Side, string>> = { pay: 'payRate', charge: 'serviceRate' };

interface Found {
	kind: Line['kind'];
	component: Component;
}

const worthOfFound = (found: readonly Found[]): number | undefined =>
	worthOfAll(found.map(({ component }) => component));

/** The line with a doubt; the allowances that are no lines because of it are in its details. */
function withDoubt({ kind, component }: Found, doubt: LineDoubt, left: readonly Found[] = []): Found {
	const allowances = left.map((one) => one.component.details);
	const [held = component] = left.length === 0 ? [] : under([component], { allowances });
	return { kind, component: { ...held, doubts: [...held.doubts, doubt] } };
}

/** Without allowances that are in the rates as well, by their amount or by their name: they would be paid twice. */
function payOnce(rates: Found[], allowances: Found[]): Found[] {
	const [{ component: first } = { component: undefined }] = rates;
	const besides = worthOfFound(allowances) ?? 0;
	const product = (first?.quantity ?? NaN) * (first?.rate ?? NaN);
	const isAround = (amount: number): boolean => first?.amount !== undefined && isRounded(first.amount, amount);
	if (rates.length === 1 && besides !== 0 && !isAround(product) && isAround(product + besides))
		return rates.map((rate) => withDoubt(rate, 'within', allowances));
	const [lines, left] = [[...rates], [] as Found[]];
	for (const allowance of allowances) {
		const { name } = allowance.component;
		const same = lines.findIndex(
			(line) =>
				!line.component.doubts.includes('twice') &&
				normal(line.component.name) === normal(name) &&
				sameCents(worthOfFound([line]), worthOfFound([allowance])),
		);
		const twin = name === undefined ? undefined : lines[same];
		if (twin) lines[same] = withDoubt(twin, 'twice', [allowance]);
		else left.push(allowance);
	}
	return [...lines, ...left];
}

/** Compares with a total that stands beside the rates. It may be without the allowances, or be the other side's. */
function againstTotal(found: Found[], timesheet: IDataObject, { side, names }: LineRules): Found[] {
	const stated = fieldWithNumber(
		timesheet,
		names.amount.filter((name) => isOfSide(name, side) || partKind(name, side) === 'total'),
	);
	if (stated === undefined) return found;
	const { name, number: total } = stated;
	if (total === undefined) return found.map((one, index) => (index === 0 ? withDoubt(one, 'unread') : one));
	const other = otherSide(side);
	const isTheirs = (): boolean =>
		!isOfSide(name, side) &&
		sameCents(
			total,
			worthOfAll(componentsOf(timesheet[RATES[other]], RATES[other], { side: other, names: LINE_NAMES[other] })),
		);
	const sum = worthOfFound(found);
	const sums = [sum, worthOfFound(found.filter(({ kind }) => kind === 'rate'))];
	if (sums.some((one) => sameCents(one, total)) || isTheirs()) return found;
	return found.map(({ kind, component }) => ({
		kind,
		component: { ...component, check: component.check ?? { total, lines: sum ?? null } },
	}));
}

export interface ReadLine {
	line: Line;
	doubts: readonly LineDoubt[];
}

/**
 * The lines of a timesheet with rates: one for each pay component (`payRate` and `allowances`, which are assumed to belong
 * to the pay side) or for each charge component (`serviceRate`), in their order. Quantity, rate and amount are numbers, or
 * null if the service gives none.
 */
export function linesOf(timesheet: IDataObject, rules: LineRules): ReadLine[] {
	const { side, names, timeZone } = rules;
	const reader = { side, names };
	const of = (kind: Line['kind'], components: Component[]): Found[] =>
		components.map((component) => ({ kind, component }));
	const allowances =
		side === 'pay'
			? of('allowance', componentsOf(timesheet.allowances, 'entry', { ...reader, isAllowance: true }))
			: [];
	const rates = componentsOf(timesheet[RATES[side]], RATES[side], reader, worthOfFound(allowances));
	const found = againstTotal(payOnce(of('rate', rates), allowances), timesheet, rules);
	const [shared, times] = [sharedBy(timesheet, side, timeZone), timesOf(timesheet, side)];
	const timesheetId = idOf(timesheet);
	const currencies = currenciesOf(found.map(({ component }) => component.details));
	const numbers = new Map<string, number>();
	return found.map(({ kind, component }, index) => {
		const { name, code, quantity, rate, amount, details, check, doubts } = component;
		const called = [kind, normal(name ?? '')].join('/');
		const number = (numbers.get(called) ?? 0) + 1;
		numbers.set(called, number);
		return {
			line: {
				timesheetId,
				lineNumber: index + 1,
				// The same after a change of other lines: neither their number nor the place of this one is in it.
				lineKey: [timesheetId ?? '', side, called, number].join('/'),
				side,
				kind,
				name: name ?? null,
				code: code ?? null,
				quantity: quantity ?? null,
				rate: rate ?? null,
				amount: amount ?? null,
				currency: currencies[index] ?? null,
				...shared,
				...times,
				details: details as IDataObject,
				...(check === undefined ? {} : { check }),
			},
			doubts,
		};
	});
}

/** The row for a timesheet whose rates could not be read. */
export const unreadLine = (
	timesheet: IDataObject,
	ratesError: unknown,
	{ side, timeZone }: LineRules,
): IDataObject => ({
	timesheetId: idOf(timesheet),
	lineNumber: null,
	lineKey: null,
	side,
	kind: null,
	name: null,
	code: null,
	quantity: null,
	rate: null,
	amount: null,
	currency: null,
	...sharedBy(timesheet, side, timeZone),
	...timesOf(timesheet, side),
	details: null,
	ratesError: ratesError as IDataObject[string],
});

/** The names of a line's fields, those of both sides. */
export const LINE_FIELDS: readonly string[] = [
	...new Set(
		(['pay', 'charge'] as const).flatMap((side) =>
			Object.keys(unreadLine({}, null, { side, names: LINE_NAMES[side], timeZone: 'UTC' })),
		),
	),
].filter((name) => name !== 'ratesError');
