// Licences of rows whose employees are there already: what is sent, and what stands beside the rows.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import type { RowResult } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import {
	indexesOf,
	licenceActionText,
	planLicences,
	saveLicences,
} from '../../../../nodes/WorkforceOperations/resources/staff/licences.ts';
import { type StaffRow, stepFor } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';
import { Rows } from '../../../../nodes/WorkforceOperations/resources/staff/rows.ts';
import { withCreationLock } from '../../../../nodes/WorkforceOperations/transport/creationLock.ts';
import { OutageDetector } from '../../../../nodes/WorkforceOperations/transport/outageDetector.ts';
import { type Answer, FakeTime } from '../../transport/support.mts';
import { type Asked, data, fakeService, refusal } from '../fakeService.mts';

const licence = { licenseNumber: 'SL1', stateCode: 'NSW' };
const held = { securityLicenseId: 7, licenseNumber: 'sl1', state: 'nsw' };
const written = (json: IDataObject = {}): RowResult => ({ outcomes: [{ json }] });

/** What the list holds, and how the writing is answered. */
const answering =
	(list: Answer, post: Answer = data(null)) =>
	({ request }: Asked): Answer =>
		request.startsWith('GET') ? list : post;

async function save(
	answer: (asked: Asked) => Answer,
	before: Array<RowResult | undefined>,
	keepGoing = true,
): Promise<{ results: Array<RowResult | undefined>; asked: Asked[]; error: unknown }> {
	const { item, asked } = fakeService(answer);
	const licences = before.map((_, index) => ({ item: item(index), employeeId: 3001 + index, licence }));
	expect(indexesOf(licences)).toEqual([...before.keys()]);
	const rows = new Rows<(typeof licences)[number]>(
		licences.map((each) => each.item),
		keepGoing,
	);
	const { results } = rows;
	for (const [index, row] of licences.entries()) rows.put(row, before[index]);
	const error: unknown = await withCreationLock(
		item().connection,
		async (lock) => await saveLicences(licences, rows, { outage: new OutageDetector(), lock }),
	).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	return { results, asked, error };
}

describe('A licence beside its row', () => {
	const sent = (body: IDataObject): unknown => ({
		request: 'POST /api/external/staffs/3001/licenses',
		query: {},
		body: { licenses: [body] },
	});

	test.each<[string, Answer, Answer, unknown[], IDataObject, boolean]>([
		['new', data([]), data(null), [sent(licence)], { licenceAction: 'created' }, false],
		[
			'of another number',
			data([{ ...held, licenseNumber: 'SL2' }]),
			data([{ id: 9 }]),
			[sent(licence)],
			{ licenceAction: 'created' },
			false,
		],
		[
			'of another state',
			data([{ ...held, state: 'VIC' }]),
			data(null),
			[sent(licence)],
			{ licenceAction: 'created' },
			false,
		],
		[
			'of a state that isn’t shown',
			data([{ ...held, state: null }]),
			data(null),
			[sent({ ...licence, licenseNumber: 'sl1', licenseId: 7 })],
			{ licenceAction: 'updated' },
			false,
		],
		['that is the same', data([held]), data(null), [], { licenceAction: 'unchanged' }, false],
		[
			'whose answer says no',
			data([]),
			data(false),
			[sent(licence)],
			{ licenceAction: null, licenceAnswer: false },
			true,
		],
		[
			'that is refused',
			data([]),
			refusal('No such state'),
			[sent(licence)],
			{ licenceAction: null, licenceError: 'No such state. Check the values of the node.' },
			false,
		],
	])('%s', async (_, list, post, posts, outcome, unknown) => {
		const { results, asked } = await save(answering(list, post), [written({ id: 3001 })]);
		const [first, ...others] = asked;
		expect(first).toMatchObject({ request: 'GET /api/external/staffs/3001/licenses', query: {} });
		expect(others).toEqual(posts);
		expect(results).toEqual([{ outcomes: [{ json: { id: 3001, ...outcome } }], ...(unknown ? { unknown } : {}) }]);
	});

	test.each([
		['New South Wales', 'which may or may not be “NSW”'],
		['Victoria', 'which may or may not be “NSW”'],
	])('of a state that is written out, “%s”, is not guessed', async (state, words) => {
		const { results, asked } = await save(answering(data([{ ...held, state }])), [written()]);
		const [result] = results;
		const json = result !== undefined && 'outcomes' in result ? result.outcomes[0]?.json : undefined;
		expect(json).toEqual({
			licenceAction: null,
			licenceError: expect.stringMatching(`${words}\\. Enter the Licence ID`),
		});
		expect(asked).toHaveLength(1);
	});

	test('is not known where the answer got lost', async () => {
		const { results } = await save(answering(data([]), { network: 'ECONNRESET' }), [written()]);
		expect(results).toEqual([
			{ unknown: true, outcomes: [{ json: { licenceAction: null, licenceError: expect.any(String) } }] },
		]);
	});
});

