import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/index.ts';
import { credentialFor, runNode } from '../support/rig.mts';
import { locator, useBench } from './bench.mts';
import { type Seen, startRecorder } from './recorder.mts';

const bench = useBench();
const create = { resource: 'staff', operation: 'create', firstName: '={{ $json.first }}', lastName: 'Guard', email: '={{ $json.email }}' };
const update = { resource: 'staff', operation: 'update', employeeId: '={{ $json.id }}', updateFields: { mobile: '={{ $json.mobile }}' } };

const rows = (count: number, make: (index: number) => IDataObject): Array<{ json: IDataObject }> => Array.from({ length: count }, (_, index) => ({ json: make(index) }));
const employees = ({ body }: Seen): IDataObject[] => (body as { employees: IDataObject[] }).employees;
const fine = { status: { code: 0, errorMessage: '' }, data: null };

const details = {
	address: '1 Street',
	city: 'Sydney',
	countryCode: 'AU',
	emergencyContactName: 'Kim',
	emergencyContactNumber: '000',
	employeeId: 'E-9',
	gender: 'Unspecified',
	knownAsFirstName: 'Annie',
	knownAsLastName: 'L',
	middleName: 'M',
	mobile: '+61 400 000 000',
	postCode: '0800',
	stateCode: 'NT',
};
/** How the editor's date picker stores a day, in zones on either side of Greenwich. */
const days = { dateOfBirth: '1990-04-01T00:00:00', startDate: '2026-10-04T00:00:00' };
const sentDays = { dateOfBirth: '1990-04-01T00:00:00Z', startDate: '2026-10-04T00:00:00Z' };

