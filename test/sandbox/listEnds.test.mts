// What stands where a list has no further page, and what it counts in all: two of the choices.
import { describe, expect, test } from '@jest/globals';
import type { Choices } from '../../sandbox/core/choices.mts';
import { startClient, type Client, type Json } from './support.mts';

type Key = Parameters<Client['get']>[0];

async function withChoices<Result>(
	choices: Partial<Choices>,
	work: (client: Client) => Promise<Result>,
): Promise<Result> {
	const client = await startClient({ choices });
	try {
		return await work(client);
	} finally {
		await client.close();
	}
}

describe('where there is no page further on, or before', () => {
	type Named = [next: unknown, previous: unknown];
	const paths: Array<[Key, string, (body: Json) => Named]> = [
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
	const namedBy = async (end: Choices['end']): Promise<Named[]> =>
		await withChoices({ end }, async (client) => {
			const found: Named[] = [];
			for (const [key, path, read] of paths) found.push(read((await client.get(key, path)).body));
			return found;
		});
	test('stands null, or nothing', async () => {
		expect(new Set((await namedBy('null')).flat())).toEqual(new Set([null]));
		expect(new Set((await namedBy('absent')).flat())).toEqual(new Set([undefined]));
	});

	test('stands a cursor that leads nowhere', async () => {
		for (const end of ['echo', 'always'] as const) {
			await withChoices({ end }, async (client) => {
				const customers = async (query: string): Promise<[rows: number, next: string]> => {
					const { rows, body } = await client.get('developer', `/external/customers?limit=4&${query}`);
					return [rows.length, String(body.nextPageParameter)];
				};
				let [count, next] = await customers('');
				let asked = '';
				for (; count === 4; [count, next] = await customers(asked)) asked = next;
				expect({ end, count }).toEqual({ end, count: 2 });
				expect(next === asked).toBe(end === 'echo');
				expect(end === 'always' ? await customers(next) : [0, next]).toEqual([0, next]);
				expect(await customers('filter=nobody')).toEqual([0, 'direction=next']);
			});
		}
		const pages = (await namedBy('always'))[3]?.map((link) =>
			new URLSearchParams(String(link).split('?')[1]).get('page'),
		);
		expect(pages).toEqual(['2', '0']);
	});
});

test('a total counts what matches, or everything, or is missing', async () => {
	const path = '/external/incidentreports/getall?limit=3&isApproved=true';
	const approved = await withChoices({}, async (client) => {
		const all = await client.get('incidentreport', path.replace('limit=3', 'limit=500'));
		return all.rows.length;
	});
	for (const [total, expected] of [
		['right', approved],
		['absent', undefined],
		['everything', 130],
	] as const) {
		const { body } = await withChoices({ total }, async (client) => await client.get('incidentreport', path));
		expect({ total, totalRecordCount: body.totalRecordCount }).toEqual({ total, totalRecordCount: expected });
	}
	expect(approved).toBeLessThan(130);
});
