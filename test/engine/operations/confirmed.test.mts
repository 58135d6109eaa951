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
	])('%s: it is not known, and the answer stands beside it', async (_, data) => {
		expect(await run(data)).toEqual({ ...item, created: null, answer: data });
	});

	test('a record that counts something else is that record', async () => {
		const record = { id: 7, email: 'a0@example.com', licenceCount: 0, total: 0 };
		expect(await run(record)).toEqual(record);
	});

	test('a record with a switch that is off, or several of them, is that record', async () => {
		const record = {
			id: 7,
			email: 'a0@example.com',
			isSubcontractor: false,
			days: [false, true],
			site: { lock: false },
		};
		expect(await run(record)).toEqual(record);
	});

	test.each([[[false]], [{ success: false }], [{ result: { saved: false } }]])('%j is not known', async (data) => {
		expect(await run(data)).toEqual({ ...item, created: null, answer: data });
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
		expect(ann).toEqual({
			created: null,
			firstName: 'Ann',
			lastName: 'Lee',
			email: 'family@example.com',
			answer: both,
		});
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

	test.each([{ state: 'VIC' }, { state: null, stateCode: 'VIC' }])(
		'the same number of another state (%j) is another licence',
		async (held) => {
			known({ securityLicenseId: 7, licenseNumber: '123', ...held });
			await bench.ok('developer', { ...upsert, ...licences({ licenseNumber: '123', stateCode: 'NSW' }) });
			expect(written()).toEqual([{ licenses: [{ licenseNumber: '123', stateCode: 'NSW' }] }]);
		},
	);

	test('the same number of the same state is that licence', async () => {
		known(
			{ securityLicenseId: 7, licenseNumber: '123', state: 'VIC' },
			{ securityLicenseId: 8, licenseNumber: '123', state: 'nsw' },
		);
		await bench.ok('developer', { ...upsert, ...licences({ licenseNumber: '123', stateCode: 'NSW' }) });
		expect(written()).toEqual([{ licenses: [{ licenseId: 8, licenseNumber: '123', stateCode: 'NSW' }] }]);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['none in the form', { state: 'VIC' }, {}],
		['none in the list', { state: ' ' }, { stateCode: 'NSW' }],
	])('the same number is that licence, as the list writes it, where there is no state: %s', async (_, held, entry) => {
		known({ securityLicenseId: 7, licenseNumber: '123', ...held });
		await bench.ok('developer', { ...upsert, ...licences({ licenseNumber: '0123', ...entry }) });
		expect(written()).toEqual([{ licenses: [{ licenseId: 7, licenseNumber: '123', ...entry }] }]);
	});

	test('the same licence twice in the list is one', async () => {
		known({ securityLicenseId: 7, licenseNumber: '123' }, { securityLicenseId: '7', licenseNumber: '123' });
		await bench.ok('developer', { ...upsert, ...licences({ licenseNumber: '123', stateCode: 'NSW' }) });
		expect(written()).toEqual([{ licenses: [{ licenseId: 7, licenseNumber: '123', stateCode: 'NSW' }] }]);
	});

	test.each([
		[
			'a state that is written out',
			[{ securityLicenseId: 7, licenseNumber: '1', state: 'Victoria' }],
			[{ licenseNumber: '1', stateCode: 'NSW' }],
			/may be the same as “NSW”/,
		],
		[
			'a state of four letters',
			[{ securityLicenseId: 7, licenseNumber: '1', state: 'Vict' }],
			[{ licenseNumber: '1', stateCode: 'VIC' }],
			/in the state “Vict”, which may be the same as “VIC”/,
		],
		[
			'a state of four letters in the form',
			[{ securityLicenseId: 7, licenseNumber: '1', state: 'VIC' }],
			[{ licenseNumber: '1', stateCode: 'Vict' }],
			/may be the same as “Vict”/,
		],
		[
			'one of two matches without an id',
			[{ securityLicenseId: 7, licenseNumber: '1' }, { licenseNumber: '01' }],
			[{ licenseNumber: '1' }],
			/“1” \(ID 7\) and “01” \(ID none\)/,
		],
		[
			'one licence by its id and by its number',
			[{ securityLicenseId: 7, licenseNumber: '1' }],
			[{ licenseId: '7', stateCode: 'NSW' }, { licenseNumber: '1' }],
			/is in “Licences” twice/,
		],
		['a match without an id', [{ licenseNumber: '1' }], [{ licenseNumber: '1' }], /returns no usable ID for it/],
		[
			'a match with an id that is none',
			[{ licenseNumber: '1', securityLicenseId: 'x' }],
			[{ licenseNumber: '1' }],
			/returns no usable ID/,
		],
		['the same new number twice', [], [{ licenseNumber: '1' }, { licenseNumber: ' 1 ' }], /is in “Licences” twice/],
		[
			'one licence twice, by its id',
			[],
			[
				{ licenseId: '4', stateCode: 'NSW' },
				{ licenseId: '4', stateCode: 'VIC' },
			],
			/in “Licences” twice/,
		],
	] as const)('%s is refused before anything is written', async (_, records, entries, words) => {
		known(...records);
		const { error } = await bench.run('developer', { ...upsert, ...licences(...entries) });
		expect(error?.message).toMatch(words);
		expect(written()).toEqual([]);
	});

	test('one number of two states in one form makes two', async () => {
		known();
		const entries = [
			{ licenseNumber: '1', stateCode: 'NSW' },
			{ licenseNumber: '1', stateCode: 'VIC' },
		];
		await bench.ok('developer', { ...upsert, ...licences(...entries) });
		expect(written()).toEqual([{ licenses: entries }]);
	});
});
