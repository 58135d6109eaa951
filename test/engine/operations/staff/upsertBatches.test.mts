// New people in batches: what goes well, and what the service itself refuses.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Canned, Seen } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { employees, errorOf } from '../../support/staffRows.mts';
import {
	actions,
	envelope,
	fresh,
	html,
	isPost,
	messages,
	names,
	once,
	staff,
	times,
	told,
	upsert,
	useNewPeople,
} from './staffBench.mts';

const { bench, service, run, keepGoing, ok, requests, posts, made, take, answerOnce } = useNewPeople();
const inBatchesOf = (batchSize: number): IDataObject => staff('upsert', { advanced: { batchSize } });
/** A request that would create somebody with one of these last names. */
const creates = (seen: Seen, ...last: string[]): boolean =>
	isPost(seen) && employees(seen).some(({ lastName }) => last.includes(String(lastName)));

describe('a batch that goes well', () => {
	test('carries 25 people, each with the record and the licence of their own', async () => {
		const rows = times(27, (index) => ({ ...fresh(index), ...(index === 3 ? { 'Licence number': 'SL3' } : {}) }));
		const json = await ok(rows);
		expect(posts().map((batch) => batch.length)).toEqual([25, 2]);
		expect(json.map(({ id, lastName, action, licenceAction }) => ({ id, lastName, action, licenceAction }))).toEqual(
			times(27, (index) => ({
				id: 1004 + index,
				lastName: `Last${index}`,
				action: 'created',
				licenceAction: index === 3 ? 'created' : undefined,
			})),
		);
	});

	test('without a record says “created” where nothing speaks against it', async () => {
		answerOnce(async (seen) => {
			await take(seen, 4);
			return envelope(null);
		});
		const json = await ok(times(4, fresh));
		expect(json[1]).toEqual({ created: true, ...fresh(1), action: 'created', error: '' });
	});

	test.each([
		{ batchSize: 3, sizes: [3, 3, 1] },
		{ batchSize: 1, sizes: [1, 1, 1, 1, 1, 1, 1] },
	])('of a Batch Size of $batchSize is that large', async ({ batchSize, sizes }) => {
		await ok(times(7, fresh), inBatchesOf(batchSize));
		expect(posts().map((batch) => batch.length)).toEqual(sizes);
	});

	test('holds nobody who brings a file', async () => {
		const binary = { data: { data: 'eA==', mimeType: 'text/plain', fileName: 'a.txt' } };
		const items = times(3, (index) => ({
			json: { ...fresh(index), 'Licence number': `SL${index}`, licenseAttachments: index === 1 ? 'data' : '' },
			...(index === 1 ? { binary } : {}),
		}));
		await bench.ok('developer', upsert, { items });
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
		service.instead = (seen) => (creates(seen, 'Last2') ? answer : undefined);
		const { json } = await keepGoing(times(6, fresh));
		expect(told(json)).toEqual(['created', 'created', 'No such state', 'created', 'created', 'created']);
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
			const { json } = await keepGoing(times(4, fresh));
			expect(told(json)).toEqual(['created', 'created', 'No such state', 'No such state']);
			for (const row of json.slice(2))
				expect(errorOf(row).description).toContain('some rows of this batch may have been written');
			expect(posts()).toHaveLength(1);
			expect(made()).toEqual(once(2));
		},
	);

	test('is not sent again where a search can’t tell', async () => {
		let refused = false;
		service.instead = (seen) => {
			refused ||= isPost(seen);
			if (isPost(seen)) return refusal(400, 'No');
			return refused && seen.query.email === 'new3@example.com' ? html : undefined;
		};
		const { json } = await keepGoing(times(4, fresh));
		expect(messages(json)).toEqual(['No', 'No', 'No', 'No']);
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
			const { json } = await keepGoing(times(3, fresh));
			expect(actions(json)).toEqual([count === 1 ? 'created' : 'error', 'error', 'error']);
			expect(errorOf(json[1]).description).toContain('may have been written');
			expect(requests()).toMatchObject({ search: 6, POST: 1 });
		},
	);

	test('403 is about all of them: nobody is looked for', async () => {
		service.instead = (seen) => (isPost(seen) ? refusal(403, 'Not with this key') : undefined);
		const { json } = await keepGoing(times(3, fresh));
		expect(messages(json)).toEqual(times(3, () => 'The API key has no access to this'));
		expect(requests()).toMatchObject({ search: 3, POST: 1 });
	});

	test('row by row for the same reason, doesn’t try each of hundreds', async () => {
		service.instead = (seen) => (isPost(seen) ? refusal(400, 'Closed for the night') : undefined);
		const { json } = await keepGoing(times(60, fresh));
		expect(messages(json)).toEqual(times(60, () => 'Closed for the night'));
		expect(posts().length).toBeLessThan(40);
	});

	test('for the same reason again after one was created is tried row by row', async () => {
		const others = names(0, 1, 2, 3, 4, 5, 6, 7, 9, 11);
		service.instead = (seen) => (creates(seen, ...others) ? refusal(400, 'No') : undefined);
		await keepGoing(times(12, fresh), inBatchesOf(3));
		expect(Object.keys(made())).toEqual(['new8@example.com', 'new10@example.com']);
	});

	test('without Continue On Fail ends the run when its rows have been tried, and says which were written', async () => {
		service.instead = (seen) => (creates(seen, 'Last1') ? refusal(400, 'No') : undefined);
		const { error } = await run(times(6, fresh), inBatchesOf(2));
		expect(error?.message).toMatch(/^Row 2 \(.*@example\.com\): No$/);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toContain('Rows that were written: 1. Rows that were not sent: 3 to 6.');
		expect(posts()).toEqual([names(0, 1), names(0), names(1)]);
	});
});
