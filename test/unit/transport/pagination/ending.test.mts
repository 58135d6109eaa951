// How a list ends, as tables: the rules are pure.
import { describe, expect, test } from '@jest/globals';
import {
	ending,
	isFull,
	opinion,
	type PageFacts,
} from '../../../../nodes/WorkforceOperations/transport/pagination/ending.ts';

/** A page of rows that are all new, behind a full one, which says that there is nothing further. */
const page: PageFacts = {
	rows: 20,
	fresh: 20,
	isFull: true,
	named: 'none',
	behindFull: true,
	isMissing: false,
	endsUnsaid: false,
};
const empty = { rows: 0, fresh: 0, isFull: false };
const short = { rows: 7, fresh: 7, isFull: false };
const repeated = { rows: 20, fresh: 0 };

test.each<[string, Partial<PageFacts>, ReturnType<typeof ending>]>([
	['a page that names a new place goes on', { named: 'new' }, 'on'],
	['a short page that names a new place goes on', { ...short, named: 'new' }, 'on'],
	['an empty page that names a new place goes on', { ...empty, named: 'new' }, 'on'],
	['a page of which some rows are new goes on', { fresh: 1, named: 'new' }, 'on'],
	['a total doesn’t count where a new place is named', { named: 'new', isMissing: true }, 'on'],
	['no cursor is the end', {}, 'end'],
	['an empty page that names a place that was read is the end', { ...empty, named: 'read' }, 'end'],
	['an empty page that says nothing is the end', { ...empty, named: 'unsaid' }, 'end'],
	['a short page that names a place that was read is the end', { ...short, named: 'read' }, 'end'],
	['a short page without the key is the end', { ...short, named: 'unsaid' }, 'end'],
	['rows that came before are the end behind a short page', { ...repeated, named: 'new', behindFull: false }, 'end'],
	['rows that came before leave doubt behind a full page', { ...repeated, named: 'new' }, 'repeated'],
	['… also without the key', { ...repeated, named: 'unsaid', endsUnsaid: true }, 'repeated'],
	['… but not where there is no cursor in so many words', { ...repeated, named: 'none' }, 'end'],
	['a full page that names a place that was read leaves doubt', { named: 'read' }, 'returned'],
	['a full page without the key leaves doubt', { named: 'unsaid' }, 'unsaid'],
	['… but not of a service that is known for it', { named: 'unsaid', endsUnsaid: true }, 'end'],
	['a total that is larger leaves doubt', { isMissing: true }, 'missing'],
	['… behind a short page', { ...short, named: 'read', isMissing: true }, 'missing'],
	['… behind an empty page', { ...empty, isMissing: true }, 'missing'],
	['… and behind one without the key', { named: 'unsaid', endsUnsaid: true, isMissing: true }, 'missing'],
])('%s', (_, sight, what) => expect(ending({ ...page, ...sight })).toBe(what));

test.each<[string, Parameters<typeof isFull>, boolean]>([
	['as many rows as were asked for', [7, 7, 20, new Set()], true],
	['more rows than were asked for', [8, 7, 21, new Set()], true],
	['as many as the endpoint gives by itself', [33, 500, 33, new Set()], true],
	['as many as an earlier page had', [37, 500, 20, new Set([99, 37])], true],
	['more than every earlier page had', [38, 500, 20, new Set([37])], true],
	['fewer than those before', [36, 500, 20, new Set([37])], false],
	['fewer than were asked for', [37, 500, 20, new Set()], false],
	['none', [0, 0, 0, new Set([0])], false],
	['some, where nobody said how many', [37, undefined, undefined, new Set()], false],
	...[10, 20, 25, 50, 100, 200, 250, 500, 1000].map((rows): [string, Parameters<typeof isFull>, boolean] => [
		`${rows} of more, as somebody may have chosen`,
		[rows, 5000, 7, new Set()],
		true,
	]),
])('a page is full or not: %s', (_, given, full) => expect(isFull(...given)).toBe(full));

describe('the second opinion', () => {
	test.each([
		['nothing, or the last row alone, is the end', 0, 0, true, 'end'],
		['new rows go on', 5, 5, true, 'on'],
		['new rows in another order decide nothing', 5, 5, false, 'undecided'],
		['the first page again decides nothing', 5, 0, true, 'undecided'],
		['new rows among old ones decide nothing', 5, 4, true, 'undecided'],
	])('%s', (_, rows, fresh, inOrder, said) => expect(opinion({ rows, fresh }, inOrder)).toBe(said));
});
