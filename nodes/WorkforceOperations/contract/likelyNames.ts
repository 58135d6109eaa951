import { isJsonObject } from './types';
import { isBlank } from './values';

/*
 * The service doesn't document what rates, allowances, questions and answers hold. What is looked for in them stands here once, under
 * its likely names, the likeliest first (all of them assumed); pay lines, flat rows, the text of reports and their files read no other.
 */
export const LIKELY_NAMES = {
	/** What a rate or an allowance is called. */
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
	/** What payroll or the ledger calls it. */
	code: ['code', 'payCode', 'rateCode', 'allowanceCode', 'payrollCode', 'externalCode', 'itemCode'],
	quantity: ['quantity', 'qty', 'hours', 'units', 'totalHours', 'hoursWorked', 'numberOfHours', 'unitCount'],
	/** For one hour or one piece. */
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
	/** What that file is called. */
	fileName: ['attachmentName', 'attachmentFileName', 'fileName', 'originalFileName', 'photoName', 'imageName'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What is looked for. */
export type Sought = keyof typeof LIKELY_NAMES;

/** Under which names something is looked for: the likely ones, or those that the user knows. */
export type Names<What extends Sought> = Readonly<Record<What, readonly string[]>>;

/** The value at a name of a record, in any letter case; a dot of a name that no field has reaches into an object. */
function at(record: object, name: string): unknown {
	const wanted = name.toLowerCase();
	const field = Object.entries(record).find(([key]) => key.toLowerCase() === wanted);
	if (field !== undefined) return field[1];
	const dot = name.indexOf('.');
	if (dot <= 0) return undefined;
	const inner = at(record, name.slice(0, dot));
	return isJsonObject(inner) ? at(inner, name.slice(dot + 1)) : undefined;
}

/** The first of the named fields that says something, and is no object or list. */
export const findScalar = (record: object, names: readonly string[]): unknown =>
	names.map((name) => at(record, name)).find((value) => typeof value !== 'object' && !isBlank(value));

/** A finite number, also one that came as plain text, such as `30.50`; text with anything else in it is none. */
export function plainNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	return typeof value === 'string' && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)\s*$/.test(value) ? Number(value) : undefined;
}

/** What an object of a sum holds beside its currency. */
const SUM_NAMES = ['amount', 'value'];

/** A sum of money as an object, such as `{ value: 30, currency: 'AUD' }`: a number, and else nothing but text. */
export function sumOf(value: unknown): number | undefined {
	if (!isJsonObject(value)) return undefined;
	const numbers = Object.values(value).filter((entry) => typeof entry !== 'string' || plainNumber(entry) !== undefined);
	return numbers.length === 1 ? plainNumber(findScalar(value, SUM_NAMES)) : undefined;
}

/** The first of the named fields that holds a number or a sum of money. */
export const findNumber = (record: object, names: readonly string[]): number | undefined =>
	names
		.map((name) => at(record, name))
		.map((value) => plainNumber(value) ?? sumOf(value))
		.find((value) => value !== undefined);
