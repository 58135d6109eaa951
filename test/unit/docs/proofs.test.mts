import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findTests } from '../../../scripts/docs/proofs.mts';

let folder: string;
beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'proofs-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const wanted = {
	paths: [
		'GET /api/external/staffs',
		'POST /api/external/staffs',
		'GET /api/external/staffs/search',
		'GET /api/external/staffs/{}/licenses',
		'GET /api/external/staffs/{}',
		'PUT /api/webhook/subscriptions/{}',
	],
	operationIds: ['listStaff'],
};

/** What the only test of a file is seen to use; `+` for what its own code says. */
function uses(code: string, others: Record<string, string> = {}): string[] {
	for (const [name, text] of Object.entries({ 'a.test.mts': code, ...others }))
		fs.writeFileSync(path.join(folder, name), text);
	const found = findTests(folder, 'test', wanted).filter(({ file }) => file === 'test/a.test.mts');
	expect(found).toHaveLength(1);
	return [...(found[0]?.uses ?? [])].map(([key, direct]) => `${direct ? '+' : ''}${key}`).sort();
}

test.each([
	['the operation', `test('x', () => run({ resource: 'staff', operation: 'getAll' }));`, ['+staff.getAll']],
	[
		'the operation by a constant',
		`const getAll = { resource: 'staff', operation: 'getAll' };\ntest('x', () => run({ ...getAll, limit: 1 }));`,
		['+staff.getAll'],
	],
	[
		'an operation over another one',
		`const base = { resource: 'staff', operation: 'getAll' };\ntest('x', () => run({ ...base, operation: 'update' }));`,
		['+staff.update', 'staff.getAll'],
	],
	['a path', `test('x', () => client.get('developer', '/external/staffs?limit=1'));`, ['+GET /api/external/staffs']],
	[
		'a path with its method',
		`test('x', () => client.call('developer', 'POST', '/external/staffs', {}));`,
		['+POST /api/external/staffs'],
	],
	[
		'a method before the path',
		`test('x', () => expect(sent).toEqual(['POST /api/external/staffs']));`,
		['+POST /api/external/staffs'],
	],
	[
		'a path with something filled in',
		'test("x", () => get(`/external/staffs/${id}/licenses`));',
		['+GET /api/external/staffs/{}/licenses'],
	],
	['a query that is filled in', 'test("x", () => get(`/external/staffs${query}`));', ['+GET /api/external/staffs']],
	[
		'a fixed path rather than a parameter',
		`test('x', () => get('/external/staffs/search?email=a'));`,
		['+GET /api/external/staffs/search'],
	],
	[
		'the only method of a path',
		'test("x", () => call(`/webhook/subscriptions/${id}`));',
		['+PUT /api/webhook/subscriptions/{}'],
	],
	[
		'a helper',
		`const list = (query: string) => client.get('developer', '/external/staffs?' + query);\ntest('x', () => list('a'));`,
		['GET /api/external/staffs'],
	],
	[
		'the table of each',
		`test.each([['/external/staffs']])('x', (path) => client.get('k', path));`,
		['+GET /api/external/staffs'],
	],
	[
		'the table of a describe',
		`describe.each([{ resource: 'staff', operation: 'getAll' }])('d', (parameters) => {\n\ttest('x', () => run(parameters));\n});`,
		['staff.getAll'],
	],
	['an operation of openapi.yaml', `const calls = { listStaff: 1 };\ntest('x', () => calls);`, ['listStaff']],
	[
		'nothing but what another scope calls the same',
		`describe('other', () => { const list = '/external/staffs'; });\ntest('x', () => list);`,
		[],
	],
	['nothing', `const unused = '/external/staffs';\ntest('x', () => run('/external/unknown'));`, []],
	['no other path that ends the same', `test('x', () => get('/api/other/external/staffs'));`, []],
])('sees %s', (_, code, wantedUses) => {
	expect(uses(code)).toEqual(wantedUses);
});

test('follows helpers into other files, and no further than the name that is used', () => {
	const helper = `const path = '/external/staffs';\nexport const load = () => client.get('k', path);\nexport const other = () => client.call('k', 'POST', path);\n`;
	expect(
		uses(`import { load as fetchAll } from './helper.mts';\ntest('x', () => fetchAll());`, { 'helper.mts': helper }),
	).toEqual(['GET /api/external/staffs']);
});

test('titles hold their describes; skipped tests prove nothing', () => {
	fs.writeFileSync(
		path.join(folder, 'b.test.mts'),
		`describe('outer', () => {\n\ttest('inner', () => 1);\n\ttest.skip('not run', () => 2);\n});`,
	);
	expect(findTests(folder, 'test', wanted).map(({ file, title }) => `${file}: ${title}`)).toEqual([
		'test/b.test.mts: outer › inner',
	]);
});
