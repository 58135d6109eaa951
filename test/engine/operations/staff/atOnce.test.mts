// Two executions at once, in n8n's engine: nobody is made twice, and no licence.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../../kit/lib/wait.mts';
import { locator, useBench } from '../../support/bench.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { refusal, SheetService, tally } from '../../support/sheetService.mts';
import { employees } from '../../support/staffRows.mts';

const bench = useBench();
const columns = { dataToSend: 'columns', columns: { mappingMode: 'autoMapInputData', value: null } };
const upsert = { resource: 'staff', operation: 'upsert', ...columns };
const keepGoing = { onError: 'continueRegularOutput' } as const;
const html = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
type Items = Array<{ json: IDataObject }>;

const sheet = (name: string, rows: number, more: IDataObject = {}): Items =>
	Array.from({ length: rows }, (_, index) => ({
		json: { firstName: name, lastName: `L${index}`, email: `${name}${index}@example.com`, ...more },
	}));

const isSearch = ({ path }: Seen): boolean => path.endsWith('/search');
/** Searches and pages of the list. */
const isLook = ({ path }: Seen): boolean => path.includes('/staffs');
const isLicences = ({ path }: Seen): boolean => path.endsWith('/licenses');
const count = (test: (seen: Seen) => boolean): number => bench.recorder.seen.filter(test).length;
const posts = (): Seen[] => bench.recorder.seen.filter(({ method }) => method === 'POST');

/** Holds back what is created until everybody has looked: so many look-ups. */
const onceAllHaveLooked = async (lookUps: number, isLookUp = isSearch): Promise<void> =>
	void (await waitFor('all to look', () => count((seen) => seen.method === 'GET' && isLookUp(seen)) >= lookUps, {
		intervalMs: 5,
	}));

/** What an execution is told of people whom another one has created since it began. */
const met = (email: string, more = ''): string => `Another execution in n8n has just created “${email}”${more}`;

/** Runs two executions side by side; what they are told, row by row. */
async function both(first: Items, second: Items, parameters: IDataObject = upsert): Promise<unknown[][]> {
	const runs = await Promise.all(
		[first, second].map(async (items) => await bench.run('developer', parameters, { items, node: keepGoing })),
	);
	const [one = [], other = []] = runs.map(({ json }) =>
		json.map(({ action, error }) => action ?? (error as IDataObject).message),
	);
	const plain = (said: unknown): string => String(said).replace(/^Row \d+ \([^)]*\): /, '');
	return one.map((said, index) => [plain(said), plain(other[index])].sort());
}

describe('the sandbox', () => {
	test('the same sheet by two executions at once: each person is created by one of them; the other says so, and finds them when it runs again', async () => {
		bench.recorder.answer(async ({ method }) => {
			if (method === 'POST') await onceAllHaveLooked(8, isLook);
			return undefined;
		});
		expect(await both(sheet('sheet', 2), sheet('sheet', 2))).toEqual([
			[met('sheet0@example.com'), 'created'],
			[met('sheet1@example.com'), 'created'],
		]);
		const again = await bench.ok('developer', upsert, { items: sheet('sheet', 2) });
		expect(again.map(({ action }) => action)).toEqual(['unchanged', 'unchanged']);
		expect(posts()).toHaveLength(1);
	});

	const licencesOf = async (number: string): Promise<IDataObject[]> => {
		bench.recorder.answer(undefined);
		const list = { resource: 'securityLicence', operation: 'getAll', employeeId: '3001', simplify: false };
		return await bench.ok('developer', { ...list, filters: { licenseNumber: number } });
	};

	test('the same licence of a sheet by two executions at once is created once', async () => {
		bench.recorder.answer(async ({ method }) => {
			if (method === 'POST') await onceAllHaveLooked(2, isLicences);
			return undefined;
		});
		const items = [{ json: { ID: 3001, 'Licence number': 'ONCE-1', 'Licence state': 'NSW' } }];
		const update = { resource: 'staff', operation: 'update', ...columns };
		const runs = await Promise.all([1, 2].map(async () => await bench.ok('developer', update, { items })));
		expect(runs.map(([row]) => row?.licenceAction).sort()).toEqual(['created', 'unchanged']);
		expect(await licencesOf('ONCE-1')).toHaveLength(1);
	});

	const saveLicences = (...licence: IDataObject[]): IDataObject => ({
		resource: 'securityLicence',
		operation: 'upsert',
		employeeId: locator('3001'),
		licenses: { licence },
	});

	test('the same licences of a form by two executions at once are created once', async () => {
		bench.recorder.answer(async ({ method }) => {
			if (method === 'POST') await onceAllHaveLooked(4, isLicences);
			return undefined;
		});
		const parameters = saveLicences(
			{ licenseNumber: 'ONCE-2', stateCode: 'NSW' },
			{ licenseNumber: 'ONCE-3', stateCode: 'NSW' },
		);
		await Promise.all([1, 2].map(async () => await bench.ok('developer', parameters)));
		expect(
			posts().map(({ body }) => (body as { licenses: IDataObject[] }).licenses.map((one) => 'licenseId' in one)),
		).toEqual([
			[false, false],
			[true, true],
		]);
		for (const number of ['ONCE-2', 'ONCE-3']) expect(await licencesOf(number)).toHaveLength(1);
	});

	test('one number of two states at once makes two licences', async () => {
		bench.recorder.answer(async ({ method }) => {
			if (method === 'POST') await onceAllHaveLooked(2, isLicences);
			return undefined;
		});
		await Promise.all(
			['NSW', 'VIC'].map(
				async (stateCode) => await bench.ok('developer', saveLicences({ licenseNumber: 'ONCE-4', stateCode })),
			),
		);
		expect((await licencesOf('ONCE-4')).map(({ state }) => state).sort()).toEqual(['NSW', 'VIC']);
	});
});

