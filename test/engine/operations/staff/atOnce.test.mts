// Two executions at once, in n8n's engine: nobody is made twice, and no licence.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../../kit/lib/wait.mts';
import { locator } from '../../support/bench.mts';
import type { Rule, Seen } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { errorOf } from '../../support/staffRows.mts';
import {
	actions,
	fresh,
	html,
	isLicences,
	isPost,
	isSearch,
	messages,
	once,
	oneByOne,
	staff,
	times,
	told,
	upsert,
	useNewPeople,
} from './staffBench.mts';

const { bench, service, run, keepGoing, ok, requests, posts, made } = useNewPeople();

const sheet = (name: string, count: number, more: IDataObject = {}): IDataObject[] =>
	times(count, (index) => ({ ...fresh(index), email: `${name}${index}@example.com`, ...more }));
/** Searches and pages of the list. */
const isLook = ({ path }: Seen): boolean => path.includes('/staffs');
const looks = (isLookUp: (seen: Seen) => boolean): number =>
	bench.recorder.seen.filter((seen) => seen.method === 'GET' && isLookUp(seen)).length;
const until = async (what: string, isSo: () => boolean): Promise<void> =>
	void (await waitFor(what, isSo, { intervalMs: 5 }));
const firstCreation = async (): Promise<void> => await until('the first creation', () => posts().length === 1);

/** Holds back what is created until everybody has looked: so many look-ups. */
const holdCreations = (lookUps: number, isLookUp: (seen: Seen) => boolean, answer: Rule = service.rule): void =>
	bench.recorder.answer(async (seen) => {
		if (isPost(seen)) await until('all to look', () => looks(isLookUp) >= lookUps);
		return await answer(seen);
	});
/** Something that the service waits for, until the end of the test at most. */
const gates: Array<() => void> = [];
const gate = (): { opened: Promise<void>; open: () => void } => {
	let open: () => void = () => undefined;
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	gates.push(open);
	return { opened, open };
};
afterEach(() => gates.splice(0).forEach((open) => open()));
/** What an execution is told of people whom another one has created since it began. */
const met = (email: string): string => `Another execution in n8n has just created “${email}”`;
/** Runs two executions side by side. */
const both = async (first: IDataObject[], second = first): Promise<IDataObject[][]> =>
	await Promise.all([first, second].map(async (rows) => (await keepGoing(rows)).json));
/** What both are told of each row, in the order of the alphabet. */
const pairs = ([one = [], other = []]: IDataObject[][]): unknown[] =>
	told(one).map((said, index) => [said, told(other)[index]].sort());

describe('the sandbox', () => {
	const sandbox: Rule = () => undefined;

	test('the same sheet by two executions at once: each person is created by one of them; the other says so, and finds them when it runs again', async () => {
		holdCreations(8, isLook, sandbox);
		expect(pairs(await both(sheet('sheet', 2)))).toEqual([
			[met('sheet0@example.com'), 'created'],
			[met('sheet1@example.com'), 'created'],
		]);
		expect(actions(await ok(sheet('sheet', 2)))).toEqual(['unchanged', 'unchanged']);
		expect(posts()).toHaveLength(1);
	});

	const licencesOf = async (number: string): Promise<IDataObject[]> => {
		bench.recorder.answer(undefined);
		const list = { resource: 'securityLicence', operation: 'getAll', employeeId: '3001', simplify: false };
		return await bench.ok('developer', { ...list, filters: { licenseNumber: number } });
	};
	const saveLicences = (...licence: IDataObject[]): IDataObject => ({
		resource: 'securityLicence',
		operation: 'upsert',
		employeeId: locator('3001'),
		licenses: { licence },
	});

	test('the same licence of a sheet by two executions at once is created once', async () => {
		holdCreations(2, isLicences, sandbox);
		const rows = [{ ID: 3001, 'Licence number': 'ONCE-1', 'Licence state': 'NSW' }];
		const runs = await Promise.all([1, 2].map(async () => await ok(rows, staff('update'))));
		expect(runs.map(([row]) => row?.licenceAction).sort()).toEqual(['created', 'unchanged']);
		expect(await licencesOf('ONCE-1')).toHaveLength(1);
	});

	test('the same licences of a form by two executions at once are created once', async () => {
		holdCreations(4, isLicences, sandbox);
		const parameters = saveLicences(
			{ licenseNumber: 'ONCE-2', stateCode: 'NSW' },
			{ licenseNumber: 'ONCE-3', stateCode: 'NSW' },
		);
		await Promise.all([1, 2].map(async () => await bench.ok('developer', parameters)));
		const bodies = bench.recorder.seen.filter(isPost).map(({ body }) => body as { licenses: IDataObject[] });
		expect(bodies.map(({ licenses }) => licenses.map((one) => 'licenseId' in one))).toEqual([
			[false, false],
			[true, true],
		]);
		for (const number of ['ONCE-2', 'ONCE-3']) expect(await licencesOf(number)).toHaveLength(1);
	});

	test('one number of two states at once makes two licences', async () => {
		holdCreations(2, isLicences, sandbox);
		const save = ['NSW', 'VIC'].map((stateCode) => saveLicences({ licenseNumber: 'ONCE-4', stateCode }));
		await Promise.all(save.map(async (parameters) => await bench.ok('developer', parameters)));
		expect((await licencesOf('ONCE-4')).map(({ state }) => state).sort()).toEqual(['NSW', 'VIC']);
	});
});

