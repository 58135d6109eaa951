import {
	filledField,
	isJsonObject,
	type JsonObject,
	type LineNames,
	numberOf,
	saysSomething,
	scalarText,
	type Side,
} from '../../../contract';

/** Cuts the extra digits that floating-point arithmetic adds. */
const cents = (amount: number): number => Math.round(Number((amount * 100).toFixed(4)));

export const sameCents = (one: number | undefined, other: number | undefined): boolean =>
	one !== undefined && other !== undefined && cents(one) === cents(other);

/** Whether an amount is the product in whole cents; half a cent may be rounded either way. */
const isRounded = (amount: number, exact: number): boolean => Math.abs(amount - exact) < 0.005 + 1e-6;

/** Adds without floating-point noise: 0.1 and 0.2 are 0.3. */
export const sumUp = (amounts: readonly number[]): number =>
	Number(amounts.reduce((total, amount) => total + amount, 0).toFixed(6));

// Guess: answers.rates

export const DOUBTS = {
	amount: 'no amount',
	product: 'hours × rate doesn’t equal the amount',
	twice: 'an allowance with the same name and amount as a rate',
	total: 'a stated total that doesn’t equal the sum',
	unread: 'a field that can’t be read',
	inside: 'nested amounts that aren’t read',
	beside: 'a number that belongs to no line',
	theirs: 'an amount for the other side (pay or charge), so it isn’t a line',
} as const;

export type LineDoubt = keyof typeof DOUBTS;

/** Whether money may be missing or counted twice. */
export const isMoney = (doubt: LineDoubt): boolean => ['amount', 'product', 'twice', 'total'].includes(doubt);

/** The side of rates or allowances, and the field names to read. */
export interface Reader {
	side: Side;
	names: LineNames;
}

/** As the service gives it; undefined if nothing was found. */
export interface RatePart {
	name?: string;
	code?: string;
	quantity?: number;
	rate?: number;
	amount?: number;
	/** All of its fields; `heldBy` has the fields beside it. */
	details: JsonObject;
	doubts: readonly LineDoubt[];
	/** Set if the stated total differs from the sum of the parts. */
	check?: { total: number | null; lines: number | null };
}

/** `asides`: reported, but not lines. */
export interface RateParts {
	parts: RatePart[];
	asides: RatePart[];
}

/** Ignores letter case and white space. */
export const normal = (name: unknown): string =>
	String(name).normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const TOTAL = /^(?:grand)?total$/;

/** Names that clearly belong to the other side, such as `chargeRate` and “Service” among pay. */
const THEIRS: Readonly<Record<Side, RegExp>> = {
	pay: /^(?:total)?(?:charge|bill|billing|invoice|service)(?:rate|line|amount|total)?s?$/,
	charge: /^(?:total)?pay(?:rate|line|amount|total)?s?$/,
};

/** `words`: further fields of a map. */
type Kind = 'part' | 'total' | 'subtotal' | 'theirs' | 'beside' | 'words';

