// What people read of a list that may not be whole.
import { expect, test } from '@jest/globals';
import { incompleteWords } from '../../../../nodes/WorkforceOperations/transport/pagination/incomplete.ts';

test('the words name the id and what can’t be told', () => {
	expect(incompleteWords({ reason: 'moved', read: 6, id: '3' })).toBe(
		'The list may hold records twice: 6 records came, and one page shows the ID 3 more than once. Which of them moved while the list was read can’t be told: compare with the service itself.',
	);
});

test('the words of an unclear end name what may be entered in Service Details', () => {
	const undecided = { reason: 'undecided', read: 50 } as const;
	const compare = 'Whether there are more can’t be told from its answers: compare with the service itself.';
	expect(incompleteWords(undecided)).toBe(`The list may be incomplete: 50 records came. ${compare}`);
	expect(incompleteWords({ ...undecided, unsaid: true })).toBe(
		`The list may be incomplete: 50 records came. ${compare} If none follow, enter "listEnd": "unsaid" in Service Details of the credential; if some do, "listEnd": "lastRow".`,
	);
	expect(incompleteWords({ reason: 'moved', read: 6 })).toBe(
		'The list may hold records twice: 6 records came, and both halves have some without an ID. Which of them stand in both can’t be told: compare with the service itself.',
	);
});
