import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Clocks, isBlank, type JsonObject, numberOf } from '../../../contract';
import { idText } from '../../../operations/lineHints';
import type { RecordStep, RecordWork, OperationItem, Outcome, Told } from '../../../operations/types';
import { Uncoded, withCode } from './codes';
import {
	codesOption,
	LINES,
	type LinesWanted,
	missingCodeOption,
	readLines,
	rowsOption,
	rowsReadingRates,
} from './form';
import { LINE_FIELDS, linesOf, unreadLine } from './line';
import { type LineDoubt, DOUBTS, isMoney } from './parts';

export const linesOptions = (readsRates: boolean) => [
	readsRates ? rowsReadingRates : rowsOption.field,
	codesOption,
	missingCodeOption.field,
];

/** Hides an option that has no effect on lines. */
export const unlessLines = (option: INodeProperties): INodeProperties => ({
	...option,
	displayOptions: { hide: { rows: Object.keys(LINES) } },
});

/** Line fields of both sides. */
export const lineFields = { rows: Object.keys(LINES), names: LINE_FIELDS, besides: ['check'] };

/** `end` runs after the last timesheet, and throws for lines that aren't accepted. */
function lineMaker(item: OperationItem, wanted: LinesWanted) {
	const { side, codes, needsCodes, cure } = wanted;
	const told: Told & { doubts: number } = { doubts: 0 };
	const [incomplete, uncoded] = [new Set<string>(), new Uncoded()];
	const hints = item.hints.lines;

	/** Hints at what may be wrong with part of a timesheet; `details`: that part's fields. */
	const doubt = (id: unknown, doubts: readonly LineDoubt[], details: JsonObject): void => {
		const fields = Object.keys(details).filter((field) => field !== 'heldBy');
		const candidates = fields.filter((field) => doubts.includes('amount') && numberOf(details[field]) !== undefined);
		const reasons = doubts.map((one) => DOUBTS[one]);
		const kind = { what: `${side} line`, is: 'in doubt', of: 'Timesheet' };
		hints.doubt(id, kind, { reasons, fields, candidates }, cure);
		told.doubts++;
		if (!doubts.some(isMoney)) return;
		incomplete.add(idText(id));
		Object.assign(told, { reason: 'lines', ids: incomplete });
		if (needsCodes) uncoded.miss(id);
	};

	/** The lines of a timesheet, or one row with the error if the rates could not be read. */
	const of = (timesheet: IDataObject): IDataObject[] => {
		const { ratesError, id: other } = timesheet;
		const id = timesheet.timesheetId ?? other;
		if (!isBlank(ratesError)) return [unreadLine(timesheet, ratesError, wanted)];
		const { lines, asides } = linesOf(timesheet, wanted);
		item.hints.times.note(new Clocks(timesheet, item.timeZone), item.timeZone);
		const tell = (words: string): void => {
			hints.ofTimesheet(id, words);
			told.doubts++;
		};
		if (lines.length === 0 && asides.length === 0) tell(`no ${side} lines, because the service sent no rates`);
		else if (lines[0]?.line['date'] === null) tell(`no date for the ${side} lines: the service sent no start time`);
		for (const { doubts, details } of asides) doubt(id, doubts, details);
		return lines.map(({ line, doubts }) => {
			if (doubts.length > 0) doubt(id, doubts, line.details);
			const coded = withCode(line, codes);
			if (needsCodes) uncoded.note(coded);
			return coded;
		});
	};

	return { of, told: () => told, end: () => uncoded.refuse(item) };
}

/**
 * `options.rows`: lines instead of timesheets. They need rates, so `rates` runs first; without the option, records
 * are processed as usual.
 */
export const rowsOr =
	(rates: RecordStep): RecordStep =>
	(item, options) => {
		const wanted = readLines(item, options, item.connection.settings.details);
		if (wanted === undefined) return rates(item, options);
		const withRates = rates(item, { ...options, includeRates: true });
		const { of, told, end } = lineMaker(item, wanted);
		const finishing: RecordWork = async (records) => {
			const outcomes: Outcome[] = withRates ? await withRates(records) : records.map((json) => ({ json }));
			// As added fields, because Simplify would drop the fields of lines, which it doesn't know.
			return outcomes.flatMap(({ json, added, gap }) =>
				of({ ...json, ...added }).map((line) => ({ json: {}, added: line, gap })),
			);
		};
		const { isSlow, look } = withRates ?? {};
		return Object.assign(finishing, { end, told, isSlow, look });
	};
