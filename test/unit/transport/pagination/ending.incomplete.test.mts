// What people read of a list that may not be whole.
import { expect, test } from '@jest/globals';
import {
	graver,
	gravest,
	type Incomplete,
	incompleteWords,
} from '../../../../nodes/WorkforceOperations/transport/pagination/ending.ts';

test('the words name the id and what can’t be told', () => {
	expect(incompleteWords({ reason: 'moved', read: 6, id: '3' })).toBe(
		'The list may contain duplicates: 6 records were returned, and one page shows the ID 3 more than once. It isn’t clear which records moved during the read: compare this list with the one in the service.',
	);
});

test('the words of an unclear end name what may be entered in Service Details', () => {
	const undecided = { reason: 'undecided', read: 50 } as const;
	const compare =
		'The service doesn’t say whether there are more records: compare this list with the one in the service.';
	expect(incompleteWords(undecided)).toBe(`The list may be incomplete: 50 records were returned. ${compare}`);
	expect(incompleteWords({ ...undecided, unsaid: true })).toBe(
		`The list may be incomplete: 50 records were returned. ${compare} If there are no more records, enter "listEnd": "unsaid" in the credential’s Service Details. If there are more, enter "listEnd": "lastRow".`,
	);
	expect(incompleteWords({ reason: 'moved', read: 6 })).toBe(
		'The list may contain duplicates: 6 records were returned, and both halves have records without an ID. It isn’t clear which records are in both halves: compare this list with the one in the service.',
	);
});

test('the words of undated timesheets name the first twenty', () => {
	const ids = Array.from({ length: 21 }, (_, index) => String(index + 1));
	const words = (count: number): string => incompleteWords({ reason: 'undated', read: 30, ids: ids.slice(0, count) });
	expect(words(1)).toBe(
		'One approved timesheet has no approval date, so it can’t be assigned to a pay run. Pay manually or re-approve ID 1.',
	);
	expect(words(20)).toMatch(/^20 approved timesheets have .* re-approve ID 1, .*, 19, 20\.$/);
	expect(words(21)).toMatch(/re-approve ID 1, .*, 19, 20 and 1 more\.$/);
});

test('the words of a larger count name both numbers', () => {
	const compare = 'It isn’t clear what the service counts: compare this list with the one in the service.';
	expect(incompleteWords({ reason: 'total', read: 1, total: 9 })).toBe(
		`The list may be incomplete: 1 record was returned, and the service counts 9. ${compare}`,
	);
});

test('of several reasons the gravest counts', () => {
	const reasons = ['moved', 'undecided', 'undated', 'total', 'lines', 'limit'] as const;
	for (const [index, reason] of reasons.entries())
		expect(gravest([undefined, ...reasons.slice(index).reverse()])).toBe(reason);
	expect(gravest([undefined])).toBeUndefined();
});

test('of two doubts the graver counts, or the later one with the same reason', () => {
	const doubt = (reason: Incomplete['reason'], count: number): Incomplete => ({ reason, read: count });
	expect(graver(undefined, undefined)).toBeUndefined();
	expect(graver(doubt('total', 1), undefined)).toEqual(doubt('total', 1));
	expect(graver(undefined, doubt('total', 2))).toEqual(doubt('total', 2));
	expect(graver(doubt('moved', 1), doubt('total', 2))).toEqual(doubt('moved', 1));
	expect(graver(doubt('total', 1), doubt('moved', 2))).toEqual(doubt('moved', 2));
	expect(graver(doubt('total', 1), doubt('total', 2))).toEqual(doubt('total', 2));
});
