import type { IDataObject } from 'n8n-workflow';
import { asNodeError, isKind, OutageDetector, settle, withAdvice } from '../transport';
import { READS_AT_ONCE, runItems } from './concurrency';
import type { RecordWork, OperationItem, Outcome } from './types';

/** A detail that needs a request for each record of a list, such as the rates of a timesheet. */
interface RecordDetail<What> {
	/** Its name in messages: “rates”. An item's “ratesError” says why it is missing. */
	what: string;
	/** The name of the records in messages: “timesheets”. */
	records: string;
	/** Label of the option that requests it. */
	option: string;
	/** Subject of an error about one record, or about any: “The rates of timesheet “2””, “The rates of a timesheet”. */
	subjectOf: (record?: IDataObject) => string;
	/** The list must be complete, or the run fails. */
	isWhole: boolean;
	read: (record: IDataObject) => Promise<What>;
	/** The output for a record; `what` is undefined if the detail could not be read. */
	outcomesOf: (record: IDataObject, what: What | undefined) => Outcome[];
}

const NOT_ASKED = 'Not requested, because the service hadn’t answered for a minute';

/**
 * Reads the detail of each record, concurrently within the rate limit, and keeps the order of the list. With Continue
 * On Fail, an outage ends the requests, instead of failing and retrying hundreds of them. An outcome without its detail
 * has a `gap`.
 */
export function readDetailOfEach<What>(item: OperationItem, detail: RecordDetail<What>): RecordWork {
	const { what, records: several, option, subjectOf, isWhole } = detail;
	const errorField = `${what}Error`;
	const keepGoing = item.context.continueOnFail();
	const errorAbout = (record: IDataObject, thrown: unknown): Error => {
		const error = asNodeError(item.node, thrown, item.itemIndex);
		error.message = `${subjectOf(record)} could not be read: ${error.message}`;
		const advice = `With On Error set to Continue, the other ${several} are returned, and this one has the reason in “${errorField}”.`;
		return isWhole ? error : withAdvice(error, advice);
	};
	const without = (record: IDataObject, words: string): Outcome[] => {
		const message = `${subjectOf()} could not be read: ${words}`;
		const gap = { message, cure: `Run it again, or leave “${option}” out.` };
		const outcomes = detail.outcomesOf(record, undefined);
		return outcomes.map(({ json, added }) => ({ json, added: { ...added, [errorField]: words }, gap }));
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
			if ('result' in tried) return detail.outcomesOf(record, tried.result);
			if (!keepGoing || isKind(tried.error, 'stopped')) throw errorAbout(record, tried.error);
			lastWords = tried.error instanceof Error ? tried.error.message : 'They could not be read';
			return without(record, lastWords);
		};
		const outcomes = await runItems(records, READS_AT_ONCE, readOne);
		if (notAsked > 0)
			item.hints.say(
				`The ${what} were not requested for ${notAsked} of ${records.length} ${several}, because the service had stopped answering. The field “${errorField}” says so. Run it again to get the rest.`,
				'warning',
			);
		return outcomes.flat();
	};
	return Object.assign(finishing, { isSlow: true });
}
