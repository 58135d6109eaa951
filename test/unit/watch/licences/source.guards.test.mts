// Whose licences are read, and in which order; and what is stored between two polls.
import { expect, test } from '@jest/globals';
import { expiring } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { licenceSource } from '../../../../nodes/WorkforceOperations/watch/licences/source.ts';
import { type Answer, fakePoll } from '../fakePoll.mts';

const source = licenceSource(expiring);
const staff: Answer = ({ id }) => (id === undefined ? [{ id: 10 }, { firstName: 'Ann' }, { id: ' ' }, { id: 9 }] : []);
const readOf = (asked: string[]): string[] => asked.slice(1).map((each) => each.replace('securityLicence.getAll ', ''));

test('a round reads the employees with an ID in the order of these, and Fetch Test Event in that of the list', async () => {
	const round = fakePoll(staff);
	await source.detect(round.poll);
	expect(readOf(round.asked)).toEqual(['9', '10']);
	const sample = fakePoll(staff);
	await source.preview(sample.poll);
	expect(readOf(sample.asked)).toEqual(['10', '9']);
});

const ended = { begun: 1, ended: 2, guards: 0, unread: 0, records: 0 };

test.each<[string, unknown, boolean]>([
	['told', { 1: ['7.c:5'] }, true],
	['told', 'cut', false],
	['list', 'abc', true],
	['list', 7, false],
	['last', ended, true],
	['last', { ...ended, ended: null }, false],
	['sweep', { begun: 1, guards: 0, records: 0, left: '[""]', again: '[""]', unread: '[""]' }, true],
	['sweep', ended, false],
])('“%s” of %j can be read: %j', (part, stored, isRead) => {
	expect(source.engineForm[part]?.reads(stored)).toBe(isRead);
});
