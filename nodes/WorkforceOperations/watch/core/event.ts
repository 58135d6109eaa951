import type { INodeProperties } from 'n8n-workflow';
import type { EndpointId } from '../../contract';
import type { Item } from '../../form/item';
import type { Start } from './finding';
import type { EventSource } from './source';

/** One thing that can be watched, as its family describes it. `Own` is what the form says for that family alone. */
export interface WatchedEvent<Own = unknown> {
	/** The value of the parameter `event`. */
	value: string;
	name: string;
	/** What n8n lists it under among the triggers. */
	action: string;
	description: string;
	/** The list that is read. */
	endpoint: EndpointId;
	source: EventSource<Own>;
	/** The default of `startWith`. */
	startWith: Start;
	/** The API's own names of the filters that make sense for it. */
	filters: readonly string[];
	/** The fields that Simplify keeps; without any the records are always whole. */
	simple?: readonly string[];
	/** Other filters or another credential make everything look new, so that they begin anew. */
	byList?: true;
	/** Other filters begin anew, since what they let in may have been so for long. */
	byFilter?: true;
	/** Records that change: reported in the form of the webhook trigger, under this type and with this id. */
	changing?: { eventType: string; idField: string };
	/** What it takes beside a credential, where that matters. */
	notice?: string;
}

/** A field of the form, or an option of a collection, and the events that show it. */
export interface EventField {
	field: INodeProperties;
	/** Their values; absent: all of the family. */
	events?: readonly string[];
}

/** What the settings are read for. “Fetch Test Event” may ask for what a poll refuses, and says so in its item. */
export type Use = 'poll' | 'test';

/** Events that are found in one way. All that the rest of the trigger knows of them is this. */
export interface WatchFamily<Own = unknown, Row extends WatchedEvent<Own> = WatchedEvent<Own>> {
	events: readonly Row[];
	/** The field `filters`, for each list that is read. A field that several families give in the same words is shown once. */
	filters: readonly EventField[];
	/** Fields of its own, above those that all events have. */
	fields?: readonly EventField[];
	/** … in the collections `options` and `advanced`, which the form sorts by name. */
	options?: readonly EventField[];
	advanced?: readonly EventField[];
	/** Its own part of the settings; throws an error in words where something in the form can't be. */
	readOptions?(item: Item, event: Row, use: Use): Own & object;
	/** What of these settings makes it another watch, which begins anew; as JSON. */
	subject?(settings: Own): unknown;
}
