// The bytes of an answer are read in the character set that it names, else as UTF-8; nothing else reaches an item or a file.
import { describe, expect, test } from '@jest/globals';
import { useBench } from '../../support/bench.mts';

const bench = useBench();
const text = JSON.stringify({ status: { code: 0 }, data: [{ customerId: 1, name: 'Māori Café Ōtara' }] });
const latin = text.replace('ā', 'a').replace('Ō', 'O');
const customers = { resource: 'customer', operation: 'getAll', returnAll: true };
const answer = (body: Buffer, type: string): void =>
	bench.recorder.answer(({ path }) =>
		path.startsWith('/api/external/customers') ? { body, headers: { 'content-type': type } } : undefined,
	);

test.each([
	['application/json', Buffer.from(text), 'Māori Café Ōtara'],
	['application/json; charset=utf-16le', Buffer.from(text, 'utf16le'), 'Māori Café Ōtara'],
	['application/json; charset=iso-8859-1', Buffer.from(latin, 'latin1'), 'Maori Café Otara'],
])('%s', async (type, body, name) => {
	answer(body, type);
	expect(await bench.ok('developer', customers)).toMatchObject([{ customerId: 1, name }]);
});

describe('Bytes that are no UTF-8', () => {
	test.each([[{}], [{ asFile: 'csv' }]])(
		'are an error for a list with %j, and nothing is passed on',
		async (options) => {
			answer(Buffer.from(latin, 'latin1'), 'application/json');
			const { json, error } = await bench.run('developer', { ...customers, options });
			expect(json).toEqual([]);
			expect(error?.message).toBe('The response isn’t UTF-8, so it can’t be read');
		},
	);

	test('leave it open whether a write was done, and it isn’t sent again', async () => {
		bench.recorder.answer(({ method }) =>
			method === 'POST'
				? { body: Buffer.from(latin, 'latin1'), headers: { 'content-type': 'application/json' } }
				: undefined,
		);
		const { error } = await bench.run('webhook', { resource: 'webhookSubscriber', operation: 'create' });
		expect(error?.description).toContain('The service may have made the change anyway');
		expect(bench.recorder.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	test('of a refusal don’t hide it', async () => {
		bench.recorder.answer(() => ({ status: 400, body: Buffer.from('Zur\u00fcck', 'latin1') }));
		const { error } = await bench.run('developer', customers);
		expect(error?.message).toContain('Zurück');
	});
});
