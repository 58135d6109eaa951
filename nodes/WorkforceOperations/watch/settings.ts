import type { IDataObject } from 'n8n-workflow';
import { endpoints, eventChoices, isBlank, splitList } from '../contract';
import { advancedOf } from '../form/advanced';
import { collection, inputError, type Item, parameter } from '../form/item';
import { additionalQuery } from '../form/additionalParameters';
import { isEmptyFilter, type Labels, labelOf, labelsOf, queryFrom } from '../form/read';
import { findEvent, type OwnSettings, type WatchedEvent } from './events';
import { watchProperties } from './form';
import { pollIntervalMs } from './pollInterval';
import { type Change, CHANGES } from './changes/detect';
import { missingSignals } from './changes/rules';
import type { CommonSettings } from './core/source';
import { readChangeFields } from './changes/changeFields';
import { HOUR_MS, MINUTE_MS } from './core/text';

/** What the form of the trigger says, checked. */
export interface WatchSettings extends CommonSettings, OwnSettings {
	event: WatchedEvent;
	simplify: boolean;
	retries: number;
	maxItems: number;
	/** How far apart the polls are at most. */
	intervalMs: number;
}

/** A year: longer ones are mistakes. */
const MOST_MINUTES = 525_600;

/** What the form for an event calls its fields. */
const labelsFor = ({ value }: WatchedEvent): Labels =>
	labelsOf(watchProperties.filter(({ displayOptions }) => displayOptions?.show?.event?.includes(value) ?? true));

function wholeOption(item: Item, value: unknown, label: string, fallback: number, least: number, most: number): number {
	if (value === undefined) return fallback;
	const isWritten = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	const number = isWritten ? Number(value) : Number.NaN;
	if (!Number.isInteger(number) || number < least || number > most) {
		throw inputError(
			item,
			`“${label}” must be a whole number from ${least} to ${most.toLocaleString('en-AU')}`,
			`It is “${String(value).slice(0, 80)}”.`,
		);
	}
	return number;
}

/** The chosen filters; one that was added and left empty would watch everything, which nobody who added it wants. */
function filtersOf(item: Item, event: WatchedEvent): IDataObject {
	const given = collection(item, 'filters');
	const filters: IDataObject = {};
	for (const [name, value] of Object.entries(given)) {
		if (!event.filters.includes(name)) continue;
		if (isEmptyFilter(value)) {
			throw inputError(
				item,
				`The filter “${labelsFor(event)[name] ?? labelOf(name)}” is empty`,
				'Enter a value, check the expression, which gave nothing, or remove the filter to watch everything that the API key may see.',
			);
		}
		filters[name] = value;
	}
	return filters;
}

/** Nobody plans further ahead; what is larger is a date or a mistake. */
const MOST_DAYS = 3660;

/** The thresholds of a ladder, the most days first. */
function daysBeforeOf(item: Item): number[] {
	const given = parameter(item, 'daysBefore', '60, 30, 14, 7, 0');
	const parts = splitList(given);
	const refuse = (why: string): never => {
		throw inputError(
			item,
			`“Days Before” ${why}`,
			`It is “${String(given).slice(0, 80)}”. Enter whole numbers of days, separated by commas, such as 60, 30, 14, 7, 0.`,
		);
	};
	if (parts.length === 0) refuse('is empty');
	const wrong = parts.find((part) => !/^\d+$/.test(part) || Number(part) > MOST_DAYS);
	if (wrong !== undefined)
		refuse(`holds “${wrong.slice(0, 20)}”, which is not a whole number from 0 to ${MOST_DAYS.toLocaleString('en-AU')}`);
	const days = parts.map(Number);
	const twice = days.find((day, index) => days.indexOf(day) !== index);
	if (twice !== undefined) refuse(`holds ${twice} twice`);
	return days.sort((one, other) => other - one);
}

