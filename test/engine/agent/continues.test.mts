// An AI agent goes on with a list: `next` of an answer in Continue From repeats nothing, misses nothing, and leads nowhere else.
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Key } from '../support/bench.mts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { runNode, type RunOptions } from '../../../kit/core/engine.mts';
import { useBench } from '../support/bench.mts';
import { pagedLists } from '../support/everyOperation.mts';
import { type Answer, answerIn, asTool, fresh } from './asked.mts';

const bench = useBench({ total: 'right' });

async function asked(key: Key, parameters: IDataObject, options: RunOptions = {}): Promise<Answer> {
	const { resolved: _, ...answer } = (await bench.ok(key, parameters, { ...asTool, ...options }))[0] ?? {};
	const { next } = answerIn([answer]);
	if (next !== null) expect(next.length).toBeLessThanOrEqual(400);
	return answer as Answer;
}

/** All answers up to the one behind which nothing follows. */
async function allAnswers(key: Key, parameters: IDataObject, options: RunOptions = {}): Promise<Answer[]> {
	const answers = [await asked(key, parameters, options)];
	for (let next = answers[0]?.next; next; next = answers.at(-1)?.next) {
		answers.push(await asked(key, { ...parameters, continueFrom: next }, options));
		if (answers.length > 60) throw new Error('never ends');
	}
	return answers;
}

const recordsOf = (answers: readonly Answer[]): IDataObject[] => answers.flatMap(({ records }) => records);

const sorted = (ids: readonly unknown[]): string[] => ids.map(String).sort();

const wide = { period: 'custom', startDate: '2020-01-01', endDate: '2035-01-01' };

const changed = (id: string, what: string, more: IDataObject) =>
	pagedLists
		.filter((list) => list.id === id)
		.map((list) => ({ ...list, what, parameters: { ...list.parameters, ...more } }));

const lists = [
	...pagedLists.map((list) => ({ ...list, what: list.id })),
	...pagedLists.flatMap(({ id, activeFlag }) =>
		activeFlag === undefined ? [] : changed(id, `${id}, inactive as well,`, { filters: { [activeFlag]: false } }),
	),
	...changed('timesheet.getAll', 'timesheets that are cut', { returnAll: true }),
	...changed('timesheet.getAll', 'timesheets by approval', { options: { selectBy: 'approval' } }),
	...changed('incidentReport.getAll', 'unapproved reports', { filters: { isApproved: false } }),
];

describe('An agent that goes on', () => {
	test.each(lists)('with $what gets each record once, and all of them', async ({ key, parameters, idOf }) => {
		const whole = await bench.ok(key, { ...parameters, returnAll: true, simplify: false });
		const answers = await allAnswers(key, { ...parameters, limit: Math.ceil(whole.length / 12) });
		const given = recordsOf(answers);
		expect(answers.length).toBeGreaterThan(1);
		expect(sorted(given.map(idOf))).toEqual(sorted(whole.map(idOf)));
		expect(new Set(given.map((record) => JSON.stringify(record))).size).toBe(given.length);
		expect(answers.at(-1)).toMatchObject({ more: false, next: null });
		for (const answer of answers.slice(0, -1)) expect(answer.more).toBe(true);
	});
});

describe('A list in two halves that doesn’t say whether there is another page', () => {
	const customers = { resource: 'customer', operation: 'getAll', filters: { isActive: false } };

	// Fifty of a hundred that were asked for may be a page that the service has cut.
	test.each([
		[7, '{}', false],
		[50, '{}', true],
		[50, '{"listEnd":"unsaid"}', false],
	])('goes on with the second where the limit is the %i of the first: %s', async (limit, serviceDetails, isUnsure) => {
		const upTo = (last: number, first = 1): IDataObject[] =>
			Array.from({ length: last - first + 1 }, (_, index) => ({ customerId: first + index }));
		bench.recorder.answer(({ query }) => {
			const half = query['isActive'] === 'true' ? [...upTo(2), ...upTo(limit + 3, limit + 1)] : upTo(limit);
			return { body: { status: { code: 0 }, data: half.slice(0, Number(query['limit'] ?? 500)) } };
		});
		const answers = await allAnswers('developer', { ...customers, limit }, { serviceDetails });
		expect(recordsOf(answers).map(({ customerId }) => customerId)).toEqual(
			upTo(limit + 3).map(({ customerId }) => customerId),
		);
		expect(answers.at(-1)).toMatchObject({ more: isUnsure, next: null });
	});
});

const timesheets = (more: IDataObject = {}): IDataObject => ({
	resource: 'timesheet',
	operation: 'getAll',
	...wide,
	limit: 4,
	...more,
});

const bound = (customerId: string, more: IDataObject = {}): IDataObject =>
	timesheets({ filters: { customerId }, ...more });

const nextOf = async (parameters: IDataObject): Promise<string> => String((await asked('timesheet', parameters)).next);

