import type { IDataObject } from 'n8n-workflow';
import { endpoints, isBlank, isNoDate, type JsonObject } from '../../contract';
import { exactNumbers } from '../../form/read';
import { oneRequestEach, addedSwitch } from '../../form/fields';
import { inputError } from '../../form/item';
import { readDetailOfEach } from '../../operations/detailOfEach';
import { wholeOnlyOf } from '../../operations/ifIncomplete';
import type { RecordStep, OperationItem } from '../../operations/types';
import { forEditor, sendCall, withKnownTimes } from '../../transport';

export const includeRatesOption = addedSwitch({
	displayName: 'Include Rates',
	name: 'includeRates',
	builderHint: {
		propertyHint:
			'Set to true if rates, pay or allowances are needed, together with options.flatten for one row per timesheet. It replaces a loop over Get Rates.',
	},
	description: 'Whether to add pay rate, service rate and allowances. Takes one more request per timesheet.',
	hint: oneRequestEach('timesheets'),
});

/** The documented fields of a rate breakdown; all others are kept as well. */
const NO_RATES: IDataObject = { payRate: null, serviceRate: null, allowances: null };

/** A record without any of these documented fields isn't a breakdown. */
const SHOWN = [...Object.keys(NO_RATES), 'scheduledStartTime', 'scheduledEndTime'];

/** The service writes 0 for “no id”. */
const isNoId = (value: unknown): boolean => isBlank(value) || String(value).trim() === '0';

const rawIdOf = (timesheet: IDataObject): unknown =>
	[timesheet.timesheetId, timesheet.id].find((value) => !isNoId(value));

const timesheetIdOf = (timesheet: IDataObject): string => String(rawIdOf(timesheet) ?? '').trim();

/** Throws unless the answer is exactly one record, for that timesheet. */
async function ratesOf(item: OperationItem, timesheet: IDataObject): Promise<JsonObject> {
	const id = timesheetIdOf(timesheet);
	if (id === '') {
		throw inputError(
			item,
			'The service returned a timesheet without an ID',
			'Its rates can’t be read. Get the timesheets without Include Rates.',
		);
	}
	// A rounded ID would belong to another timesheet.
	exactNumbers(item, rawIdOf(timesheet), 'Timesheet ID');
	const { records } = await sendCall(item.connection, {
		endpoint: endpoints['timesheet.getRates'],
		path: { id },
		itemIndex: item.itemIndex,
	});
	const [first = {}, ...others] = withKnownTimes(item.connection, records);
	const rates = SHOWN.some((field) => Object.hasOwn(first, field)) ? first : undefined;
	const meant = isNoId(rates?.timesheetId) || String(rates?.timesheetId).trim() === id;
	if (rates === undefined || others.length > 0 || !meant) {
		throw inputError(
			item,
			rates === undefined ? 'The service returned no rates' : 'The service returned rates for other timesheets',
			forEditor(
				'Run it again. If it happens again, ask the service’s support team why this timesheet has no rates.',
				'Call it again. If it happens again, have a person ask the service’s support team why this timesheet has no rates.',
			),
		);
	}
	return rates;
}

/** If both have a field, the timesheet's value is kept, except for the rates themselves and for times that it lacks. */
function addedBy(timesheet: IDataObject, rates: JsonObject): IDataObject {
	const isUnset = (field: string): boolean =>
		SHOWN.includes(field) && (isBlank(timesheet[field]) || isNoDate(timesheet[field]));
	const added = Object.entries(rates).filter(
		([field, value]) =>
			field in NO_RATES || !(field in timesheet) || (isUnset(field) && !isBlank(value) && !isNoDate(value)),
	);
	const allowances = rates.allowances ?? timesheet.allowances ?? null;
	return { ...NO_RATES, ...(Object.fromEntries(added) as IDataObject), allowances: allowances as IDataObject };
}

/** Sends one request per timesheet. */
export const includeRates: RecordStep = (item, options) => {
	if (!includeRatesOption.read(item, options)) return undefined;
	return readDetailOfEach(item, {
		what: 'rates',
		records: 'timesheets',
		option: includeRatesOption.field.displayName,
		subjectOf: (timesheet) => {
			if (timesheet === undefined) return 'The rates of a timesheet';
			const id = timesheetIdOf(timesheet);
			return `The rates of ${id === '' ? 'a timesheet without an ID' : `timesheet “${id.slice(0, 80)}”`}`;
		},
		isWhole: wholeOnlyOf(item, options) !== undefined,
		read: async (timesheet) => await ratesOf(item, timesheet),
		outcomesOf: (timesheet, rates) => [
			{ json: timesheet, added: rates === undefined ? NO_RATES : addedBy(timesheet, rates) },
		],
	});
};
