// Batches of new people whose answer is lost, cut or unclear, with a service that takes them as a whole, in part, late or not at
// all; and two runs at once: nobody is made twice, and nothing that is in doubt is sent again.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../../kit/lib/wait.mts';
import { useBench } from '../../support/bench.mts';
import { NewPeopleService, errorOf, fresh, html, isPost, keepGoing, names, once, upsert } from './newPeople.mts';
import type { Canned } from '../../support/recorder.mts';
import { refusal, tally } from '../../support/sheetService.mts';
import { rows } from '../../support/staffRows.mts';

const bench = useBench();
const people = new NewPeopleService(bench);
const { posts, made, take, answerOnce } = people;

let late: Array<() => void>;
beforeEach(() => {
	late = [];
});

describe('a batch whose answer is lost, cut or unclear is never sent again', () => {
	const losses: Array<[string, Canned | 'cut']> = [
		['a broken connection', { status: 200, body: '{"status":', headers: { 'content-type': 'application/json' } }],
		['a web page', html],
		['a gateway’s 502', { status: 502, body: '' }],
		['a 504', { status: 504, body: '' }],
		['a 408', { status: 408, body: '' }],
		['nothing', { status: 200, body: '' }],
		['words', { body: { status: { code: 0 }, data: 'Failed' } }],
		['a count of fewer', { body: { status: { code: 0 }, data: { count: 2 } } }],
		['somebody else', { body: { status: { code: 0 }, data: [{ id: 7, email: 'other@example.com' }] } }],
	];
	describe.each(losses)('%s', (_, answer) => {
		test.each([
			[4, 'as a whole'],
			[2, 'in part'],
			[0, 'not at all, or late'],
		])('taken by the service: %i of 4 (%s)', async (count) => {
			answerOnce(async (seen) => {
				await take(seen, count);
				late.push(() => void take(seen, 4));
				return answer;
			});
			const { json } = await bench.run('developer', upsert(), { items: rows(4, fresh), node: keepGoing });
			expect(json.slice(0, count).map(({ action }) => action)).toEqual(Array.from({ length: count }, () => 'created'));
			const open = json.slice(count);
			for (const row of open.filter(({ error }) => error === ''))
				expect(row).toMatchObject({ created: null, action: null });
			for (const row of open.filter(({ error }) => error !== ''))
				expect(String(errorOf(row).description)).toMatch(
					/The service may have made the change anyway.*found nobody with this e-mail address/,
				);
			expect(posts()).toHaveLength(1);
			expect(tally(bench.recorder.seen).search).toBe(8);
			expect(made()).toEqual(once(count));
			if (count > 0) return;
			// It comes at last: another run finds them, and makes nobody a second time.
			late.forEach((come) => come());
			const again = await bench.ok('developer', upsert(), { items: rows(4, fresh) });
			expect(again.map(({ action }) => action)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
			expect(made()).toEqual(once(4));
		});
	});

	test('an answer that holds some of the records: the others are looked for, and else not known', async () => {
		answerOnce(async (seen) => await take(seen, 2));
		const { json } = await bench.run('developer', upsert(), { items: rows(4, fresh), node: keepGoing });
		expect(json.map(({ action }) => action)).toEqual(['created', 'created', null, null]);
		expect({ posts: posts().length, search: tally(bench.recorder.seen).search }).toEqual({ posts: 1, search: 6 });
	});

	test('the licences that went with it are not known then', async () => {
		answerOnce(async (seen) => {
			await take(seen, 2);
			return html;
		});
		const items = rows(2, (index) => ({ ...fresh(index), 'Licence number': `SL${index}` }));
		const json = await bench.ok('developer', upsert(), { items });
		expect(json.map(({ action, licenceAction }) => [action, licenceAction])).toEqual([
			['created', null],
			['created', null],
		]);
	});

	test('nor that of one whom the answer leaves out, and a search finds', async () => {
		answerOnce(async (seen) => {
			await take(seen, 2);
			const [first] = people.service.people.slice(3);
			return { body: { status: { code: 0 }, data: [first] } };
		});
		const items = rows(2, (index) => ({ ...fresh(index), 'Licence number': `SL${index}` }));
		const json = await bench.ok('developer', upsert(), { items });
		expect(json.map(({ action, licenceAction }) => [action, licenceAction])).toEqual([
			['created', 'created'],
			['created', null],
		]);
	});

	test('the half of a refused batch neither', async () => {
		let count = 0;
		people.service.instead = (seen) => {
			if (!isPost(seen)) return undefined;
			count++;
			return count === 1 ? refusal(400, 'No') : count === 2 ? html : undefined;
		};
		const { json } = await bench.run('developer', upsert(), { items: rows(8, fresh), node: keepGoing });
		expect(posts()).toEqual([names(0, 1, 2, 3, 4, 5, 6, 7), names(0, 1, 2, 3), names(4, 5, 6, 7)]);
		expect(
			json.map((row) => row.action ?? String(errorOf(row).description).includes('may have made the change')),
		).toEqual([...[0, 1, 2, 3].map(() => true), ...[4, 5, 6, 7].map(() => 'created')]);
	});

	test('without Continue On Fail the run ends there, and says of whom nobody knows', async () => {
		answerOnce(async (seen) => {
			await take(seen, 1);
			return html;
		});
		const { error } = await bench.run('developer', upsert({ batchSize: 3 }), { items: rows(6, fresh) });
		expect(error?.description).toContain('Rows that were written: 1.');
		expect(error?.description).toContain('that may or may not have been written: 2 to 3.');
		expect(error?.description).toContain('Rows that were not sent: 4 to 6.');
		expect(posts()).toHaveLength(1);
	});
});

describe('two runs at once', () => {
	const looked = async (looks: number, ending = '/search'): Promise<void> =>
		void (await waitFor(
			'both to look',
			() => bench.recorder.seen.filter(({ method, path }) => method === 'GET' && path.endsWith(ending)).length >= looks,
			{ intervalMs: 5 },
		));
	const both = async (items: Array<{ json: IDataObject }>): Promise<IDataObject[][]> =>
		await Promise.all(
			[1, 2].map(async () => (await bench.run('developer', upsert(), { items, node: keepGoing })).json),
		);

	test('of the same sheet: one batch; the other run says whom the first has created, and finds them when it runs again', async () => {
		bench.recorder.answer(async (seen) => {
			// Six searches, and both halves of two lists.
			if (isPost(seen)) await looked(10, '');
			return await people.service.rule(seen);
		});
		const [one = [], other = []] = await both(rows(3, fresh));
		const refused = [...one, ...other].filter(({ error }) => Boolean(error)).map((row) => errorOf(row).message);
		expect([...one, ...other].filter(({ action }) => action === 'created')).toHaveLength(3);
		expect(refused.map((words) => String(words))).toEqual(
			[0, 1, 2].map(() => expect.stringContaining('Another execution in n8n has just created')),
		);
		expect({ posts: posts().length, made: made() }).toEqual({ posts: 1, made: once(3) });
		const again = await bench.ok('developer', upsert(), { items: rows(3, fresh) });
		expect(again.map(({ action }) => action)).toEqual(['unchanged', 'unchanged', 'unchanged']);
	});

	test('whose first batch is lost: the other creates nobody of it and says why', async () => {
		bench.recorder.answer(async (seen) => {
			if (!isPost(seen)) return await people.service.rule(seen);
			await looked(6);
			return html;
		});
		const runs = await both(rows(3, fresh));
		const words = runs.flat().map((row) => String(errorOf(row).message));
		expect(words.filter((message) => message.includes('Another execution in n8n may have just created'))).toHaveLength(
			3,
		);
		expect(posts()).toHaveLength(1);
	});

	test('whose first batch is refused, and holds nobody who is there: what it doubted is taken back, and each is made once', async () => {
		let refused = false;
		bench.recorder.answer(async (seen) => {
			if (!isPost(seen)) return await people.service.rule(seen);
			await looked(6);
			if (refused) return await people.service.rule(seen);
			refused = true;
			return refusal(400, 'Not now');
		});
		const runs = await both(rows(3, fresh));
		expect(made()).toEqual(once(3));
		for (const json of runs)
			for (const row of json)
				expect(['created', 'unchanged', undefined].includes(row.action as string | undefined)).toBe(true);
		expect(runs.flat().filter(({ action }) => action === 'created')).toHaveLength(3);
	});

	test('what the first one is refused to the last row may be tried by the other', async () => {
		let end: () => void = () => undefined;
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		let isOver = false;
		bench.recorder.answer(async (seen) => {
			// The other one spells the addresses otherwise, by which its searches are known.
			if (seen.query.email?.startsWith('NEW')) await ended;
			return isPost(seen) && !isOver ? refusal(400, 'Not now') : await people.service.rule(seen);
		});
		const loud = rows(2, (index) => ({ ...fresh(index), email: `NEW${index}@example.com` }));
		const other = bench.run('developer', upsert(), { items: loud, node: keepGoing });
		await waitFor('its look', () => bench.recorder.seen.length > 0, { intervalMs: 5 });
		const { json } = await bench.run('developer', upsert(), { items: rows(2, fresh), node: keepGoing });
		expect(json.map((row) => errorOf(row).message)).toEqual(['Not now', 'Not now']);
		isOver = true;
		end();
		expect((await other).json.map(({ action }) => action)).toEqual(['created', 'created']);
	});

	test('a run of many batches lets a short one in between', async () => {
		bench.recorder.answer(async (seen) => {
			if (isPost(seen))
				await waitFor('both to look', () => bench.recorder.seen.filter(({ method }) => method === 'GET').length >= 10, {
					intervalMs: 5,
				});
			return await people.service.rule(seen);
		});
		const long = bench.ok('developer', upsert({ batchSize: 2 }), { items: rows(12, fresh) });
		await waitFor('its first batch', () => posts().length === 1, { intervalMs: 5 });
		await Promise.all([long, bench.ok('developer', upsert(), { items: rows(1, () => fresh(99)) })]);
		expect(posts().findIndex(([name]) => name === 'L99')).toBeLessThan(3);
	});
});
