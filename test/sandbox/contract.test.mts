import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { bundle } from '../../sandbox/description/bundle.mts';
import { descriptionFile, loadDescription, operationsOf } from '../../sandbox/description/load.mts';
import { handlers } from '../../sandbox/endpoints/index.mts';

const contract = loadDescription();
const sources = ['documented', 'published', 'assumed'];

test('openapi.yaml is what its parts say', () => {
	expect(readFileSync(descriptionFile, 'utf8')).toBe(bundle());
});

test('every operation and every parameter says where it is known from', () => {
	const operations = operationsOf(contract);
	expect(operations.length).toBeGreaterThan(9);
	for (const { path, operation } of operations) {
		expect([path, (operation as unknown as Record<string, unknown>)['x-source']]).toEqual([
			path,
			expect.stringMatching(/^(documented|published|assumed)$/),
		]);
		for (const parameter of operation.parameters ?? []) {
			expect({
				path,
				name: parameter.name,
				isKnown: sources.includes(String((parameter as unknown as Record<string, unknown>)['x-source'])),
			}).toEqual({ path, name: parameter.name, isKnown: true });
		}
	}
});

test('every field of every request and answer says where it is known from', () => {
	const missing: string[] = [];
	const walk = (node: unknown, place: string): void => {
		if (Array.isArray(node)) return node.forEach((item, index) => walk(item, `${place}[${index}]`));
		if (typeof node !== 'object' || node === null) return;
		for (const [key, value] of Object.entries(node)) {
			if (key === 'properties') {
				for (const [name, field] of Object.entries(value as Record<string, Record<string, unknown>>)) {
					// The `data` of an envelope is documented as such; its schema is repeated where an endpoint narrows it.
					if (name !== 'data' && !sources.includes(String(field['x-source']))) missing.push(`${place}.${name}`);
				}
			}
			walk(value, `${place}.${key}`);
		}
	};
	walk(contract.paths, 'paths');
	walk(contract.components, 'components');
	expect(missing).toEqual([]);
});

test('every operation says of its envelope, its body and its answer where they are known from', () => {
	for (const { path, operation } of operationsOf(contract)) {
		const said = operation as unknown as Record<string, unknown>;
		const parts = ['x-answer', ...('requestBody' in said ? ['x-body'] : [])];
		const found = parts.map((part) => (said[part] as { source?: unknown } | undefined)?.source);
		for (const source of [said['x-envelope-source'], ...found])
			expect({ path, source }).toEqual({ path, source: expect.stringMatching(/^(documented|published|assumed)$/) });
	}
});

test('every operation has a handler, and every handler an operation', () => {
	const operations = operationsOf(contract)
		.filter(({ operation }) => operation['x-open'] !== true)
		.map(({ operation }) => operation.operationId);
	expect(Object.keys(handlers).sort()).toEqual(operations.sort());
});
