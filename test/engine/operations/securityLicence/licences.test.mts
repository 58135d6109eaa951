import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { credentialFor, runNode } from '../../../../kit/core/engine.mts';
import { waitFor } from '../../../../kit/lib/wait.mts';
import { locator, useBench } from '../../support/bench.mts';
import type { Canned } from '../../support/recorder.mts';

const bench = useBench();
// What an upsert answers is nowhere shown; this one answers with records.
const answering = useBench({ writes: 'records' });
const upsert = { resource: 'securityLicence', operation: 'upsert', employeeId: locator('3001') };
const list = { resource: 'securityLicence', operation: 'getAll', employeeId: '3001', simplify: false };

const file = (content: Buffer | string, fileName: string, mimeType = 'application/pdf'): IBinaryKeyData[string] => ({
	data: Buffer.from(content).toString('base64'),
	fileName,
	mimeType,
});
const licences = (...licence: IDataObject[]): IDataObject => ({ licenses: { licence } });

describe('Security Licence, Create or Update', () => {
	test('sends every field under the name of the API, days as picked and the files of the item', async () => {
		const licence = { licenseNumber: 'SL1', licenseType: 'Unarmed', stateCode: 'NSW' };
		const binary = {
			front: file('F', 'licence front.pdf'),
			back: { data: 'Qg==', mimeType: 'image/png', fileExtension: 'png' },
		};
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: [{ securityLicenseId: 7 }] } }));
		const form = licences({
			...licence,
			licenseId: '7',
			expiryDate: '2027-03-31T00:00:00',
			attachments: 'front, back',
		});
		const options = { items: [{ json: {}, binary }], timeZone: 'America/Los_Angeles' };
		const attachments = [
			{ attachmentBase64: 'Rg==', attachmentFileName: 'licence front.pdf' },
			{ attachmentBase64: 'Qg==', attachmentFileName: 'back.png' },
		];
		expect(await bench.one('developer', { ...upsert, ...form }, options)).toEqual({
			request: 'POST /api/external/staffs/3001/licenses',
			query: {},
			body: { licenses: [{ ...licence, licenseId: 7, expiryDate: '2027-03-31T00:00:00Z', attachments }] },
		});
	});

	test('finds a licence by its number, so that a blank id makes no second one', async () => {
		const before = await answering.ok('developer', list);
		const number = String(before[0]?.licenseNumber);
		answering.recorder.clear();
		const [saved] = await answering.ok('developer', {
			...upsert,
			...licences({ licenseId: '', licenseNumber: number.toLowerCase(), stateCode: String(before[0]?.state) }),
		});
		expect(
			answering.recorder.seen.map(({ method, path, query }) => `${method} ${path} ${query.licenseNumber ?? ''}`.trim()),
		).toEqual(['GET /api/external/staffs/3001/licenses', 'POST /api/external/staffs/3001/licenses']);
		expect(saved?.securityLicenseId).toBe(before[0]?.securityLicenseId);
		expect(await answering.ok('developer', list)).toHaveLength(before.length);
	});

	test('creates what it does not find, and does not look when it is told so', async () => {
		const before = (await bench.ok('developer', list)).length;
		await bench.ok('developer', { ...upsert, ...licences({ licenseNumber: 'NEW-1' }) });
		expect(await bench.ok('developer', list)).toHaveLength(before + 1);
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: null } }));
		const options = { matchByNumber: false };
		const seen = await bench.sent('developer', { ...upsert, ...licences({ licenseNumber: 'NEW-1' }), options });
		expect(seen.map(({ method }) => method)).toEqual(['POST']);
	});

	test('takes several licences in one request, and attachments that an expression brings encoded', async () => {
		bench.recorder.answer(({ method }) =>
			method === 'GET' ? { body: { status: { code: 0 }, data: [] } } : { body: { status: { code: 0 }, data: null } },
		);
		const ready = [{ attachmentBase64: 'Rg==', attachmentFileName: 'a.pdf' }];
		const rows = licences(
			{ licenseNumber: 'A', attachments: '={{ $json.ready }}' },
			{
				licenseNumber: 'B',
				expiryDate: '={{ DateTime.fromISO("2027-01-01T00:00:00", { zone: "Australia/Sydney" }) }}',
			},
		);
		const [saved] = await bench.ok('developer', { ...upsert, ...rows }, { items: [{ json: { ready } }] });
		expect(saved).toEqual({ employeeId: '3001', saved: true });
		expect(bench.recorder.seen.at(-1)?.body).toEqual({
			licenses: [
				{ licenseNumber: 'A', attachments: ready },
				{ licenseNumber: 'B', expiryDate: '2027-01-01T00:00:00Z' },
			],
		});
	});

	test('a file of 20 MB arrives whole', async () => {
		const content = Buffer.alloc(20 * 1024 * 1024, 'workforce');
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: null } }));
		const { body } = await bench.one(
			'developer',
			{ ...upsert, ...licences({ licenseId: 1, attachments: 'scan' }) },
			{ items: [{ json: {}, binary: { scan: file(content, 'scan.pdf') } }] },
		);
		const [licence] = (body as { licenses: Array<{ attachments: Array<{ attachmentBase64: string }> }> }).licenses;
		const arrived = Buffer.from(String(licence?.attachments[0]?.attachmentBase64), 'base64');
		const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
		expect(digest(arrived)).toBe(digest(content));
	});

	test('an attachment can be fetched again with its name', async () => {
		await bench.ok(
			'developer',
			{ ...upsert, ...licences({ licenseNumber: 'ROUND-1', attachments: 'scan' }) },
			{ items: [{ json: {}, binary: { scan: file('round trip', 'Führerschein 1.pdf') } }] },
		);
		// Asked of the sandbox itself, which is what its link leads to.
		const { items } = await runNode(credentialFor(bench.sandbox, 'developer'), {
			...list,
			filters: { licenseNumber: 'ROUND-1' },
			options: { downloadAttachment: true },
		});
		expect(items[0]?.binary?.attachment).toMatchObject({
			fileName: 'Führerschein 1.pdf',
			mimeType: 'application/pdf',
			data: Buffer.from('round trip').toString('base64'),
		});
	});

	test.each([
		['nothing at all', {}, '“Licences” is empty'],
		[
			'one licence twice',
			licences({ licenseNumber: '1' }, { licenseNumber: '1' }),
			'The licence “1” is in “Licences” twice',
		],
		['a licence without a field', licences({ licenseId: '7', licenseNumber: ' ' }), 'A licence has no fields to write'],
		['there is no such day', licences({ licenseNumber: '1', expiryDate: '2027-02-30' }), '“Expiry Date” is not a date'],
	])('%s is refused before anything is sent', async (_, fields, message) => {
		const { error } = await bench.run('developer', { ...upsert, ...(fields as IDataObject) });
		expect({ message: error?.message, itemIndex: error?.context.itemIndex }).toEqual({ message, itemIndex: 0 });
		expect(bench.recorder.seen).toEqual([]);
	});

	test('all that is wrong with the licences of an item is told at once', async () => {
		const rows = licences(
			{ licenseNumber: '1', expiryDate: 'soon', licenseId: 'x' },
			{ licenseNumber: '2', expiryDate: '2027-02-30', attachments: 'photo' },
		);
		const { error } = await bench.run('developer', { ...upsert, ...rows });
		expect(error?.message).toMatch(
			/^4 errors: \(1\) “Expiry Date” is not a date; \(2\) “Licence ID” .*; \(3\) “Expiry Date” is not a date; \(4\) “Input Data Field Name” /,
		);
		expect(error?.description).toMatch(/\(1\) It is “soon”.*\(3\) It is “2027-02-30”/);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('of several items the one that is refused is named by its place and its licence, and what was written', async () => {
		const long = `SL2${'0'.repeat(57)}`;
		const items = ['SL1', `${long}123`, 'SL3'].map((number) => ({ json: { number } }));
		const entry = {
			licenseNumber: '={{ $json.number }}',
			expiryDate: '={{ $itemIndex === 1 ? "soon" : "2027-03-31" }}',
		};
		const { error } = await bench.run('developer', { ...upsert, ...licences(entry) }, { items });
		expect(error?.message).toBe(`Row 2 (licence ${long}): “Expiry Date” is not a date`);
		expect(error?.description).toContain('Rows that were written: 1. Rows that were not sent: 3.');
		const { json } = await bench.run(
			'developer',
			{ ...upsert, ...licences(entry) },
			{ items, node: { onError: 'continueRegularOutput' } },
		);
		expect((json[1]?.error as IDataObject).message).toBe(`Row 2 (licence ${long}): “Expiry Date” is not a date`);
		const ofSheet = items.map((item, index) => ({ json: { ...item.json, row_number: index + 2 } }));
		const told = (await bench.run('developer', { ...upsert, ...licences(entry) }, { items: ofSheet })).error;
		expect(told?.message).toBe(`Row 3 of the sheet (licence ${long}): “Expiry Date” is not a date`);
		expect(told?.description).toContain(
			'Rows of the sheet that were written: 2. Rows of the sheet that were not sent: 4.',
		);
	});
});

