// The hints about lines of timesheets: one for each kind of doubt, with what all of a run's records had of it.
import { expect, test } from '@jest/globals';
import { LineHints } from '../../../nodes/WorkforceOperations/operations/lineHints.ts';

test('timesheets with the same problem are told together, each once', () => {
	const hints = new LineHints();
	for (const id of [1, 2, 1]) hints.ofTimesheet(id, 'No lines');
	hints.ofTimesheet(undefined, 'No rate');
	expect(hints.all).toEqual(['3 timesheets: No lines. ID 1, 2.', 'One timesheet: No rate. ID unknown.']);
});

test('doubts of one kind are told together, with what their records have in place of it', () => {
	const hints = new LineHints();
	const line = { what: 'pay line', is: 'in doubt', of: 'Timesheet' };
	const cure = (candidates: string[]): string => ` Try ${candidates.join(' or ')}.`;
	hints.doubt(1, line, { reasons: ['no amount'], fields: ['x'.repeat(41)], candidates: ['total'] }, cure);
	hints.doubt(2, line, { reasons: ['no rate', 'no amount'], fields: ['sum'], candidates: ['sum', 'total'] }, cure);
	hints.doubt(3, { ...line, what: 'answer' }, { reasons: ['no text'], fields: [], candidates: [] }, () => '');
	expect(hints.all).toEqual([
		`2 pay lines in doubt: no amount; no rate. Timesheet ID 1, 2. Fields seen: ${'x'.repeat(40)}, sum. Try total or sum.`,
		'1 answer in doubt: no text. Timesheet ID 3.',
	]);
});

test('records over a clock change are told with the hours that passed', () => {
	const hints = new LineHints();
	hints.clockChange('shift', 7, 9, 'Europe/London');
	expect(hints.all).toEqual([
		'1 shift over a clock change in Europe/London: 9 h elapsed. Hours are based on clock times. ID 7 (9 h). At sites without that clock change, hours equal the elapsed time.',
	]);
});
