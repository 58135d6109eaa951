import { describe, expect, test } from '@jest/globals';
import { endpoints, type EndpointId, isOpen } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { resources } from '../../../../nodes/WorkforceOperations/resources/index.ts';
import { type Key, useBench } from '../../support/bench.mts';
import { knownOperations } from '../../support/everyOperation.mts';

const bench = useBench();
const keys: Key[] = ['timesheet', 'incidentreport', 'liveops', 'developer', 'webhook', 'loginaudit'];
/** What the sandbox's keys are; `loginaudit` is a developer key with a scope. */
const typeOf: Partial<Record<Key, string>> = { loginaudit: 'developer' };

const wrong = knownOperations.flatMap(([id, operation]) => {
	const { access } = endpoints[id as EndpointId];
	const fits = (key: Key): boolean =>
		access.scope
			? key === 'loginaudit'
			: access.keyTypes.length === 0 || access.keyTypes.some((type) => type === (typeOf[key] ?? key));
	return keys.filter((key) => !fits(key)).map((key): [string, Key, typeof operation] => [id, key, operation]);
});

describe('A key of the wrong type', () => {
	test.each(wrong)('%s with the key “%s” says what is needed and what there is', async (id, key, { parameters }) => {
		const { error } = await bench.run(key, parameters);
		const { access } = endpoints[id as EndpointId];
		expect({ message: error?.message, httpCode: error?.httpCode }).toEqual({
			message: 'The API key has no access to this',
			httpCode: '403',
		});
		const needed = access.scope ? ['the scope “login-audits.read”'] : access.keyTypes.map((type) => `“${type}”`);
		for (const words of needed) expect(error?.description).toContain(words);
		expect(error?.description).toContain(access.scope ? 'has no scope' : `is of type “${typeOf[key] ?? key}”`);
	});

	test('covers every operation that not every key may use', () => {
		const open = knownOperations.filter(([id]) => isOpen(endpoints[id as EndpointId].access));
		expect(new Set(wrong.map(([id]) => id)).size).toBe(knownOperations.length - open.length);
		expect(open.map(([id]) => id)).toEqual(expect.arrayContaining(['customer.getAll', 'site.getAll']));
	});
});

test('an id outside the scope of a fitting key names the company, customers and sites of the token', async () => {
	const { error } = await bench.run('scoped', {
		resource: 'timesheet',
		operation: 'getAll',
		period: 'custom',
		startDate: '2026-01-01',
		endDate: '2026-12-31',
		filters: { customerId: '1002' },
	});
	expect(error?.message).toBe('The API key has no access to this');
	expect(error?.description).toContain('company 1; customers 1001; sites 2001, 2002');
});

test('an unknown path does not guess at a key type', async () => {
	bench.recorder.answer(() => ({ status: 403, body: { status: { code: 403, errorMessage: 'No' } } }));
	const { error } = await bench.run('timesheet', { resource: 'customRequest', operation: 'send', path: '/api/x' });
	expect(error?.message).toBe('The API key has no access to this');
	expect(error?.description).not.toContain('This operation needs');
});

test('every resource says beforehand which key it needs', () => {
	for (const { value, operations } of resources) {
		const { properties } = bench.node.description;
		const picker = properties.find(
			({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(value),
		);
		const { endpoint } = operations[0] ?? {};
		const { access } = endpoint === undefined ? {} : endpoints[endpoint];
		const words =
			access === undefined ? 'The path determines' : (access.scope ?? access.keyTypes[0] ?? 'every type of API key');
		expect({ value, hint: picker?.hint }).toEqual({ value, hint: expect.stringContaining(words) });
	}
});
