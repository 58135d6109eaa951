// Whose record an answer holds, row by row, and what is said of the others.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { writeResults } from '../../../../nodes/WorkforceOperations/resources/staff/send.ts';

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'a@example.com' };
const bob = { firstName: 'Bob', lastName: 'Lee', email: 'b@example.com' };

/** “?” before what isn’t known. */
function told(bodies: IDataObject[], data: unknown, verb: 'created' | 'updated'): unknown[] {
	const rows = bodies.map((body) => ({ body }));
	return writeResults(rows, { data }, verb).map(([{ body }, { outcomes, unknown }], index) => {
		expect(body).toBe(bodies[index]);
		const [{ json }] = outcomes;
		return unknown === true ? ['?', json] : json;
	});
}

const done = (body: IDataObject, more: IDataObject = {}): IDataObject => ({ created: true, ...body, ...more });
const unclear = (body: IDataObject, answer: unknown): unknown => ['?', { created: null, ...body, answer }];

describe('Several rows', () => {
	const both = (data: unknown): unknown[] => [unclear(ann, data), unclear(bob, data)];

	test.each([[null], [undefined], [''], [{}], [[8, 9]]])('answered with %j were created', (data) => {
		expect(told([ann, bob], data, 'created')).toEqual([done(ann), done(bob)]);
	});

	test.each([
		['a yes', true],
		['a count', 2],
		['a count in a field', { createdCount: 2 }],
		['a word', 'Saved'],
		['one record for both', { ok: true }],
		['records that name nobody', [{ ok: 1 }, { ok: 1 }]],
		['one ID too few', [8]],
		['one ID too many', [8, 9, 10]],
		['somebody else among them', [{ ok: 1 }, { email: 'c@example.com' }]],
	])('answered with %s are not known', (_, data) => {
		expect(told([ann, bob], data, 'created')).toEqual(both(data));
	});

	const [ann1, bob2, ann3] = [
		{ ...ann, id: 1 },
		{ ...bob, id: 2 },
		{ ...ann, id: 3 },
	];
	const cam = { id: 3, email: 'c@example.com' };
	const taken = { ...bob, error: 'taken' };
	test.each<[string, unknown, unknown[]]>([
		['both, the other way round', [bob2, ann1], [ann1, bob2]],
		['one by name and one that names nobody', [{ ok: 1 }, ann1], [ann1, unclear(bob, [{ ok: 1 }])]],
		['one of them, and somebody else', [bob2, cam], [unclear(ann, [cam]), bob2]],
		['two people of one address', [ann1, bob2, ann3], [unclear(ann, [ann1, ann3]), bob2]],
		['one of them refused', [ann1, taken], [ann1, unclear(bob, [taken])]],
	])('answered with %s', (_, data, expected) => {
		expect(told([ann, bob], data, 'created')).toEqual(expected);
	});
});

describe('One row', () => {
	test.each<[string, unknown, unknown]>([
		['an ID', 4711, done(ann, { data: 4711 })],
		['zero', 0, unclear(ann, 0)],
		['a word', '1 created', unclear(ann, '1 created')],
		['a record without an address', { id: 7 }, { id: 7 }],
		['a record with a word', { id: 7, message: '1 created' }, unclear(ann, { id: 7, message: '1 created' })],
		['its own record', [{ id: 7, email: 'A@example.com' }], { id: 7, email: 'A@example.com' }],
		['its address alone', { email: ann.email, total: 0 }, { email: ann.email, total: 0 }],
		['somebody else', { id: 7, email: 'c@example.com' }, unclear(ann, { id: 7, email: 'c@example.com' })],
		['a record without an ID', { ok: 1 }, unclear(ann, { ok: 1 })],
		['a record that says no', { id: 7, error: 'locked' }, unclear(ann, { id: 7, error: 'locked' })],
		['a record without success', { id: 7, success: 'N' }, unclear(ann, { id: 7, success: 'N' })],
	])('answered with %s', (_, data, expected) => {
		expect(told([ann], data, 'created')).toEqual([expected]);
	});
});

test.each([
	[null, true],
	[[1, 2], true],
	[2, false],
	[{ updatedCount: 2 }, false],
])('two updates answered with %j are known: %j', (data, isKnown) => {
	expect(told([{ id: 1 }, { id: 2 }], data, 'updated')).toEqual(
		[1, 2].map((id) => (isKnown ? { id, updated: true } : ['?', { id, updated: null, answer: data }])),
	);
});

test.each([
	[{ words: ['Success'] }, true],
	[{ words: ['2 employees updated'] }, false],
	[{ count: 1 }, false],
	[{ inPart: true }, false],
])('two updates without data, and %j beside it, are known: %j', (beside, isKnown) => {
	const written = writeResults([{ body: { id: 1 } }, { body: { id: 2 } }], { data: null, ...beside }, 'updated');
	expect(written.map(([, { unknown }]) => unknown !== true)).toEqual([isKnown, isKnown]);
});

test('of a request that succeeded in part no record is taken for written', () => {
	const page = { data: [{ id: 1 }], inPart: true };
	expect(writeResults([{ body: { id: 1 } }], page, 'updated')).toMatchObject([[{}, { unknown: true }]]);
});
