// What a list is counted by: what the form offers, and what is read of it.
import { expect, test } from '@jest/globals';
import { countByField, readCountBy } from '../../../nodes/WorkforceOperations/form/countBy.ts';
import { formOf, wordsOf } from './support.mts';

const BY = ['site', 'guard', 'day', 'entryType'] as const;
const read = (countBy: unknown, output = 'counts') => readCountBy(formOf({ output, countBy }), BY);

test('only of the day is said which one it is', () => {
	const { options = [] } = countByField(BY);
	expect(options.map((option) => [option.name, 'description' in option && option.description])).toEqual([
		['Day', 'The day the record started, in local time'],
		['Entry Type', false],
		['Guard', false],
		['Site', false],
	]);
});

test('names are read in any letter case, each once, in their order', () => {
	expect(read('Site, DAY, site, entrytype')).toEqual(['site', 'day', 'entryType']);
	expect(read([])).toEqual([]);
	expect(read('site', 'records')).toBeUndefined();
	expect(readCountBy(formOf({ output: 'counts' }), undefined)).toBeUndefined();
});

test('a name that is not offered is refused by its beginning, with those that are', () => {
	expect(wordsOf(() => read(['site', 'x'.repeat(50)]))).toEqual({
		message: `“Count By” can’t be “${'x'.repeat(40)}”`,
		description: 'Choose from: Day, Entry Type, Guard, Site.',
	});
});

test('a step has no output but records and counts', () => {
	expect(wordsOf(() => read([], 'raw'))).toEqual({
		message: '“Output” must be Records (records) or Counts (counts)',
		description: 'It is “raw”.',
	});
});
