import type { IDataObject } from 'n8n-workflow';
import { asNodeError, isKind, OutageDetector, settle, withAdvice } from '../transport';
import { READS_AT_ONCE, runItems } from './concurrency';
import type { RecordWork, OperationItem, Outcome } from './types';

/** A detail that is read for each record of a list by a request of its own, such as the rates of a timesheet. */
interface RecordDetail<What> {
	/** Its name in messages: “rates”. */
	what: string;
	/** The name of the records in messages: “timesheets”. */
	records: string;
	/** Label of the option that requests it. */
	option: string;
	/** The field of an item that says why the detail is missing. */
	errorField: string;
	/** Subject of an error about one record, or about any: “The rates of timesheet “2””, “The rates of a timesheet”. */
	subjectOf: (record?: IDataObject) => string;
	/** The list is to come whole or not at all. */
	isWhole: boolean;
	read: (record: IDataObject) => Promise<What>;
	/** The output for a record; without `what` the detail could not be read, and `failed` says why. */
	outcomesOf: (record: IDataObject, what: What | undefined, failed: IDataObject) => Outcome[];
}

/** Adds to an error which record it is about. */
function withName<What>(
	{ node, itemIndex }: OperationItem,
	thrown: unknown,
	record: IDataObject,
	{ records, errorField, subjectOf, isWhole }: RecordDetail<What>,
): Error {
	const error = asNodeError(node, thrown, itemIndex);
	error.message = `${subjectOf(record)} could not be read: ${error.message}`;
	if (isWhole) return error;
	const advice = `With On Error set to Continue, the other ${records} are returned, and this one has the reason in “${errorField}”.`;
	return withAdvice(error, advice);
}

const NOT_ASKED = 'Not requested, because the service hadn’t answered for a minute';

/**
 * Reads the detail of each record, concurrently within the rate limit, in the order of the list. With Continue On Fail, an
 * outage ends the requests instead of failing (and retrying) each of hundreds. An outcome without its detail has a `gap`.
 */
export function readDetailOfEach<What>(item: OperationItem, detail: RecordDetail<What>): RecordWork {
	const { what, records: several, option, errorField } = detail;
	const keepGoing = item.context.continueOnFail();
	const without = (record: IDataObject, words: string): Outcome[] => {
		const gap = {
			message: `${detail.subjectOf()} could not be read: ${words}`,
			cure: `Run it again, or leave “${option}” out.`,
		};
		return detail.outcomesOf(record, undefined, { [errorField]: words }).map((outcome) => ({ ...outcome, gap }));
	};
	const finishing: RecordWork = async (records) => {
		const outage = new OutageDetector();
		let [notAsked, lastWords] = [0, ''];
		const readOne = async (record: IDataObject): Promise<Outcome[]> => {
			if (outage.lasts) {
				notAsked++;
				return without(record, `${NOT_ASKED}: ${lastWords}`);
			}
			const tried = await settle(detail.read(record));
			outage.note(tried);
			if ('result' in tried) return detail.outcomesOf(record, tried.result, {});
			if (!keepGoing || isKind(tried.error, 'stopped')) throw withName(item, tried.error, record, detail);
			lastWords = tried.error instanceof Error ? tried.error.message : 'They could not be read';
			return without(record, lastWords);
		};
		const outcomes = await runItems(records, READS_AT_ONCE, readOne);
		if (notAsked > 0)
			item.hints.say(
				`The ${what} of ${notAsked} of ${records.length} ${several} were not requested, because the service had stopped answering. Their “${errorField}” says so. Run it again to get them.`,
				'warning',
			);
		return outcomes.flat();
	};
	return Object.assign(finishing, { isSlow: true });
}
