import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { endpoints, isBlank, HOUR_MS, type ServiceDetails } from '../contract';
import { collection, inputError, type Item, itemOfPoll, parameter } from '../form/item';
import { filtersOf } from '../form/listFilters';
import { readDetails } from '../transport';
import { additionalQuery } from '../form/additionalParameters';
import { isEmptyFilter, type Labels, labelOf, labelsOf, queryFrom } from '../form/read';
import type { Use, WatchedEvent } from './core/event';
import { LOOK_BACK, type NumberOption, readNumber } from './core/numberOption';
import type { CommonSettings } from './core/source';
import { familyOf, findEvent } from './events';
import { MAX_ITEMS, RETRIES, watchProperties } from './form';
import { pollIntervalMs } from './pollInterval';

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

/** The chosen filters. Throws for an empty one: it would watch everything, which nobody wants who added a filter. */
function eventFilters(item: Item, event: WatchedEvent): IDataObject {
	const given = filtersOf(item);
	const filters: IDataObject = {};
	for (const [name, value] of Object.entries(given)) {
		if (!event.filters.includes(name)) continue;
		if (isEmptyFilter(value)) {
			throw inputError(
				item,
				`The filter “${labelsFor(event)[name] ?? labelOf(name)}” is empty`,
				'Enter a value, check the expression, which returned nothing, or remove the filter to watch everything that the API key may see.',
			);
		}
		filters[name] = value;
	}
	return filters;
}

/** Reads the form of a node, with what Service Details say of its event; throws for invalid settings. */
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
			isBlank(chosen) ? 'No event is chosen' : `“${String(chosen).slice(0, 80)}” is not an event of this trigger`,
			'Choose what to watch for in the field Trigger On.',
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
	const options = collection(item, 'options');
	const option = (of: NumberOption): number => readNumber(item, options[of.name], of);
	return {
		event,
		startWith: startWith === 'new' ? 'new' : 'now',
		query: queryFrom(item, endpoints[event.endpoint], eventFilters(item, event), labelsFor(event)),
		additionalQuery: additionalQuery(item),
		simplify: parameter(item, 'simplify', true) !== false,
		lookBackMs: option(LOOK_BACK) * HOUR_MS,
		retries: option(RETRIES),
		maxItems: option(MAX_ITEMS),
		intervalMs: pollIntervalMs(item.get('pollTimes', {})),
		timeZone: item.timeZone,
		...familyOf(event)?.readOptions?.(item, event, use, details),
	};
}
