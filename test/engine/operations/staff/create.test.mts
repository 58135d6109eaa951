import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor, runNode } from '../../../../kit/core/engine.mts';
import { readSettings } from '../../../../nodes/WorkforceOperations/transport/index.ts';
import { useBench } from '../../support/bench.mts';
import { startRecorder } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { days, details, employees, sentDays } from '../../support/staffRows.mts';
import { envelope, isPost, itemsOf, times, useStaff } from './staffBench.mts';

const { bench, run, keepGoing, sent } = useStaff(0);
// What a creation answers is nowhere shown; this one answers with records.
const answering = useBench({ writes: 'records' });
const create = {
	resource: 'staff',
	operation: 'create',
	firstName: '={{ $json.first }}',
	lastName: 'Guard',
	email: '={{ $json.email }}',
};
const people = (count: number, first: string): IDataObject[] =>
	times(count, (index) => ({ first: `${first}${index}`, email: `${first.toLowerCase()}${index}@example.com` }));

describe('Staff, Create', () => {
	test.each(['Australia/Sydney', 'America/Los_Angeles'])(
		'in %s every field is sent under the name of the API, days as picked',
		async (timeZone) => {
			bench.recorder.answer(() => envelope(null));
			const licence = { licenseNumber: 'SL1', licenseType: 'Unarmed', stateCode: 'NSW' };
			const additionalFields = {
				...details,
				...days,
				employeeReferenceNumber: '0',
				licenses: { licence: [{ ...licence, expiryDate: '2027-03-31T00:00:00', attachments: '' }] },
			};
			const items = itemsOf(people(1, 'Ann'));
			expect(await bench.one('developer', { ...create, additionalFields }, { items, timeZone })).toEqual({
				request: 'POST /api/external/staffs',
				query: {},
				body: {
					employees: [
						{
							...details,
							...sentDays,
							employeeReferenceNumber: 0,
							firstName: 'Ann0',
							lastName: 'Guard',
							email: 'ann0@example.com',
							licenses: [{ ...licence, expiryDate: '2027-03-31T00:00:00Z' }],
						},
					],
				},
			});
		},
	);

	test('one request for each item, one after another; the records of the service come back paired', async () => {
		const rows = people(3, 'New');
		const { json, items } = await answering.run(
			'developer',
			{ ...create, additionalFields: { mobile: '', city: '' } },
			{ items: itemsOf(rows) },
		);
		expect(answering.recorder.seen.map(employees)).toEqual(
			rows.map(({ first, email }) => [{ firstName: first, lastName: 'Guard', email }]),
		);
		expect(json).toMatchObject(rows.map(({ first }) => ({ id: expect.any(Number), firstName: first })));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('an e-mail address of a copied cell travels without what nobody sees', async () => {
		await run([{ first: 'Ann', email: ' ann\u200b@exam\u00adple.com ' }], create);
		expect(sent('POST').map(({ email }) => email)).toEqual(['ann@example.com']);
	});

	test('a larger batch is one request; without records in the answer each item tells what was created', async () => {
		bench.recorder.answer(() => envelope(null));
		const { json } = await run(people(5, 'B'), { ...create, advanced: { batchSize: 3 } });
		expect(bench.recorder.seen.map((seen) => employees(seen).length)).toEqual([3, 2]);
		expect(json[4]).toEqual({ created: true, firstName: 'B4', lastName: 'Guard', email: 'b4@example.com' });
	});

	test('a refused batch is not sent again: each of its items carries the error, the others go on', async () => {
		bench.recorder.answer(undefined);
		await keepGoing(people(1, 'New'), create);
		bench.recorder.seen.length = 0;
		const rows = people(4, 'R').with(1, { first: 'R1', email: 'new0@example.com' });
		const { json } = await keepGoing(rows, { ...create, advanced: { batchSize: 2 } });
		expect(bench.recorder.seen).toHaveLength(2);
		expect(json.map((record) => 'error' in record)).toEqual([true, true, false, false]);
	});

	test('what may have arrived is never sent again, and the error says that it may be there', async () => {
		const list = { resource: 'staff', operation: 'getAll', returnAll: true };
		bench.recorder.answer((seen) => (isPost(seen) ? 'cut' : undefined));
		const before = await bench.ok('developer', list);
		const { error } = await run(people(3, 'Cut'), create);
		expect(bench.recorder.seen.filter(isPost)).toHaveLength(1);
		expect(await bench.ok('developer', list)).toHaveLength(before.length + 1);
		expect(error?.description).toContain('The service may have made the change anyway');
		expect(error?.description).toContain('Rows that were not sent: 2 to 3.');
	});

	test('a gateway’s 503 is not repeated either', async () => {
		bench.recorder.answer(() => ({ status: 503, body: '' }));
		const { error } = await run(people(1, 'A'), create);
		expect(bench.recorder.seen).toHaveLength(1);
		expect(error?.description).toContain('may have made the change');
	});

	test('a connection that never came about leaves no doubt', async () => {
		const store = credentialFor(bench.sandbox, 'developer', { baseUrl: bench.recorder.url, requestsPerMinute: 6000 });
		await runNode(store, { resource: 'staff', operation: 'getAll', limit: 1 });
		const closed = await startRecorder();
		await closed.close();
		// The token is there already; only the address has gone away.
		store.data = {
			...store.data,
			baseUrl: closed.url,
			tokenFingerprint: readSettings({ ...store.data, baseUrl: closed.url }).fingerprint,
		};
		const { error } = await runNode(store, { ...create, firstName: 'A', email: 'a@example.com' });
		expect(error?.message).toMatch(/^The connection to .* failed$/);
		expect(error?.description).not.toContain('may have made the change');
	});

	test('a stop tells which items were written', async () => {
		bench.recorder.answer(() => (bench.recorder.seen.length === 3 ? refusal(400, 'No such state') : envelope(null)));
		const { error, items } = await run(people(5, 'S'), create);
		expect(items).toEqual([]);
		expect(error?.message).toBe('Row 3 (S2 Guard, s2@example.com): No such state');
		expect(error?.context.itemIndex).toBe(2);
		expect(error?.description).toContain('Rows that were written: 1 to 2. Rows that were not sent: 4 to 5.');
	});

	test('a bad row stops everything before anything is sent', async () => {
		const bad = { first: 'A', email: 'nobody' };
		const { error } = await run(people(5, 'X').with(1, bad).with(3, bad).with(4, bad), create);
		expect(error?.message).toBe('Row 2 (A Guard, nobody): “Email” is not an e-mail address');
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toMatch(/ None of the 5 rows was written\. Rows with an error: 2, 4 to 5\.$/);
		expect(bench.recorder.seen).toEqual([]);
	});
});
