import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { itemOfHook } from '../../../nodes/WorkforceOperations/form/item.ts';
import { chosenEvents, enteredEvents, readOptions } from '../../../nodes/WorkforceOperations/trigger/options.ts';
import { n8n } from './support.mts';

const itemOf = (parameters: IDataObject) => itemOfHook(n8n({ parameters }).context);

const usual = {
	deduplicate: true,
	deduplicateBy: 'content',
	deduplicationWindowHours: 6,
	includeHeaders: false,
	rotateSecretOnActivation: false,
	stateField: 'isActive',
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
	[{ advanced: { stateField: ' enabled ' } }, { stateField: 'enabled' }],
	[{ advanced: { stateField: ' ' } }, {}],
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
	const parameters = {
		events: ['timesheet.reject', 'timesheet.approve'],
		advanced: { customEvents: 'patrol.end, timesheet.approve\n patrol.start;' },
	};

	test('as they were entered: those picked, then those typed in', () => {
		expect(enteredEvents(itemOf(parameters))).toEqual([
			...parameters.events,
			'patrol.end',
			'timesheet.approve',
			'patrol.start',
		]);
		expect(enteredEvents(itemOf({}))).toEqual([]);
	});

	test('to subscribe to: each once', () => {
		expect(chosenEvents(itemOf(parameters))).toEqual([
			{ eventType: 'timesheet', event: 'reject' },
			{ eventType: 'timesheet', event: 'approve' },
			{ eventType: 'patrol', event: 'end' },
			{ eventType: 'patrol', event: 'start' },
		]);
	});

	test('that are none are refused, with advice', () => {
		const refused = (entered: IDataObject): unknown => {
			try {
				return chosenEvents(itemOf(entered));
			} catch (error) {
				return error;
			}
		};
		expect(refused({ advanced: { customEvents: 'patrol.end, approve' } })).toMatchObject({
			message: '“approve” is not an event',
			description: 'Write further events as eventType.event, such as timesheet.approve.',
		});
		expect(refused({ events: [], advanced: { customEvents: ' , ' } })).toMatchObject({
			message: 'No event is chosen',
			description: 'Choose at least one event in the trigger.',
		});
	});
});
