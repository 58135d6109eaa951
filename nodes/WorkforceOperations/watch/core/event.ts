import type { INodeProperties } from 'n8n-workflow';
import { type EndpointId, type ServiceDetails, splitList } from '../../contract';
import { inputError, type Item, parameter } from '../../form/item';
import type { EventSource } from './source';
import type { Start } from './state';

/** An event that can be watched, as its family describes it. `Own`: the family's own settings. */
export interface WatchedEvent<Own = unknown> {
	/** The value of the parameter `event`. */
	value: string;
	name: string;
	description: string;
	/** The list that is read. */
	endpoint: EndpointId;
	source: EventSource<Own>;
	/** The default of `startWith`. */
	startWith: Start;
	/** The filters that apply to it, by the API's names. */
	filters: readonly INodeProperties[];
	/** The fields that Simplify keeps; without them records are always whole. */
	simple?: readonly string[];
	/** Copies records: “Start With” offers *Everything* in place of current cases. */
	copies?: true;
	/** Starts again if filters or credential change, because everything would look new. */
	byList?: true;
	/** Starts again if filters change, because records that they add may have matched for a long time. */
	byFilter?: true;
	/** For records that change: reported in the webhook trigger's form, with this type and ID. */
	changing?: { eventType: string; idField: string };
	/** A requirement besides the credential. */
	notice?: string;
}

/** The values chosen in *Changes*. Throws for unknown values, and if none is chosen. */
export function chosenChanges<Kind extends string>(
	item: Item,
	name: string,
	standard: readonly Kind[],
	known: readonly Kind[],
	shown: readonly string[] = known,
): Set<Kind> {
	const given = splitList(parameter(item, name, standard));
	const unknown = given.find((each) => !known.some((kind) => kind === each));
	if (given.length > 0 && unknown === undefined) return new Set(given as Kind[]);
	throw inputError(
		item,
		unknown === undefined ? '“Changes” is empty' : `“Changes” contains “${unknown.slice(0, 40)}”`,
		`Choose at least one of ${shown.join(', ')}.`,
	);
}

/** A field or an option, and the events for which it is shown. */
export interface EventField {
	field: INodeProperties;
	/** Values of those events; absent for all events of the family. */
	events?: readonly string[];
}

/** Why settings are read. “Fetch Test Event” may accept what a poll refuses, and says so in its item. */
export type Use = 'poll' | 'test';

/** Events that are detected in the same way. The rest of the trigger knows nothing else of them. */
export interface WatchFamily<Own = unknown, Row extends WatchedEvent<Own> = WatchedEvent<Own>> {
	events: readonly Row[];
	/** The family's own fields, shown above the common ones. Identical fields of several families are shown once. */
	fields?: readonly EventField[];
	/** The family's fields in the collections `options` and `advanced`, which the form sorts by name. */
	options?: readonly EventField[];
	advanced?: readonly EventField[];
	/** Its own settings, if the event has any; throws for invalid ones. */
	readOptions?(item: Item, event: Row, use: Use, details: ServiceDetails): (Own & object) | undefined;
	/** The part of these settings, as JSON, that restarts the watch if it changes. */
	subject?(settings: Own): unknown;
}
