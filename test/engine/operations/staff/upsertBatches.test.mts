// New people in batches: what goes well, and what the service itself refuses.
import { describe, expect, test } from '@jest/globals';
import { useBench } from '../../support/bench.mts';
import { NewPeopleService, errorOf, fresh, html, isPost, keepGoing, names, once, upsert } from './newPeople.mts';
import type { Canned } from '../../support/recorder.mts';
import { refusal, tally } from '../../support/sheetService.mts';
import { employees, rows } from '../../support/staffRows.mts';

const bench = useBench();
const people = new NewPeopleService(bench);
const { posts, made, take, answerOnce } = people;

describe('a batch that goes well', () => {
	test('carries 25 people, each with the record and the licence of their own', async () => {
		const items = rows(27, (index) => ({ ...fresh(index), ...(index === 3 ? { 'Licence number': 'SL3' } : {}) }));
		const json = await bench.ok('developer', upsert(), { items });
		expect(posts().map((batch) => batch.length)).toEqual([25, 2]);
		expect(json.map(({ id, lastName, action }) => [id, lastName, action])).toEqual(
			items.map(({ json: row }, index) => [1004 + index, row.lastName, 'created']),
		);
		expect(
			json.flatMap(({ licenceAction }, index) => (licenceAction === undefined ? [] : [[index, licenceAction]])),
		).toEqual([[3, 'created']]);
	});

	test('without a record says “created” where nothing speaks against it', async () => {
		answerOnce(async (seen) => {
			await take(seen, 4);
			return { body: { status: { code: 0 }, data: null } };
		});
		const json = await bench.ok('developer', upsert(), { items: rows(4, fresh) });
		expect(json[1]).toEqual({ created: true, ...fresh(1), action: 'created', error: '' });
	});

	test.each([
		[3, [3, 3, 1]],
		[1, [1, 1, 1, 1, 1, 1, 1]],
	])('of a Batch Size of %i is that large', async (batchSize, sizes) => {
		await bench.ok('developer', upsert({ batchSize }), { items: rows(7, fresh) });
		expect(posts().map((batch) => batch.length)).toEqual(sizes);
	});

	test('holds nobody who brings a file', async () => {
		const file = { data: { data: Buffer.from('x').toString('base64'), mimeType: 'text/plain', fileName: 'a.txt' } };
		const items = [0, 1, 2].map((index) => ({
			json: { ...fresh(index), 'Licence number': `SL${index}`, licenseAttachments: index === 1 ? 'data' : '' },
			...(index === 1 ? { binary: file } : {}),
		}));
		await bench.ok('developer', upsert(), { items });
		expect(posts()).toEqual([names(0), names(1), names(2)]);
	});
});

