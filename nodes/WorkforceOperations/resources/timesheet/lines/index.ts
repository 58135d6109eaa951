import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../../contract';
import type { Finish, Finishing, OperationItem, Outcome } from '../../../operations/types';
import { Uncoded, withCode } from './codes';
import { codesOption, lineFieldsOption, type LinesWanted, missingCodeOption, readLines, rowsOption } from './form';
import { type Line, linesOf, unreadLine } from './line';

/** The options of an operation whose records can be taken apart into lines. */
export const linesOptions = (readsRates: boolean) => [rowsOption(readsRates), codesOption, missingCodeOption];

/** Its advanced options. */
export const linesAdvanced = [lineFieldsOption];

/** Timesheets with their rates as lines, one timesheet after another. Whoever has them all asks `end` whether they may come out. */
class LineMaker {
	private readonly uncoded = new Uncoded();

	private readonly item: OperationItem;

	private readonly wanted: LinesWanted;

	constructor(item: OperationItem, wanted: LinesWanted) {
		this.item = item;
		this.wanted = wanted;
	}

	/** The lines of one timesheet; those of one whose rates could not be read are one row that says so. */
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

	/** Throws where lines have no code and are not to be kept without one. */
	end(): void {
		this.uncoded.refuse(this.item);
	}
}

/**
 * `options.rows`: lines in the place of timesheets, behind whatever adds the rates to them (`rates` is asked for its work
 * where lines are wanted). Without it the records go the way that they go otherwise.
 */
export const rowsOr =
	(
		rates: Finish,
		of: (timesheet: IDataObject, item: OperationItem) => IDataObject = (timesheet) => timesheet,
	): Finish =>
	(item, options) => {
		const wanted = readLines(item, options);
		if (wanted === undefined) return rates(item, options);
		const withRates = rates(item, { ...options, includeRates: true });
		const maker = new LineMaker(item, wanted);
		const finishing: Finishing = async (records) => {
			const outcomes: Outcome[] = withRates ? await withRates(records) : records.map((json) => ({ json }));
			// As something added, so that Simplify, which knows the fields of records, leaves lines whole.
			return outcomes.flatMap(({ json, added, gap }) =>
				maker.of(of({ ...json, ...added }, item)).map((line) => ({ json: {}, added: line, gap })),
			);
		};
		return Object.assign(finishing, { end: () => maker.end() });
	};
