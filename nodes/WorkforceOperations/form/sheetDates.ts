import { inWords } from '../transport/failures/cure';
import { DAY_MS, isBlank } from '../contract';
import { refuseFormulaError } from './cells';
import { dateCure, isEntered, isRealDay } from './dates';
import { choiceField } from './fields';
import { collection, type ExecutionItem, inputError } from './item';

const LABEL = 'Dates';

const ORDERS = {
	dayFirst: { name: 'Day First', description: '31/03/2027, 31.3.2027, 31-Mar-2027' },
	iso: { name: 'ISO Only', description: 'Only 2027-03-31' },
	monthFirst: { name: 'Month First', description: '03/31/2027' },
} as const;

type DateOrder = keyof typeof ORDERS;

export const dateOrderOption = choiceField({
	displayName: LABEL,
	name: 'dateOrder',
	default: 'dayFirst',
	description:
		'How dates are written in the columns. 2027-03-31 always works; a row with a date in any other format gets an error.',
	displayOptions: { show: { '/dataToSend': ['columns'] } },
	choices: ORDERS,
});

const MONTHS = [
	'january',
	'february',
	'march',
	'april',
	'may',
	'june',
	'july',
	'august',
	'september',
	'october',
	'november',
	'december',
];

/** A time after a date is ignored. */
const TIME = String.raw`(?:[Tt,]?\s*\d{1,2}:\d{2}.*)?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`);
const NUMBERS = new RegExp(String.raw`^(\d{1,2})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*(\d{2}|\d{4})${TIME}`);
const DAY_AND_NAME = new RegExp(String.raw`^(\d{1,2})[-/. ]+(\p{L}{3,9})[-/., ]+(\d{2}|\d{4})${TIME}`, 'u');
const NAME_AND_DAY = new RegExp(String.raw`^(\p{L}{3,9})[-/. ]+(\d{1,2})[-/., ]+(\d{2}|\d{4})${TIME}`, 'u');

/** Excel's day numbers for 1930 and 2101. Other numbers aren't plausible dates. */
const EXCEL_BEGIN = Date.UTC(1899, 11, 30);
const [FIRST_DAY, END_DAY] = [1930, 2101].map((year) => (Date.UTC(year, 0, 1) - EXCEL_BEGIN) / DAY_MS) as [
	number,
	number,
];

