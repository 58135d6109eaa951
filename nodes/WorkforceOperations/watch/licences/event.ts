import { FIELDS, HOUR_MS, namesIn, splitList } from '../../contract';
import { filterExpressionOption, staffFilters } from '../../form/listFilters';
import { inputError, type Item, parameter } from '../../form/item';
import type { WatchedEvent, WatchFamily } from '../core/event';
import { numberField, type NumberOption, readOption } from '../core/numberOption';
import { expiring, invalid } from './rules';
import { licenceSource, type LicenceSettings } from './source';

type LicenceEvent = WatchedEvent<LicenceSettings>;

/** The cost of reading all licences. */
export const LICENCE_NOTICE =
	'Reading licences takes one request per employee, so a round of 600 employees takes half an hour, spread over many polls. Poll every five minutes or more often.';

const licence = (event: Pick<LicenceEvent, 'value' | 'name' | 'description' | 'source'>): LicenceEvent => ({
	endpoint: 'staff.getAll',
	startWith: 'now',
	filters: [...staffFilters, filterExpressionOption],
	simple: namesIn(FIELDS.securityLicence, 'simple'),
	notice: LICENCE_NOTICE,
	...event,
});

/** The only event that depends on days. */
const EXPIRING = 'licence.expiring';

const DAYS_BEFORE = '60, 30, 14, 7, 0';

/** Nobody plans further ahead; a larger number is a date or a mistake. */
const MOST_DAYS = 3660;

/** The thresholds before an expiry, in days, largest first. */
function daysBeforeOf(item: Item): number[] {
	const given = parameter(item, 'daysBefore', DAYS_BEFORE);
	const parts = splitList(given);
	const refuse = (why: string): never => {
		throw inputError(
			item,
			`“Days Before” ${why}`,
			`It is “${String(given).slice(0, 80)}”. Enter whole numbers of days, separated by commas, such as ${DAYS_BEFORE}.`,
		);
	};
	if (parts.length === 0) refuse('is empty');
	const wrong = parts.find((part) => !/^\d+$/.test(part) || Number(part) > MOST_DAYS);
	if (wrong !== undefined)
		refuse(
			`contains “${wrong.slice(0, 20)}”, which is not a whole number from 0 to ${MOST_DAYS.toLocaleString('en-AU')}`,
		);
	const days = parts.map(Number);
	const twice = days.find((day, index) => days.indexOf(day) !== index);
	if (twice !== undefined) refuse(`contains ${twice} twice`);
	return days.sort((one, other) => other - one);
}

const ROUND_EVERY: NumberOption = {
	displayName: 'Hours Between Rounds',
	name: 'sweepHours',
	standard: 24,
	least: 1,
	most: 8784,
};

export const roundOption = numberField(
	ROUND_EVERY,
	'The minimum time from the start of one round through all employees to the start of the next',
);

export const readRoundMs = (item: Item): number => readOption(item, ROUND_EVERY) * HOUR_MS;

/** Security licences, read employee by employee. */
export const licenceFamily: WatchFamily<LicenceSettings> = {
	events: [
		licence({
			value: EXPIRING,
			name: 'Licence Expiring',
			description: 'A security licence expires soon, has expired, or has no expiry date',
			source: licenceSource(expiring),
		}),
		licence({
			value: 'licence.invalid',
			name: 'Licence Invalid',
			description: 'The service marks a security licence as invalid',
			source: licenceSource(invalid),
		}),
	],
	fields: [
		{
			field: {
				displayName: 'Days Before',
				name: 'daysBefore',
				type: 'string',
				default: DAYS_BEFORE,
				placeholder: `e.g. ${DAYS_BEFORE}`,
				description:
					'How many days before expiry to report a licence; 0 is the day itself. If several apply at once, only the lowest is reported.',
			},
			events: [EXPIRING],
		},
	],
	options: [{ field: roundOption }],
	readOptions: (item, { value }) => ({
		daysBefore: value === EXPIRING ? daysBeforeOf(item) : [],
		scanEveryMs: readRoundMs(item),
	}),
};
