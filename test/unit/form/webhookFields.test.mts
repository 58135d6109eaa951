import { describe, expect, test } from '@jest/globals';
import { deliveryUri, stateChange, uriField } from '../../../nodes/WorkforceOperations/form/webhookFields.ts';
import { formOf, wordsOf } from './support.mts';

describe('Webhooks', () => {
	test.each<[Record<string, unknown>, object, string | undefined]>([
		[{}, {}, undefined],
		[{ state: 'unchanged' }, {}, 'enabled'],
		[{ state: 'on' }, {}, undefined],
		[{ state: 'active' }, { isActive: true }, undefined],
		[{ state: 'inactive' }, { enabled: false }, 'enabled'],
	])('%j switches by %j', (values, body, field) => expect(stateChange(formOf(values), field)).toEqual(body));

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

test('the address says whether it has to be given', () => {
	expect(uriField(true).description).toBe('The address for deliveries; it must begin with https://');
	expect(uriField(false).description).toBe('The new address for deliveries; leave it empty to keep the current one');
});