describe('Staff, Create', () => {
	test.each(['Australia/Sydney', 'America/Los_Angeles'])('in %s every field is sent under the name of the API, days as picked', async (timeZone) => {
		bench.recorder.answer(() => ({ body: fine }));
		const additionalFields = {
			...details,
			...days,
			employeeReferenceNumber: '0',
			licenses: { licence: [{ licenseNumber: 'SL1', licenseType: 'Unarmed', stateCode: 'NSW', expiryDate: '2027-03-31T00:00:00', attachments: '' }] },
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
						licenses: [{ licenseNumber: 'SL1', licenseType: 'Unarmed', stateCode: 'NSW', expiryDate: '2027-03-31T00:00:00Z' }],
					},
				],
			},
		});
	});

	test('one request for each item, one after another; the records of the service come back paired', async () => {
		const items = rows(3, (index) => ({ first: `New${index}`, email: `new${index}@example.com` }));
		const { json, items: outputs } = await bench.run('developer', { ...create, additionalFields: { mobile: '', city: '' } }, { items });
		expect(bench.recorder.seen.map(employees)).toEqual(items.map(({ json: { first, email } }) => [{ firstName: first, lastName: 'Guard', email }]));
		expect(json.map(({ firstName }) => firstName)).toEqual(['New0', 'New1', 'New2']);
		expect(json.every(({ id }) => typeof id === 'number')).toBe(true);
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('a larger batch is one request; without records in the answer each item tells what was created', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		const items = rows(5, (index) => ({ first: `B${index}`, email: `b${index}@example.com` }));
		const { json } = await bench.run('developer', { ...create, options: { batchSize: 3 } }, { items });
		expect(bench.recorder.seen.map((seen) => employees(seen).length)).toEqual([3, 2]);
		expect(json[4]).toEqual({ created: true, firstName: 'B4', lastName: 'Guard', email: 'b4@example.com' });
	});

	test('a refused batch is not sent again: each of its items carries the error, the others go on', async () => {
		const items = rows(4, (index) => ({ first: `R${index}`, email: index === 1 ? 'new0@example.com' : `r${index}@example.com` }));
		await bench.run('developer', create, { items: rows(1, () => ({ first: 'New0', email: 'new0@example.com' })), node: { onError: 'continueRegularOutput' } });
		bench.recorder.clear();
		const { json } = await bench.run('developer', { ...create, options: { batchSize: 2 } }, { items, node: { onError: 'continueRegularOutput' } });
		expect(bench.recorder.seen).toHaveLength(2);
		expect(json.map((record) => Object.keys(record)[0])).toEqual(['error', 'error', expect.not.stringMatching('error'), expect.not.stringMatching('error')]);
	});

	test('what may have arrived is never sent again, and the error says that it may be there', async () => {
		const count = async (): Promise<number> => (await bench.ok('developer', { resource: 'staff', operation: 'getAll', returnAll: true })).length;
		const before = await count();
		bench.recorder.answer(({ method }) => (method === 'POST' ? 'cut' : undefined));
		const items = rows(3, (index) => ({ first: 'Cut', email: `cut${index}@example.com` }));
		const { error } = await bench.run('developer', create, { items });
		expect(bench.recorder.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
		expect(await count()).toBe(before + 1);
		expect(error?.description).toContain('The service may have done it all the same');
		expect(error?.description).toContain('Items that were not sent: 1 to 2.');
	});

	test('a gateway’s 503 is not repeated either', async () => {
		bench.recorder.answer(() => ({ status: 503, body: '' }));
		const { error } = await bench.run('developer', create, { items: rows(1, () => ({ first: 'A', email: 'a@example.com' })) });
		expect(bench.recorder.seen).toHaveLength(1);
		expect(error?.description).toContain('may have done it');
	});

	test('a connection that never came about leaves no doubt', async () => {
		const store = credentialFor(bench.sandbox, 'developer', { baseUrl: bench.recorder.url, requestsPerMinute: 6000 });
		await runNode(store, { resource: 'staff', operation: 'getAll', limit: 1 });
		const closed = await startRecorder();
		await closed.close();
		// The token is there already; only the address has gone away.
		store.data = { ...store.data, baseUrl: closed.url, tokenFingerprint: readSettings({ ...store.data, baseUrl: closed.url }).fingerprint };
		const { error } = await runNode(store, { ...create, firstName: 'A', email: 'a@example.com' });
		expect(error?.message).toMatch(/^The connection to .* failed$/);
		expect(error?.description).not.toContain('may have done it');
	});

	test('a stop tells which items were written', async () => {
		let count = 0;
		bench.recorder.answer(() => (++count === 3 ? { status: 400, body: { status: { code: 7, errorMessage: 'No such state' } } } : { body: fine }));
		const { error, items: written } = await bench.run('developer', create, { items: rows(5, (index) => ({ first: 'S', email: `s${index}@example.com` })) });
		expect(written).toEqual([]);
		expect(error?.message).toBe('No such state');
		expect(error?.context.itemIndex).toBe(2);
		expect(error?.description).toContain('Items that were written: 0 to 1. Items that were not sent: 3 to 4.');
	});

	test('one bad row stops everything before anything is sent', async () => {
		const { error } = await bench.run('developer', create, { items: rows(3, (index) => ({ first: 'A', email: index === 2 ? 'nobody' : `x${index}@example.com` })) });
		expect([error?.message, error?.context.itemIndex]).toEqual(['“Email” is not an e-mail address', 2]);
		expect(bench.recorder.seen).toEqual([]);
	});
});

