import {
	findNumber,
	findScalar,
	isBlank,
	isJsonObject,
	type JsonObject,
	type Names,
	plainNumber,
	sumOf,
} from '../../../contract';

// Guess: answers.rates

/** The field names under which the parts of a line are looked up. */
export type LineNames = Names<'name' | 'code' | 'quantity' | 'rate' | 'amount'>;

/** A pay component as the service gives it; what isn't found is undefined. */
export interface Component {
	name?: string;
	code?: string;
	quantity?: number;
	rate?: number;
	amount?: number;
	/** All fields of the component and of the objects around it. */
	details: JsonObject;
	/** Set when the enclosing object states another total than the sum of its components. */
	check?: { total: number; lines: number | null };
}

/** Keys that only group components and don't name them. */
const CONTAINERS =
	/^(pay|service|charge)?(rates?|allowances?|lines?|items?|entries|components?|tiers?|breakdowns?|details?|data|list|values?|parts?)$/i;

/** Keys of the total that an enclosing object states. */
const TOTALS = /^(sub|grand)?[-_ ]?(totals?|sum|summary)$/i;

/** Money is compared in whole cents: a smaller difference comes from floating-point arithmetic. */
const CENT = 0.01 + 1e-9;

const trimmedWords = (text: unknown): string | undefined => (isBlank(text) ? undefined : String(text).trim());

const saysSomething = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.values(value).some(saysSomething) : !isBlank(value);

/** A sum without floating-point noise: 0.1 and 0.2 are 0.3. */
export const sumUp = (amounts: readonly number[]): number =>
	Number(amounts.reduce((total, amount) => total + amount, 0).toFixed(6));

const counts = (record: JsonObject, { quantity, rate }: LineNames): boolean =>
	[quantity, rate].some((names) => findNumber(record, names) !== undefined);

/** The names on the way to a component: of enclosing objects, and keys that are names. */
type NamePath = readonly string[];

const stepInto = (path: NamePath, key: string): NamePath => (CONTAINERS.test(key) ? path : [...path, key]);

function componentOf(record: JsonObject, path: NamePath, names: LineNames): Component {
	const own = trimmedWords(findScalar(record, names.name));
	return {
		name: own ?? (path.length === 0 ? undefined : path.join(' ')),
		code: trimmedWords(findScalar(record, names.code)),
		quantity: findNumber(record, names.quantity),
		rate: findNumber(record, names.rate),
		amount: findNumber(record, names.amount),
		details: record,
	};
}

/**
 * Whether a value may contain components instead of being a part of one: `{ hours: 8, amount: { value: 240, currency:
 * 'AUD' } }` contains none.
 */
function mayHold(holder: JsonObject, key: string, value: unknown, names: LineNames): value is object {
	if (typeof value !== 'object' || value === null) return false;
	if (sumOf(value) === undefined) return true;
	const known = [...names.quantity, ...names.rate, ...names.amount].some(
		(name) => name.toLowerCase() === key.toLowerCase(),
	);
	return !known && !counts(holder, names);
}

/** Copies the other fields of an enclosing object to each of its components. */
function under(inside: Component[], rest: JsonObject, names: LineNames): Component[] {
	const stated = Object.entries(rest).find(([key, value]) => TOTALS.test(key) && isJsonObject(value));
	const total = findNumber(rest, names.amount) ?? findNumber((stated?.[1] ?? {}) as JsonObject, names.amount);
	const amounts = inside.flatMap(({ amount }) => amount ?? []);
	const lines = amounts.length === 0 ? null : sumUp(amounts);
	const differs = total !== undefined && (lines === null || Math.abs(total - lines) > CENT);
	return inside.map((component) => {
		const { details, check } = component;
		const heldBy = { ...rest, ...(isJsonObject(details.heldBy) ? details.heldBy : {}) };
		return {
			...component,
			details: {
				...(total === undefined ? {} : { total }),
				...details,
				...(Object.keys(heldBy).length === 0 ? {} : { heldBy }),
			},
			...(check === undefined && differs ? { check: { total, lines } } : {}),
		};
	});
}

function inList(list: readonly unknown[], path: NamePath, names: LineNames): Component[] {
	return list.filter(saysSomething).flatMap((entry) => {
		if (Array.isArray(entry)) return inList(entry, path, names);
		return isJsonObject(entry) ? inObject(entry, path, names) : [componentOf({ entry }, path, names)];
	});
}

/** The components inside of a value; none if nothing in it is a quantity, a rate or an amount. */
function inPart(value: object, path: NamePath, names: LineNames): Component[] {
	const found = Array.isArray(value) ? inList(value, path, names) : inObject(value as JsonObject, path, names);
	const isComponent = ({ quantity, rate, amount }: Component): boolean =>
		[quantity, rate, amount].some((number) => number !== undefined);
	return found.some(isComponent) ? found : [];
}

/** An object is a component itself unless it contains some. */
function inObject(record: JsonObject, path: NamePath, names: LineNames): Component[] {
	if (!saysSomething(record)) return [];
	const own = trimmedWords(findScalar(record, names.name));
	const held = own === undefined ? path : [...path, own];
	const parts = Object.entries(record);
	const componentsIn = (totals: boolean): Map<string, Component[]> =>
		new Map(
			parts
				.filter(([key]) => TOTALS.test(key) === totals)
				.map(([key, value]) => [
					key,
					mayHold(record, key, value, names) ? inPart(value, stepInto(held, key), names) : [],
				]),
		);
	const holds = (found: Map<string, Component[]>): boolean => [...found.values()].some(({ length }) => length > 0);
	// A total counts as a component only if there is nothing else.
	const found = [componentsIn(false), componentsIn(true)].find(holds);
	if (found === undefined) return [componentOf(record, path, names)];
	const rest = parts.filter(([key]) => (found.get(key) ?? []).length === 0);
	return under([...found.values()].flat(), Object.fromEntries(rest), names);
}

/**
 * The pay components in the rates of a timesheet, whatever their nesting: an object, an object of several rates, a list,
 * or a bare value, which is read as the value of its field.
 */
export function componentsOf(value: unknown, field: string, names: LineNames): Component[] {
	if (Array.isArray(value)) return inList(value, [], names);
	if (isJsonObject(value)) return inObject(value, [], names);
	return isBlank(value) ? [] : [componentOf({ [field]: value }, [], names)];
}

/** The same for allowances: a bare number is the allowance's amount, as in flat rows. */
export const allowancesOf = (value: unknown, names: LineNames): Component[] =>
	componentsOf(value, 'allowance', names).map((component) => {
		const bare: unknown = Object.keys(component.details).length === 1 ? component.details.entry : undefined;
		return plainNumber(bare) === undefined ? component : { ...component, amount: plainNumber(bare) };
	});
