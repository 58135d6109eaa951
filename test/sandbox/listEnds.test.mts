// What stands where a list has no further page, and what it counts in all: two of the choices.
import { describe, expect, test } from '@jest/globals';
import type { Choices } from '../../sandbox/core/choices.mts';
import { withClient, type Json, type KeyName } from './support.mts';

describe('where there is no page further on, or before', () => {
	type Named = [next: unknown, previous: unknown];
	const paths: Array<[KeyName, string, (body: Json) => Named]> = [
		['developer', '/external/customers?limit=500', (body) => [body.nextPageParameter, body.prevPageParameter]],
		['liveops', '/external/liveops?limit=500', (body) => [body.nextPageParameter, body.prevPageParameter]],
		[
			'incidentreport',
			'/external/incidentreports/getall?limit=500',
			(body) => [body.nextPageParams, body.prevPageParams],
		],
		[
			'loginaudit',
			'/external/loginaudit?from=2100-01-01T00:00:00Z',
			({ meta }) => [(meta as Json).nextPageEndpoint, (meta as Json).prevPageEndpoint],
		],
	];
	const namedBy = (end: Choices['end']): Promise<Named[]> =>
		withClient({ choices: { end } }, ({ get }) =>
			Promise.all(paths.map(async ([key, path, read]) => read((await get(key, path)).body))),
		);

	test('stands null, or nothing', async () => {
		expect(new Set((await namedBy('null')).flat())).toEqual(new Set([null]));
		expect(new Set((await namedBy('absent')).flat())).toEqual(new Set([undefined]));
	});

	test.each(['echo', 'always'] as const)('stands a cursor that leads nowhere: %s', async (end) => {
		await withClient({ choices: { end } }, async ({ get }) => {
			const customers = async (query: string): Promise<[rows: number, next: string]> => {
				const { rows, body } = await get('developer', `/external/customers?limit=4&${query}`);
				return [rows.length, String(body.nextPageParameter)];
			};
			let [count, next] = await customers('');
			let asked = '';
			for (; count === 4; [count, next] = await customers(asked)) asked = next;
			expect(count).toBe(2);
			expect(next === asked).toBe(end === 'echo');
			expect(end === 'always' ? await customers(next) : [0, next]).toEqual([0, next]);
			expect(await customers('filter=nobody')).toEqual([0, 'direction=next']);
		});
	});

	test('stands a page before the first and one behind the last, where pages are numbered', async () => {
		const pages = (await namedBy('always'))[3]?.map((link) =>
			new URLSearchParams(String(link).split('?')[1]).get('page'),
		);
		expect(pages).toEqual(['2', '0']);
	});
});

describe('a total', () => {
	const readWith = (total: Choices['total'], limit: number) =>
		withClient({ choices: { total } }, ({ get }) =>
			get('incidentreport', `/external/incidentreports/getall?limit=${limit}&isApproved=true`),
		);

	test('counts what matches, or everything, or is missing', async () => {
		const approved = (await readWith('right', 500)).rows.length;
		expect(approved).toBeLessThan(130);
		for (const [total, expected] of [
			['right', approved],
			['absent', undefined],
			['everything', 130],
		] as const) {
			const { totalRecordCount } = (await readWith(total, 3)).body;
			expect({ total, totalRecordCount }).toEqual({ total, totalRecordCount: expected });
		}
	});
});
