import { isJsonObject } from './types';
import { isBlank } from './values';

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
		'title',
		'type',
		'description',
		'label',
	],
	/** Its code in payroll or the ledger. */
	code: ['code', 'payCode', 'rateCode', 'allowanceCode', 'payrollCode', 'externalCode', 'itemCode'],
	quantity: ['quantity', 'qty', 'hours', 'units', 'totalHours', 'hoursWorked', 'numberOfHours', 'unitCount'],
	/** The price of an hour or a piece. */
	rate: [
		'rate',
		'hourlyRate',
		'payRate',
		'serviceRate',
		'chargeRate',
		'baseRate',
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
		'totalCharge',
		'grossAmount',
		'totalCost',
		'cost',
	],
	question: ['question', 'questionText', 'text', 'label', 'title', 'name', 'description'],
	answer: ['answer', 'answerText', 'text', 'value', 'label', 'name', 'description'],
	/** The link to a file of an answer. */
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
	/** The name of that file. */
	fileName: ['attachmentName', 'attachmentFileName', 'fileName', 'originalFileName', 'photoName', 'imageName'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What can be looked up. */
export type Sought = keyof typeof LIKELY_NAMES;

/** The names under which something is looked up: the likely ones, or those that the user gave. */
export type Names<What extends Sought> = Readonly<Record<What, readonly string[]>>;

/** The names under which each of several things is looked up: those that the user gave, else the likely ones. */
export const namesFor = <What extends Sought>(
	sought: readonly What[],
	given: Partial<Record<Sought, readonly string[]>> = {},
): Names<What> =>
	Object.fromEntries(sought.map((what) => [what, given[what] ?? LIKELY_NAMES[what]])) as unknown as Names<What>;

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

/** A finite number, possibly as plain text such as `30.50`; undefined for text with anything else in it. */
export function plainNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	return typeof value === 'string' && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)\s*$/.test(value) ? Number(value) : undefined;
}

/** Fields for the number in an object that is a sum of money. */
const SUM_NAMES = ['amount', 'value'];

/** The number of a sum of money such as `{ value: 30, currency: 'AUD' }`: one number and otherwise only text. */
export function sumOf(value: unknown): number | undefined {
	if (!isJsonObject(value)) return undefined;
	const numbers = Object.values(value).filter((entry) => typeof entry !== 'string' || plainNumber(entry) !== undefined);
	return numbers.length === 1 ? plainNumber(findScalar(value, SUM_NAMES)) : undefined;
}

/** The first of the named fields with a number or a sum of money. */
export const findNumber = (record: object, names: readonly string[]): number | undefined =>
	names
		.map((name) => at(record, name))
		.map((value) => plainNumber(value) ?? sumOf(value))
		.find((value) => value !== undefined);
