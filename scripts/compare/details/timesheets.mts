// With a timesheet key: the fields of rates, of approvals and submissions, and the unit of breaks.
import type { PackageContract } from '../../docs/sources.mts';
import { type Asked, fieldsOf, type Finding, isDate, isFilled, only, type Row, rowsOf } from './finding.mts';

/** How many rate breakdowns are checked. */
const SAMPLE = 6;
const CENTS = 0.03;

const numberIn = (value: unknown): number | undefined => {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
	return isNumber ? Number(value) : undefined;
};

/** The objects inside of a value that hold numbers. */
function objectsIn(contract: PackageContract, value: unknown): Row[] {
	if (Array.isArray(value)) return value.flatMap((entry) => objectsIn(contract, entry));
	if (!contract.isJsonObject(value)) return [];
	const own = Object.values(value).some((entry) => numberIn(entry) !== undefined) ? [value] : [];
	return [...own, ...Object.values(value).flatMap((entry) => objectsIn(contract, entry))];
}

/** Quantity, rate and amount: two numbers whose product is the third in every object. The quantity is nearer to the hours. */
function byProduct(rows: readonly Row[], hours: number): Record<'quantity' | 'rate' | 'amount', string> | undefined {
	const fields = fieldsOf(rows).filter((field) => rows.every((row) => numberIn(row[field]) !== undefined));
	const of = (row: Row, field: string): number => numberIn(row[field]) ?? 0;
	const triples = fields.flatMap((one, at) =>
		fields.slice(at + 1).flatMap((other) =>
			fields
				.filter((product) => product !== one && product !== other)
				.filter((product) =>
					rows.every(
						(row) => Math.abs(of(row, one) * of(row, other) - of(row, product)) <= CENTS + of(row, other) / 100,
					),
				)
				.map((product) => ({ one, other, product })),
		),
	);
	const found = only(triples);
	if (rows.length < 2 || found === undefined) return undefined;
	const mean = (field: string): number => rows.reduce((sum, row) => sum + of(row, field), 0) / rows.length;
	const [quantity, rate] = [found.one, found.other].sort(
		(one, other) => Math.abs(mean(one) - hours) - Math.abs(mean(other) - hours),
	) as [string, string];
	return { quantity, rate, amount: found.product };
}

/**
 * The name of a rate: a text in every object that is neither a number nor a currency; if several, the one with the
 * most different values.
 */
function nameField(rows: readonly Row[]): string | undefined {
	const isWord = (value: unknown): boolean =>
		typeof value === 'string' && !/^([A-Z]{3}|)$/.test(value) && numberIn(value) === undefined && !isDate(value);
	const fields = fieldsOf(rows).filter((field) => rows.every((row) => isWord(row[field])));
	const different = (field: string): number => new Set(rows.map((row) => row[field])).size;
	return fields.sort((one, other) => different(other) - different(one))[0];
}

/** The only field called a code that is not one of the numbers behind the amount. */
function codeField(rows: readonly Row[], taken: readonly string[]): string | undefined {
	const isCode = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';
	const fields = fieldsOf(rows).filter((field) => !taken.includes(field) && rows.every((row) => isCode(row[field])));
	return only(fields.filter((field) => /(code|ref|reference|account|ledger|gl|item|number|no)$/i.test(field)));
}

export async function findLineFields(contract: PackageContract, service: Asked, timesheets: Row[]): Promise<Finding[]> {
	const { path } = contract.endpoints['timesheet.getRates'];
	const breakdowns: Row[] = [];
	for (const { timesheetId } of timesheets.slice(0, SAMPLE))
		breakdowns.push(...((await rowsOf(contract, service, path.replace('{id}', String(timesheetId)), {})) ?? []));
	const spans = breakdowns.map(
		({ scheduledStartTime: from, scheduledEndTime: to }) =>
			(Date.parse(String(to)) - Date.parse(String(from))) / 3_600_000,
	);
	const hours = spans.reduce((sum, span) => sum + span, 0) / Math.max(1, spans.length);
	const sides = { pay: 'payRate', charge: 'serviceRate' } as const;
	return (['pay', 'charge'] as const).flatMap((side): Finding[] => {
		const field = sides[side];
		const rows = breakdowns.flatMap((breakdown) => objectsIn(contract, breakdown[field]));
		const names = contract.lineNames();
		const isThere = (what: keyof typeof names): boolean =>
			rows.some((row) => contract.saysSomething(contract.filledField(row, names[what])));
		const product = byProduct(rows, hours);
		if (rows.length === 0 || product === undefined) return [];
		const unknown = (['quantity', 'rate', 'amount'] as const).filter((what) => !isThere(what));
		const name = isThere('name') ? undefined : nameField(rows);
		const code = isThere('code') ? undefined : codeField(rows, [...Object.values(product), name ?? '']);
		const how = 'the only two numbers whose product is a third one; the quantity is nearer to the hours';
		return [
			...(name === undefined
				? []
				: [{ place: `lineFields.${side}.name`, value: name, how: 'the text that each rate has' }]),
			...(code === undefined
				? []
				: [
						{
							place: `lineFields.${side}.code`,
							value: code,
							how: 'the only field of each rate that is named like a code',
						},
					]),
			...unknown.map((what) => ({ place: `lineFields.${side}.${what}`, value: product[what], how })),
		];
	});
}

/** Unpublished fields of the missing kind. `twin`: rows of the sandbox, which has all published ones. */
export function findTimesheetChanges(byStatus: Readonly<Record<string, Row[]>>, twin: Row[]): Finding[] {
	const { Approved = [], Pending = [] } = byStatus;
	const rows = Object.values(byStatus).flat();
	const [fields, published] = [fieldsOf(rows), fieldsOf(twin)];
	const fresh = fields.filter((field) => !published.includes(field));
	const place = 'changeFields.timesheet';
	const lists = fresh.filter((field) => rows.every((row) => row[field] == null || Array.isArray(row[field])));
	const submit = fields.includes('staffSubmittedTimesheetTimes') ? undefined : only(lists);
	const approvals = fresh.filter(
		(field) =>
			Approved.length > 1 &&
			Pending.length > 0 &&
			Approved.every((row) => isDate(row[field])) &&
			Pending.every((row) => !isFilled(row[field])),
	);
	const approve = fields.includes('approvedDateTime') ? undefined : only(approvals);
	return [
		...(submit === undefined
			? []
			: [{ place: `${place}.submit`, value: submit, how: 'the only list that no published page shows' }]),
		...(approve === undefined
			? []
			: [
					{
						place: `${place}.approve`,
						value: approve,
						how: 'the only date that all approved timesheets have, and no pending one',
					},
				]),
	];
}

/** A break that was clocked, beside the number that is paid for it. */
export function findBreakUnit(rows: readonly Row[]): Finding[] {
	const units = rows.flatMap(({ timeclockBreakStartTime: from, timeclockBreakEndTime: to, payBreakTime }) => {
		const minutes = (Date.parse(String(to)) - Date.parse(String(from))) / 60_000;
		const paid = numberIn(payBreakTime);
		if (!(minutes >= 5) || paid === undefined || paid === 0) return [];
		if (Math.abs(paid - minutes) < 1) return ['minutes'];
		return Math.abs(paid * 60 - minutes) < 1 ? ['hours'] : [];
	});
	const unit = only([...new Set(units)]);
	if (unit === undefined || units.length < 2) return [];
	return [
		{
			place: 'breakUnit',
			value: unit,
			how: `${units.length} breaks have a length that matches their number in this unit`,
		},
	];
}
