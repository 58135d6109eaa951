import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../../contract';
import type { Finish, Finishing, OperationItem, Outcome } from '../../../operations/types';
import { Uncoded, withCode } from './codes';
import { codesOption, type LinesWanted, missingCodeOption, readLines, rowsOption } from './form';
import { type Line, linesOf, unreadLine } from './line';

/** Options of an operation that can return its records as lines. */
export const linesOptions = (readsRates: boolean) => [rowsOption(readsRates), codesOption, missingCodeOption];

/** Turns timesheets with rates into lines, one after another. `end` is called after the last. */
class LineMaker {
	private readonly uncoded = new Uncoded();

	private readonly item: OperationItem;

	private readonly wanted: LinesWanted;

	constructor(item: OperationItem, wanted: LinesWanted) {
		this.item = item;
		this.wanted = wanted;
	}

	/** The lines of a timesheet; a single row with the error if its rates could not be read. */
	of(timesheet: IDataObject): IDataObject[] {
		const { wanted, item, uncoded } = this;
		if (!isBlank(timesheet.ratesError)) return [unreadLine(timesheet, timesheet.ratesError, wanted)];
		const lines: Line[] = linesOf(timesheet, wanted).map((line) => withCode(line, wanted.codes));
		const id = timesheet.timesheetId ?? timesheet.id;
		if (lines.length === 0) item.hints.oddLine(id, `no ${wanted.side} lines, because the service told no rates`);
		if (lines.some(({ check }) => check !== undefined))
			item.hints.oddLine(id, `the ${wanted.side} lines don’t come to the total that the service states (“check”)`);
		if (wanted.needsCodes) for (const line of lines) uncoded.note(line);
		return lines;
	}

	/** Throws if lines without a code are not accepted and there are some. */
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
		rates: Finish,
		of: (timesheet: IDataObject, item: OperationItem) => IDataObject = (timesheet) => timesheet,
	): Finish =>
	(item, options) => {
		const wanted = readLines(item, options, item.connection.settings.details);
		if (wanted === undefined) return rates(item, options);
		const withRates = rates(item, { ...options, includeRates: true });
		const maker = new LineMaker(item, wanted);
		const finishing: Finishing = async (records) => {
			const outcomes: Outcome[] = withRates ? await withRates(records) : records.map((json) => ({ json }));
			// As added fields, because Simplify would drop the fields of lines, which it doesn't know.
			return outcomes.flatMap(({ json, added, gap }) =>
				maker.of(of({ ...json, ...added }, item)).map((line) => ({ json: {}, added: line, gap })),
			);
		};
		return Object.assign(finishing, { end: () => maker.end() });
	};
