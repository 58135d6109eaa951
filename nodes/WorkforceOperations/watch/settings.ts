import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { endpoints, isBlank, HOUR_MS, type ServiceDetails, isJsonObject, DAY_MS, MINUTE_MS } from '../contract';
import { inputError, type Item, itemOfPoll, parameter } from '../form/item';
import { filtersOf } from '../form/listFilters';
import { readDetails } from '../transport';
import { additionalQuery } from '../form/additionalParameters';
import { isEmptyFilter, type Labels, labelOf, labelsOf, queryFrom } from '../form/read';
import type { Use, WatchedEvent } from './core/event';
import { LOOK_BACK, readOption } from './core/numberOption';
import type { CommonSettings } from './core/source';
import { familyOf, findEvent } from './events';
import { MAX_ITEMS, RETRIES, watchProperties } from './form';

/** The longest gap between two values of a field of a cron expression, in units of the field. */
function widestGap(field: string, size: number): number {
	const values = new Set<number>();
	for (const part of field.split(',')) {
		const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
		if (!match) return size;
		const [, first, last, step] = match;
		const from = Number(first ?? 0);
		const to = first === undefined || step !== undefined ? Number(last ?? size - 1) : Number(last ?? from);
		for (let value = from; value <= Math.min(to, size - 1); value += Math.max(1, Number(step ?? 1))) values.add(value);
	}
	const sorted = [...values].sort((one, other) => one - other);
	const [least] = sorted;
	if (least === undefined) return size;
	return Math.max(...sorted.map((value, index) => (sorted[index + 1] ?? least + size) - value));
}

/** The longest pause of a cron expression with five fields, or six with seconds first. */
function pauseOf(expression: string): number {
	const fields = expression.trim().split(/\s+/);
	const [seconds, minutes, hours = '*', ...days] = fields.length > 5 ? fields : ['0', ...fields];
	if (days.some((field) => field !== '*' && field !== '?')) return 7 * DAY_MS;
	if (hours !== '*') return Math.max(HOUR_MS, widestGap(hours, 24) * HOUR_MS);
	const perHour = widestGap(String(minutes), 60);
	return perHour > 1 ? perHour * MINUTE_MS : widestGap(String(seconds), 60) * 1000;
}

function pauseOfTime(time: unknown): number {
	if (!isJsonObject(time)) return MINUTE_MS;
	switch (time.mode) {
		case 'everyHour':
			return HOUR_MS;
		case 'everyDay':
			return DAY_MS;
		case 'everyWeek':
			return 7 * DAY_MS;
		case 'everyMonth':
			return 31 * DAY_MS;
		case 'everyX':
			return Math.max(1, Number(time.value) || 1) * (time.unit === 'hours' ? HOUR_MS : MINUTE_MS);
		case 'custom':
			return pauseOf(String(time.cronExpression));
		default:
			return MINUTE_MS;
	}
}

/** The longest time between two polls of a trigger, in milliseconds, from n8n's own field `pollTimes`. */
export function pollIntervalMs(pollTimes: unknown): number {
	const times: unknown = isJsonObject(pollTimes) ? pollTimes.item : undefined;
	return Array.isArray(times) && times.length > 0 ? Math.min(...times.map(pauseOfTime)) : MINUTE_MS;
}

/** The validated form of the trigger. It includes the family's own settings, which only the family knows. */
export interface WatchSettings extends CommonSettings {
	event: WatchedEvent;
	simplify: boolean;
	retries: number;
	maxItems: number;
}

/** The labels of an event's fields. */
const labelsFor = ({ value }: WatchedEvent): Labels =>
	labelsOf(watchProperties.filter(({ displayOptions }) => displayOptions?.show?.event?.includes(value) ?? true));

/** The chosen filters. Throws for an empty one: it would watch everything, which nobody who adds a filter wants. */
function eventFilters(item: Item, event: WatchedEvent): IDataObject {
	const given = filtersOf(item);
	const filters: IDataObject = {};
	for (const [name, value] of Object.entries(given)) {
		if (!event.filters.some((field) => field.name === name)) continue;
		if (isEmptyFilter(value)) {
			throw inputError(
				item,
				`The filter “${labelsFor(event)[name] ?? labelOf(name)}” is empty`,
				'Enter a value, check the expression (it returned nothing), or remove the filter to watch everything that the API key can see.',
			);
		}
		filters[name] = value;
	}
	return filters;
}

/** Reads the form of a node, with the Service Details for its event; throws for invalid settings. */
export async function watchSettingsFor(context: IPollFunctions, use?: Use): Promise<WatchSettings> {
	return readWatchSettings(itemOfPoll(context), use, await readDetails(context));
}

/** Reads the form; throws for invalid settings. */
export function readWatchSettings(item: Item, use: Use = 'poll', details: ServiceDetails = {}): WatchSettings {
	const chosen = parameter(item, 'event');
	const event = findEvent(chosen);
	if (event === undefined) {
		throw inputError(
			item,
			isBlank(chosen) ? 'No event is chosen' : `This trigger has no event “${String(chosen).slice(0, 80)}”`,
			'Choose what to watch for in Trigger On.',
		);
	}
	const startWith = parameter(item, 'startWith', event.startWith);
	const [everything, label] = event.copies === true ? ['everything', 'Everything'] : ['now', 'Include Current Cases'];
	if (startWith !== everything && startWith !== 'new')
		throw inputError(
			item,
			`“Start With” must be ${label} (${everything}) or New Cases Only (new)`,
			`It is “${String(startWith).slice(0, 80)}”.`,
		);
	return {
		event,
		startWith: startWith === 'new' ? 'new' : 'now',
		query: queryFrom(item, endpoints[event.endpoint], eventFilters(item, event), labelsFor(event)),
		additionalQuery: additionalQuery(item),
		simplify: parameter(item, 'simplify', true) !== false,
		lookBackMs: readOption(item, LOOK_BACK) * HOUR_MS,
		retries: readOption(item, RETRIES),
		maxItems: readOption(item, MAX_ITEMS),
		intervalMs: pollIntervalMs(item.get('pollTimes', {})),
		timeZone: item.timeZone,
		...familyOf(event)?.readOptions?.(item, event, use, details),
	};
}
