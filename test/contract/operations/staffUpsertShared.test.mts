// Two employees with one e-mail address: the row is refused, whatever of the list was read and whomever the search brings.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from './bench.mts';
import { SheetService, tally } from './sheetService.mts';
import { employees, errorOf, withoutRow } from './staffRows.mts';

const bench = useBench();
const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };
const keepGoing = { onError: 'continueRegularOutput' } as const;
const PEOPLE = 60;
/** Where the two stand in the list who share an address. */
const [EARLY, LATE] = [3, 50];
const ADDRESS = `p${EARLY}@example.com`;
const SHARED = /^2 employees have the e-mail address “p3@example\.com”: their IDs are (1004 and 1051|1051 and 1004)$/i;

let service: SheetService;
beforeEach(() => {
	service = new SheetService(PEOPLE);
	service.largestPage = 5;
	Object.assign(service.people[LATE] ?? {}, { email: ADDRESS.toUpperCase() });
	bench.recorder.answer(service.rule);
});

const row = (index: number): { json: IDataObject } => ({
	json: { firstName: `First${index}`, lastName: 'New', email: `p${index}@example.com` },
});
/** The row of the shared address, and others before and behind it. */
const sheet = (rows: number): Array<{ json: IDataObject }> =>
	Array.from({ length: rows }, (_, index) => row(EARLY + index));
const messageOf = (json?: IDataObject): unknown => errorOf(json).message;
const written = (): unknown[] =>
	bench.recorder.seen.filter(({ method }) => method === 'PATCH').flatMap((seen) => employees(seen).map(({ id }) => id));

describe.each(['nothing', 'names', 'addresses', 'refused'] as const)(
	'where the list’s free-text search looks in %s',
	(freeText) => {
		describe.each(['first', 'last', 'all'] as const)('and the search by e-mail brings the %s', (brings) => {
			test.each([
				[1, 'the one before the other', false],
				[3, 'the one before the other', false],
				[3, 'the other before the one', false],
				[5, 'one of them among those who have left', true],
				[12, 'the one before the other', false],
				[12, 'the other before the one', false],
				[40, 'the one before the other', false],
			])('%i rows, with %s in the list: that row is refused, the others are written', async (rows, order, hasLeft) => {
				Object.assign(service, { freeText, brings });
				if (order.startsWith('the other')) service.people.reverse();
				if (hasLeft) service.left.add(1001 + LATE);
				const { json } = await bench.run('developer', upsert, { items: sheet(rows), node: keepGoing });
				expect(messageOf(json[0])).toMatch(SHARED);
				expect(json.slice(1).map(({ id, action }) => [id, action])).toEqual(
					sheet(rows - 1).map((_, index) => [1002 + EARLY + index, 'updated']),
				);
				expect(written()).toEqual(sheet(rows - 1).map((_, index) => 1002 + EARLY + index));
			});
		});
	},
);

test('without Continue On Fail nothing of any row is written', async () => {
	const { error } = await bench.run('developer', upsert, { items: sheet(3) });
	expect(withoutRow(error?.message)).toMatch(SHARED);
	expect(written()).toEqual([]);
});

test('a licence alone isn’t given to one of them either', async () => {
	const same = { firstName: `First${EARLY}`, lastName: `Last${EARLY}`, email: ADDRESS };
	const items = [{ json: { ...same, 'Licence number': 'SL1' } }];
	const { error } = await bench.run('developer', upsert, { items });
	expect(withoutRow(error?.message)).toMatch(SHARED);
	expect(tally(bench.recorder.seen)).not.toHaveProperty('POST');
});

test('by employee number: who isn’t found by it, and shares the address, is refused', async () => {
	Object.assign(service.people[EARLY] ?? {}, { employeeId: '' });
	const items = [{ json: { ...row(EARLY).json, 'Employee no.': 'E-3' } }];
	const { error } = await bench.run('developer', { ...upsert, matchBy: 'employeeId' }, { items });
	expect(withoutRow(error?.message)).toMatch(SHARED);
});

describe('what the proof costs', () => {
	const requests = async (rows: number, changed = true): Promise<Record<string, number>> => {
		const items = Array.from({ length: rows }, (_, index) => row(10 + index));
		if (!changed)
			for (const { json } of items) json.lastName = service.people.find(({ email }) => email === json.email)?.lastName;
		await bench.ok('developer', upsert, { items });
		return tally(bench.recorder.seen);
	};

	test('of a row that changes nothing: nothing', async () => {
		expect(await requests(2, false)).toEqual({ search: 2 });
	});

	test('in a company that fits on a page: that page, and the one of those who have left', async () => {
		service.largestPage = 500;
		expect(await requests(1)).toEqual({ search: 1, list: 2, PATCH: 1 });
	});

	test('of one row in a long list: two free-text searches, once the first page has shown that it is long', async () => {
		service.freeText = 'addresses';
		expect(await requests(1)).toEqual({ search: 1, list: 3, PATCH: 1 });
	});

	test('where free-text search tells nothing: the list once, whatever the number of rows', async () => {
		service.largestPage = 20;
		service.freeText = 'names';
		const { list = 0 } = await requests(2);
		expect(list).toBeLessThanOrEqual(6);
	});
});
