import { describe, expect, test } from '@jest/globals';
import { readSettings } from '../../../../nodes/WorkforceOperations/transport/index.ts';
import { credentialFor, runNode } from '../../../../kit/core/engine.mts';
import { useBench } from '../../support/bench.mts';
import { startRecorder } from '../../support/recorder.mts';
import { days, details, employees, fine, rows, sentDays } from '../../support/staffRows.mts';

const bench = useBench();
// What a creation answers is nowhere shown; this one answers with records.
const answering = useBench({ writes: 'records' });
const create = {
	resource: 'staff',
	operation: 'create',
	firstName: '={{ $json.first }}',
	lastName: 'Guard',
	email: '={{ $json.email }}',
};

describe('Staff, Create', () => {
	test.each(['Australia/Sydney', 'America/Los_Angeles'])(
		'in %s every field is sent under the name of the API, days as picked',
		async (timeZone) => {
			bench.recorder.answer(() => ({ body: fine }));
			const additionalFields = {
				...details,
				...days,
				employeeReferenceNumber: '0',
				licenses: {
					licence: [
						{
							licenseNumber: 'SL1',
							licenseType: 'Unarmed',
							stateCode: 'NSW',
							expiryDate: '2027-03-31T00:00:00',
							attachments: '',
						},
					],
				},
			};
			const items = [{ json: { first: 'Ann', email: 'ann@example.com' } }];
			expect(await bench.one('developer', { ...create, additionalFields }, { items, timeZone })).toEqual({
				request: 'POST /api/external/staffs',
				query: {},
				body: {
					employees: [
						{
							...details,
							...sentDays,
							employeeReferenceNumber: 0,
							firstName: 'Ann',
							lastName: 'Guard',
							email: 'ann@example.com',
							licenses: [
								{ licenseNumber: 'SL1', licenseType: 'Unarmed', stateCode: 'NSW', expiryDate: '2027-03-31T00:00:00Z' },
							],
						},
					],
				},
			});
		},
	);

	test('one request for each item, one after another; the records of the service come back paired', async () => {
		const items = times(3, (index) => ({ first: `New${index}`, email: `new${index}@example.com` }));
		const { json, items: outputs } = await answering.run(
			'developer',
			{ ...create, additionalFields: { mobile: '', city: '' } },
			{ items },
		);
		expect(answering.recorder.seen.map(employees)).toEqual(
			items.map(({ json: { first, email } }) => [{ firstName: first, lastName: 'Guard', email }]),
		);
		expect(json.map(({ firstName }) => firstName)).toEqual(['New0', 'New1', 'New2']);
		expect(json.map(({ id }) => typeof id)).toEqual(['number', 'number', 'number']);
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('an e-mail address of a copied cell travels without what nobody sees', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		await bench.one('developer', create, {
			items: times(1, () => ({ first: 'Ann', email: ' ann\u200b@exam\u00adple.com ' })),
		});
		expect(bench.recorder.seen.flatMap(employees).map(({ email }) => email)).toEqual(['ann@example.com']);
	});

	test('a larger batch is one request; without records in the answer each item tells what was created', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		const items = times(5, (index) => ({ first: `B${index}`, email: `b${index}@example.com` }));
		const { json } = await run(items, { ...create, advanced: { batchSize: 3 } });
		expect(bench.recorder.seen.map((seen) => employees(seen).length)).toEqual([3, 2]);
		expect(json[4]).toEqual({ created: true, firstName: 'B4', lastName: 'Guard', email: 'b4@example.com' });
	});

	test('a refused batch is not sent again: each of its items carries the error, the others go on', async () => {
		const items = times(4, (index) => ({
			first: `R${index}`,
			email: index === 1 ? 'new0@example.com' : `r${index}@example.com`,
		}));
		await keepGoing(
			times(1, () => ({ first: 'New0', email: 'new0@example.com' })),
			create,
		);
		bench.recorder.clear();
		const { json } = await keepGoing(items, { ...create, advanced: { batchSize: 2 } });
		expect(bench.recorder.seen).toHaveLength(2);
		expect(json.map((record) => Object.keys(record)[0])).toEqual([
			'error',
			'error',
			expect.not.stringMatching('error'),
			expect.not.stringMatching('error'),
		]);
	});

	test('what may have arrived is never sent again, and the error says that it may be there', async () => {
		const count = async (): Promise<number> =>
			(await bench.ok('developer', { resource: 'staff', operation: 'getAll', returnAll: true })).length;
		const before = await count();
		bench.recorder.answer(({ method }) => (method === 'POST' ? 'cut' : undefined));
		const items = times(3, (index) => ({ first: 'Cut', email: `cut${index}@example.com` }));
		const { error } = await run(items, create);
		expect(bench.recorder.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
		expect(await count()).toBe(before + 1);
		expect(error?.description).toContain('The service may have made the change anyway');
		expect(error?.description).toContain('Rows that were not sent: 2 to 3.');
	});

	test('a gateway’s 503 is not repeated either', async () => {
		bench.recorder.answer(() => ({ status: 503, body: '' }));
		const { error } = await run(
			times(1, () => ({ first: 'A', email: 'a@example.com' })),
			create,
		);
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
		let count = 0;
		bench.recorder.answer(() =>
			++count === 3 ? { status: 400, body: { status: { code: 7, errorMessage: 'No such state' } } } : { body: fine },
		);
		const { error, items: written } = await run(
			times(5, (index) => ({ first: 'S', email: `s${index}@example.com` })),
			create,
		);
		expect(written).toEqual([]);
		expect(error?.message).toBe('Row 3 (S Guard, s2@example.com): No such state');
		expect(error?.context.itemIndex).toBe(2);
		expect(error?.description).toContain('Rows that were written: 1 to 2. Rows that were not sent: 4 to 5.');
	});

	test('one bad row stops everything before anything is sent', async () => {
		const { error } = await run(
			times(3, (index) => ({ first: 'A', email: index === 2 ? 'nobody' : `x${index}@example.com` })),
			create,
		);
		expect({ message: error?.message, itemIndex: error?.context.itemIndex }).toEqual({
			message: 'Row 3 (A Guard, nobody): “Email” is not an e-mail address',
			itemIndex: 2,
		});
		expect(error?.description).toContain('None of the 3 rows was written.');
		expect(bench.recorder.seen).toEqual([]);
	});
});
