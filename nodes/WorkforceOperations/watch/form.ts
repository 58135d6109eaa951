import type { INodeProperties } from 'n8n-workflow';
import { accessInShort, endpoints } from '../contract';
import { additionalQueryOption, filtersField, optionFields, simplifyField, subtitleOf } from '../form/fields';
import { filterExpressionOption } from '../form/listFilters';
import type { EventField, WatchedEvent, WatchFamily } from './core/event';
import { numberField, type NumberOption } from './core/numberOption';
import { watchedEvents, watchFamilies } from './events';

export const MAX_ITEMS: NumberOption = {
	displayName: 'Max Items',
	name: 'maxItems',
	standard: 500,
	least: 1,
	most: 10_000,
};

export const RETRIES: NumberOption = { displayName: 'Retries', name: 'retries', standard: 3, least: 0, most: 10 };

type Choice = (event: WatchedEvent) => boolean;

const eventValues = (which: Choice): string[] => watchedEvents.filter(which).map(({ value }) => value);

/** A field that is shown for certain events. */
const shownForEvents = (field: INodeProperties, which: Choice): INodeProperties => ({
	...field,
	displayOptions: { show: { event: eventValues(which) } },
});

/** An option that is shown for certain events. */
const optionForEvents = (field: INodeProperties, which: Choice): INodeProperties => ({
	...field,
	displayOptions: { show: { '/event': eventValues(which) } },
});

/** The fields of all families of one kind, each with its events. Identical ones are merged. */
function fromFamilies(
	given: (family: WatchFamily) => readonly EventField[] | undefined,
	show: typeof shownForEvents,
): INodeProperties[] {
	const merged = new Map<string, { field: INodeProperties; events: Set<string> }>();
	for (const family of watchFamilies)
		for (const { field, events = family.events.map(({ value }) => value) } of given(family) ?? []) {
			const same = JSON.stringify(field);
			const known = merged.get(same)?.events ?? [];
			merged.set(same, { field, events: new Set([...known, ...events]) });
		}
	return [...merged.values()].map(({ field, events }) => show(field, ({ value }) => events.has(value)));
}

/** The field `filters`; a filter expression is an advanced option. */
const filtersOfEvent = ({ value, filters }: WatchedEvent): EventField => ({
	field: filtersField(...filters.filter((field) => field !== filterExpressionOption)),
	events: [value],
});

/** Requirements of an event besides the credential. */
const notices: INodeProperties[] = [...new Set(watchedEvents.flatMap(({ notice }) => notice ?? []))].map(
	(displayName) =>
		shownForEvents(
			{ displayName, name: 'costNotice', type: 'notice', default: '' },
			({ notice }) => notice === displayName,
		),
);

const startWithFields: INodeProperties[] = (
	[
		['now', false],
		['new', false],
		['new', true],
	] as const
).map(([standard, copies]) =>
	shownForEvents(
		{
			displayName: 'Start With',
			name: 'startWith',
			type: 'options',
			options: [
				{
					name: 'New Cases Only',
					value: 'new',
					description: 'Ignores current cases. The first poll looks back one interval, so nothing is missed.',
				},
				copies
					? {
							name: 'Everything',
							value: 'everything',
							description:
								'Returns every record once, 500 per poll, in order of ID. Choosing it later returns them all again.',
						}
					: {
							name: 'Include Current Cases',
							value: 'now',
							description: 'The first poll also reports cases that already exist when you publish',
						},
			],
			default: standard,
			description: 'What the first poll after publishing reports',
		},
		(event) => event.startWith === standard && (event.copies === true) === copies,
	),
);

const commonOptions: INodeProperties[] = [
	numberField(MAX_ITEMS, 'The maximum number of items per poll. The rest follow in the next polls, oldest first.'),
	numberField(
		RETRIES,
		'How many times to return an item again, marked “redelivered”, if its execution fails. Steps that succeeded the first time then run again.',
	),
];

/** The node's subtitle: the watched event. */
export const watchSubtitle = subtitleOf(
	'$parameter["event"]',
	Object.fromEntries(watchedEvents.map(({ name, value }) => [value, name])),
);

/** The form of the watch trigger, below n8n's own field Poll Times. */
export const watchProperties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: watchedEvents.map(({ name, value, description, endpoint }) => ({
			name,
			value,
			// The trigger's name in n8n's list.
			action: `On ${name.replace(/^On /, '').toLowerCase()}`,
			// The key comes first, because n8n shows only two lines.
			description: `${accessInShort(endpoints[endpoint].access)}. ${description}.`,
		})),
		default: 'shift.notClockedIn',
		description: 'What starts the workflow',
		hint: 'The list shows which type of API key each event needs',
	},
	...notices,
	...fromFamilies(({ fields }) => fields, shownForEvents),
	...startWithFields,
	shownForEvents(simplifyField.field, ({ simple }) => simple !== undefined),
	...fromFamilies(({ events }) => events.map(filtersOfEvent), shownForEvents),
	...optionFields(
		[...fromFamilies(({ options }) => options, optionForEvents), ...commonOptions],
		[
			additionalQueryOption,
			optionForEvents(filterExpressionOption, ({ filters }) => filters.includes(filterExpressionOption)),
			...fromFamilies(({ advanced }) => advanced, optionForEvents),
		],
	),
];
