// Whether somebody is the only one with an address, where the list is long and a search of its text may tell.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { sharedAddressErrors } from '../../../../nodes/WorkforceOperations/resources/staff/addresses.ts';
import { StaffList } from '../../../../nodes/WorkforceOperations/resources/staff/directory.ts';
import type { Answer } from '../../transport/support.mts';
import { data, fakeService, LIST, refusal } from '../fakeService.mts';

const ann = { id: 1, email: 'ann@x.au' };
const twin = { id: 90, email: 'ANN@x.au' };
/** A list of one person a page. */
const people = [ann, ...Array.from({ length: 8 }, (_, index) => ({ id: 2 + index, email: `p${index}@x.au` }))];

/** The pages that were read of the list, the texts that were searched for, and the error of each claim. */
async function judge(
	claims: IDataObject[],
	search: (text: string, isActive: boolean) => Answer,
	listed: IDataObject[] = people,
	left: IDataObject[] = [],
	before = 0,
): Promise<{ pages: number; searched: string[]; errors: unknown[] }> {
	const searched = new Set<string>();
	let pages = 0;
	const service = fakeService(({ request, query }) => {
		expect(request).toBe(LIST);
		const isActive = query.isActive === 'true';
		if (query.searchText !== undefined) {
			searched.add(query.searchText);
			return search(query.searchText, isActive);
		}
		pages++;
		const [at, half] = [Number(query.referenceId ?? 0), isActive ? listed : left];
		return data(half.slice(at, at + 1), at + 1 < half.length ? `direction=next&referenceId=${at + 1}` : undefined);
	});
	const all = claims.map((record, index) => ({ item: service.item(index), email: String(record.email), record }));
	const list = new StaffList(service.item());
	for (let page = 0; page < before; page++) await list.readOn();
	const errors = await sharedAddressErrors(all, list);
	const messages = all.map((claim) => (errors.get(claim) as Error | undefined)?.message);
	return { pages, searched: [...searched], errors: messages };
}

const shared = expect.stringMatching(/^2 employees have the e-mail address “ann@x\.au”/);
const answering =
	(active: unknown, more: IDataObject = {}) =>
	(_: string, isActive: boolean): Answer => ({
		body: { status: { code: 0 }, data: isActive ? active : [], ...more },
	});

describe('A search of the list’s text', () => {
	test('that brings the one alone is enough, and the rest of the list isn’t read', async () => {
		expect(await judge([ann], answering([ann]))).toEqual({ pages: 1, searched: ['ann@x.au'], errors: [undefined] });
	});

	test('isn’t made where the rest of the list takes no more requests', async () => {
		expect(await judge([ann], answering([]), [ann])).toEqual({ pages: 2, searched: [], errors: [undefined] });
		const [bob = {}, ...left] = people.slice(1, 5);
		expect(await judge([ann, bob], answering([]), [ann], left)).toMatchObject({ pages: 4, searched: [] });
	});

	test('is weighed against the pages that are read for it, and not against those that were read before', async () => {
		const [, bob = ann] = people;
		const found = (text: string): Answer => data([ann, bob].filter(({ email }) => email === text));
		expect(await judge([ann, bob], found, people, [])).toMatchObject({ pages: 3 });
		expect(await judge([ann, bob], found, people, [], 1)).toMatchObject({ pages: 4 });
	});

	test('isn’t made for somebody of whom the list has told it already', async () => {
		const [, bob = ann, ...others] = people;
		const { searched, errors } = await judge([ann, bob], answering([bob]), [ann, twin, bob, ...others]);
		expect([searched, errors]).toEqual([[bob.email], [shared, undefined]]);
	});

	test('that brings another one with the address refuses the row', async () => {
		expect(await judge([ann], answering([ann, twin]))).toMatchObject({ pages: 1, errors: [shared] });
	});

	test('is for the address as the record has it, in any letters, without blanks', async () => {
		const own = { id: 1, email: ' Ann@X.au ' };
		const found = answering([{ ...own, email: 'ann@x.AU' }]);
		expect(await judge([own], found)).toEqual({ pages: 1, searched: ['Ann@X.au'], errors: [undefined] });
	});

	const withTwin = [...people, twin];

	test.each<[string, (text: string, isActive: boolean) => Answer]>([
		['that doesn’t bring the one', answering([])],
		['that brings others as well', answering([ann, { id: 3, email: 'p1@x.au' }])],
		['that says it has brought less than there is', answering([ann], { totalRecordCount: 5 })],
		['that is refused', () => refusal('There is no such parameter')],
	])('%s proves nothing: the list is read to its end', async (_, search) => {
		expect(await judge([ann], search)).toMatchObject({ pages: people.length + 1, errors: [undefined] });
		expect(await judge([ann], search, withTwin)).toMatchObject({ pages: withTwin.length + 1, errors: [shared] });
	});

	test('that proves nothing for the first of several isn’t tried for the others', async () => {
		const [, bob] = people;
		const { searched, pages } = await judge([ann, { ...bob }], answering([]));
		expect([searched, pages]).toEqual([['ann@x.au'], people.length + 1]);
	});

	test('that proves it is made for each of them', async () => {
		const claims = [ann, ...people.slice(1, 3)];
		const { searched, pages, errors } = await judge(claims, (text) =>
			data(text === 'ann@x.au' ? [ann] : claims.filter(({ email }) => email === text)),
		);
		expect(searched).toEqual(claims.map(({ email }) => email));
		expect([pages < people.length, errors]).toEqual([true, claims.map(() => undefined)]);
	});
});

test('a list that is short to its end tells nobody that an address is one person’s alone', async () => {
	const { errors } = await judge([ann], answering([]), []);
	expect(errors).toEqual([undefined]);
	for (const [there, words] of [
		[[ann], 'Whether “ann@x.au” is the address of one employee alone can’t be told: the staff list may be incomplete'],
		[[ann, twin], '2 employees have the e-mail address “ann@x.au”'],
	] as const) {
		const service = fakeService(({ query }) => ({
			body: {
				status: { code: 0 },
				data:
					query.searchText === undefined ? there.filter(({ id }) => (id === 1) === (query.isActive === 'true')) : [],
				totalRecordCount: 7,
			},
		}));
		const claim = { item: service.item(), email: ann.email, record: ann };
		const found = await sharedAddressErrors([claim], new StaffList(service.item()));
		expect(String(found.get(claim))).toContain(words);
	}
});

test('a list that can’t be read is the error of every row', async () => {
	const service = fakeService(() => refusal('Closed'));
	const claims = [0, 1].map((index) => ({ item: service.item(index), email: ann.email, record: ann }));
	const errors = await sharedAddressErrors(claims, new StaffList(service.item()));
	expect(claims.map((claim) => (errors.get(claim) as Error | undefined)?.message)).toEqual(['Closed', 'Closed']);
});