describe('What was said of the row before', () => {
	const [row] = [{ id: 1 }];

	test.each<[string, RowResult, Answer, IDataObject]>([
		[
			'that it needed no writing, stays with a licence that needed none',
			{ ...written(row), unwritten: true },
			data([held]),
			{ unwritten: true },
		],
		[
			'that it needed no writing, goes with a licence that was written',
			{ ...written(row), unwritten: true },
			data([]),
			{},
		],
		['that it is not known, stays', { ...written(row), unknown: true }, data([held]), { unknown: true }],
		['nothing of the kind, stays so with a licence that needed none', written(row), data([held]), {}],
	])('%s', async (_, before, list, marks) => {
		const { results } = await save(answering(list), [before]);
		expect(results).toEqual([{ ...marks, outcomes: [{ json: expect.objectContaining(row) }] }]);
	});

	test('that it failed or wasn’t sent, leaves its licence unsent', async () => {
		const failed = { error: new Error('x') };
		const { results, asked } = await save(answering(data([])), [failed, undefined, written()]);
		expect(results).toEqual([failed, undefined, written({ licenceAction: 'created' })]);
		expect(asked.map(({ request }) => request)).toEqual(
			['GET', 'POST'].map((method) => `${method} /api/external/staffs/3003/licenses`),
		);
	});
});

test('without Continue On Fail a refusal ends the run, and says which licences were not sent', async () => {
	const posts = [data(null), refusal('No such state')];
	const before = [written(), written(), written(), undefined];
	const { error, asked, results } = await save(
		({ request }) => (request.startsWith('GET') ? data([]) : (posts.shift() ?? data(null))),
		before,
		false,
	);
	expect(error).toMatchObject({ message: 'No such state', context: { itemIndex: 1 } });
	expect(String((error as { description?: unknown }).description)).toMatch(
		/Only the licence failed; the employee already matches the row\. Rows that were written: 1, 3\. Rows whose licence was not sent: 3\. Rows that were not sent: 4\.$/,
	);
	expect(asked).toHaveLength(4);
	expect(results[0]).toEqual(written({ licenceAction: 'created' }));
});

describe('Looking up licences beforehand', () => {
	let time: FakeTime;
	beforeEach(() => {
		time = new FakeTime().install();
	});
	afterEach(() => time.restore());

	/** Every second row is somebody new, whose licence needs no look. */
	async function plan(
		answer: (asked: Asked) => Answer,
		people: number,
	): Promise<{ asked: Asked[]; rows: readonly StaffRow[] }> {
		const service = fakeService(answer);
		const items = Array.from({ length: 2 * people }, (_, index) => service.item(index));
		const rows = new Rows<StaffRow>(items, true);
		await rows.read(items, async (item) => {
			const record = item.itemIndex % 2 === 0 ? { id: 3001 + item.itemIndex } : undefined;
			return await Promise.resolve({ item, body: {}, licence, step: stepFor(record, {}) });
		});
		await time.until(planLicences(rows));
		return { asked: service.asked, rows: rows.every };
	}

	test('asks once for everybody who is there, and for nobody who is new', async () => {
		const { asked, rows } = await plan(({ request }) => data(request.includes('/3003/') ? [held] : []), 2);
		expect(asked.map(({ request }) => request)).toEqual(
			[3001, 3003].map((id) => `GET /api/external/staffs/${id}/licenses`),
		);
		expect(rows.map(({ licencePlan }) => licencePlan)).toMatchObject([
			{ action: 'create' },
			{ action: 'create' },
			{ action: 'unchanged', known: { id: 7 } },
			{ action: 'create' },
		]);
	});

	test('ends when the service has gone, also where some rows need no look: the rest is told as not sent', async () => {
		const { asked, rows } = await plan(() => {
			time.now += 5000;
			return { status: 503, body: '' };
		}, 60);
		expect(new Set(asked.map(({ request }) => request)).size).toBeLessThan(30);
		expect(rows.at(-2)?.licencePlan).toMatchObject({ error: { message: expect.stringMatching(/not sent/i) } });
	});
});

test('why a licence was not written is the message and, where there is one, its cure', () => {
	expect(licenceActionText(new Error('No such state'))).toBe('No such state');
	const { node } = fakeService(() => data(null)).item();
	expect(licenceActionText(new NodeOperationError(node, 'Not sent', { description: 'Run it again.' }))).toBe(
		'Not sent. Run it again.',
	);
});
