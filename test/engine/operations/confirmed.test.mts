// Whose record an answer holds, and whose it doesn't.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../support/bench.mts';
import type { Seen } from '../support/recorder.mts';
import { createAnn as create, rows, updateMobile as update } from '../support/staffRows.mts';

const bench = useBench();

describe('Staff, Update says what was confirmed', () => {
	const run = async (data: unknown, count = 3): Promise<IDataObject[]> => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data } }));
		return await bench.ok('developer', update, { items: rows(count, (index) => ({ id: 11 + index })) });
	};
	const done = [11, 12, 13].map((id) => ({ id, updated: true }));

	test.each([
		['no data', null],
		['as many IDs as were sent', [11, 12, 13]],
	])('%s: all were updated', async (_, data) => {
		expect(await run(data)).toEqual(done);
	});

	test('what the answer omits is not known, and the rest of the answer stands beside it', async () => {
		expect(await run([{ id: 11, mobile: '1' }, { id: 99 }])).toEqual([
			{ id: 11, mobile: '1' },
			{ id: 12, updated: null, answer: [{ id: 99 }] },
			{ id: 13, updated: null, answer: [{ id: 99 }] },
		]);
	});

	test.each([
		['counts', 3],
		['counts in a field', { updatedCount: 3 }],
		['is fewer IDs', [11, 12]],
		['holds records that name nobody', [{ ok: true }, { ok: true }, { ok: true }]],
		['is an empty list', []],
		['lists some as failed', { updated: [11, 12], failed: [{ id: 13, reason: 'locked' }] }],
		['lists errors', [{ ok: true }, { ok: true }, { error: 'locked' }]],
	])('after an answer that %s it is not known', async (_, data) => {
		const records = await run(data);
		expect(records.map(({ id, updated }) => ({ id, updated }))).toEqual(
			[11, 12, 13].map((id) => ({ id, updated: null })),
		);
		expect(records[0]?.answer).toEqual(data);
	});

	test('a record that says that it failed is not told as updated', async () => {
		const [one] = await run([{ id: 11, success: false, message: 'locked' }], 1);
		expect(one).toEqual({ id: 11, updated: null, answer: [{ id: 11, success: false, message: 'locked' }] });
	});

	test('one row that is listed as failed', async () => {
		expect(await run({ failed: [11] }, 1)).toEqual([{ id: 11, updated: null, answer: { failed: [11] } }]);
	});
});

describe('one row, and an answer that names nobody', () => {
	const item = { created: true, firstName: 'Ann', lastName: 'Lee', email: 'a0@example.com' };
	const run = async (data: unknown): Promise<IDataObject | undefined> => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data } }));
		return (await bench.ok('developer', create))[0];
	};

	test.each([
		['nothing', null, item],
		['an empty record', {}, item],
		['an ID', 7, { ...item, data: 7 }],
		['a record with its ID alone', [{ id: 7 }], { id: 7 }],
	])('%s: it was created', async (_, data, expected) => {
		expect(await run(data)).toEqual(expected);
	});

	test.each([
		['a list of nothing', [null]],
		['a list of an empty record', [{}]],
		['a record of defaults', { id: 0, firstName: null, email: '' }],
		['a count', { count: 1 }],
		['a success', [{ success: true }]],
		['an ID under another name', { staffId: 7 }],
		['a count of zero beside a word', { message: 'Processed', createdCount: 0 }],
		['an empty list of those that were created', { created: [], message: 'Processed' }],
		['an empty list', { ids: [] }],
		['no', [false]],
		['no success', { success: false }],
		['no result', { result: { saved: false } }],
	])('%s: it is not known, and the answer stands beside it', async (_, data) => {
		expect(await run(data)).toEqual({ ...item, created: null, answer: data });
	});

	test.each([
		['that counts something else', { licenceCount: 0, total: 0 }],
		['with a switch that is off, or several', { isSubcontractor: false, days: [false, true], site: { lock: false } }],
	])('a record %s is that record', async (_, more) => {
		const record = { id: 7, email: 'a0@example.com', ...more };
		expect(await run(record)).toEqual(record);
	});

	test.each([{ updatedCount: 0 }, { updated: [] }, [null]])('an update answered with %j is not known', async (data) => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data } }));
		const [record] = await bench.ok('developer', update, { items: rows(1, () => ({ id: 11 })) });
		expect(record).toEqual({ id: 11, updated: null, answer: data });
	});
});

