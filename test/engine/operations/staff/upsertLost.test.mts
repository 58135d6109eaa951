// New people whose answer is lost, cut or unclear, with a service that takes them as a whole, in part, late or not at all:
// nobody is made twice, and nothing that is in doubt is sent again.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Canned } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { employees, errorOf } from '../../support/staffRows.mts';
import {
	actions,
	envelope,
	fresh,
	html,
	isPost,
	isSearch,
	names,
	once,
	oneByOne,
	staff,
	times,
	upsert,
	useNewPeople,
} from './staffBench.mts';

const { bench, service, run, keepGoing, ok, requests, posts, made, take, answerOnce } = useNewPeople();

/** Of somebody who isn't found afterwards: an answer that was lost is an error, and one that doesn't say is unknown. */
type Otherwise = 'error' | 'unknown';
const LOSSES: Array<[string, Canned, Otherwise]> = [
	[
		'a broken connection',
		{ status: 200, body: '{"status":', headers: { 'content-type': 'application/json' } },
		'error',
	],
	['a web page', html, 'error'],
	['a gateway’s 502', { status: 502, body: '' }, 'error'],
	['a gateway’s 504', { status: 504, body: '' }, 'error'],
	['a 408', { status: 408, body: '' }, 'error'],
	['nothing', { status: 200, body: '' }, 'error'],
	['words', envelope('Failed'), 'unknown'],
	['a count of fewer', envelope({ count: 2 }), 'unknown'],
	['somebody else', envelope([{ id: 7, email: 'other@example.com' }]), 'unknown'],
];
const expectDoubt = (row: IDataObject | undefined, otherwise: Otherwise): void => {
	if (otherwise === 'unknown') expect(row).toMatchObject({ created: null, action: null, error: '' });
	else
		expect(errorOf(row).description).toMatch(
			/The service may have made the change anyway.*A search right afterwards found nobody with this e-mail address/,
		);
};

describe.each(LOSSES)('Answered with %s', (_, answer, otherwise) => {
	test.each([
		[4, 'as a whole'],
		[2, 'in part'],
		[0, 'not at all, or late'],
	])('a batch of which the service takes %i of 4 (%s) is not sent again', async (count) => {
		let late: () => unknown = () => undefined;
		answerOnce(async (seen) => {
			await take(seen, count);
			late = async () => await take(seen, 4);
			return answer;
		});
		const { json } = await keepGoing(times(4, fresh));
		expect(actions(json.slice(0, count))).toEqual(times(count, () => 'created'));
		for (const row of json.slice(count)) expectDoubt(row, otherwise);
		expect(posts()).toHaveLength(1);
		expect(requests().search).toBe(8);
		expect(made()).toEqual(once(count));
		if (count > 0) return;
		// It comes at last: another run finds them, and makes nobody a second time.
		await late();
		expect(actions(await ok(times(4, fresh)))).toEqual(times(4, () => 'unchanged'));
		expect(made()).toEqual(once(4));
	});
});

test.each<[string, Canned, Otherwise]>([
	...LOSSES,
	['a list of nothing', envelope([null]), 'unknown'],
	['a count of zero', envelope({ count: 0 }), 'unknown'],
	['a record of defaults', envelope({ id: 0, email: null }), 'unknown'],
])('%s in answer to one person: one search tells whether they were created', async (_, answer, otherwise) => {
	bench.recorder.answer(async (seen) => {
		if (!isPost(seen)) return await service.rule(seen);
		if (employees(seen)[0]?.email === 'new0@example.com') await service.rule(seen);
		return answer;
	});
	const { json } = await keepGoing(times(2, fresh), oneByOne);
	expect(json[0]).toMatchObject({ id: 1004, action: 'created' });
	expectDoubt(json[1], otherwise);
	const kinds = bench.recorder.seen.map((seen) => (isSearch(seen) ? 'search' : seen.method));
	expect(kinds).toEqual(['search', 'search', 'GET', 'GET', 'POST', 'search', 'POST', 'search']);
});

test('an answer that holds some of the records: the others are looked for, and else not known', async () => {
	answerOnce(async (seen) => await take(seen, 2));
	const { json } = await keepGoing(times(4, fresh));
	expect(actions(json)).toEqual(['created', 'created', null, null]);
	expect(requests()).toMatchObject({ POST: 1, search: 6 });
});

test.each([
	{ what: 'of both is lost', parameters: upsert, answer: () => html, licences: [null, null] },
	{
		what: 'leaves one out',
		parameters: upsert,
		answer: () => envelope([service.people[3]]),
		licences: ['created', null],
	},
	{ what: 'of the first is lost', parameters: oneByOne, answer: () => html, licences: [null, 'created'] },
])('the licence is not known where the answer $what, and a search finds who was created', async (row) => {
	answerOnce(async (seen) => {
		await take(seen, 2);
		return row.answer();
	});
	const rows = times(2, (index) => ({ ...fresh(index), 'Licence number': `SL${index}` }));
	const json = await ok(rows, row.parameters);
	expect(actions(json)).toEqual(['created', 'created']);
	expect(json.map(({ licenceAction }) => licenceAction)).toEqual(row.licences);
});

test('the half of a refused batch is not sent again either', async () => {
	let count = 0;
	service.instead = (seen) => {
		if (!isPost(seen)) return undefined;
		count++;
		return count === 1 ? refusal(400, 'No') : count === 2 ? html : undefined;
	};
	const { json } = await keepGoing(times(8, fresh));
	expect(posts()).toEqual([names(0, 1, 2, 3, 4, 5, 6, 7), names(0, 1, 2, 3), names(4, 5, 6, 7)]);
	for (const row of json.slice(0, 4)) expectDoubt(row, 'error');
	expect(actions(json.slice(4))).toEqual(times(4, () => 'created'));
});

test.each([
	{ batchSize: 1, taken: 0, words: ['may or may not have been written: 1.', 'Rows that were not sent: 2 to 6.'] },
	{
		batchSize: 3,
		taken: 1,
		words: [
			'Rows that were written: 1.',
			'that may or may not have been written: 2 to 3.',
			'Rows that were not sent: 4 to 6.',
		],
	},
])(
	'without Continue On Fail the run ends there, and says of whom nobody knows ($taken of $batchSize taken); another one looks again',
	async ({ batchSize, taken, words }) => {
		answerOnce(async (seen) => {
			await take(seen, taken);
			return html;
		});
		const { error } = await run(times(6, fresh), staff('upsert', { advanced: { batchSize } }));
		expectDoubt({ error: { ...error } }, 'error');
		for (const part of words) expect(error?.description).toContain(part);
		expect(posts()).toHaveLength(1);
		const again = await ok(times(6, fresh));
		expect(actions(again)).toEqual(times(6, (index) => (index < taken ? 'unchanged' : 'created')));
	},
);

test.each([1, 2])(
	'where a search fails, too, nothing is said of it and nothing is sent twice (rows in the request: %i)',
	async (count) => {
		let posted = false;
		service.instead = (seen) => {
			posted ||= isPost(seen);
			const isFailing = isSearch(seen) && seen.query.email === 'new0@example.com';
			return posted && (isPost(seen) || isFailing) ? html : undefined;
		};
		const { json } = await keepGoing(times(count, fresh));
		expect(json).toHaveLength(count);
		for (const row of json) {
			expect(errorOf(row).description).toContain('The service may have made the change anyway');
			expect(errorOf(row).description).not.toContain('A search right afterwards');
		}
		expect(requests().POST).toBe(1);
	},
);
