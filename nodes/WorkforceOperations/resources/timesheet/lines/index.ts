import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Clocks, isBlank } from '../../../contract';
import type { RecordStep, RecordWork, OperationItem, Outcome, Told } from '../../../operations/types';
import { Uncoded, withCode } from './codes';
import { DOUBTS } from './component';
import {
	codesOption,
	LINES,
	type LinesWanted,
	missingCodeOption,
	readLines,
	rowsOption,
	rowsReadingRates,
} from './form';
import { type Line, LINE_FIELDS, linesOf, type ReadLine, unreadLine } from './line';

/** Options of an operation that can return its records as lines. */
export const linesOptions = (readsRates: boolean) => [
	readsRates ? rowsReadingRates : rowsOption.field,
	codesOption,
	missingCodeOption.field,
];

/** An option that does nothing for lines. */
export const unlessLines = (option: INodeProperties): INodeProperties => ({
	...option,
	displayOptions: { hide: { rows: Object.keys(LINES) } },
});

/** The fields of lines, of either side. */
export const lineFields = { rows: Object.keys(LINES), names: LINE_FIELDS, besides: ['check'] };

/** Turns timesheets with rates into lines, one after another. `end` is called after the last. */
class LineMaker {
	readonly told: Told & { doubts: number } = { doubts: 0 };

	private readonly incomplete = new Set<string>();

	private readonly uncoded = new Uncoded();

	private readonly item: OperationItem;

	private readonly wanted: LinesWanted;

	constructor(item: OperationItem, wanted: LinesWanted) {
		this.item = item;
		this.wanted = wanted;
	}

	/** The lines of a timesheet; a single row with the error if its rates could not be read. */
	of(timesheet: IDataObject): IDataObject[] {
		const { wanted, item } = this;
		if (!isBlank(timesheet.ratesError)) return [unreadLine(timesheet, timesheet.ratesError, wanted)];
		const read = linesOf(timesheet, wanted);
		item.hints.times.note(new Clocks(timesheet, item.timeZone), item.timeZone);
		const [id, hints] = [timesheet.timesheetId ?? timesheet.id, item.hints.lines];
		const tell = (words: string): void => {
			hints.ofTimesheet(id, words);
			this.told.doubts++;
		};
		if (read.length === 0) tell(`no ${wanted.side} lines, because the service told no rates`);
		else if (read[0]?.line['date'] === null)
			tell(`no day for the ${wanted.side} lines, because the service told no start`);
		if (read.some(({ line }) => line.check !== undefined))
			hints.ofTimesheet(id, `the ${wanted.side} lines don’t come to the total that the service states (“check”)`);
		return read.map((one) => this.line(id, one));
	}

	private line(id: unknown, { line, doubts }: ReadLine): Line {
		const { wanted, item } = this;
		const coded = withCode(line, wanted.codes);
		const isMissing = line.check !== undefined || doubts.includes('amount');
		const fields = Object.keys(line.details ?? {}).filter((field) => field !== 'heldBy');
		// A line that has nothing but `check` is told with its timesheet.
		const reasons = doubts
			.filter((doubt) => doubt !== 'parts' || line.check === undefined)
			.map((doubt) => DOUBTS[doubt]);
		if (reasons.length > 0) item.hints.lines.doubt(id, `${wanted.side} line`, reasons, fields);
		if (reasons.length > 0 || isMissing) this.told.doubts++;
		if (isMissing) {
			this.incomplete.add(String(id ?? 'unknown'));
			Object.assign(this.told, { reason: 'lines', ids: this.incomplete });
		}
		if (wanted.needsCodes) this.uncoded.note(coded, isMissing);
		return coded;
	}

	/** Throws if there are lines that are not accepted. */
	end(): void {
		this.uncoded.refuse(this.item);
	}
}

/**
 * `options.rows`: lines instead of timesheets. They need the rates, so `rates` is run before them; without the option, the
 * records are processed as usual.
 */
export const rowsOr =
	(
		rates: RecordStep,
		of: (timesheet: IDataObject, item: OperationItem) => IDataObject = (timesheet) => timesheet,
	): RecordStep =>
	(item, options) => {
		const wanted = readLines(item, options, item.connection.settings.details);
		if (wanted === undefined) return rates(item, options);
		const withRates = rates(item, { ...options, includeRates: true });
		const maker = new LineMaker(item, wanted);
		const finishing: RecordWork = async (records) => {
			const outcomes: Outcome[] = withRates ? await withRates(records) : records.map((json) => ({ json }));
			// As added fields, because Simplify would drop the fields of lines, which it doesn't know.
			return outcomes.flatMap(({ json, added, gap }) =>
				maker.of(of({ ...json, ...added }, item)).map((line) => ({ json: {}, added: line, gap })),
			);
		};
		const { isSlow, look } = withRates ?? {};
		return Object.assign(finishing, { end: () => maker.end(), told: () => maker.told, isSlow, look });
	};