/** As written, the year with two or four digits; undefined for anything else. */
function partsOf(text: string, order: DateOrder): [year: string, month: string, day: string] | undefined {
	const [, year, month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
	if (year !== undefined) return [year, month, day];
	if (order === 'iso') return undefined;
	const [, one = '', other = '', last] = NUMBERS.exec(text) ?? [];
	if (last !== undefined) return order === 'dayFirst' ? [last, other, one] : [last, one, other];
	const [, dayBefore, nameAfter, yearOfName] = DAY_AND_NAME.exec(text) ?? [];
	const [, nameBefore, dayAfter, yearLast] = NAME_AND_DAY.exec(text) ?? [];
	const name = (nameAfter ?? nameBefore)?.toLowerCase() ?? '';
	const index = MONTHS.findIndex((full) => full.startsWith(name));
	if (name === '' || index === -1) return undefined;
	return [yearOfName ?? yearLast ?? '', String(index + 1), dayBefore ?? dayAfter ?? ''];
}

const isoOf = (year: string, month: string, day: string): string =>
	[year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');

const OTHER_ORDER = { dayFirst: 'monthFirst', monthFirst: 'dayFirst' } as const;

/**
 * Whether a cell is a valid day in the chosen order, and in the other. If both orders give the same day, both are
 * false.
 */
function readings(text: string, order: 'dayFirst' | 'monthFirst'): { chosen: boolean; other: boolean } {
	const isDay = (each: DateOrder): boolean => {
		const parts = partsOf(text, each);
		return parts !== undefined && isRealDay(isoOf(...parts));
	};
	const [, one, two] = NUMBERS.exec(text) ?? [];
	if (one === undefined || Number(one) === Number(two)) return { chosen: false, other: false };
	return { chosen: isDay(order), other: isDay(OTHER_ORDER[order]) };
}

const FORMAT_THE_COLUMN = 'Format the column as dates, or write them like 2027-03-31.';

/** Reads the date columns of a run as days such as `2027-03-31`. */
export class SheetDates {
	private readonly order: DateOrder;

	private converted = 0;

	private numbers = 0;

	/**
	 * Columns that contradict the chosen order, each with a cell as evidence. That cell is a day only in the other order,
	 * and no cell is a day only in the chosen one.
	 */
	private readonly contradictions = new Map<string, string>();

	constructor(item: ExecutionItem) {
		this.order = dateOrderOption.read(item, collection(item, 'options')) ?? 'dayFirst';
	}

	/**
	 * Called with all cells of a column before any is read, including those of rows that are refused for another reason.
	 */
	look(label: string, cells: readonly unknown[]): void {
		if (this.order === 'iso') return;
		let contradiction: string | undefined;
		for (const cell of cells) {
			const text = typeof cell === 'string' ? cell.trim() : '';
			const { chosen, other } = readings(text, this.order);
			if (chosen && !other) return;
			if (other && !chosen) contradiction ??= text;
		}
		if (contradiction !== undefined) this.contradictions.set(label, contradiction);
	}

	/** Throws if the cell isn't a date in the chosen order. A Date is returned unchanged. */
	read(item: ExecutionItem, cell: unknown, label: string): unknown {
		if (isBlank(cell) || typeof cell === 'object') return cell;
		refuseFormulaError(item, cell, label);
		const text = String(cell).trim();
		const refused = (why: string): Error =>
			inputError(item, `“${label}” is not a date`, `It is “${text.slice(0, 80)}”${why}`);
		const cure = (): string =>
			`. ${isEntered(item, cell) ? inWords(dateCure(item, cell, '2027-03-31')) : FORMAT_THE_COLUMN}`;
		if (/^\d+(\.\d+)?$/.test(text)) {
			const day = Math.floor(Number(text));
			if (day < FIRST_DAY || day >= END_DAY) throw refused(cure());
			this.numbers++;
			return new Date(EXCEL_BEGIN + day * DAY_MS).toISOString().slice(0, 10);
		}
		const [year, month = '', day = ''] = partsOf(text, this.order) ?? [];
		if (year === undefined) throw refused(cure());
		if (year.length === 2) throw refused(': its year has two digits. Write all four.');
		const iso = isoOf(year, month, day);
		if (!isRealDay(iso)) {
			const isOther = isRealDay(isoOf(year, day, month));
			throw refused(
				isOther && !YEAR_FIRST.test(text)
					? `, which isn’t a valid ${ORDERS[this.order].name} date. If the whole sheet is written like this, choose another order in “${LABEL}”.`
					: ': there is no such date. Correct the cell.',
			);
		}
		const contradiction = this.contradictions.get(label);
		if (contradiction !== undefined && this.order !== 'iso' && readings(text, this.order).other) {
			throw refused(
				`, which fits both orders, but “${contradiction.slice(0, 40)}” in this column isn’t a valid ${ORDERS[this.order].name} date. Choose the sheet’s order in “${LABEL}”, or write dates like 2027-03-31.`,
			);
		}
		// A moment may be another day in another time zone; `calendarDate` decides.
		if (text.startsWith(iso)) return cell;
		this.converted++;
		return iso;
	}

	/** How many cells were read in which order; undefined if all were ISO. */
	get hint(): string | undefined {
		const counts = [
			this.converted > 0 ? `${this.converted} read as ${ORDERS[this.order].name}` : '',
			this.numbers > 0 ? `${this.numbers} stored as spreadsheet day numbers` : '',
		].filter((part) => part !== '');
		return counts.length === 0 ? undefined : `Dates in the cells: ${counts.join(', ')}.`;
	}
}
