import { describe, expect, test } from '@jest/globals';
import { expectFiltered, ids, useFreshClient, type Json } from './support.mts';

const client = useFreshClient();

const get = (path: string) => client.get('developer', `/external/staffs${path}`);
const send = (method: string, path: string, body: Json) =>
	client.call('developer', method, `/external/staffs${path}`, body);
const find = async (email: string): Promise<Json> =>
	(await get(`/search?email=${encodeURIComponent(email)}`)).body.data as Json;
const person = { firstName: 'Ada', lastName: 'Byron', email: 'Ada.Byron@example.org' };

describe('the list', () => {
	test('shows active staff of the own company, twenty at a time', async () => {
		expect((await get('')).rows).toHaveLength(20);
		expect((await get('?limit=100')).rows).toHaveLength(40);
		expect(ids((await get('?limit=500')).rows, 'id')).not.toContain(3901);
		const byName = (await get('?referenceName=&limit=50')).rows.map((row) =>
			`${String(row.firstName)} ${String(row.lastName)}`.toLowerCase(),
		);
		expect(byName).toEqual([...byName].sort((a, b) => (a < b ? -1 : 1)));
		expect((await get('?searchText=SCG104')).rows).toEqual([
			expect.objectContaining({ id: 3005, employeeId: 'SCG104', employeeReferenceNumber: '70052' }),
		]);
		await expectFiltered(
			(query) => get(`?limit=50&${query}`),
			'filter=ironbark',
			({ subcontractorName }) => subcontractorName === 'Ironbark Security',
		);
	});

	test('one person is found by address, whatever its case; nobody is 404', async () => {
		const first = (await get('?limit=1')).rows[0];
		expect(await find(String(first?.email).toUpperCase())).toEqual(first);
		for (const email of ['nobody@example.org', 'nobody@another-firm.example'])
			expect((await get(`/search?email=${email}`)).status).toBe(404);
		expect((await get('/search')).status).toBe(400);
	});
});

describe('create', () => {
	test('makes several with licences, and what they were given is found again', async () => {
		const licence = {
			licenseNumber: 'NEW-1',
			stateCode: 'NSW',
			licenseType: 'Crowd Control',
			expiryDate: '2027-03-01T00:00:00Z',
		};
		const made = await send('POST', '', {
			employees: [
				{ ...person, employeeReferenceNumber: 42, startDate: '2026-08-01T00:00:00Z', licenses: [licence] },
				{ ...person, email: 'two@example.org' },
			],
		});
		expect({ status: made.status, rows: made.rows.length }).toEqual({ status: 200, rows: 2 });
		expect(made.rows[0]).toMatchObject({ ...person, employeeReferenceNumber: '42', startDate: '2026-08-01T00:00:00Z' });
		const id = String((await find('ada.byron@example.org')).id);
		expect((await get(`/${id}/licenses`)).rows).toEqual([
			expect.objectContaining({
				licenseNumber: 'NEW-1',
				state: 'NSW',
				licenceSector: 'Crowd Control',
				expiryDate: '2027-03-01T00:00:00.000Z',
				status: 'Current',
			}),
		]);
	});

	test('is all or nothing', async () => {
		const twice = await send('POST', '', { employees: [person, person] });
		expect(twice).toMatchObject({ status: 400, body: { message: expect.stringContaining('already belongs') } });
		expect((await get('/search?email=ada.byron@example.org')).status).toBe(404);
		const bad = {
			...person,
			licenses: [
				{ licenseNumber: 'X', attachments: [{ attachmentBase64: 'not base64!', attachmentFileName: 'a.pdf' }] },
			],
		};
		expect((await send('POST', '', { employees: [bad] })).body.message).toMatch(/not valid base64/);
		expect((await get('/search?email=ada.byron@example.org')).status).toBe(404);
	});

	test.each([
		[{}, 'employees is required'],
		[{ employees: [] }, 'must NOT have fewer than 1 items'],
		[{ employees: [{ firstName: 'A', lastName: 'B' }] }, 'email is required'],
		[{ employees: [{ ...person, email: 'nonsense' }] }, 'employees.0.email must match format "email"'],
		[{ employees: [{ ...person, nickname: 'x' }] }, 'additional properties'],
		[{ employees: [{ ...person, dateOfBirth: 'yesterday' }] }, 'dateOfBirth must match format'],
		[{ employees: [{ ...person, id: 5 }] }, 'additional properties'],
	])('%j is refused: %s', async (body, words) => {
		const answer = await send('POST', '', body as Json);
		expect(answer).toMatchObject({ status: 400, body: { data: null, message: expect.stringContaining(words) } });
	});
});