describe('a service that lets an address be taken twice', () => {
	test('nothing of the later one is written to whom the first has created: it was planned for somebody new', async () => {
		holdCreations(8, isLook);
		const [first, second] = [sheet('ann', 2, { Mobile: '1' }), sheet('ann', 2, { Mobile: '2' })];
		expect(pairs(await both(first, second))).toEqual([
			[met('ann0@example.com'), 'created'],
			[met('ann1@example.com'), 'created'],
		]);
		expect(made()).toEqual({ 'ann0@example.com': 1, 'ann1@example.com': 1 });
		expect(requests()).toMatchObject({ POST: 1 });
		expect(requests()).not.toHaveProperty('PATCH');
	});

	test('without Continue On Fail the later one ends, and says what it has written', async () => {
		holdCreations(7, isLook);
		const one = ok(sheet('ann', 1));
		await firstCreation();
		const { error } = await run([...sheet('new', 1), ...sheet('ann', 1)], oneByOne);
		expect(actions(await one)).toEqual(['created']);
		expect(error?.message).toContain(met('ann0@example.com'));
		expect(error?.description).toContain('Rows that were written: 1.');
		expect(made()).toEqual({ 'ann0@example.com': 1, 'new0@example.com': 1 });
	});

	test('a long run doesn’t keep a short one waiting to its end', async () => {
		// Of the long one five searches and the list, of the short one a search and the list.
		holdCreations(10, isLook);
		const long = ok(times(12, fresh), oneByOne);
		await firstCreation();
		await Promise.all([long, ok(times(1, () => fresh(99)))]);
		expect(posts()).toHaveLength(13);
		expect(posts().findIndex(([name]) => name === 'Last99')).toBeLessThan(3);
	});

	test.each([
		[1, 6],
		[3, 10],
	])(
		'where the answer to the first one’s %i rows is lost, and nobody is found, the other creates nobody of them and says why',
		async (count, lookUps) => {
			holdCreations(lookUps, isLook, async (seen) => (isPost(seen) ? html : await service.rule(seen)));
			const rows = (await both(times(count, fresh))).flat();
			expect(messages(rows)).toEqual(
				expect.arrayContaining(
					times(count, (index) => `Another execution in n8n may have just created “new${index}@example.com”`),
				),
			);
			const unsent = rows.filter((row) => String(errorOf(row).description).includes('This row was not sent'));
			expect(unsent).toHaveLength(count);
			expect(posts()).toHaveLength(1);
		},
	);

	test('what the first one is refused may be tried by the other', async () => {
		let refused = 0;
		holdCreations(2, isSearch, async (seen) =>
			isPost(seen) && ++refused === 1 ? refusal(400, 'Not now') : await service.rule(seen),
		);
		expect(pairs(await both(times(1, fresh)))).toEqual([['Not now', 'created']]);
	});

	test('and of a batch that is refused, and holds nobody who is there, each is made once: what was in doubt is taken back', async () => {
		let refused = 0;
		holdCreations(6, isSearch, async (seen) =>
			isPost(seen) && ++refused === 1 ? refusal(400, 'Not now') : await service.rule(seen),
		);
		const done = actions((await both(times(3, fresh))).flat());
		expect(done.filter((action) => action !== 'error' && action !== 'unchanged')).toEqual(times(3, () => 'created'));
		expect(made()).toEqual(once(3));
	});

	test('so may what it is refused to the last row', async () => {
		const end = gate();
		let isOver = false;
		bench.recorder.answer(async (seen) => {
			// The other one spells the addresses otherwise, by which its searches are known.
			if (seen.query.email?.startsWith('NEW')) await end.opened;
			return isPost(seen) && !isOver ? refusal(400, 'Not now') : await service.rule(seen);
		});
		const other = ok(sheet('NEW', 2));
		await until('its look', () => bench.recorder.seen.length > 0);
		expect(messages((await keepGoing(times(2, fresh))).json)).toEqual(['Not now', 'Not now']);
		isOver = true;
		end.open();
		expect(actions(await other)).toEqual(['created', 'created']);
	});

	test('an execution that is stopped while it waits for its turn ends at once, and sends nothing more', async () => {
		const answer = gate();
		bench.recorder.answer(async (seen) => {
			if (isPost(seen)) await answer.opened;
			return await service.rule(seen);
		});
		const first = ok(sheet('first', 1));
		await firstCreation();
		const signal = new AbortController();
		const second = run(sheet('second', 1), upsert, { signal });
		await until('the second look', () => looks(isSearch) === 2);
		signal.abort();
		await second;
		answer.open();
		expect(actions(await first)).toEqual(['created']);
		expect(made()).toEqual({ 'first0@example.com': 1 });
		// The line goes on without it.
		expect(actions(await ok(sheet('third', 1)))).toEqual(['created']);
	});

	test('whom Create has created meanwhile is found as well, though Create itself looks for nobody', async () => {
		let isLooked = false;
		const creation = gate();
		bench.recorder.answer(async (seen) => {
			if (!isSearch(seen) || isLooked) return await service.rule(seen);
			isLooked = true;
			await creation.opened;
			return refusal(404, 'Nobody');
		});
		const looking = ok(sheet('eve', 1));
		await until('the look', () => looks(isSearch) === 1);
		const [created] = await ok(sheet('eve', 1), staff('create'));
		creation.open();
		const [found] = await looking;
		expect(created).toMatchObject({ id: 1004 });
		expect(found).toMatchObject({ id: 1004, action: 'unchanged' });
		expect(made()).toEqual({ 'eve0@example.com': 1 });
	});
});
