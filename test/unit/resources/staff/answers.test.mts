// Whose record an answer holds, row by row, and what is said of the others.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import {
	byId,
	soleRecord,
	byEmail,
	writeResults,
	type RecordMatcher,
} from '../../../../nodes/WorkforceOperations/resources/staff/answers.ts';

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'a@example.com' };
const bob = { firstName: 'Bob', lastName: 'Lee', email: 'b@example.com' };

/** “?” before what isn’t known. */
const told = (bodies: IDataObject[], data: unknown, matching: RecordMatcher): unknown[] =>
	writeResults(
		bodies.map((body) => ({ body })),
		{ data },
		matching,
	).map(([{ body }, { outcomes, unknown }], index) => {
		expect(body).toBe(bodies[index]);
		const [{ json }] = outcomes;
		return unknown === true ? ['?', json] : json;
	});

const done = (body: IDataObject, more: IDataObject = {}): IDataObject => ({ created: true, ...body, ...more });
const unclear = (body: IDataObject, answer: unknown): unknown => ['?', { created: null, ...body, answer }];

describe('Several rows', () => {
	test.each<[string, unknown, unknown[]]>([
		['no data', null, [done(ann), done(bob)]],
		['nothing', undefined, [done(ann), done(bob)]],
		['an empty text', '', [done(ann), done(bob)]],
		['a yes', true, [done(ann), done(bob)]],
		['a yes as text', 'true', [done(ann, { data: 'true' }), done(bob, { data: 'true' })]],
		['as many as there are rows', 2, [done(ann, { data: 2 }), done(bob, { data: 2 })]],
		['fewer', 1, [unclear(ann, 1), unclear(bob, 1)]],
		['as many as there are rows, as text', '2', [done(ann, { data: '2' }), done(bob, { data: '2' })]],
		['fewer, in a field as text', { count: ' 1 ' }, [unclear(ann, { count: ' 1 ' }), unclear(bob, { count: ' 1 ' })]],
		[
			'as many as there are rows, in a field',
			{ createdCount: '2' },
			[ann, bob].map((one) => done(one, { data: { createdCount: '2' } })),
		],
		[
			'a list in a field that would count',
			{ created: [2] },
			[unclear(ann, { created: [2] }), unclear(bob, { created: [2] })],
		],
		['fewer, in a field', { count: 1 }, [unclear(ann, { count: 1 }), unclear(bob, { count: 1 })]],
		['more', 3, [unclear(ann, 3), unclear(bob, 3)]],
		...[{ count: 2, note: 'x' }, { grade: 2 }].map((data): [string, unknown, unknown[]] => [
			`what is no count alone: ${Object.keys(data).join()}`,
			data,
			[unclear(ann, data), unclear(bob, data)],
		]),
		['a no', false, [unclear(ann, false), unclear(bob, false)]],
		['a word', 'Saved', [unclear(ann, 'Saved'), unclear(bob, 'Saved')]],
		['one record for both', { ok: true }, [unclear(ann, { ok: true }), unclear(bob, { ok: true })]],
		['a record each that names nobody', [{ ok: 1 }, { ok: 1 }], [done(ann), done(bob)]],
		['a number each', [8, 9], [done(ann), done(bob)]],
		['one record too few', [{ ok: 1 }], [unclear(ann, [{ ok: 1 }]), unclear(bob, [{ ok: 1 }])]],
		['one record too many', [8, 9, 10], [unclear(ann, [8, 9, 10]), unclear(bob, [8, 9, 10])]],
		['an empty record among them', [{ ok: 1 }, {}], [unclear(ann, [{ ok: 1 }, {}]), unclear(bob, [{ ok: 1 }, {}])]],
		[
			'somebody else’s ID among them',
			[{ ok: 1 }, { id: 9 }],
			[unclear(ann, [{ ok: 1 }, { id: 9 }]), unclear(bob, [{ ok: 1 }, { id: 9 }])],
		],
		[
			'somebody else’s address among them',
			[{ ok: 1 }, { email: 'c@example.com' }],
			[unclear(ann, [{ ok: 1 }, { email: 'c@example.com' }]), unclear(bob, [{ ok: 1 }, { email: 'c@example.com' }])],
		],
		[
			'a count of none among them',
			[{ ok: 1 }, { ok: 1, created: 0 }],
			[unclear(ann, [{ ok: 1 }, { ok: 1, created: 0 }]), unclear(bob, [{ ok: 1 }, { ok: 1, created: 0 }])],
		],
		[
			'both, the other way round',
			[
				{ ...bob, id: 2 },
				{ ...ann, id: 1 },
			],
			[
				{ ...ann, id: 1 },
				{ ...bob, id: 2 },
			],
		],
		['one by name and one that names nobody', [{ ok: 1 }, { ...ann, id: 1 }], [{ ...ann, id: 1 }, done(bob)]],
		[
			'one of them, and somebody else',
			[
				{ ...bob, id: 2 },
				{ id: 3, email: 'c@example.com' },
			],
			[unclear(ann, [{ id: 3, email: 'c@example.com' }]), { ...bob, id: 2 }],
		],
		[
			'one of them refused',
			[
				{ ...ann, id: 1 },
				{ ...bob, error: 'taken' },
			],
			[{ ...ann, id: 1 }, unclear(bob, { ...bob, error: 'taken' })],
		],
	])('answered with %s', (_, data, expected) => {
		expect(told([ann, bob], data, byEmail)).toEqual(expected);
	});
});

