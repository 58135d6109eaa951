import { isJsonObject } from './types';
import { isBlank } from './values';
import { looksLikeNumber, writtenNumber } from './writtenNumbers';

// Guess: answers.names

/*
 * The service doesn't document the fields of rates, allowances, questions and answers. This is the only list of the names
 * under which they are looked up, the likeliest first (all assumed).
 */
export const LIKELY_NAMES = {
	/** The name of a rate or an allowance. */
	name: [
		'name',
		'rateName',
		'payRateName',
		'serviceRateName',
		'allowanceName',
		'allowance',
		'rateType',
		'payType',
		'allowanceType',
		'displayName',
		'title',
		'type',
		'category',
		'description',
		'label',
	],
	/** Its code in payroll or the ledger. */
	code: ['code', 'payCode', 'rateCode', 'allowanceCode', 'payrollCode', 'externalCode', 'itemCode'],
	quantity: [
		'quantity',
		'qty',
		'hours',
		'units',
		'totalHours',
		'hoursWorked',
		'workedHours',
		'numberOfHours',
		'unitCount',
		'payHours',
		'paidHours',
		'payableHours',
		'chargeHours',
		'chargedHours',
		'chargeableHours',
		'billHours',
		'billedHours',
		'billableHours',
		'invoiceHours',
		'invoicedHours',
		'serviceHours',
	],
	/** The price of an hour or a piece. */
	rate: [
		'rate',
		'hourlyRate',
		'payRate',
		'serviceRate',
		'chargeRate',
		'billRate',
		'billingRate',
		'invoiceRate',
		'clientRate',
		'baseRate',
		'rateAmount',
		'ratePerHour',
		'unitRate',
		'unitPrice',
		'price',
	],
	amount: [
		'amount',
		'total',
		'value',
		'totalAmount',
		'lineTotal',
		'totalPay',
		'payTotal',
		'grossPay',
		'payAmount',
		'paidAmount',
		'amountPaid',
		'totalWages',
		'wages',
		'totalCharge',
		'chargeTotal',
		'chargeAmount',
		'amountCharged',
		'totalBill',
		'billAmount',
		'billedAmount',
		'invoiceAmount',
		'invoiceTotal',
		'serviceAmount',
		'totalService',
		'grossAmount',
		'gross',
		'subTotal',
		'amountPayable',
		'totalCost',
		'cost',
	],
	question: ['question', 'questionText', 'text', 'label', 'title', 'name', 'description'],
	answer: ['answer', 'answerText', 'text', 'value', 'label', 'name', 'description'],
	fileLink: [
		'attachmentLink',
		'attachmentUrl',
		'fileLink',
		'fileUrl',
		'photoLink',
		'photoUrl',
		'imageLink',
		'imageUrl',
		'downloadUrl',
		'link',
		'url',
	],
	fileName: ['attachmentName', 'attachmentFileName', 'fileName', 'originalFileName', 'photoName', 'imageName'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Sought = keyof typeof LIKELY_NAMES;

/** What guards are paid, and what clients are charged. */
export type Side = 'pay' | 'charge';

export const otherSide = (side: Side): Side => (side === 'pay' ? 'charge' : 'pay');

/** The words by which a name is of one side alone. All other names are of either side. */
const SIDE_WORDS: Readonly<Record<Side, RegExp>> = {
	pay: /^(?:pay|paid|payable|payroll|wages?|salary)$/,
	charge:
		/^(?:charge[ds]?|chargeable|bill|billed|billing|billable|invoice[ds]?|invoicing|services?|clients?|customers?|sell|sales|revenue)$/,
};

/** Words beside those that say what kind of thing a name is of. */
const KIND_WORDS =
	/^(?:total|sub|grand|gross|rates?|lines?|items?|entries|components?|tiers?|breakdown|details?|data|parts?|side|totals|summary|hours|amount|code|name|type)$/;

const partsOfName = (name: string): string[] =>
	name
		.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((word) => word !== '');

/** Whether a name is of this side alone: `totalPay`, `chargeRates`, `billing`; not `longServiceLeave`. */
export function isOfSide(name: string, side: Side): boolean {
	const words = partsOfName(name);
	const rest = words.filter((word) => !KIND_WORDS.test(word));
	return name !== 'amountPayable' && rest.length > 0 && rest.every((word) => SIDE_WORDS[side].test(word));
}

/** The names under which something is looked up: the likely ones, or those that the user gave. */
export type Names<What extends Sought> = Readonly<Record<What, readonly string[]>>;

/** The names under which each of several things is looked up: those that the user gave, else the likely ones. */
export const namesFor = <What extends Sought>(
	sought: readonly What[],
	given: Partial<Record<Sought, readonly string[]>> = {},
	likely: Names<What> = LIKELY_NAMES,
): Names<What> =>
	Object.fromEntries(sought.map((what) => [what, given[what] ?? likely[what]])) as unknown as Names<What>;

/** The value of a field, in any letter case. If no field has the name, its dots are read as a path. */
function at(record: object, name: string): unknown {
	const wanted = name.toLowerCase();
	const field = Object.entries(record).find(([key]) => key.toLowerCase() === wanted);
	if (field !== undefined) return field[1];
	const dot = name.indexOf('.');
	if (dot <= 0) return undefined;
	const inner = at(record, name.slice(0, dot));
	return isJsonObject(inner) ? at(inner, name.slice(dot + 1)) : undefined;
}

/** The first of the named fields with a scalar value that isn't blank. */
export const findScalar = (record: object, names: readonly string[]): unknown =>
	names.map((name) => at(record, name)).find((value) => typeof value !== 'object' && !isBlank(value));

/** Whether a value, or anything in it, is filled. */
export const saysSomething = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.values(value).some(saysSomething) : !isBlank(value);

/** Fields for the number in an object that is a sum of money. */
const SUM_NAMES = ['amount', 'value'];

/** The number of a sum of money such as `{ value: 30, currency: 'AUD' }`: one number and otherwise only text. */
export function sumOf(value: unknown, inHours = false): number | undefined {
	if (!isJsonObject(value)) return undefined;
	const filled = Object.values(value).filter(saysSomething);
	const numbers = filled.filter((entry) => typeof entry !== 'string' || writtenNumber(entry, inHours) !== undefined);
	return numbers.length === 1 ? writtenNumber(findScalar(value, SUM_NAMES), inHours) : undefined;
}

/** A filled field, by the name that was looked for; without a number if it can't be read as one. */
export interface FoundNumber {
	name: string;
	number?: number;
}

/**
 * The first of the named fields with a number or a sum of money. A field that looks like a number and can't be read stands
 * for no number, so that none of another field takes its place. Undefined if none is filled.
 */
export function fieldWithNumber(record: object, names: readonly string[], inHours = false): FoundNumber | undefined {
	let unread: FoundNumber | undefined;
	for (const name of names) {
		const value = at(record, name);
		if (!saysSomething(value)) continue;
		const number = writtenNumber(value, inHours) ?? sumOf(value, inHours);
		if (number !== undefined) return { name, number };
		if (looksLikeNumber(value)) return { name };
		unread ??= { name };
	}
	return unread;
}

export const findNumber = (record: object, names: readonly string[]): number | undefined =>
	fieldWithNumber(record, names)?.number;

/** The first of the named fields with words; without one, the first with anything. */
export function findWords(record: object, names: readonly string[]): string | undefined {
	const filled = names.map((name) => findScalar(record, [name])).filter((value) => value !== undefined);
	const found = filled.find((value) => typeof value === 'string' && /\p{L}/u.test(value)) ?? filled[0];
	return found === undefined ? undefined : String(found).trim();
}

export type LinePart = 'name' | 'code' | 'quantity' | 'rate' | 'amount';

/** Its own names before those of either side, and none of the other's. */
function namesOfSide(side: Side): Names<LinePart> {
	const of = (what: LinePart): string[] => {
		const names: readonly string[] = LIKELY_NAMES[what];
		const usable = names.filter((name) => !isOfSide(name, otherSide(side)));
		const isOwn = (name: string): boolean => what !== 'name' && isOfSide(name, side);
		return [...usable.filter(isOwn), ...usable.filter((name) => !isOwn(name))];
	};
	return { name: of('name'), code: of('code'), quantity: of('quantity'), rate: of('rate'), amount: of('amount') };
}

export const LINE_NAMES: Readonly<Record<Side, Names<LinePart>>> = {
	pay: namesOfSide('pay'),
	charge: namesOfSide('charge'),
};
