// What Create or Update sends once it is known who the rows are about, in which order, and what each item is told.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { OperationItem } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { type StaffRow, stepFor } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';
import { Rows } from '../../../../nodes/WorkforceOperations/resources/staff/rows.ts';
import { writeRows } from '../../../../nodes/WorkforceOperations/resources/staff/write.ts';
import { withCreationLock } from '../../../../nodes/WorkforceOperations/transport/creationLock.ts';
import type { Answer } from '../../transport/support.mts';
import { type Asked, data, fakeService, refusal, SEARCH } from '../fakeService.mts';

const licence = { licenseNumber: 'SL1' };
const record = (id: number): IDataObject => ({ id, email: `p${id}@x.au`, mobile: 'm', middle: 'k' });
const fresh = (name: string): IDataObject => ({ firstName: name, lastName: 'Lee', email: `${name}@x.au` });

/** A row of its body, about the record that is there. */
type Row = [body: IDataObject, there?: IDataObject, licence?: IDataObject];

/** A row with its step. */
function planned(item: OperationItem, [body, there, own]: Row): StaffRow {
	const found: StaffRow['found'] = there && { record: there, by: 'email' };
	return { item, body, found, step: stepFor(there, body), ...(own ? { licence: own } : {}) };
}

async function write(
	rows: Row[],
	answer: (asked: Asked) => Answer,
	{ batchSize = 25, keepGoing = true } = {},
): Promise<{ asked: unknown[]; results: unknown[]; error: unknown }> {
	const service = fakeService(answer);
	const items = rows.map((_, index) => service.item(index));
	const run = new Rows<StaffRow>(items, keepGoing);
	await run.read(items, async (item) => await Promise.resolve(planned(item, rows[item.itemIndex] ?? [{}])));
	const { results } = run;
	const error: unknown = await withCreationLock(
		service.item().connection,
		async (lock) => await writeRows(run, lock, batchSize),
	).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	const short = ({ request, query, body }: Asked): unknown => [
		request.replace('/api/external/', ''),
		body?.employees ?? body?.licenses ?? query,
	];
	return { asked: service.asked.map(short), results, error };
}

const outcome = (json: IDataObject, more: object = {}): unknown => ({ outcomes: [{ json }], ...more });

test('updates come first, in batches of what differs, then creations in batches, then licences of those who were there', async () => {
	const { asked, results } = await write(
		[
			[fresh('new'), undefined, licence],
			[{ mobile: 'm' }, record(1), licence],
			[{ mobile: 'x', email: 'p2@x.au' }, record(2)],
			[{ middleName: 'z', city: 'Sydney' }, record(3)],
			[{ mobile: 'y' }, record(4), licence],
			[fresh('other')],
			[{ mobile: 'm' }, record(5)],
		],
		({ request }) => data(request.startsWith('GET') ? [] : null),
		{ batchSize: 2 },
	);
	expect(asked).toEqual([
		[
			'PATCH staffs',
			[
				{ id: 2, mobile: 'x' },
				{ id: 3, middleName: 'z', city: 'Sydney' },
			],
		],
		['PATCH staffs', [{ id: 4, mobile: 'y' }]],
		['POST staffs', [{ ...fresh('new'), licenses: [licence] }, fresh('other')]],
		['GET staffs/1/licenses', {}],
		['POST staffs/1/licenses', [licence]],
		['GET staffs/4/licenses', {}],
		['POST staffs/4/licenses', [licence]],
	]);
	expect(results).toEqual([
		outcome({ ...fresh('new'), created: true, action: 'created', licenceAction: 'created' }),
		outcome({ ...record(1), action: 'unchanged', foundBy: 'email', licenceAction: 'created' }),
		outcome({ ...record(2), mobile: 'x', action: 'updated', changed: ['mobile'], notCompared: [], foundBy: 'email' }),
		outcome({
			...record(3),
			middle: 'z',
			city: 'Sydney',
			action: 'updated',
			changed: ['middleName'],
			notCompared: ['city'],
			foundBy: 'email',
		}),
		outcome({
			...record(4),
			mobile: 'y',
			action: 'updated',
			changed: ['mobile'],
			notCompared: [],
			foundBy: 'email',
			licenceAction: 'created',
		}),
		outcome({ ...fresh('other'), created: true, action: 'created' }),
		outcome({ ...record(5), action: 'unchanged', foundBy: 'email' }, { unwritten: true }),
	]);
});

describe('An update is told', () => {
	test('with the record of the answer over what was there and what was written', async () => {
		const { results } = await write([[{ mobile: 'x' }, record(2)]], () => data([{ id: 2, mobile: '+x', grade: 1 }]));
		const news = { action: 'updated', changed: ['mobile'], notCompared: [], foundBy: 'email' };
		expect(results).toEqual([outcome({ ...record(2), mobile: '+x', grade: 1, ...news })]);
	});

	test('as not known where the answer speaks of somebody else, with that answer', async () => {
		const { results } = await write([[{ mobile: 'x' }, record(2)]], () => data([{ id: 9 }]));
		expect(results).toEqual([
			outcome({ id: 2, updated: null, action: null, foundBy: 'email', answer: [{ id: 9 }] }, { unknown: true }),
		]);
	});
});