describe('Two people with one e-mail address', () => {
	const twin = { ...bob, email: 'A@example.com ' };
	const mail = { email: 'a@example.com' };

	test.each<[string, IDataObject[], unknown[]]>([
		['named otherwise', [{ id: 1, ...mail, firstName: 'Ann', lastName: 'Ray' }], [null, null]],
		['with a first name alone', [{ id: 1, ...mail, firstName: 'Ann' }], [null, null]],
		['with a last name alone', [{ id: 1, ...mail, lastName: 'Lee' }], [null, null]],
		['without names', [{ id: 1, ...mail, firstName: '', lastName: null }], [1, null]],
		[
			'the one who is named before the one who isn’t',
			[
				{ id: 1, ...mail },
				{ id: 2, ...ann },
			],
			[2, 1],
		],
		['in other letters', [{ id: 1, ...mail, firstName: ' BOB', lastName: 'lee' }], [null, 1]],
	])('%s', (_, data, ids) => {
		const results = told([ann, twin], data, byEmail);
		expect(results.map((result) => (Array.isArray(result) ? null : (result as IDataObject).id))).toEqual(ids);
	});
});

describe('One row', () => {
	test.each<[string, unknown, unknown]>([
		['a number', 4711, done(ann, { data: 4711 })],
		['zero', 0, unclear(ann, 0)],
		['zero as text', '0', unclear(ann, '0')],
		['a no as text', 'false', unclear(ann, 'false')],
		['a count that says no', { ok: 1, created: 'N' }, unclear(ann, { ok: 1, created: 'N' })],
		['a word', 'Saved', done(ann, { data: 'Saved' })],
		['a word with a number', '1 created', done(ann, { data: '1 created' })],
		['a word that counts none', '0 created', unclear(ann, '0 created')],
		['a word that says no', 'Failed', unclear(ann, 'Failed')],
		['a list of a word', ['Saved'], done(ann)],
		['a record without an address', { id: 7 }, { id: 7 }],
		['a record that counts itself', { id: 7, message: '1 created' }, { id: 7, message: '1 created' }],
		['a record with a text of its own', { id: 7, welcomeMessage: 'Not' }, { id: 7, welcomeMessage: 'Not' }],
		['its own record', [{ id: 7, email: 'A@example.com' }], { id: 7, email: 'A@example.com' }],
		['somebody else', { id: 7, email: 'c@example.com' }, unclear(ann, { id: 7, email: 'c@example.com' })],
		['a count without a number', { createdCount: null, ok: 1 }, { createdCount: null, ok: 1 }],
		['a count of none', { ok: 1, createdCount: 0 }, unclear(ann, { ok: 1, createdCount: 0 })],
		[
			'a count of none as text',
			{ ok: 1, rows_affected: 1, affectedRows: '0' },
			unclear(ann, { ok: 1, rows_affected: 1, affectedRows: '0' }),
		],
		['a total of none', { ok: 1, total: 0 }, unclear(ann, { ok: 1, total: 0 })],
		['a number of employees of none', { ok: 1, employees_count: 0 }, unclear(ann, { ok: 1, employees_count: 0 })],
		['none that were not created', { ok: 1, notCreatedCount: 0 }, { ok: 1, notCreatedCount: 0 }],
		['a count of something else', { ok: 1, licenceCount: 0 }, { ok: 1, licenceCount: 0 }],
		['a count of none beside an ID', { id: 7, total: 0 }, { id: 7, total: 0 }],
		['a count of none beside its address', { email: ann.email, total: 0 }, { email: ann.email, total: 0 }],
		['a record that says no', { id: 7, error: 'locked' }, unclear(ann, { id: 7, error: 'locked' })],
		[
			'a record with several words, of which one says no',
			{ id: 7, messages: ['Saved', 'The licence was not created'] },
			unclear(ann, { id: 7, messages: ['Saved', 'The licence was not created'] }),
		],
	])('answered with %s', (_, data, expected) => {
		expect(told([ann], data, soleRecord)).toEqual([expected]);
	});
});

describe('Several updates', () => {
	const updated = (id: number, data: unknown, isKnown: boolean): unknown =>
		isKnown ? { id, updated: true, data } : ['?', { id, updated: null, answer: data }];

	// Those that already had their values may not be counted, but somebody was.
	test.each<[unknown, boolean]>([
		[0, false],
		[1, true],
		[2, true],
		[3, false],
		[{ updatedCount: 0 }, false],
		[{ updatedCount: '1' }, true],
	])('answered with a count of %j', (data, isKnown) => {
		expect(told([{ id: 1 }, { id: 2 }], data, byId)).toEqual([1, 2].map((id) => updated(id, data, isKnown)));
	});

	test.each([
		['Updated', true],
		['1 employee updated', true],
		['2 employees updated', true],
		['0 employees updated', false],
		['1 of 2 employees updated', false],
		['Not all were updated', false],
	])('answered in the words “%s”', (words, isKnown) => {
		const written = writeResults([{ body: { id: 1 } }, { body: { id: 2 } }], { data: null, words: [words] }, byId);
		expect(written.map(([, { unknown }]) => unknown !== true)).toEqual([isKnown, isKnown]);
	});
});