describe('Staff, Update', () => {
	const ids = rows(40, (index) => ({ id: 3001 + index, mobile: `m${index}` }));

	test('sends only the fields that were added, never licences, days as picked', async () => {
		const updateFields = { ...details, ...days, firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.com', employeeReferenceNumber: 12, licenses: [{ licenseNumber: 'X' }] };
		bench.recorder.answer(() => ({ body: fine }));
		expect(await bench.one('developer', { ...update, employeeId: locator('3001', 'list'), updateFields, options: { additionalBody: { licenses: [1] } } }, { timeZone: 'America/Los_Angeles' })).toEqual({
			request: 'PATCH /api/external/staffs',
			query: {},
			body: { employees: [{ id: 3001, ...details, ...sentDays, firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.com', employeeReferenceNumber: 12 }] },
		});
	});

	test('500 rows are 20 requests and 500 output items', async () => {
		bench.recorder.answer((seen) => ({ body: { ...fine, data: employees(seen) } }));
		const items = rows(500, (index) => ({ id: index + 1, mobile: `m${index}` }));
		const { json, items: outputs } = await bench.run('developer', update, { items });
		expect(bench.recorder.seen.map((seen) => employees(seen).length)).toEqual(Array.from({ length: 20 }, () => 25));
		expect(json).toEqual(items.map(({ json: row }) => row));
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	test('without records in the answer each item says that it was updated', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		expect(await bench.ok('developer', update, { items: ids.slice(0, 2) })).toEqual([{ id: 3001, updated: true }, { id: 3002, updated: true }]);
	});

	test('two rows of one employee are never in one request, and arrive in order', async () => {
		const items = [3001, 3002, 3001, 3003, 3003].map((id, index) => ({ json: { id, mobile: `v${index}` } }));
		const json = await bench.ok('developer', update, { items });
		expect(bench.recorder.seen.map((seen) => employees(seen).map(({ mobile }) => mobile))).toEqual([['v0', 'v1'], ['v2', 'v3'], ['v4']]);
		expect(json.map(({ mobile }) => mobile)).toEqual(['v0', 'v1', 'v2', 'v3', 'v4']);
	});

	test.each([
		['400', () => ({ status: 400, body: { status: { code: 400, errorMessage: 'Bad row' } } })],
		['404', () => ({ status: 404, body: { status: { code: 404, errorMessage: 'No such employee' } } })],
		['409', () => ({ status: 409, body: { status: { code: 409, errorMessage: 'The e-mail address is taken' } } })],
		['413', () => ({ status: 413 })],
		['422', () => ({ status: 422, body: { errors: [{ message: 'Bad row' }] } })],
		['a status code in a success', () => ({ body: { status: { code: 9, errorMessage: 'Bad row' }, data: null } })],
		['403 with a fitting key', () => ({ status: 403, body: { status: { code: 403, errorMessage: 'Employee outside' } } })],
	])('a batch refused by %s is halved until the bad rows stand alone', async (_, refusal) => {
		const bad = new Set([3006, 3020]);
		bench.recorder.answer((seen) => (employees(seen).some(({ id }) => bad.has(Number(id))) ? refusal() : { body: fine }));
		const { json } = await bench.run('developer', update, { items: ids.slice(0, 25), node: { onError: 'continueRegularOutput' } });
		const failed = json.flatMap((record, index) => ('error' in record ? [index] : []));
		expect(failed).toEqual([5, 19]);
		expect(json.filter(({ updated }) => updated === true)).toHaveLength(23);
		expect(bench.recorder.seen.length).toBeLessThanOrEqual(19);
	});

	test('403 with another key type is not halved', async () => {
		const { json } = await bench.run('timesheet', update, { items: ids.slice(0, 8), node: { onError: 'continueRegularOutput' } });
		expect(bench.recorder.seen).toHaveLength(1);
		expect(json.every(({ error }) => String((error as IDataObject).description).includes('“developer”'))).toBe(true);
	});

	test('in the sandbox the good rows are written when one employee does not exist', async () => {
		const items = [...ids.slice(0, 3), { json: { id: 9999, mobile: 'x' } }];
		const { error } = await bench.run('developer', update, { items });
		expect(error?.context.itemIndex).toBe(3);
		expect(error?.description).toContain('Items that were written: 0 to 2.');
		const [changed] = await bench.ok('developer', { resource: 'staff', operation: 'getAll', filters: { searchText: 'SCG102' } });
		expect(changed?.mobile).toBe('m2');
	});

	test('a 500 is not halved, and the rest is not sent without Continue On Fail', async () => {
		bench.recorder.answer(() => ({ status: 500, body: { status: { code: 500, errorMessage: 'Down' } } }));
		const { error } = await bench.run('developer', { ...update, options: { batchSize: 10 } }, { items: ids });
		expect(bench.recorder.seen).toHaveLength(1);
		expect(error?.description).toContain('No item was written. Items with an error: 0 to 9. Items that were not sent: 10 to 39.');
	});

	test('rows that add different things to the query don’t share a request', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		const options = { additionalQuery: { parameters: [{ name: 'companyId', value: '={{ $json.company }}' }] } };
		const items = ['1', '1', '2'].map((company, index) => ({ json: { id: index + 1, mobile: 'm', company } }));
		await bench.ok('developer', { ...update, options }, { items });
		expect(bench.recorder.seen.map((seen) => [seen.query.companyId, employees(seen).length])).toEqual([['1', 2], ['2', 1]]);
	});

	test('nothing to update is refused before anything is sent', async () => {
		const { error } = await bench.run('developer', { ...update, updateFields: { mobile: '={{ $json.none }}', city: ' ' } }, { items: ids.slice(0, 1) });
		expect(error?.message).toBe('There is nothing to update');
		expect(bench.recorder.seen).toEqual([]);
	});
});