describe('A creation', () => {
	const found = { ...fresh('new'), id: 7 };
	const answering =
		(post: Answer, search: Answer) =>
		({ request }: Asked): Answer =>
			request === SEARCH ? search : post;
	const lost: Answer = { network: 'ECONNRESET' };
	const searched = [SEARCH.replace('/api/external/', ''), { email: 'new@x.au' }];

	test.each<[string, Answer, Answer, unknown, boolean]>([
		[
			'its own record',
			data([found]),
			data(null),
			outcome({ ...found, action: 'created', licenceAction: 'created' }),
			false,
		],
		[
			'a record without an address',
			data({ id: 7 }),
			data(null),
			outcome({ id: 7, action: 'created', licenceAction: 'created' }),
			false,
		],
		[
			'somebody else, who is found',
			data({ id: 9, email: 'o@x.au' }),
			data(found),
			outcome({ ...found, action: 'created', licenceAction: null }),
			true,
		],
		[
			'somebody else, who isn’t found',
			data([{ id: 9, email: 'o@x.au' }]),
			data(null),
			outcome(
				{ ...fresh('new'), created: null, answer: [{ id: 9, email: 'o@x.au' }], action: null },
				{ unknown: true },
			),
			true,
		],
		[
			'a no, and the search fails',
			data(false),
			refusal('Closed'),
			outcome({ ...fresh('new'), created: null, answer: false, action: null }, { unknown: true }),
			true,
		],
		[
			'a lost answer, who is found',
			lost,
			data([found]),
			outcome({ ...found, action: 'created', licenceAction: null }),
			true,
		],
	])('answered with %s', async (_, post, search, expected, isSearched) => {
		const { asked, results } = await write([[fresh('new'), undefined, licence]], answering(post, search));
		expect(results).toEqual([expected]);
		expect(asked.slice(1)).toEqual(isSearched ? [searched] : []);
	});

	test('whose answer got lost is not said to be looked for where the search failed', async () => {
		const { results } = await write([[fresh('new')]], answering(lost, refusal('Closed')));
		const [result] = results as Array<{ error: Error & { description?: string } }>;
		expect(result?.error.description).not.toContain('A search right afterwards');
	});

	test('of two whose answer got lost the one who isn’t found says that a search has looked for them', async () => {
		const { results } = await write([[fresh('new')], [fresh('other')]], ({ request, query }) =>
			request === SEARCH ? data(query.email === 'new@x.au' ? found : null) : lost,
		);
		expect(results[0]).toMatchObject({ outcomes: [{ json: { ...found, action: 'created' } }] });
		const [, other] = results as Array<{ error: Error & { description?: string } }>;
		expect(other?.error.description).toContain('A search right after it didn’t find this employee.');
	});

	test.each<[string, Answer, Answer, string, boolean, boolean]>([
		['a refusal is not searched', refusal('Taken', 409), data(found), 'Taken', false, false],
		[
			'a lost answer, who isn’t found, may still come',
			lost,
			data(null),
			'A search right after it found nobody',
			true,
			true,
		],
		['a lost answer, where the search fails, is not known', lost, refusal('Closed'), 'may have done it', true, true],
	])('%s', async (_, post, search, words, isSearched, mayHaveArrived) => {
		const { asked, results } = await write([[fresh('new')]], answering(post, search));
		const [result] = results as Array<{ error: Error & { description?: string } }>;
		expect(`${result?.error.message} ${result?.error.description}`).toContain(words);
		expect(result?.error).toMatchObject({ mayHaveArrived });
		expect(asked.slice(1)).toEqual(isSearched ? [searched] : []);
	});
});

test('a batch that was written shows that what refused the others before is about them: the next one is halved again', async () => {
	const names = Array.from({ length: 15 }, (_, index) => `n${index}`);
	const isFine = (sent: string): boolean => ['n9', 'n10', 'n11'].some((name) => sent.includes(`"${name}"`));
	const { asked } = await write(
		names.map((name) => [fresh(name)]),
		({ request, body }) =>
			request === SEARCH ? data(null) : isFine(JSON.stringify(body)) ? data(null) : refusal('Closed'),
		{ batchSize: 3 },
	);
	const sent = (asked as Array<[string, IDataObject[]]>).filter(([request]) => request.startsWith('POST'));
	expect(sent.slice(-5).map(([, people]) => people.map(({ firstName }) => firstName))).toEqual([
		['n12', 'n13', 'n14'],
		['n12', 'n13'],
		['n12'],
		['n13'],
		['n14'],
	]);
});

describe('Without Continue On Fail', () => {
	const stopping = { keepGoing: false, batchSize: 1 };

	test('an update that is refused ends the run, before anybody is created', async () => {
		const rows: Row[] = [
			[fresh('new')],
			[{ mobile: 'x' }, record(1)],
			[{ mobile: 'y' }, record(2)],
			[{ mobile: 'z' }, record(3), licence],
		];
		const { asked, error } = await write(
			rows,
			({ body }) => (JSON.stringify(body).includes('"y"') ? refusal('Bad') : data(null)),
			stopping,
		);
		expect(asked).toHaveLength(2);
		expect(error).toMatchObject({
			message: 'Bad',
			description: expect.stringMatching(/ Rows that were written: 2\. Rows that were not sent: 1, 4\.$/),
		});
	});

	test('a creation that is refused ends it, and says whose licences were not sent', async () => {
		const rows: Row[] = [[{ mobile: 'm' }, record(1), licence], [fresh('new'), undefined, licence], [fresh('other')]];
		const { asked, error } = await write(rows, () => refusal('Bad'), stopping);
		expect(asked).toHaveLength(1);
		expect(error).toMatchObject({
			message: 'Bad',
			description: expect.stringMatching(/ None of the 3 rows was written\. Rows whose licence was not sent: 1\.$/),
		});
	});
});
