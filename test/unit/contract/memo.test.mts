import { expect, jest, test } from '@jest/globals';
import { remembering } from '../../../nodes/WorkforceOperations/contract/memo.ts';

test('4000 results are each computed once, also those that are undefined; one more forgets them all', () => {
	const compute = jest.fn((key: number) => (key === 0 ? undefined : -key));
	const of = remembering(compute);
	for (let key = 0; key < 4000; key++) of(key);
	expect([of(0), of(3999)]).toEqual([undefined, -3999]);
	expect(compute).toHaveBeenCalledTimes(4000);
	expect([of(4000), of(4000), of(1)]).toEqual([-4000, -4000, -1]);
	expect(compute).toHaveBeenCalledTimes(4002);
});
