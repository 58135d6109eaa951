import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { knownOperations } from '../../support/everyOperation.mts';
import type { Seen } from '../../support/recorder.mts';

const bench = useBench();
const rows = (values: Record<string, string>): IDataObject => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
});
const fine = { status: { code: 0 }, data: [] };
/** Nothing comes back, but where one record is asked for or made. */
const answer = ({ method, path }: Seen): { body: IDataObject } => {
	const isRecord =
		(method !== 'GET' && path.startsWith('/api/webhook/')) || /(reportdata|search|timesheets\/.+)$/.test(path);
	return { body: isRecord ? { ...fine, data: { id: 1, secretToken: 'whsec_new' } } : fine };
};
const writes = knownOperations.filter(([id]) => /\.(create|update|upsert)$/.test(id));
/** A period is counted from now. */
const SOME: unknown = expect.any(String);

describe('Additional query parameters', () => {
	test.each(knownOperations)('%s: they are added, replaced and removed', async (id, { key, parameters: given }) => {
		bench.recorder.answer(answer);
		// Without the filter, both halves of the list are read.
		const parameters = id === 'incidentReport.getAll' ? { ...given, filters: { isApproved: true } } : given;
		const sent = async (added: Record<string, string>): Promise<object> =>
			(await bench.one(key, { ...parameters, advanced: { additionalQuery: rows(added) } })).query;
		const plain = await sent({});
		const days = Object.keys(plain).filter((name) => /^(start|end)Date$/.test(name));
		expect(await sent({ 'new name': 'a&b', zero: '0' })).toEqual({
			...plain,
			'new name': 'a&b',
			zero: '0',
			...Object.fromEntries(days.map((name) => [name, SOME])),
		});
		// The pages of the login audit are counted, not chosen: with a fixed number the walk would read the same page for ever.
		for (const name of Object.keys(plain).filter((each) => each !== 'page' && each !== 'pageSize')) {
			expect(await sent({ [name]: '2030-01-01T00:00:00Z' })).toHaveProperty(name, '2030-01-01T00:00:00Z');
			expect(await sent({ [name]: '' })).not.toHaveProperty(name);
		}
	});

	test('an assumed name can be corrected', async () => {
		bench.recorder.answer(answer);
		const getByEmail = { resource: 'staff', operation: 'getByEmail', email: 'ann@example.com' };
		const additionalQuery = rows({ email: '', emailAddress: '={{ $json.mail }}' });
		const items = [{ json: { mail: 'ann@example.com' } }];
		const { query } = await bench.one('developer', { ...getByEmail, advanced: { additionalQuery } }, { items });
		expect(query).toEqual({ emailAddress: 'ann@example.com' });
	});
});

describe('Additional body fields', () => {
	/** The part of a body that they change: one employee where the operation takes employees. */
	const part = (body: unknown): unknown =>
		(body as { employees?: unknown[] } | undefined)?.employees?.[0] ?? body ?? {};

	test.each(writes)(
		'%s: they are added, replaced and removed, given as text or by expression',
		async (_, { key, parameters }) => {
			bench.recorder.answer(answer);
			const plain = part((await bench.one(key, parameters)).body) as IDataObject;
			const items = [{ json: { extra: { added: { deep: [0, false] } } } }];
			const sent = async (additionalBody: string | IDataObject): Promise<unknown> =>
				part((await bench.one(key, { ...parameters, advanced: { additionalBody } }, { items })).body);
			for (const text of ['{"added":{"deep":[0,false]}}', '={{ $json.extra }}', '={{ JSON.stringify($json.extra) }}'])
				expect(await sent(text)).toEqual({ ...plain, added: { deep: [0, false] } });
			for (const name of Object.keys(plain)) {
				expect(await sent({ [name]: 'mine', keep: 1 })).toMatchObject({ [name]: 'mine' });
				expect(await sent(`{"${name}":null,"keep":1}`)).not.toHaveProperty(name);
			}
		},
	);

	test.each(writes)('%s: text that is no JSON is refused before anything is sent', async (_, { key, parameters }) => {
		const { error } = await bench.run(key, { ...parameters, advanced: { additionalBody: '{oops' } });
		expect(error?.message).toBe('“Additional Body Fields” is not JSON');
		const { error: list } = await bench.run(key, { ...parameters, advanced: { additionalBody: '[1]' } });
		expect(list?.message).toBe('“Additional Body Fields” must be name–value pairs');
		expect(bench.recorder.seen).toEqual([]);
	});
});
