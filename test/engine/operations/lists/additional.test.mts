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
		const { query: plain } = await bench.one(key, parameters);
		const { query: more } = await bench.one(key, {
			...parameters,
			advanced: { additionalQuery: rows({ 'new name': 'a&b', zero: '0' }) },
		});
		expect(more).toEqual({
			...plain,
			'new name': 'a&b',
			zero: '0',
			...Object.fromEntries(
				Object.keys(plain).flatMap((name) => (/^(start|end)Date$/.test(name) ? [[name, SOME]] : [])),
			),
		});
		// The pages of the login audit are counted, not chosen: with a fixed number the walk would read the same page for ever.
		for (const name of Object.keys(plain).filter((sent) => sent !== 'page' && sent !== 'pageSize')) {
			const { query: replaced } = await bench.one(key, {
				...parameters,
				advanced: { additionalQuery: rows({ [name]: '2030-01-01T00:00:00Z' }) },
			});
			expect(replaced[name]).toBe('2030-01-01T00:00:00Z');
			const { query: removed } = await bench.one(key, {
				...parameters,
				advanced: { additionalQuery: rows({ [name]: '' }) },
			});
			expect(removed).not.toHaveProperty(name);
		}
	});

	test('an assumed name can be corrected', async () => {
		bench.recorder.answer(answer);
		const getByEmail = { resource: 'staff', operation: 'getByEmail', email: 'ann@example.com' };
		expect(
			(
				await bench.one(
					'developer',
					{ ...getByEmail, advanced: { additionalQuery: rows({ email: '', emailAddress: '={{ $json.mail }}' }) } },
					{ items: [{ json: { mail: 'ann@example.com' } }] },
				)
			).query,
		).toEqual({
			emailAddress: 'ann@example.com',
		});
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
			for (const additionalBody of [
				'{"added":{"deep":[0,false]}}',
				'={{ $json.extra }}',
				'={{ JSON.stringify($json.extra) }}',
			]) {
				const { body } = await bench.one(
					key,
					{ ...parameters, advanced: { additionalBody } },
					{ items: [{ json: { extra: { added: { deep: [0, false] } } } }] },
				);
				expect(part(body)).toEqual({ ...plain, added: { deep: [0, false] } });
			}
			for (const name of Object.keys(plain)) {
				expect(
					part(
						(await bench.one(key, { ...parameters, advanced: { additionalBody: { [name]: 'mine', keep: 1 } } })).body,
					),
				).toMatchObject({ [name]: 'mine' });
				expect(
					part(
						(await bench.one(key, { ...parameters, advanced: { additionalBody: `{"${name}":null,"keep":1}` } })).body,
					),
				).not.toHaveProperty(name);
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