describe('a batch that the service itself refuses', () => {
	const refusals: Array<[string, Canned]> = [
		['400', refusal(400, 'No such state')],
		['422', refusal(422, 'No such state')],
		['its code', { body: { status: { code: 7, errorMessage: 'No such state' }, data: null } }],
	];
	test.each(refusals)('with %s, and takes nobody of, is halved until the bad row stands alone', async (_, answer) => {
		people.service.instead = (seen) =>
			isPost(seen) && employees(seen).some(({ lastName }) => lastName === 'L2') ? answer : undefined;
		const { json } = await bench.run('developer', upsert(), { items: rows(6, fresh), node: keepGoing });
		expect(json.map((row) => row.action ?? errorOf(row).message)).toEqual([
			'created',
			'created',
			'No such state',
			'created',
			'created',
			'created',
		]);
		expect(posts()).toEqual([names(0, 1, 2, 3, 4, 5), names(0, 1, 2), names(0, 1), names(2), names(3, 4, 5)]);
		expect(Object.values(made())).toEqual([1, 1, 1, 1, 1]);
		// Of the one that is refused by itself it is known that it was not written.
		expect(String(errorOf(json[2]).description)).not.toMatch(/may have been written|may have made the change/);
	});

	test.each(refusals)(
		'with %s, but takes in part, is not sent again: who is there is created, the others carry it',
		async (_, answer) => {
			answerOnce(async (seen) => {
				await take(seen, 2);
				return answer;
			});
			const { json } = await bench.run('developer', upsert(), { items: rows(4, fresh), node: keepGoing });
			expect(json.map(({ action }) => action)).toEqual(['created', 'created', undefined, undefined]);
			for (const row of json.slice(2)) {
				expect(errorOf(row).message).toBe('No such state');
				expect(errorOf(row).description).toContain('some rows of this batch may have been written');
			}
			expect(posts()).toHaveLength(1);
			expect(made()).toEqual(once(2));
		},
	);

	test('is not sent again where a search can’t tell', async () => {
		let refused = false;
		people.service.instead = (seen) => {
			if (isPost(seen)) {
				refused = true;
				return refusal(400, 'No');
			}
			return refused && seen.query.email === 'new3@example.com' ? html : undefined;
		};
		const { json } = await bench.run('developer', upsert(), { items: rows(4, fresh), node: keepGoing });
		expect(json.map((row) => errorOf(row).message)).toEqual(['No', 'No', 'No', 'No']);
		expect(posts()).toHaveLength(1);
	});

	const others: Array<[string, Canned]> = [
		['409', refusal(409, 'No')],
		['413', refusal(413, 'No')],
		['404', refusal(404, 'No')],
		['a 400 of something in between', { status: 400, body: '<html>Bad Request</html>' }],
	];
	test.each(others.flatMap(([what, answer]) => [0, 1].map((count) => [what, count, answer] as const)))(
		'%s, with %i of its rows taken, is no such refusal: nothing is sent again, and the rows are looked for',
		async (_, count, answer) => {
			answerOnce(async (seen) => {
				await take(seen, count);
				return answer;
			});
			const { json } = await bench.run('developer', upsert(), { items: rows(3, fresh), node: keepGoing });
			expect(json.map(({ action }) => action)).toEqual([count === 1 ? 'created' : undefined, undefined, undefined]);
			expect(errorOf(json[1]).description).toContain('may have been written');
			expect(tally(bench.recorder.seen)).toMatchObject({ search: 6, POST: 1 });
		},
	);

	test('403 is about all of them: nobody is looked for', async () => {
		people.service.instead = (seen) => (isPost(seen) ? refusal(403, 'Not with this key') : undefined);
		const { json } = await bench.run('developer', upsert(), { items: rows(3, fresh), node: keepGoing });
		expect(json.map((row) => errorOf(row).message)).toEqual(json.map(() => 'The API key has no access to this'));
		expect(tally(bench.recorder.seen)).toMatchObject({ search: 3, POST: 1 });
	});

	test('row by row for the same reason, doesn’t try each of hundreds', async () => {
		people.service.instead = (seen) => (isPost(seen) ? refusal(400, 'Closed for the night') : undefined);
		const { json } = await bench.run('developer', upsert(), { items: rows(60, fresh), node: keepGoing });
		expect(json.map((row) => errorOf(row).message)).toEqual(json.map(() => 'Closed for the night'));
		expect(posts().length).toBeLessThan(40);
	});

	test('for the same reason again after one was created is tried row by row', async () => {
		people.service.instead = (seen) =>
			isPost(seen) && employees(seen).some(({ lastName }) => lastName !== 'L8' && lastName !== 'L10')
				? refusal(400, 'No')
				: undefined;
		await bench.run('developer', upsert({ batchSize: 3 }), { items: rows(12, fresh), node: keepGoing });
		expect(Object.keys(made())).toEqual(['new8@example.com', 'new10@example.com']);
	});

	test('without Continue On Fail ends the run when its rows have been tried, and says which were written', async () => {
		people.service.instead = (seen) =>
			isPost(seen) && employees(seen).some(({ lastName }) => lastName === 'L1') ? refusal(400, 'No') : undefined;
		const { error } = await bench.run('developer', upsert({ batchSize: 2 }), { items: rows(6, fresh) });
		expect(error?.message).toMatch(/^Row 2 \(.*@example\.com\): No$/);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toContain('Rows that were written: 1. Rows that were not sent: 3 to 6.');
		expect(posts()).toEqual([names(0, 1), names(0), names(1)]);
	});
});
