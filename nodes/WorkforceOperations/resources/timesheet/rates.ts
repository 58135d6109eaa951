import { type IDataObject, type INodeProperties, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { endpoints, isBlank, type JsonObject } from '../../contract';
import { exactNumbers } from '../../form/read';
import { flag, inputError } from '../../form/item';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import type { Finish, OperationItem, Outcome } from '../../operations/types';
import { settle, isKind, send, OutageDetector } from '../../transport';

export const includeRatesOption: INodeProperties = {
	displayName: 'Include Rates',
	name: 'includeRates',
	type: 'boolean',
	default: false,
	builderHint: {
		propertyHint:
			'Set to true where rates, pay or allowances are asked for, together with options.flatten for one row a timesheet. It takes the place of a loop over Get Rates.',
	},
	description:
		'Whether to add pay rate, service rate and allowances, for one more request each: 300 timesheets take five minutes',
};

/** What a rate breakdown holds (documented); everything else in it is kept as well. */
const NO_RATES: IDataObject = { payRate: null, serviceRate: null, allowances: null };

/** What the service shows of a breakdown (documented). A record without any of it is none. */
const SHOWN = [...Object.keys(NO_RATES), 'scheduledStartTime', 'scheduledEndTime'];

/** 0 stands where there is no id. */
const isNoId = (value: unknown): boolean => isBlank(value) || String(value).trim() === '0';

const rawIdOf = (timesheet: IDataObject): unknown =>
	[timesheet.timesheetId, timesheet.id].find((value) => !isNoId(value));

const timesheetIdOf = (timesheet: IDataObject): string => String(rawIdOf(timesheet) ?? '').trim();

/** The rate breakdown of one timesheet; anything but exactly one record of that timesheet is an error. */
async function ratesOf(item: OperationItem, timesheet: IDataObject): Promise<JsonObject> {
	const id = timesheetIdOf(timesheet);
	if (id === '') {
		throw inputError(
			item,
			'The service returned a timesheet without an ID',
			'Its rates can’t be asked for. Look at the timesheets without Include Rates.',
		);
	}
	// Rounded, it would be that of another timesheet.
	exactNumbers(item, rawIdOf(timesheet), 'Timesheet ID');
	const { records } = await send(item.connection, {
		endpoint: endpoints['timesheet.getRates'],
		path: { id },
		itemIndex: item.itemIndex,
	});
	const [first = {}, ...others] = records;
	const rates = SHOWN.some((field) => Object.hasOwn(first, field)) ? first : undefined;
	const meant = isNoId(rates?.timesheetId) || String(rates?.timesheetId).trim() === id;
	if (rates === undefined || others.length > 0 || !meant) {
		throw inputError(
			item,
			rates === undefined
				? 'The service answered without rates'
				: 'The service answered with rates of other timesheets',
			'Run it again. If that stays so, ask the support of the service why this timesheet has none of its own.',
		);
	}
	return rates;
}

/** What a breakdown adds to its timesheet: the fields of both stay those of the timesheet, but for the rates themselves. */
function addedBy(timesheet: IDataObject, rates: JsonObject): IDataObject {
	const added = Object.entries(rates).filter(([field]) => field in NO_RATES || !(field in timesheet));
	const allowances = rates.allowances ?? timesheet.allowances ?? null;
	return { ...NO_RATES, ...(Object.fromEntries(added) as IDataObject), allowances: allowances as IDataObject };
}

/** The same error, which says which timesheet it is about. */
function withNames(error: unknown, id: string): unknown {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.message = `The rates of timesheet ${id === '' ? 'without ID' : `“${id.slice(0, 80)}”`} could not be read: ${error.message}`;
		error.description = [
			error.description,
			'With On Error set to Continue the other timesheets come all the same, and this one says so in “ratesError”.',
		]
			.filter((part) => !isBlank(part))
			.join(' ');
	}
	return error;
}

const NOT_ASKED = 'Not asked for, because the service had not answered for a minute';

/**
 * `options.includeRates`: one request for each timesheet, side by side within the budget, in the order of the list. With
 * Continue On Fail a service that has gone away is not asked for hundreds of others, each several times.
 */
export const includeRates: Finish = (item, options) => {
	if (!flag(item, options.includeRates, 'Include Rates')) return undefined;
	const keepGoing = item.context.continueOnFail();
	const without = (timesheet: IDataObject, ratesError: string): Outcome => ({
		json: timesheet,
		added: { ...NO_RATES, ratesError },
	});
	return async (timesheets) => {
		const silence = new OutageDetector();
		let [notAsked, lastWords] = [0, ''];
		const one = async (timesheet: IDataObject): Promise<Outcome> => {
			if (silence.lasts) {
				notAsked++;
				return without(timesheet, `${NOT_ASKED}: ${lastWords}`);
			}
			const tried = await settle(ratesOf(item, timesheet));
			silence.note(tried);
			if ('result' in tried) return { json: timesheet, added: addedBy(timesheet, tried.result) };
			if (!keepGoing || isKind(tried.error, 'stopped')) throw withNames(tried.error, timesheetIdOf(timesheet));
			lastWords = tried.error instanceof Error ? tried.error.message : 'They could not be read';
			return without(timesheet, lastWords);
		};
		const outcomes = await runItems(
			timesheets.length,
			READS_AT_ONCE,
			async (index) => await one(timesheets[index] ?? {}),
		);
		if (notAsked > 0)
			item.hints.say(
				`The rates of ${notAsked} of ${timesheets.length} timesheets were not asked for: the service had stopped answering. Their “ratesError” says so; run it again for them.`,
				'warning',
			);
		return outcomes;
	};
};
