import type { INodeProperties } from 'n8n-workflow';
import { isBlank, payPeriodDays, type PayPeriodLength } from '../contract';
import { clock } from '../transport/clock';
import { calendarDate, missingDateCure, todayIn, wholeDays } from './dates';
import { dateField } from './fields';
import { inputError, type Item, notOffered, parameter } from './item';

const LENGTHS: Readonly<Record<PayPeriodLength, string>> = {
	week: 'Week',
	fortnight: 'Fortnight',
	fourWeeks: 'Four Weeks',
	month: 'Month',
};

const WHICH = { lastFinished: 'Last Finished', current: 'Current' } as const;

const shownForPay = { displayOptions: { show: { period: ['payPeriod'] } } };

const choicesOf = (names: Readonly<Record<string, string>>): Array<{ name: string; value: string }> =>
	Object.entries(names).map(([value, name]) => ({ name, value }));

const lengthField: INodeProperties = {
	displayName: 'Pay Period',
	name: 'payPeriodLength',
	type: 'options',
	options: choicesOf(LENGTHS),
	default: 'fortnight',
	description: 'How long one pay period is',
	...shownForPay,
};

/** Not marked as required: where the period comes by expression, n8n would demand it of every period. */
const startsOnField: INodeProperties = {
	...dateField('Starts On', 'payPeriodStartsOn', 'A day on which one of the pay periods began, however long ago'),
	...shownForPay,
};

const whichField: INodeProperties = {
	displayName: 'Which',
	name: 'payPeriodWhich',
	type: 'options',
	options: choicesOf(WHICH),
	default: 'lastFinished',
	description: 'The period that ended last, or the one that today is in',
	...shownForPay,
};

export const payPeriodFields = [lengthField, startsOnField, whichField];

/** One of the names of a list that can be chosen; throws with its label otherwise. */
function chosen<Value extends string>(
	item: Item,
	{ displayName, name, default: standard }: INodeProperties,
	names: Readonly<Record<Value, string>>,
): Value {
	const given = parameter(item, name, standard);
	const value = (Object.keys(names) as Value[]).find((each) => each === (isBlank(given) ? standard : given));
	if (value !== undefined) return value;
	throw notOffered(item, displayName, given, Object.values(names).join(', '));
}

/** The whole days of the chosen pay period, in the workflow's time zone. */
export function readPayPeriod(item: Item): { startDate: string; endDate: string } {
	const startsOn = calendarDate(item, parameter(item, startsOnField.name), startsOnField.displayName);
	if (startsOn === undefined)
		throw inputError(
			item,
			`“${startsOnField.displayName}” is empty`,
			missingDateCure(item, startsOnField, 'Pick a day on which one of your pay periods began.'),
		);
	const length = chosen(item, lengthField, LENGTHS);
	const which = chosen(item, whichField, WHICH);
	const today = todayIn(item.timeZone, clock.date());
	return wholeDays(...payPeriodDays(today, length, Date.parse(startsOn), which), item.timeZone);
}
