// Fields of the form with their places: which there are, what was picked, and other values in their stead.
import { expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { givenAt, isPicked, placesOf, withValues } from '../../../nodes/WorkforceOperations/form/places.ts';
import { formOf } from './support.mts';

const field = (name: string, more: object = {}) =>
	({ name, displayName: name, type: 'string', default: '', ...more }) as INodeProperties;
const site = field('siteId');
const inner = field('customerId');
const fields = [site, field('filters', { type: 'collection', options: [inner, { name: 'A choice', value: 1 }] })];
const [above, within] = placesOf(fields);

test('a field lies in the form or in a collection, whose choices are no fields', () =>
	expect(placesOf(fields)).toEqual([{ field: site }, { collection: 'filters', field: inner }]));

test.each([
	[{ mode: 'list', value: '7' }, true],
	[{ mode: 'list', value: '={{ $json.id }}' }, false],
	[{ mode: 'id', value: '7' }, false],
	['7', false],
	[undefined, false],
])('%j in the form is picked from the list: %j', (written, picked) => {
	if (above === undefined || within === undefined) throw new Error('no places');
	expect(isPicked(formOf({}, { written: { siteId: written } as never }), above)).toBe(picked);
	expect(isPicked(formOf({}, { written: { filters: { customerId: written } } as never }), within)).toBe(picked);
});

test('other values stand in the place of those given, and leave the others as they are', () => {
	if (above === undefined || within === undefined) throw new Error('no places');
	const item = formOf({ siteId: 1, filters: { customerId: 2, status: 'x' }, limit: 5 });
	const other = withValues(
		item,
		new Map([
			[above, 8],
			[within, 9],
		]),
	);
	expect(givenAt(other, above)).toBe(8);
	expect(givenAt(other, within)).toBe(9);
	expect(other.get('filters', {})).toEqual({ customerId: 9, status: 'x' });
	expect(other.get('limit', 0)).toBe(5);
	expect(other.get('absent', 4)).toBe(4);
	expect(givenAt(item, above)).toBe(1);
	expect(givenAt(item, within)).toBe(2);
	expect(givenAt(formOf(), within)).toBeUndefined();
	expect(withValues(formOf({ filters: 'x' }), new Map([[within, 9]])).get('filters', {})).toBe('x');
});
