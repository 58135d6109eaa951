import { describe, expect, test } from '@jest/globals';
import { deliveryUri, stateChange, stateFieldOf } from '../../../nodes/WorkforceOperations/form/webhookFields.ts';
import { formOf, wordsOf } from './support.mts';

describe('Webhooks', () => {
	test.each<[Record<string, unknown>, object]>([
		[{}, {}],
		[{ state: 'unchanged' }, {}],
		[{ state: 'on' }, {}],
		[{ state: 'active' }, { isActive: true }],
		[{ state: 'inactive', advanced: { stateField: ' enabled ' } }, { enabled: false }],
		[{ state: 'active', advanced: { stateField: ' ' } }, { isActive: true }],
	])('%j switches by %j', (values, body) => expect(stateChange(formOf(values))).toEqual(body));

	test('the field that switches is the assumed one, unless the form names it', () =>
		expect([stateFieldOf({}), stateFieldOf({ stateField: '' }), stateFieldOf({ stateField: ' on ' })]).toEqual([
			'isActive',
			'isActive',
			'on',
		]));

	test.each<[unknown, string | undefined, string | undefined]>([
		[' https://example.com/hook ', 'https://example.com/hook', undefined],
		['http://localhost:5690/hook', 'http://localhost:5690/hook', undefined],
		['http://example.com/hook', undefined, '“URI” must begin with https://'],
		['example.com', undefined, '“URI” is not a web address'],
		[' ', undefined, '“URI” is empty'],
		[undefined, undefined, '“URI” is empty'],
	])('deliveries to %j go to %j: %j', (value, uri, words) => {
		let text: string | undefined;
		expect(wordsOf(() => (text = deliveryUri(formOf(), value)))?.message).toBe(words);
		expect(text).toBe(uri);
	});
});
