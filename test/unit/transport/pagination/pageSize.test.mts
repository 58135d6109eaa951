// How many rows a page is asked for, as a table.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { PageSizes, positive } from '../../../../nodes/WorkforceOperations/transport/pagination/pageSize.ts';
import type { Call } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import { audit, slim, templates } from '../services.mts';
import { useVirtualTime } from '../support.mts';

const time = useVirtualTime();
let address = 0;
beforeEach(() => {
	address++;
});

const sizes = (endpoint: Call['endpoint'], walk: PageWalk = {}, additionalQuery?: Call['additionalQuery']): PageSizes =>
	new PageSizes({ endpoint, additionalQuery }, walk, `https://sizes-${address}.test`);

/** Every size that is asked for where each of them is refused. */
function steps(made: PageSizes): Array<number | undefined> {
	const asked = [made.current];
	while (made.canShrink && made.shrink('invalid')) asked.push(made.current);
	return asked;
}

describe('the sizes that are asked for', () => {
	const custom = { method: 'GET', path: '/own' } as const;
	test.each<[string, Call['endpoint'], PageWalk, Call['additionalQuery'], Array<number | undefined>]>([
		['all', slim, {}, undefined, [500, 200, 100, 20]],
		['all, where the service uses 200', templates, {}, undefined, [500, 200, 100]],
		['all, where the service uses 50 and takes 500', audit, {}, undefined, [500, 200, 100, 50]],
		['a limit', slim, { limit: 7 }, undefined, [7]],
		['a large limit', slim, { limit: 700 }, undefined, [100]],
		['a large limit where the most is known', audit, { limit: 700 }, undefined, [500]],
		['a page size', slim, { pageSize: 700 }, undefined, [700]],
		['a page size beyond the most', audit, { pageSize: 700 }, undefined, [500]],
		['a page size and a limit', slim, { pageSize: 30, limit: 7 }, undefined, [7]],
		['a limit of nothing', slim, { limit: 0 }, undefined, [1]],
		['a largest size', slim, { largest: 300 }, undefined, [300, 200, 100, 20]],
		['a largest size and a limit', slim, { largest: 300, limit: 150 }, undefined, [150, 100, 20]],
		['a largest size beyond the most', audit, { largest: 700 }, undefined, [500, 200, 100, 50]],
		['a largest size below all steps', slim, { largest: 5 }, undefined, [5]],
		['a size that the user adds', slim, { pageSize: 30 }, { limit: '80' }, [80]],
		['a size that the user adds, and a limit', slim, { limit: 7 }, { limit: 80 }, [80]],
		['a size that the user adds beyond the most', audit, {}, { pageSize: 900 }, [500]],
		['a size that the user adds, where pages are counted', audit, { limit: 7 }, { pageSize: 80 }, [80]],
		['an odd size that the user adds', slim, { limit: 7 }, { limit: '2.5' }, [7]],
		['no choice', endpoints['securityLicence.getAll'], { pageSize: 3 }, undefined, [undefined]],
		['an unknown path', custom, { pageSize: 3 }, undefined, [undefined]],
	])('for %s', (_, endpoint, walk, additionalQuery, expected) =>
		expect(steps(sizes(endpoint, walk, additionalQuery))).toEqual(expected),
	);

	test('do not shrink for other errors, nor below the last', () => {
		const made = sizes(slim, { largest: 150 });
		for (const kind of ['unavailable', 'network', 'refused', 'tooMany'] as const) expect(made.shrink(kind)).toBe(false);
		expect(made).toMatchObject({ current: 150, canShrink: true });
		expect(made.shrink('timeout')).toBe(true);
		expect(made).toMatchObject({ current: 100, canShrink: true });
		expect(made.shrink('invalid')).toBe(true);
		expect(made).toMatchObject({ current: 20, canShrink: false });
		expect({ shrunk: made.shrink('invalid'), current: made.current }).toEqual({ shrunk: false, current: 20 });
	});

	test('are remembered for an hour, of this endpoint of this address, once such a page has come', () => {
		const first = sizes(slim);
		first.accept();
		first.shrink('invalid');
		expect(sizes(slim).current).toBe(500);
		first.accept();
		expect(sizes(slim).current).toBe(200);
		expect(steps(sizes(slim, { largest: 150 }))).toEqual([150, 100, 20]);
		expect(sizes(templates).current).toBe(500);
		// A later page of the same walk says nothing new.
		time.now += 30 * 60_000;
		first.accept();
		time.now += 30 * 60_000 - 1;
		expect(sizes(slim).current).toBe(200);
		time.now += 1;
		expect(sizes(slim).current).toBe(500);
		address++;
		expect(sizes(slim).current).toBe(500);
	});
});

test.each([
	[undefined, undefined],
	[null, undefined],
	['', undefined],
	[0, undefined],
	[-1, undefined],
	[1, 1],
	['12', 12],
	[1.5, undefined],
	['x', undefined],
	[Infinity, undefined],
])('%p as a count is %p', (value, expected) => expect(positive(value)).toBe(expected));
