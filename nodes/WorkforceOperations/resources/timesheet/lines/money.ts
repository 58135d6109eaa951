import { findScalar, type JsonObject } from '../../../contract';

/** Whole cents; the digits that are cut before come from floating-point arithmetic. */
const cents = (amount: number): number => Math.round(Number((amount * 100).toFixed(4)));

export const sameCents = (one: number | undefined, other: number | undefined): boolean =>
	one !== undefined && other !== undefined && cents(one) === cents(other);

/** Whether an amount is a product in whole cents, with half a cent rounded either way. */
export const isRounded = (amount: number, exact: number): boolean => Math.abs(amount - exact) < 0.005 + 1e-6;

/** A sum without floating-point noise: 0.1 and 0.2 are 0.3. */
export const sumUp = (amounts: readonly number[]): number =>
	Number(amounts.reduce((total, amount) => total + amount, 0).toFixed(6));

interface Priced {
	quantity?: number;
	rate?: number;
	amount?: number;
}

/** What a line comes to, to compare it with others; undefined if it can't be told. */
const worthOf = ({ quantity, rate, amount }: Priced): number | undefined =>
	amount ?? (quantity === undefined || rate === undefined ? undefined : quantity * rate);

/** What lines come to together; undefined if that can be told of none. */
export function worthOfAll(lines: readonly Priced[]): number | undefined {
	const worths = lines.flatMap((line) => worthOf(line) ?? []);
	return worths.length === 0 ? undefined : sumUp(worths);
}

/** Where a line may say in which currency it is (assumed). */
const CURRENCY = ['currency', 'currencyCode', 'heldBy.currency', 'heldBy.currencyCode'];

function currencyOf(details: JsonObject): string | undefined {
	const code = findScalar(details, CURRENCY);
	return typeof code === 'string' && /^[a-z]{3}$/i.test(code.trim()) ? code.trim().toUpperCase() : undefined;
}

/** The currency of each line of a timesheet: its own, else the only one that the others tell. */
export function currenciesOf(lines: readonly JsonObject[]): Array<string | undefined> {
	const own = lines.map(currencyOf);
	const [only, ...others] = new Set(own.filter((code) => code !== undefined));
	return own.map((code) => code ?? (others.length === 0 ? only : undefined));
}