describe('What an agent gives to go on with', () => {
	const same = (next: string): string => next;
	const refused: ReadonlyArray<[string, IDataObject, IDataObject, (next: string) => string]> = [
		['of another customer', bound('1001'), bound('1004'), same],
		['of a call without the customer', timesheets(), bound('1001'), same],
		['of another limit', timesheets(), timesheets({ limit: 5 }), same],
		['of another period', timesheets(), timesheets({ endDate: '2034-01-01' }), same],
		['of other options', timesheets(), timesheets({ options: { addHours: true } }), same],
		['of another output', timesheets(), timesheets({ output: 'selectedFields', fields: [] }), same],
		...Object.entries<(next: string) => string>({
			'with a letter changed': (next) => next.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
			'with another head': (next) => `A${next.slice(1)}`.replace(/^AA/, 'AB'),
			'with more behind it': (next) => `${next}AAAA`,
			'with a filter in words': () => 'direction=next&referenceId=7&customerId=102',
			'as data': () => '[1,0,0,"","","referenceId=7&customerId=102"]',
			'encoded by somebody else': () => Buffer.from('[1,0,0,"","","customerId=102"]').toString('base64url'),
			'much too long': (next) => next.repeat(9),
		}).map(([what, alter]): (typeof refused)[number] => [what, timesheets(), timesheets(), alter]),
	];

	test.each(refused)('is refused before anything is sent: %s', async (_, first, second, alter) => {
		const next = await nextOf(first);
		expect(next).toMatch(/^[\w.-]{30,400}$/);
		bench.recorder.seen.length = 0;
		const continueFrom = alter(next);
		const { error } = await bench.run('timesheet', { ...second, continueFrom }, asTool);
		expect(error?.message).toMatch(
			/“Continue From” doesn’t match these arguments.*Nothing was sent.*last result’s “next”/,
		);
		expect(error?.message).not.toContain(continueFrom.slice(0, 60));
		expect(bench.recorder.seen).toEqual([]);
	});

	test('is refused before a name is looked up', async () => {
		const byName = bound('Harbour City Council');
		bench.recorder.seen.length = 0;
		const { error } = await runNode(
			bench.store('timesheet'),
			{ ...byName, continueFrom: await nextOf(timesheets()) },
			{ ...asTool, ...fresh() },
		);
		expect(error?.message).toMatch(/Continue From/);
		expect(bench.recorder.seen.filter(({ path }) => path.endsWith('/customers'))).toEqual([]);
	});

	test('of another key is refused', async () => {
		const next = await nextOf(timesheets());
		const { error } = await bench.run('incidentreport', { ...timesheets(), continueFrom: next }, asTool);
		expect(error?.message).toMatch(/Continue From/);
	});

	test.each(['', '  ', null])('may be empty: %p', async (continueFrom) => {
		expect((await asked('timesheet', timesheets({ continueFrom }))).records).toEqual(
			(await asked('timesheet', timesheets())).records,
		);
	});

	test('stays within the customer that the tool is bound to', async () => {
		const answers = await allAnswers('timesheet', bound('1001', { limit: 2 }));
		expect(answers.length).toBeGreaterThan(2);
		for (const { query } of bench.recorder.seen.filter(({ path }) => path.includes('timesheet')))
			expect(query).toMatchObject({ customerId: '1001' });
	});
});

describe('The period of a call that is gone on with', () => {
	afterEach(() => {
		jest.restoreAllMocks();
	});

	const LAST_MONTH = { resource: 'timesheet', operation: 'getAll', period: 'lastMonth' };
	const THREE_YEARS_AGO = '={{ $now.minus({ years: 3 }).toISO() }}';
	const loginsFrom = { resource: 'loginAudit', operation: 'getAll', limit: 2, filters: { from: THREE_YEARS_AGO } };
	const periods: ReadonlyArray<[string, Key, IDataObject, string, string]> = [
		['last month', 'timesheet', { ...LAST_MONTH, limit: 2 }, 'startDate', 'endDate'],
		['around now', 'liveops', { resource: 'liveOperation', operation: 'getAll', limit: 2 }, 'startDate', 'endDate'],
		[
			'by the clock of an expression',
			'timesheet',
			timesheets({ startDate: THREE_YEARS_AGO, endDate: '={{ $now.toISO() }}' }),
			'startDate',
			'endDate',
		],
		['of login events', 'loginaudit', loginsFrom, 'from', 'from'],
		[
			'by approval',
			'timesheet',
			{ ...LAST_MONTH, limit: 1, options: { selectBy: 'approval' } },
			'startDate',
			'endDate',
		],
	];

	test.each(periods)('stays as it was, %s, also in another month', async (_, key, parameters, first, last) => {
		const { next, period } = await asked(key, parameters);
		expect(next).not.toBeNull();
		const [one] = bench.recorder.seen.filter(({ query }) => first in query);
		const later = Date.now() + 40 * 24 * 3600 * 1000;
		jest.spyOn(clock, 'date').mockReturnValue(later);
		bench.recorder.seen.length = 0;
		const second = await asked(key, { ...parameters, continueFrom: next });
		const [other] = bench.recorder.seen.filter(({ query }) => first in query);
		const edges = (query: Record<string, string> = {}): object => ({ from: query[first], to: query[last] });
		expect(edges(other?.query)).toEqual(edges(one?.query));
		expect(new Set(bench.recorder.seen.flatMap(({ query }) => query[first] ?? [])).size).toBe(1);
		expect(second.period).toBe(period);
	});
});

describe('Rows that are made of records', () => {
	test('are gone on with between two lines of a timesheet', async () => {
		const lines = bound('1001', { options: { rows: 'payLines' }, limit: 60 });
		const answers = await allAnswers('timesheet', lines);
		const whole = await bench.ok('timesheet', { ...lines, returnAll: true });
		expect(answers.length).toBeGreaterThan(1);
		expect(recordsOf(answers).map(({ lineKey }) => lineKey)).toEqual(whole.map(({ lineKey }) => lineKey));
	});
});