/** Which changes are wanted, and by what each is told. “Fetch Test Event” may ask for one that nothing tells, and says so. */
function changesOf(item: Item, event: WatchedEvent, use: Use): Pick<WatchSettings, 'changes' | 'signals'> {
	if (event.changing === undefined) return { changes: [], signals: {} };
	const given = splitList(parameter(item, 'changes', ['submit', 'approve']));
	const unknown = given.find((change) => !CHANGES.some((known) => known === change));
	if (given.length === 0 || unknown !== undefined)
		throw inputError(
			item,
			unknown === undefined ? '“Changes” is empty' : `“Changes” holds “${unknown.slice(0, 40)}”`,
			`Choose at least one of ${namesOfChanges.join(', ')}.`,
		);
	const changes = CHANGES.filter((change: Change) => given.includes(change));
	const { fields, rejectedWhen } = advancedOf(item);
	const signals = readChangeFields(item, event.changing.signals, fields, rejectedWhen);
	const untold = changes.filter((change) => signals[change] === undefined);
	if (untold.length > 0 && use === 'poll') throw inputError(item, missingSignals(event.changing, untold));
	return { changes, signals };
}

/** As the form calls them, and as an expression gives them. */
const namesOfChanges = eventChoices
	.filter(({ value }) => CHANGES.some((change) => change === value))
	.map(({ name, value }) => `${name} (${value})`);

type Use = 'poll' | 'test';

/** Reads the form; throws an error in words where something in it can't be. */
export function readWatchSettings(item: Item, use: Use = 'poll'): WatchSettings {
	const chosen = parameter(item, 'event');
	const event = findEvent(chosen);
	if (event === undefined) {
		throw inputError(
			item,
			isBlank(chosen) ? 'No event is chosen' : `“${String(chosen).slice(0, 80)}” is not an event of this trigger`,
			'Choose what to watch for in the field Trigger On.',
		);
	}
	const options = collection(item, 'options');
	const option = (name: string, label: string, fallback: number, least: number, most: number): number =>
		wholeOption(item, options[name], label, fallback, least, most);
	const startWith = parameter(item, 'startWith', event.startWith);
	if (startWith !== 'now' && startWith !== 'new')
		throw inputError(
			item,
			'“Start With” must be What Is So Already (now) or What Happens From Now On (new)',
			`It is “${String(startWith).slice(0, 80)}”.`,
		);
	const minutes =
		event.minutes === undefined
			? 0
			: wholeOption(
					item,
					parameter(item, 'minutes', event.minutes),
					event.minutesLabel ?? 'Minutes',
					event.minutes,
					0,
					MOST_MINUTES,
				);
	return {
		event,
		graceMs: minutes * MINUTE_MS,
		startWith,
		query: queryFrom(item, endpoints[event.endpoint], filtersOf(item, event), labelsFor(event)),
		additionalQuery: additionalQuery(item),
		simplify: parameter(item, 'simplify', true) !== false,
		repeatEveryMs: event.repeats
			? option('repeatEveryMinutes', 'Repeat Every (Minutes)', 0, 0, MOST_MINUTES) * MINUTE_MS
			: 0,
		loginsAtLeast: option('loginsAtLeast', 'Logins At Least', 1, 1, 1000),
		loginsWithinMs: option('loginsWithin', 'Logins Within (Minutes)', 10, 1, 1440) * MINUTE_MS,
		lookBackMs: option('lookBackHours', 'Look Back (Hours)', 336, 1, 8784) * HOUR_MS,
		daysBefore: event.value === 'licence.expiring' ? daysBeforeOf(item) : [],
		sweepMs: option('sweepHours', 'Round Every (Hours)', 24, 1, 8784) * HOUR_MS,
		...changesOf(item, event, use),
		retries: option('retries', 'Retries', 3, 0, 10),
		maxItems: option('maxItems', 'Max Items', 500, 1, 10_000),
		intervalMs: pollIntervalMs(item.get('pollTimes', {})),
		timeZone: item.timeZone,
	};
}
