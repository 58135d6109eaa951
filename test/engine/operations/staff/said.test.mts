// What an answer says against itself: nobody is called created against it; a search tells.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Canned } from '../../support/recorder.mts';
import { actions, envelope, fresh, isPost, once, staff, times, upsert, useNewPeople } from './staffBench.mts';

const { bench, keepGoing, ok, requests, take, answerOnce, made } = useNewPeople();

type Said = (records: IDataObject[]) => Canned;
/** The records of those who were made, and what stands for the last one, who wasn't. */
const andOne =
	(bad: IDataObject): Said =>
	(records) =>
		envelope([...records, { ...fresh(2), ...bad }]);

const cases: Array<[string, Said]> = [
	['HTTP 207 without records', () => ({ ...envelope(null), status: 207 })],
	['HTTP 207 with a record each', (records) => ({ ...andOne({ id: 77 })(records), status: 207 })],
	['HTTP 207 with what names nobody', () => ({ ...envelope([{ ok: 1 }, { ok: 1 }, { ok: 1 }]), status: 207 })],
	['a count below the rows in the envelope', () => envelope(null, { count: 2 })],
	['a count below the rows, as text', () => envelope([{ ok: 1 }, { ok: 1 }, { ok: 1 }], { recordCount: '2' })],
	['a status of 409 in a record', andOne({ status: 409 })],
	['a status of 400 as text', andOne({ statusCode: '400' })],
	['a status inside of a record', andOne({ status: { code: 422, errorMessage: '' } })],
	['statuses of records that name nobody', () => envelope([{ status: 201 }, { status: 201 }, { status: 409 }])],
	['a message in a record', andOne({ id: 78, message: 'This address is taken' })],
	['messages in a record', andOne({ messages: ['Taken'] })],
	['a message in one that names nobody', () => envelope([{ ok: 1 }, { ok: 1 }, { message: 'Duplicate' }])],
	['“2 of 3 created” in the envelope', () => envelope(null, { status: { code: 0, errorMessage: '2 of 3 created' } })],
	['“2/3 completed” as its message', () => envelope(null, { message: '2/3 completed' })],
	['“2 out of 3 successful” as data', () => envelope('2 out of 3 employees successful')],
	['“Created 2 employees” as its message', () => envelope(null, { message: 'Created 2 employees' })],
];

/** The service makes so many of the people, and says this of them. */
const answerWith = (count: number, said: Said): void =>
	answerOnce(async (seen) => {
		const { body } = await take(seen, count);
		return said((body as { data: IDataObject[] }).data);
	});

test.each(cases)('%s: who is found was created, of the other nobody knows', async (_, said) => {
	answerWith(2, said);
	const { json } = await keepGoing(times(3, fresh));
	expect(json.map(({ action }) => action ?? null)).toEqual(['created', 'created', null]);
	expect(json.slice(0, 2).map(({ id }) => id)).toEqual([1004, 1005]);
	expect(made()).toEqual(once(2));
	expect(requests().POST).toBe(1);
});

const fine: Array<[string, Said]> = [
	['a word of success', (records) => envelope(records, { message: 'Employees created successfully' })],
	['“OK”', () => envelope(null, { status: { code: 0, errorMessage: 'OK' } })],
	['“3 of 3 created”', (records) => envelope(records, { message: '3 of 3 created' })],
	['a count of the rows', () => envelope(null, { count: 3 })],
	['a status of success in each record', (records) => envelope(records.map((one) => ({ ...one, status: 201 })))],
];
test.each(fine)('an answer that says nothing against it is believed: %s', async (_, said) => {
	answerWith(3, said);
	// By hand: a published workflow reads back how values are kept.
	const json = await ok(times(3, fresh), upsert, { mode: 'manual' });
	expect(actions(json)).toEqual(['created', 'created', 'created']);
	const first = bench.recorder.seen.findIndex(isPost);
	expect(bench.recorder.seen.slice(first + 1)).toEqual([]);
});

test('words in the records aren’t weighed: everybody is searched, and found', async () => {
	answerWith(3, (records) => envelope(records.map((one) => ({ ...one, message: 'Created' }))));
	expect(actions(await ok(times(3, fresh)))).toEqual(['created', 'created', 'created']);
	expect(made()).toEqual(once(3));
	expect(requests().POST).toBe(1);
});

test('Create, which looks for nobody, doesn’t call them created either', async () => {
	bench.recorder.answer((seen) => (isPost(seen) ? { ...envelope(null), status: 207 } : undefined));
	const json = await ok(times(3, fresh), staff('create', { advanced: { batchSize: 3 } }));
	expect(json.map(({ created }) => created)).toEqual([null, null, null]);
});