describe('a service that lets an address be taken twice', () => {
	let service: SheetService;
	/** Answers in place of the service. */
	let before: (seen: Seen) => Promise<Canned | undefined> | Canned | undefined;
	beforeEach(() => {
		service = new SheetService(3);
		before = () => undefined;
		bench.recorder.answer(async (seen) => (await before(seen)) ?? (await service.rule(seen)));
	});
	const made = (): unknown[] => service.people.slice(3).map(({ email, mobile }) => [email, mobile]);

	test('nothing of the later one is written to whom the first has created: it was planned for somebody new', async () => {
		before = async ({ method }) => {
			if (method === 'POST') await onceAllHaveLooked(8, isLook);
			return undefined;
		};
		const [first, second] = [sheet('ann', 2, { Mobile: '1' }), sheet('ann', 2, { Mobile: '2' })];
		expect(await both(first, second)).toEqual([
			[met('ann0@example.com'), 'created'],
			[met('ann1@example.com'), 'created'],
		]);
		expect(made()).toHaveLength(2);
		expect(tally(bench.recorder.seen)).toMatchObject({ POST: 1 });
		expect(tally(bench.recorder.seen).PATCH).toBeUndefined();
	});

	test('without Continue On Fail the later one ends, and says what it has written', async () => {
		before = async ({ method }) => {
			if (method === 'POST') await onceAllHaveLooked(7, isLook);
			return undefined;
		};
		const one = bench.ok('developer', upsert, { items: sheet('ann', 1) });
		await waitFor('its creation', () => posts().length === 1, { intervalMs: 5 });
		const items = [...sheet('new', 1), ...sheet('ann', 1)];
		const { error } = await bench.run('developer', { ...upsert, advanced: { batchSize: 1 } }, { items });
		expect((await one).map(({ action }) => action)).toEqual(['created']);
		expect(error?.message).toContain(met('ann0@example.com'));
		expect(error?.description).toContain('Rows that were written: 1.');
		expect(made()).toHaveLength(2);
	});

	test('somebody with one employee number and two addresses is created once', async () => {
		before = async ({ method }) => {
			if (method === 'POST') await onceAllHaveLooked(6, isLook);
			return undefined;
		};
		const byNumber = { ...upsert, matchBy: 'employeeId' };
		const [first, second] = [sheet('bob', 1, { 'Employee no.': '7' }), sheet('rob', 1, { 'Employee no.': '07' })];
		expect(await both(first, second, byNumber)).toEqual([
			[
				expect.stringMatching(/^Another execution .* “[br]ob0@example\.com” with the employee number “0?7”$/),
				'created',
			],
		]);
		expect(made()).toHaveLength(1);
	});

	test('a long run doesn’t keep a short one waiting to its end', async () => {
		before = async ({ method }) => {
			// Of the long one five searches and the list, of the short one a search and the list.
			if (method === 'POST') await onceAllHaveLooked(10, ({ path }) => path.includes('/staffs'));
			return undefined;
		};
		const long = bench.ok('developer', { ...upsert, advanced: { batchSize: 1 } }, { items: sheet('long', 12) });
		await waitFor('its first creation', () => posts().length === 1, { intervalMs: 5 });
		await Promise.all([long, bench.ok('developer', upsert, { items: sheet('short', 1) })]);
		const order = posts().map((seen) => String(employees(seen)[0]?.email));
		expect(order).toHaveLength(13);
		expect(order.indexOf('short0@example.com')).toBeLessThan(3);
	});

	test('where the first one’s answer is lost and nobody is found, the other creates nobody and says why', async () => {
		before = async ({ method }) => {
			if (method !== 'POST') return undefined;
			await onceAllHaveLooked(6, isLook);
			return html;
		};
		const runs = await Promise.all(
			[1, 2].map(async () => await bench.run('developer', upsert, { items: sheet('lost', 1), node: keepGoing })),
		);
		const said = runs.map(({ json: [row] }) => row?.error as IDataObject);
		expect(said.map(({ message }) => String(message))).toContain(
			'Another execution in n8n may have just created “lost0@example.com”',
		);
		expect(said.map(({ description }) => String(description))).toContainEqual(
			expect.stringContaining('This row was not sent'),
		);
		expect(posts()).toHaveLength(1);
	});

	test('what the first one is refused may be tried by the other', async () => {
		let refused = 0;
		before = async ({ method }) => {
			if (method !== 'POST') return undefined;
			await onceAllHaveLooked(2);
			return ++refused === 1 ? refusal(400, 'Not now') : undefined;
		};
		const runs = await Promise.all(
			[1, 2].map(async () => await bench.run('developer', upsert, { items: sheet('again', 1), node: keepGoing })),
		);
		expect(runs.map(({ json: [row] }) => row?.action ?? (row?.error as IDataObject).message).sort()).toEqual([
			'Not now',
			'created',
		]);
	});

	test('an execution that is stopped while it waits for its turn ends at once, and sends nothing more', async () => {
		let answer: () => void = () => undefined;
		const held = new Promise<void>((resolve) => {
			answer = resolve;
		});
		before = async ({ method }) => {
			if (method === 'POST') await held;
			return undefined;
		};
		const first = bench.ok('developer', upsert, { items: sheet('first', 1) });
		await waitFor('the first creation', () => posts().length === 1, { intervalMs: 5 });
		const signal = new AbortController();
		const second = bench.run('developer', upsert, { items: sheet('second', 1), signal });
		await waitFor('the second look', () => count(isSearch) === 2, { intervalMs: 5 });
		signal.abort();
		await second;
		answer();
		expect((await first).map(({ action }) => action)).toEqual(['created']);
		expect(made()).toEqual([['first0@example.com', undefined]]);
		// The line goes on without it.
		expect((await bench.ok('developer', upsert, { items: sheet('third', 1) }))[0]?.action).toBe('created');
	});

	test('whom Create has created meanwhile is found as well, though Create itself looks for nobody', async () => {
		let isLooked = false;
		let told: () => void = () => undefined;
		const isCreated = new Promise<void>((resolve) => {
			told = resolve;
		});
		before = async (seen) => {
			if (!isSearch(seen) || isLooked) return undefined;
			isLooked = true;
			await isCreated;
			return refusal(404, 'Nobody');
		};
		const looking = bench.ok('developer', upsert, { items: sheet('eve', 1) });
		await waitFor('the look', () => count(isSearch) === 1, { intervalMs: 5 });
		const create = { ...upsert, operation: 'create' };
		const [created] = await bench.ok('developer', create, { items: sheet('eve', 1) });
		told();
		const [found] = await looking;
		expect(created).toMatchObject({ id: 1004 });
		expect(found).toMatchObject({ id: 1004, action: 'unchanged' });
		expect(made()).toHaveLength(1);
	});
});