describe('Staff, Create with several rows in a request', () => {
	const advanced = { batchSize: 5 };
	const people = [
		{ first: 'Ann', email: 'family@example.com' },
		{ first: 'Bob', email: 'Family@example.com' },
	];
	const run = async (...answers: unknown[]): Promise<IDataObject[]> => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: answers.shift() } }));
		return await bench.ok('developer', { ...create, advanced }, { items: people.map((person) => ({ json: person })) });
	};

	test('two people with one e-mail address are sent apart, and get each their own record', async () => {
		const [ann, bob] = [2, 1].map((id) => [{ id, email: 'family@example.com' }]);
		expect((await run(ann, bob)).map(({ id }) => id)).toEqual([2, 1]);
		expect(bench.recorder.seen).toHaveLength(2);
	});

	test('and of two records with the address none is the row’s', async () => {
		const [both, own] = [[1, 2], [2]].map((ids) => ids.map((id) => ({ id, email: 'family@example.com' })));
		const [ann, bob] = await run(both, own);
		const person = { firstName: 'Ann', lastName: 'Lee', email: 'family@example.com' };
		expect(ann).toEqual({ created: null, ...person, answer: both });
		expect(bob).toMatchObject({ id: 2 });
	});
});

describe('Security Licence, Create or Update, matched by number', () => {
	const upsert = { resource: 'securityLicence', operation: 'upsert', employeeId: '3001' };
	const licences = (...licence: IDataObject[]): IDataObject => ({ licenses: { licence } });
	const known = (...records: IDataObject[]): void =>
		bench.recorder.answer(({ method }: Seen) => ({
			body: { status: { code: 0 }, data: method === 'GET' ? records : null },
		}));
	const written = (): unknown => bench.recorder.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);

	const other = { licenseNumber: '123', stateCode: 'NSW' };
	const records = (...more: IDataObject[]): IDataObject[] =>
		more.map((each) => ({ securityLicenseId: 7, licenseNumber: '123', ...each }));

	test.each<[string, IDataObject[], IDataObject, IDataObject]>([
		['is another licence, of another state', records({ state: 'VIC' }), other, other],
		['is another licence, of another state code', records({ state: null, stateCode: 'VIC' }), other, other],
		[
			'of the same state is that licence',
			records({ state: 'VIC' }, { securityLicenseId: 8, state: 'nsw' }),
			other,
			{ licenseId: 8, ...other },
		],
		[
			'without a state in the form is that licence, as the list writes it',
			records({ state: 'VIC' }),
			{ licenseNumber: '0123' },
			{ licenseId: 7, licenseNumber: '123' },
		],
		[
			'without a state in the list is that licence, as the list writes it',
			records({ state: ' ' }),
			{ ...other, licenseNumber: '0123' },
			{ licenseId: 7, ...other },
		],
		[
			'is one licence where the list has it twice',
			records({}, { securityLicenseId: '7' }),
			other,
			{ licenseId: 7, ...other },
		],
	])('the same number %s', async (_, list, entry, sent) => {
		known(...list);
		await bench.ok('developer', { ...upsert, ...licences(entry) });
		expect(written()).toEqual([{ licenses: [sent] }]);
	});

	const held = (more: IDataObject = {}): IDataObject => ({ securityLicenseId: 7, licenseNumber: '1', ...more });
	const given = (stateCode: string): IDataObject => ({ licenseNumber: '1', stateCode });
	const number = { licenseNumber: '1' };

	test.each<[string, IDataObject[], IDataObject[], RegExp]>([
		['a state that is written out', [held({ state: 'Victoria' })], [given('NSW')], /may be the same as “NSW”/],
		[
			'a state of four letters',
			[held({ state: 'Vict' })],
			[given('VIC')],
			/in the state “Vict”, which may be the same as “VIC”/,
		],
		['a state of four letters in the form', [held({ state: 'VIC' })], [given('Vict')], /may be the same as “Vict”/],
		[
			'one of two matches without an id',
			[held(), { licenseNumber: '01' }],
			[number],
			/“1” \(ID 7\) and “01” \(ID none\)/,
		],
		[
			'one licence by its id and by its number',
			[held()],
			[{ licenseId: '7', stateCode: 'NSW' }, number],
			/is in “Licences” twice/,
		],
		['a match without an id', [number], [number], /returns no usable ID for it/],
		['a match with an id that is none', [held({ securityLicenseId: 'x' })], [number], /returns no usable ID/],
		['the same new number twice', [], [number, { licenseNumber: ' 1 ' }], /is in “Licences” twice/],
		[
			'one licence twice, by its id',
			[],
			['NSW', 'VIC'].map((stateCode) => ({ licenseId: '4', stateCode })),
			/in “Licences” twice/,
		],
	])('%s is refused before anything is written', async (_, records, entries, words) => {
		known(...records);
		const { error } = await bench.run('developer', { ...upsert, ...licences(...entries) });
		expect(error?.message).toMatch(words);
		expect(written()).toEqual([]);
	});

	test('one number of two states in one form makes two', async () => {
		known();
		const entries = ['NSW', 'VIC'].map(given);
		await bench.ok('developer', { ...upsert, ...licences(...entries) });
		expect(written()).toEqual([{ licenses: entries }]);
	});
});