describe('A new licence that another execution is sending, and the list doesn’t show', () => {
	const plain = { licenseNumber: 'NEW-9' };
	const [nsw, vic] = [
		{ ...plain, stateCode: 'NSW' },
		{ ...plain, stateCode: 'VIC' },
	];
	const done: Canned = { body: { status: { code: 0 }, data: null } };
	const lost: Canned = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
	const refused: Canned = { status: 400, body: { status: { code: 400, errorMessage: 'Not now' }, data: null } };
	const just = /^Another execution in n8n has just created the licence “NEW-9”, .* Run it again in a minute\.$/;
	const asked = (method: string): number => bench.recorder.seen.filter((seen) => seen.method === method).length;

	test.each([
		{ kind: 'of the same state', first: nsw, next: [nsw], said: just },
		{ kind: 'without a state', first: plain, next: [nsw], said: just },
		{ kind: 'with a state, where this one has none', first: nsw, next: [plain], said: just },
		{ kind: 'whose answer is lost', first: nsw, next: [nsw], answer: lost, said: /may have just created the licence/ },
		{ kind: 'that is refused is tried again', first: nsw, next: [nsw], answer: refused, said: /^Not now/, sent: 2 },
		{
			kind: 'that turns out to be two of these',
			first: plain,
			next: [nsw, vic],
			said: /is in “Licences” twice/,
			shown: [{ securityLicenseId: 9, ...plain }],
		},
	])('is not sent twice: one $kind', async ({ first, next, said, answer = done, sent = 1, shown = [] }) => {
		const looks = 1 + next.length;
		bench.recorder.answer(async ({ method }) => {
			if (method === 'GET') return { body: { status: { code: 0 }, data: asked('GET') > looks ? shown : [] } };
			await waitFor('all to look', () => asked('GET') >= looks, { intervalMs: 5 });
			return answer;
		});
		const one = bench.run('developer', { ...upsert, ...licences(first) });
		await waitFor('its sending', () => asked('POST') === 1, { intervalMs: 5 });
		const { error } = await bench.run('developer', { ...upsert, ...licences(...next) });
		await one;
		expect(`${error?.message}. ${error?.description}`).toMatch(said);
		expect(asked('POST')).toBe(sent);
	});
});
