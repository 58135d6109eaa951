import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { itemOfHook } from '../../../nodes/WorkforceOperations/form/item.ts';
import {
	chosenEvents,
	detailsForEvents,
	enteredEvents,
	readOptions,
} from '../../../nodes/WorkforceOperations/trigger/options.ts';
import { n8n } from './support.mts';

const itemOf = (parameters: IDataObject) => itemOfHook(n8n({ parameters }).context);

const usual = {
	deduplicate: true,
	deduplicateBy: 'content',
	deduplicationWindowHours: 6,
	includeHeaders: false,
	rotateSecretOnActivation: false,
};

test.each<[IDataObject, Partial<typeof usual>]>([
	[{}, {}],
	[{ options: { ...usual } }, {}],
	[{ options: { deduplicate: false } }, { deduplicate: false }],
	[{ options: { deduplicate: 0 } }, {}],
	[{ options: { deduplicateBy: 'record' } }, { deduplicateBy: 'record' }],
	[{ options: { deduplicateBy: 'Record' } }, {}],
	[{ options: { includeHeaders: true } }, { includeHeaders: true }],
	[{ options: { includeHeaders: 1 } }, {}],
	[{ options: { rotateSecretOnActivation: true } }, { rotateSecretOnActivation: true }],
	[{ options: { rotateSecretOnActivation: 'false' } }, {}],
	[{ options: { deduplicationWindowHours: 1 } }, { deduplicationWindowHours: 1 }],
	[{ options: { deduplicationWindowHours: '0.5' } }, { deduplicationWindowHours: 0.5 }],
	[{ options: { deduplicationWindowHours: 0 } }, {}],
	[{ options: { deduplicationWindowHours: -1 } }, {}],
	[{ options: { deduplicationWindowHours: 'many' } }, {}],
	[{ options: { deduplicationWindowHours: null } }, {}],
	[{ options: { deduplicationWindowHours: '1e999' } }, {}],
])('options of %j', (parameters, expected) =>
	expect(readOptions(itemOf(parameters))).toEqual({ ...usual, ...expected }),
);

describe('the events of a form', () => {
	const parameters = { events: ['timesheet.reject', 'timesheet.approve', 'serviceDetails'] };
	const details = { events: ['patrol.end', 'timesheet.approve', 'patrol.start'] };

	test('as they were entered: those picked, and in the place of the choice for them those of Service Details', () => {
		expect(enteredEvents(itemOf(parameters), details)).toEqual([...parameters.events.slice(0, 2), ...details.events]);
		expect(enteredEvents(itemOf({ events: ['timesheet.submit'] }), details)).toEqual(['timesheet.submit']);
		expect(enteredEvents(itemOf({}), details)).toEqual([]);
	});

	test('are looked up in the credential only where they stand there', async () => {
		const { context } = n8n({ parameters, credential: { serviceDetails: details } });
		expect(await detailsForEvents(context, itemOfHook(context))).toEqual(details);
		const none = n8n({ parameters: { events: ['timesheet.submit'] }, unreadable: 'no credential' }).context;
		expect(await detailsForEvents(none, itemOfHook(none))).toEqual({});
	});

	test('to subscribe to: each once', () => {
		expect(chosenEvents(itemOf(parameters), details)).toEqual([
			{ eventType: 'timesheet', event: 'reject' },
			{ eventType: 'timesheet', event: 'approve' },
			{ eventType: 'patrol', event: 'end' },
			{ eventType: 'patrol', event: 'start' },
		]);
	});

	test('that are none are refused, with advice', () => {
		const refused = (entered: IDataObject): unknown => {
			try {
				return chosenEvents(itemOf(entered), {});
			} catch (error) {
				return error;
			}
		};
		expect(refused({ events: ['patrol.end', 'approve'] })).toMatchObject({
			message: '“approve” is not an event',
			description: 'Choose the events from the Trigger On list.',
		});
		expect(refused({ events: ['serviceDetails'] })).toMatchObject({
			message: '“Event Named in Service Details” is chosen, but the credential’s Service Details have no events',
		});
		expect(refused({ events: ' , ' })).toMatchObject({
			message: 'No event is chosen',
			description: 'Choose at least one event in the trigger.',
		});
	});
});
