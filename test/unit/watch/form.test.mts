import { describe, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { accessInShort, endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { watchedEvents } from '../../../nodes/WorkforceOperations/watch/events.ts';

const { description } = new WorkforceOperationsWatchTrigger();
const { properties } = description;

/** The fields of one name that the form shows for an event. */
const shown = (name: string, event: string): INodeProperties[] =>
	properties.filter((field) => {
		const events = field.displayOptions?.show?.['event'];
		return field.name === name && (events === undefined || events.includes(event));
	});

const entriesOf = ([field]: INodeProperties[]): string[] => (field?.options ?? []).map(({ name }) => name);

test('n8n lists each event among its triggers, by a name that says what happened', () => {
	const [events] = properties.filter(({ name }) => name === 'event');
	for (const option of events?.options ?? []) {
		expect(option).toMatchObject({
			action: expect.stringMatching(/^On [a-z]/),
			description: expect.stringMatching(/^(?:[a-z]+ key|Any key|Key with the scope \S+)\. [A-Z]/),
		});
	}
	expect(events?.options).toHaveLength(watchedEvents.length);
	expect(description.polling).toBe(true);
});

describe.each(watchedEvents.map((event) => [event.value, event] as const))('the form of %s', (value, event) => {
	test('begins with the key that it needs, and says what it takes where that matters', () => {
		const [events] = properties.filter(({ name }) => name === 'event');
		const choice = events?.options?.find((option) => 'value' in option && option.value === value);
		const words = `${accessInShort(endpoints[event.endpoint].access)}. ${event.description}.`;
		expect(choice).toMatchObject({ description: words });
		const action = choice !== undefined && 'action' in choice ? choice.action : undefined;
		expect(action?.toLowerCase()).toBe(`on ${event.name.toLowerCase().replace(/^on /, '')}`);
		expect(event.description).toMatch(/^[A-Z](?!.*\.$)/);
		expect(shown('costNotice', value).map(({ displayName }) => displayName)).toEqual(
			event.notice === undefined ? [] : [event.notice],
		);
	});

	test('offers the filters that its list takes, and no other', () => {
		const taken = new Set(endpoints[event.endpoint].query.map(({ name }) => name));
		// A filter expression is advanced.
		const [collection] = shown('advanced', value);
		const options = (collection?.options ?? []).filter((option) => {
			const events = 'displayOptions' in option ? option.displayOptions?.show?.['/event'] : undefined;
			return taken.has(option.name) && (events === undefined || events.includes(value));
		});
		const advanced = options.map(({ name }) => name);
		const filters = event.filters.map(({ name }) => name);
		expect([...entriesOf(shown('filters', value)), ...advanced].sort()).toEqual([...filters].sort());
		expect(filters.filter((name) => !taken.has(name))).toEqual([]);
	});
});
