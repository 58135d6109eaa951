import { describe, expect, test } from '@jest/globals';
import { detectNew } from '../../../../nodes/WorkforceOperations/watch/copies/newRecords.ts';

const person = (key: string) => ({ key, at: 0, locator: 0, record: {}, reason: key, numbers: {} });
const people = (...keys: string[]) => keys.map(person);
const keys = ({ findings }: { findings: Array<{ key: string }> }): string[] => findings.map(({ key }) => key);

describe('the list without dates', () => {
	test('the first one is the baseline, and who comes later is new, whatever the order', () => {
		const first = detectNew(new Set(), people('3', '1'), [], { start: 'new', most: 100 });
		expect(keys(first)).toEqual([]);
		expect(keys(detectNew(first.known, people('2', '3', '10', '1'), [], { most: 100 }))).toEqual(['2', '10']);
	});

	test('“now” reports all who are there', () => {
		expect(keys(detectNew(new Set(), people('2', '1'), [], { start: 'now', most: 100 }))).toEqual(['1', '2']);
	});

	test('somebody who is switched on again isn’t new, whether seen before or switched off from the beginning', () => {
		const first = detectNew(new Set(), people('1', '2'), ['9'], { start: 'new', most: 100 });
		const gone = detectNew(first.known, people('1'), [], { most: 100 });
		expect(keys(detectNew(gone.known, people('1', '2', '9'), [], { most: 100 }))).toEqual([]);
	});

	test('what is too much for one poll comes with the next', () => {
		const first = detectNew(new Set(), people('3', '2', '1'), [], { start: 'now', most: 2 });
		expect([keys(first), first.waiting]).toEqual([['1', '2'], 1]);
		expect(keys(detectNew(first.known, people('3', '2', '1'), [], { most: 2 }))).toEqual(['3']);
	});
});
