// What an answer says against itself: nobody is called created against it; a search tells.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { NewPeopleService, fresh, isPost, keepGoing, once, upsert } from './newPeople.mts';
import type { Canned } from '../../support/recorder.mts';
import { tally } from '../../support/sheetService.mts';
import { employees, rows } from '../../support/staffRows.mts';

const bench = useBench();
const people = new NewPeopleService(bench);
const { take, answerOnce, made } = people;

type Said = (records: IDataObject[]) => Canned;
const ok = (data: unknown, more: IDataObject = {}): Canned => ({
	body: { status: { code: 0, errorMessage: '' }, data, ...more } as IDataObject,
});
/** The records of those who were made, and what stands for the last one, who wasn't. */
const andOne =
	(bad: IDataObject): Said =>
	(records) =>
		ok([...records, { ...fresh(2), ...bad }]);

const cases: Array<[string, Said]> = [
	['HTTP 207 without records', () => ({ ...ok(null), status: 207 })],
	['HTTP 207 with a record each', (records) => ({ ...andOne({ id: 77 })(records), status: 207 })],
	['HTTP 207 with what names nobody', () => ({ ...ok([{ ok: 1 }, { ok: 1 }, { ok: 1 }]), status: 207 })],
	['a count below the rows in the envelope', () => ok(null, { count: 2 })],
	['a count below the rows, as text', () => ok([{ ok: 1 }, { ok: 1 }, { ok: 1 }], { recordCount: '2' })],
	['a status of 409 in a record', andOne({ status: 409 })],
	['a status of 400 as text', andOne({ statusCode: '400' })],
	['a status inside of a record', andOne({ status: { code: 422, errorMessage: '' } })],
	['statuses of records that name nobody', () => ok([{ status: 201 }, { status: 201 }, { status: 409 }])],
	['a message in a record', andOne({ id: 78, message: 'This address is taken' })],
	['messages in a record', andOne({ messages: ['Taken'] })],
	['a message in one that names nobody', () => ok([{ ok: 1 }, { ok: 1 }, { message: 'Duplicate' }])],
	[
		'“2 of 3 created” in the envelope',
		() => ({ body: { status: { code: 0, errorMessage: '2 of 3 created' }, data: null } }),
	],
	['“2/3 completed” as its message', () => ok(null, { message: '2/3 completed' })],
	['“2 out of 3 successful” as data', () => ok('2 out of 3 employees successful')],
	['“Created 2 employees” as its message', () => ok(null, { message: 'Created 2 employees' })],
];

test.each(cases)('%s: who is found was created, of the other nobody knows', async (_, said) => {
	answerOnce(async (seen) => {
		const { body } = await take(seen, 2);
		return said((body as { data: IDataObject[] }).data);
	});
	const { json } = await bench.run('developer', upsert(), { items: rows(3, fresh), node: keepGoing });
	expect(json.map(({ action, id }) => [action ?? null, action === 'created' ? id : null])).toEqual([
		['created', 1004],
		['created', 1005],
		[null, null],
	]);
	expect(made()).toEqual(once(2));
	expect(tally(bench.recorder.seen).POST).toBe(1);
});

describe('an answer that says nothing against it', () => {
	const fine: Array<[string, Said]> = [
		['a word of success', (records) => ok(records, { message: 'Employees created successfully' })],
		['“OK”', () => ({ body: { status: { code: 0, errorMessage: 'OK' }, data: null } })],
		['“3 of 3 created”', (records) => ok(records, { message: '3 of 3 created' })],
		['a count of the rows', () => ok(null, { count: 3 })],
		['a status of success in each record', (records) => ok(records.map((one) => ({ ...one, status: 201 })))],
	];
	test.each(fine)('is believed: %s', async (_, said) => {
		answerOnce(async (seen) => {
			const { body } = await take(seen, employees(seen).length);
			return said((body as { data: IDataObject[] }).data);
		});
		// By hand: a published workflow reads back how values are kept.
		const json = await bench.ok('developer', upsert(), { items: rows(3, fresh), mode: 'manual' });
		expect(json.map(({ action }) => action)).toEqual(['created', 'created', 'created']);
		const first = bench.recorder.seen.findIndex(isPost);
		expect(bench.recorder.seen.slice(first + 1)).toEqual([]);
	});
});

test('words in the records aren’t weighed: everybody is searched, and found', async () => {
	answerOnce(async (seen) => {
		const { body } = await take(seen, 3);
		return ok((body as { data: IDataObject[] }).data.map((one) => ({ ...one, message: 'Created' })));
	});
	const json = await bench.ok('developer', upsert(), { items: rows(3, fresh) });
	expect(json.map(({ action }) => action)).toEqual(['created', 'created', 'created']);
	expect(made()).toEqual(once(3));
	expect(tally(bench.recorder.seen).POST).toBe(1);
});

test('Create, which looks for nobody, doesn’t call them created either', async () => {
	bench.recorder.answer((seen) => (isPost(seen) ? { ...ok(null), status: 207 } : undefined));
	const create = {
		resource: 'staff',
		operation: 'create',
		dataToSend: 'columns',
		columns: { mappingMode: 'autoMapInputData', value: null },
		advanced: { batchSize: 3 },
	};
	const json = await bench.ok('developer', create, { items: rows(3, fresh) });
	expect(json.map(({ created }) => created)).toEqual([null, null, null]);
});