/** An entry of a list, a keyed object in a map, or the whole value. */
interface Entry {
	key?: string;
	value: unknown;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && saysSomething(value);

const isNamed = (key: string, names: ReadonlyArray<readonly string[]>): boolean =>
	names.flat().some((name) => name === key || name.startsWith(`${key}.`));

/**
 * A list holds its entries. An object with its own amount, or quantity and rate, is one part; one that holds objects,
 * or only numbers, is a map of parts by key. Anything else is one part.
 */
function entriesOf(value: unknown, names: LineNames): Entry[] {
	if (!saysSomething(value)) return [];
	if (Array.isArray(value)) return value.filter(saysSomething).map((entry: unknown) => ({ value: entry }));
	if (!isJsonObject(value)) return [{ value }];
	const has = (what: keyof LineNames): boolean => saysSomething(filledField(value, names[what]));
	if (has('amount') || (has('quantity') && has('rate'))) return [{ value }];
	const filled = Object.entries(value).flatMap(([key, inner]) => (saysSomething(inner) ? { key, value: inner } : []));
	const others = filled.filter(({ key }) => !isNamed(key, Object.values(names)));
	const areNumbers = others.length === filled.length && others.every((one) => numberOf(one.value) !== undefined);
	return areNumbers || others.some((one) => isNested(one.value)) ? filled : [{ value }];
}

function kindOf({ key, value }: Entry, { side, names }: Reader): Kind {
	const isScalar = key !== undefined && !isNested(value);
	// Text without a digit isn't an amount.
	if (isScalar && (!/\d/.test(String(value)) || isNamed(key, [names.name, names.code]))) return 'words';
	const partName = isJsonObject(value) ? filledField(value, names.name) : undefined;
	const called = [key, partName].map((name) => (scalarText(name) ?? '').toLowerCase().replace(/[\s_-]/g, ''));
	if (called.some((name) => TOTAL.test(name))) return 'total';
	if (called.includes('subtotal')) return 'subtotal';
	if (called.some((name) => THEIRS[side].test(name))) return 'theirs';
	const isPart = !isScalar || (numberOf(value) !== undefined && !isNamed(key, Object.values(names)));
	return isPart ? 'part' : 'beside';
}

/** At any depth. */
const holdsAmounts = (value: unknown, amount: readonly string[]): boolean =>
	isNested(value) &&
	(saysSomething(filledField(value, amount)) || Object.values(value).some((inner) => holdsAmounts(inner, amount)));

/** Reads only the named fields; calculates nothing. */
function partOf({ key, value }: Entry, field: string, names: LineNames): RatePart {
	const details = isJsonObject(value) ? value : { [key ?? field]: value };
	const found = (what: keyof LineNames): unknown => filledField(details, names[what]);
	const [quantity, rate, amount] = [found('quantity'), found('rate'), found('amount')].map(numberOf);
	const [name, code] = [found('name'), found('code')].map(scalarText);
	const read = { name, code, quantity, rate, amount };
	const sought = Object.keys(read) as Array<keyof LineNames>;
	const isOff = !isRounded(amount ?? NaN, (quantity ?? NaN) * (rate ?? NaN));
	const holds: Array<[LineDoubt, boolean]> = [
		['amount', amount === undefined],
		['product', ![quantity, rate, amount].includes(undefined) && isOff],
		['unread', sought.some((what) => read[what] === undefined && saysSomething(found(what)))],
		['inside', Object.values(details).some((inner) => holdsAmounts(inner, names.amount))],
	];
	return { ...read, name: key ?? name, details, doubts: holds.flatMap(([doubt, isSo]) => (isSo ? doubt : [])) };
}

/**
 * The parts of a rate or of the allowances, read strictly by name. Nothing is filled in, and anything left out is
 * reported.
 */
export function ratePartsOf(value: unknown, field: string, reader: Reader): RateParts {
	const entries = entriesOf(value, reader.names).map((entry) => ({
		...entry,
		kind: kindOf(entry, reader),
		part: partOf(entry, field, reader.names),
	}));
	const asides = entries.flatMap(({ kind, part }): RatePart[] =>
		kind === 'theirs' || kind === 'beside' ? [{ ...part, doubts: [kind] }] : [],
	);
	const lines = entries.flatMap(({ kind, part }) => (kind === 'part' ? part : []));
	const totals = entries.filter(({ kind }) => kind === 'total' || kind === 'subtotal');
	// In a map, it may be a bare number.
	const statedIn = (entry?: (typeof entries)[number]): number | undefined =>
		entry?.part.amount ?? numberOf(entry?.value);
	const amounts = lines.flatMap(({ amount }) => amount ?? []);
	const sum = amounts.length === 0 ? undefined : sumUp(amounts);
	const whole = totals.filter(({ kind }) => kind === 'total');
	// If several totals are stated, one that differs is reported.
	const total = whole.find((entry) => !sameCents(statedIn(entry), sum)) ?? whole.at(-1) ?? totals.at(-1);
	const stated = statedIn(total);
	const isOff = total !== undefined && !sameCents(stated, sum);
	if (lines.length === 0) asides.push(...totals.map(({ part }) => ({ ...part, doubts: ['total'] as const })));
	const others = entries.flatMap((entry, index) => (entry.kind === 'part' ? [] : [[entry.key ?? index, entry.value]]));
	const heldBy = others.length === 0 ? {} : { heldBy: Object.fromEntries(others) as JsonObject };
	const check = { total: stated ?? null, lines: sum ?? null };
	const parts = lines.map((part) => ({
		...part,
		details: { ...part.details, ...heldBy },
		...(isOff ? { check, doubts: [...part.doubts, 'total' as const] } : {}),
	}));
	return { parts, asides };
}
