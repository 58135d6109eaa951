// A search that finds nobody: an error in words, or nothing, and never for an answer that says something else.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../support/bench.mts';

const bench = useBench();
const search = (options: IDataObject = {}, email = '={{ $json.email }}'): IDataObject => ({
	resource: 'staff',
	operation: 'getByEmail',
	email,
	options,
});
const items = (...emails: string[]) => ({ items: emails.map((email) => ({ json: { email } })) });
const somebody = 'aroha.ngata@southerncross-guarding.example';

describe('Staff, Get by Email', () => {
	test('says that nobody has the address, and how to go on', async () => {
		const { error } = await bench.run('developer', search(), items(somebody, 'pip@nowhere.example'));
		expect(error?.message).toBe('Nobody has this address. Check the spelling.');
		expect(error?.description).toContain('If Nobody Is Found');
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
	});

	test('returns nothing where that is chosen, and the others as ever', async () => {
		const found = await bench.ok(
			'developer',
			search({ ifNotFound: 'nothing' }),
			items('pip@nowhere.example', somebody),
		);
		expect(found.map(({ email }) => email)).toEqual([somebody]);
	});

	test.each<[string, IDataObject, number?]>([
		['a 404 in a success', { status: { code: 404, errorMessage: 'Nobody' }, data: null }],
		['an HTTP 404 with a code of its own', { status: { code: 7, errorMessage: 'Nobody' }, data: null }, 404],
		['no record', { status: { code: 0 }, data: null }],
		['an empty list', { status: { code: 0 }, data: [] }],
		['a record without any value', { status: { code: 0 }, data: { id: 0, email: null } }],
		['false', { status: { code: 0 }, data: false }],
		['zero', { status: { code: 0 }, data: 0 }],
		['a blank text', { status: { code: 0 }, data: ' ' }],
	])('takes %s for nobody', async (_, body, status = 200) => {
		bench.recorder.answer(() => ({ status, body }));
		expect((await bench.run('developer', search({}, somebody))).error?.message).toMatch(/^Nobody has this address/);
		expect(await bench.ok('developer', search({ ifNotFound: 'nothing' }, somebody))).toEqual([]);
	});

	test('gives a text as it came, whatever it means', async () => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: 'in the archive' } }));
		expect(await bench.ok('developer', search({}, somebody))).toEqual([{ data: 'in the archive' }]);
	});

	test('takes the 404 of something in between for no answer of the service', async () => {
		bench.recorder.answer(() => ({ status: 404, body: 'no such path' }));
		const { error } = await bench.run('developer', search({ ifNotFound: 'nothing' }, somebody));
		expect(error?.message).toBeDefined();
		expect(error?.message).not.toMatch(/Nobody/);
	});

	test('refuses another choice before anything is sent', async () => {
		const { error } = await bench.run('developer', search({ ifNotFound: 'stop' }, somebody));
		expect(error?.message).toContain('“If Nobody Is Found” can’t be “stop”');
		expect(bench.recorder.seen).toEqual([]);
	});
});
