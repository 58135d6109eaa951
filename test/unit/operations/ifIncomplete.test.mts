// “If Incomplete: Stop”: what it says of a list, and when a total may be ignored.
import { expect, test } from '@jest/globals';
import { wholeOnlyOf } from '../../../nodes/WorkforceOperations/operations/ifIncomplete.ts';
import type { OperationItem } from '../../../nodes/WorkforceOperations/operations/types.ts';
import type { Incomplete } from '../../../nodes/WorkforceOperations/transport/index.ts';
import { formOf } from '../form/support.mts';

const whole = wholeOnlyOf(formOf() as OperationItem, { ifIncomplete: 'stop' });

test.each<[Incomplete, RegExp]>([
	[{ reason: 'total', read: 3, total: 5 }, /^It isn’t clear .* "totals": "ignore" .* so nothing was returned\.$/],
	[{ reason: 'undecided', read: 3, total: 3 }, /^The service doesn’t say [^"]* so nothing was returned\.$/],
	[{ reason: 'undecided', read: 0 }, /^The service doesn’t say [^"]* so nothing was returned\.$/],
])('a list that is incomplete, %j, says what to do: %s', (incomplete, words) => {
	const message = expect.stringMatching(/^The list may be incomplete/);
	expect(() => whole?.list(incomplete)).toThrow(
		expect.objectContaining({ message, cure: expect.stringMatching(words) }) as never,
	);
});

test('lines that contradict one another are named by their timesheets', () => {
	expect(() => whole?.rows([], { reason: 'lines', ids: new Set(['7', '8']) })).toThrow(
		expect.objectContaining({ cure: expect.stringContaining('Correct the lines of timesheet ID 7, 8, or') }) as never,
	);
	expect(() => whole?.rows([{ json: {} }], { reason: 'limit' })).not.toThrow();
	expect(() => whole?.rows([{ json: {}, gap: { message: 'No rates', cure: 'Again.' } }], {})).toThrow('No rates');
	expect(wholeOnlyOf(formOf() as OperationItem, {})).toBeUndefined();
});