describe('update', () => {
	test('writes what is sent and nothing else', async () => {
		const before = await find('aroha.ngata@southerncross-guarding.example');
		const answer = await send('PATCH', '', {
			employees: [{ id: 3001, mobile: '+61 400 000 001', address: '1 New Street' }],
		});
		expect(answer.rows[0]).toMatchObject({ ...before, mobile: '+61 400 000 001', address: '1 New Street' });
		expect(await find('aroha.ngata@southerncross-guarding.example')).toEqual({ ...before, mobile: '+61 400 000 001' });
		expect((await send('PATCH', '', { employees: [{ id: 3001, mobile: null }] })).rows[0]).toMatchObject({
			mobile: '',
			address: '1 New Street',
		});
	});

	test('is all or nothing; unknown, foreign and double ones are refused', async () => {
		const before = await find('aroha.ngata@southerncross-guarding.example');
		const change = { id: 3001, mobile: 'changed' };
		for (const [bad, status] of [
			[{ id: 9999 }, 400],
			[{ id: 3901, mobile: 'x' }, 403],
			[{ id: 3002, email: before.email }, 400],
			[{ id: 3002, licenses: [] }, 400],
			[{ mobile: 'x' }, 400],
		] as const) {
			expect({ bad, status: (await send('PATCH', '', { employees: [change, bad] })).status }).toEqual({ bad, status });
		}
		expect(await find('aroha.ngata@southerncross-guarding.example')).toEqual(before);
	});
});

describe('licences', () => {
	test('with an id are updated in the fields that are sent, without one created', async () => {
		const before = (await get('/3001/licenses')).rows;
		const first = before[0] as Json;
		const written = await send('POST', '/3001/licenses', {
			licenses: [
				{ licenseId: first.securityLicenseId, expiryDate: '2026-08-01T00:00:00Z' },
				{ licenseId: null, licenseNumber: 'EXTRA' },
			],
		});
		expect(written.rows).toHaveLength(2);
		const after = (await get('/3001/licenses')).rows;
		expect(after).toHaveLength(before.length + 1);
		expect(after[0]).toMatchObject({
			securityLicenseId: first.securityLicenseId,
			licenseNumber: first.licenseNumber,
			state: first.state,
			expiryDate: '2026-08-01T00:00:00.000Z',
			status: 'Expiring',
			critical: false,
		});
		await send('POST', '/3001/licenses', { licenses: [{ licenseId: first.securityLicenseId, stateCode: 'TAS' }] });
		expect((await get('/3001/licenses')).rows[0]).toEqual({ ...after[0], state: 'TAS' });
		// The document doesn't call the date nullable: a licence that has none is written without.
		const [extra] = (await get('/3001/licenses?licenseNumber=extra')).rows;
		expect(extra).toMatchObject({ licenseNumber: 'EXTRA', state: '' });
		expect(Object.keys(extra ?? {})).not.toContain('expiryDate');
		expect((await get('/3001/licenses')).body).toMatchObject({ nextPageParameter: null, prevPageParameter: null });
	});

	test('attachments come back byte for byte', async () => {
		const bytes = Buffer.from([0, 255, 10, 13, 200]);
		await send('POST', '/3002/licenses', {
			licenses: [
				{
					licenseNumber: 'DOC',
					attachments: [{ attachmentBase64: bytes.toString('base64'), attachmentFileName: 'scan ü.pdf' }],
				},
			],
		});
		const link = String((await get('/3002/licenses?licenseNumber=DOC')).rows[0]?.attachmentLink);
		const file = await fetch(link);
		expect({
			status: file.status,
			isSame: Buffer.from(await file.arrayBuffer()).equals(bytes),
			disposition: file.headers.get('content-disposition'),
		}).toEqual({ status: 200, isSame: true, disposition: expect.stringContaining('attachment') });
	});

	test('unknown, foreign and incomplete ones are refused', async () => {
		const other = (await get('/3002/licenses')).rows[0] as Json;
		expect(
			(await send('POST', '/3001/licenses', { licenses: [{ licenseId: other.securityLicenseId, stateCode: 'X' }] }))
				.status,
		).toBe(400);
		expect((await send('POST', '/3001/licenses', { licenses: [{ stateCode: 'NSW' }] })).body.message).toBe(
			'licenseNumber is required for a new licence.',
		);
		expect((await get('/9999/licenses')).status).toBe(404);
		expect((await get('/3901/licenses')).status).toBe(403);
		expect((await send('POST', '/3901/licenses', { licenses: [{ licenseNumber: 'X' }] })).status).toBe(403);
	});

	test('run out with the clock and by hand', async () => {
		const status = async (id: number): Promise<unknown> => (await get(`/${id}/licenses`)).rows[0]?.status;
		expect([await status(3003), await status(3008), await status(3017)]).toEqual(['Expiring', 'Expiring', 'Expired']);
		await client.admin('POST', '/clock', { advanceSeconds: 4 * 86_400 });
		expect(await status(3003)).toBe('Expired');
		const licence = (await get('/3010/licenses')).rows[0];
		expect(licence?.status).toBe('Current');
		expect(await client.admin('POST', `/licences/${String(licence?.securityLicenseId)}/expire`)).toMatchObject({
			status: 'Expired',
			isInvalidLicense: true,
		});
		expect(await status(3010)).toBe('Expired');
		expect(await client.adminFailure('POST', '/licences/99999/expire')).toMatchObject({ status: 404 });
	});
});
