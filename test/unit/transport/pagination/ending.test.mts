// How a list ends, as tables: the rules are pure.
import { expect, test } from '@jest/globals';
import { ending, isFull, type PageFacts } from '../../../../nodes/WorkforceOperations/transport/pagination/ending.ts';

const full = { rows: 20, fresh: 20, full: true };
const short = { rows: 7, fresh: 7, full: false };
const empty = { rows: 0, fresh: 0, full: false };
const old = { rows: 7, fresh: 0, full: false };

test.each<[string, Omit<PageFacts, 'named'>, Record<PageFacts['named'], ReturnType<typeof ending>>]>([
	['a full page', full, { new: 'on', asked: 'repeated', none: 'end', unsaid: 'undecided' }],
	['a page that isn’t full', short, { new: 'on', asked: 'end', none: 'end', unsaid: 'end' }],
	['an empty page', empty, { new: 'undecided', asked: 'end', none: 'end', unsaid: 'end' }],
	['a page without a new row', old, { new: 'repeated', asked: 'end', none: 'end', unsaid: 'end' }],
	[
		'a full page without a new row',
		{ ...old, full: true },
		{ new: 'repeated', asked: 'repeated', none: 'end', unsaid: 'undecided' },
	],
	[
		'a page of which some rows are new',
		{ ...full, fresh: 1 },
		{ new: 'on', asked: 'repeated', none: 'end', unsaid: 'undecided' },
	],
])('%s goes on or ends by what it names', (_, facts, expected) => {
	for (const named of ['new', 'asked', 'none', 'unsaid'] as const)
		expect({ named, ending: ending({ ...facts, named }) }).toEqual({ named, ending: expected[named] });
});

test.each<[string, Parameters<typeof isFull>, boolean]>([
	['as many rows as were asked for', [7, 7, 20, new Set()], true],
	['more rows than were asked for', [8, 7, 21, new Set()], true],
	['as many as the endpoint gives by itself', [33, 500, 33, new Set()], true],
	['as many as an earlier page had', [37, 500, 20, new Set([99, 37])], true],
	['more than an earlier page had', [38, 500, 20, new Set([37])], false],
	['fewer than those before', [36, 500, 20, new Set([37])], false],
	['fewer than were asked for', [37, 500, 20, new Set()], false],
	['none', [0, 0, 0, new Set([0])], false],
	['some, where nobody said how many', [37, undefined, undefined, new Set()], false],
	...[10, 20, 25, 50, 100, 200, 250, 500, 1000].map((rows): [string, Parameters<typeof isFull>, boolean] => [
		`${rows} of more, as somebody may have chosen`,
		[rows, 5000, 7, new Set()],
		true,
	]),
])('a page is full or not: %s', (_, given, isIt) => expect(isFull(...given)).toBe(isIt));
