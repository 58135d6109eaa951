import {
	fieldWithNumber,
	findScalar,
	findWords,
	type FoundNumber,
	isOfSide,
	isBlank,
	type JsonObject,
	LIKELY_NAMES,
	LINE_NAMES,
	type LinePart,
	type Names,
	type Side,
	writtenNumber,
} from '../../../contract';
import { isRounded, sameCents } from './money';
import { isHourly } from './words';

/** What may be wrong with a line, and the words for it. */
export const DOUBTS = {
	amount: 'neither an amount nor quantity and rate',
	unread: 'a field that can’t be read as a number',
	side: 'a number that may be the other side’s',
	parts: 'parts that don’t come to the whole',
	aside: 'tax, breaks or awards that were left out',
	hours: 'a quantity above 24 at an hourly rate',
	within: 'an amount that holds the allowances, which are no lines then',
	twice: 'an allowance that is among the rates, and no second line',
} as const;

export type LineDoubt = keyof typeof DOUBTS;

/** What is read, and under which field names. */
export interface Reader {
	side: Side;
	names: Names<LinePart>;
	/** Bare numbers are amounts, each of the allowance that its key names. */
	isAllowance?: boolean;
}

/** A pay component as the service gives it; what isn't found is undefined. */
export interface Component {
	name?: string;
	code?: string;
	quantity?: number;
	rate?: number;
	amount?: number;
	/** All fields of the component and of the objects around it. */
	details: JsonObject;
	/** Set when another total is stated than the sum of the components. */
	check?: { total: number; lines: number | null };
	/** What makes it doubtful. */
	doubts: readonly LineDoubt[];
}

/** The names on the way to a component: of enclosing objects, and keys that are names. */
export type NamePath = readonly string[];

const COUNTED = ['quantity', 'rate', 'amount'] as const;
type Counted = Record<(typeof COUNTED)[number], FoundNumber | undefined>;

const HOURS_OF_A_DAY = 24;

const find = (record: object, names: Names<(typeof COUNTED)[number]>): Counted => ({
	quantity: fieldWithNumber(record, names.quantity, true),
	rate: fieldWithNumber(record, names.rate),
	amount: fieldWithNumber(record, names.amount),
});

const multiplies = (quantity?: number, rate?: number, amount?: number): boolean =>
	quantity !== undefined && rate !== undefined && amount !== undefined && isRounded(amount, quantity * rate);

const namesOfOne = (side: Side): Names<keyof Counted> => {
	const of = (what: keyof Counted): string[] => LINE_NAMES[side][what].filter((name) => isOfSide(name, side));
	return { quantity: of('quantity'), rate: of('rate'), amount: of('amount') };
};
const THEIRS: Readonly<Record<Side, Names<keyof Counted>>> = { pay: namesOfOne('charge'), charge: namesOfOne('pay') };

/**
 * The numbers of an object that holds both sides: those under a name of either side are left out if they may be the other
 * side's.
 */
function withoutTheirs(record: object, reader: Reader, found: Counted): Array<keyof Counted> {
	const unless = (what: keyof Counted): string[] =>
		// The user may have chosen one of them.
		THEIRS[reader.side][what].filter((name) => !reader.names[what].includes(name));
	const theirs = find(record, { quantity: [], rate: unless('rate'), amount: unless('amount') });
	if (theirs.rate === undefined && theirs.amount === undefined) return [];
	const isNeutral = (what: 'rate' | 'amount'): boolean => {
		const name = found[what]?.number === undefined ? undefined : found[what]?.name;
		return (LIKELY_NAMES[what] as readonly string[]).some((one) => one === name) && !isOfSide(name ?? '', reader.side);
	};
	const [quantity, rate, amount] = [found.quantity?.number, found.rate?.number, found.amount?.number];
	const fits = multiplies(quantity, rate, amount);
	if (fits && !(isNeutral('rate') && isNeutral('amount'))) return [];
	const isTheirRate =
		isNeutral('rate') && (rate === theirs.rate?.number || multiplies(quantity, rate, theirs.amount?.number));
	const isTheirAmount =
		isNeutral('amount') &&
		(theirs.amount === undefined ? isTheirRate || !fits : sameCents(theirs.amount.number, amount));
	return [...(isTheirRate ? ['rate' as const] : []), ...(isTheirAmount ? ['amount' as const] : [])];
}

/** `duration` may be hours or minutes: it is the quantity only where it comes to the amount. */
function durationOf(record: object, { rate, amount }: Counted): FoundNumber | undefined {
	const found = fieldWithNumber(record, ['duration'], true);
	return found === undefined || multiplies(found.number, rate?.number, amount?.number) ? found : { name: found.name };
}

export function componentOf(record: JsonObject, path: NamePath, reader: Reader): Component {
	const found = find(record, reader.names);
	found.quantity ??= durationOf(record, found);
	const theirs = withoutTheirs(record, reader, found);
	const of = (what: keyof Counted): number | undefined => (theirs.includes(what) ? undefined : found[what]?.number);
	const [quantity, rate, amount] = [of('quantity'), of('rate'), of('amount')];
	const unread = COUNTED.flatMap((what) => (found[what] && found[what].number === undefined ? [what] : []));
	const doubts: LineDoubt[] = [];
	if (unread.length > 0) doubts.push('unread');
	if (theirs.length > 0) doubts.push('side');
	if (amount === undefined && (quantity === undefined || rate === undefined || unread.includes('amount')))
		doubts.push('amount');
	if (quantity !== undefined && rate !== undefined && Math.abs(quantity) > HOURS_OF_A_DAY) {
		const isOdd = amount !== undefined && !multiplies(quantity, rate, amount);
		if (isOdd || isHourly(found.quantity?.name ?? '', found.rate?.name ?? '')) doubts.push('hours');
	}
	const code = findScalar(record, reader.names.code);
	return {
		name: findWords(record, reader.names.name) ?? (path.length === 0 ? undefined : path.join(' ')),
		code: code === undefined ? undefined : String(code).trim(),
		quantity,
		rate,
		amount,
		details: record,
		doubts,
	};
}

/** A value that is no object, under the key that it has. */
export function bareComponent(value: unknown, key: string, path: NamePath, reader: Reader): Component {
	const number = writtenNumber(value);
	const name = path.length > 0 ? path.join(' ') : undefined;
	const isName = name === undefined && reader.isAllowance && number === undefined && typeof value === 'string';
	const amount = reader.isAllowance ? number : undefined;
	return {
		name: isName && !isBlank(value) ? String(value).trim() : name,
		...(reader.isAllowance ? { amount } : key === 'entry' ? {} : { rate: number }),
		details: { [key]: value },
		doubts: amount === undefined ? ['amount'] : [],
	};
}
