// Files byte for byte, with the names that people give them; and the service's own host when it does not hand them out: how often it is
// asked, how long is waited, and what the person reads.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import { locator, useBench } from '../../support/bench.mts';
import { attachmentOf, licences, useStores } from './foreignStores.mts';
import type { Canned } from '../../support/recorder.mts';

const bench = useBench();
const FILES = 'https://files.example.com';
const stores = useStores(bench, FILES);
let pace: Pace;
beforeEach(() => {
	pace = new Pace(bench.sandbox);
});
afterEach(() => pace.end());

/** Every byte that there is, in an order that is no text in any encoding, with line ends of every kind. */
const everyByte = Buffer.concat([
	Buffer.from(Array.from({ length: 256 }, (_, index) => 255 - index)),
	Buffer.from([0xc3, 0x28, 13, 10, 13, 10, 0]),
]);
const contents: Array<[string, Buffer]> = [
	['every byte', everyByte],
	['text in UTF-8', Buffer.from('Wachbericht — Ünïcödé 警備 🛡️\r\n', 'utf8')],
	['text in Latin-1', Buffer.from('Übergabe: 5 £', 'latin1')],
	['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x41])],
	['what looks like JSON', Buffer.from('{"a": 1}')],
	['nothing', Buffer.alloc(0)],
];

const records = (file: Canned | 'cut', link: string): void => {
	const rule = ({ path }: { path: string }): Canned | 'cut' =>
		path.startsWith('/api/external/staffs')
			? { body: { status: { code: 0 }, data: [{ licenseNumber: 'A', attachmentLink: link }] } }
			: file;
	bench.recorder.answer(rule);
	stores.store.answer(rule);
};

/** How often the file was asked for at the service's own host. */
const asked = (): number => bench.recorder.seen.filter(({ path }) => path.startsWith('/files/')).length;

test('a host that hands out nothing any more is not asked for hundreds of files, and each record says so', async () => {
	const data = Array.from({ length: 200 }, (_, index) => ({
		licenseNumber: String(index),
		attachmentLink: `${bench.recorder.url}/files/${index}.pdf`,
	}));
	const pdf = { body: Buffer.from('x'), headers: { 'content-type': 'application/pdf' } };
	bench.recorder.answer(({ path }) => {
		if (!path.startsWith('/files/')) return { body: { status: { code: 0 }, data } };
		return Number(/\d+/.exec(path)?.[0]) < 5 ? pdf : { status: 503 };
	});
	const all = { ...licences, returnAll: true, options: { downloadAttachment: true } };
	const { items, error } = await bench.run('developer', all);
	expect({ error, items: items.length }).toEqual({ error: undefined, items: 200 });
	expect(items.slice(0, 5).map(({ binary }) => binary?.attachment?.mimeType)).toEqual(
		Array.from({ length: 5 }, () => 'application/pdf'),
	);
	const reasons = items.slice(5).map(({ json }) => String(json.downloadError));
	const notAsked = reasons.filter(
		(reason) => reason === 'attachmentLink: not requested, because the service hadn’t answered for a minute',
	);
	expect(reasons.filter((reason) => reason.includes('HTTP 503'))).toHaveLength(195 - notAsked.length);
	expect(notAsked.length).toBeGreaterThan(100);
});

describe.each([
	['the service’s own host', () => bench.recorder.url],
	['another host', () => FILES],
])('a file of %s', (_, host) => {
	test.each(contents)('arrives byte for byte: %s', async (_name, content) => {
		records({ headers: { 'content-type': 'application/pdf' }, body: content }, `${host()}/files/a.pdf`);
		const file = await attachmentOf(bench);
		expect({ reason: file.reason, content: file.content.toString('hex') }).toEqual({
			reason: undefined,
			content: content.toString('hex'),
		});
	});

	const encoded = "attachment; filename*=UTF-8''Lizenz%20%C3%9Cbersicht%20%E8%AD%A6.pdf";
	const bothWays = 'attachment; filename="a.pdf"; filename*=UTF-8\'\'%C3%9C.pdf';
	const perCent = 'attachment; filename="50 % off.pdf"';
	test.each([
		['in the header, encoded', '/files/x', encoded, 'Lizenz Übersicht 警.pdf'],
		['in the header, both ways', '/files/x', bothWays, 'Ü.pdf'],
		['in the header, with a per cent that encodes nothing', '/files/x', perCent, '50 % off.pdf'],
		['in the address', '/files/%E8%AD%A6%E5%82%99%20%C3%9C.png', undefined, '警備 Ü.png'],
	])('keeps its name: %s', async (_name, path, disposition, name) => {
		const headers = {
			'content-type': 'Application/PDF; charset=binary',
			...(disposition && { 'content-disposition': disposition }),
		};
		records({ headers, body: everyByte }, `${host()}${path}`);
		expect(await attachmentOf(bench)).toEqual({ reason: undefined, content: everyByte, name, type: 'application/pdf' });
	});
});

describe('the service’s own host that does not hand a file out, for good', () => {
	const ill = 'The service could not answer';
	test.each<[string, Canned | 'cut', number, number, string]>([
		['401', { status: 401, body: '' }, 2, 0, 'The service does not accept the token or the subscription key'],
		['403', { status: 403, body: '<html>no</html>' }, 1, 0, 'The API key has no access to this'],
		['404 with words', { status: 404, body: 'It was removed' }, 1, 0, 'It was removed'],
		['500', { status: 500, body: 'broken' }, 1, 0, `${ill} (HTTP 500)`],
		['502', { status: 502, body: 'broken' }, 3, 1500, `${ill} (HTTP 502)`],
		['503', { status: 503, body: 'later' }, 3, 1500, `${ill} (HTTP 503)`],
		['503 that says when', { status: 503, headers: { 'retry-after': '7' }, body: '' }, 3, 14_000, `${ill} (HTTP 503)`],
		['an answer that is cut', 'cut', 3, 1500, 'The connection'],
	])('%s', async (_, answer, requests, waited, reason) => {
		records(answer, `${bench.recorder.url}/files/a.pdf`);
		const before = clock.now();
		const file = await attachmentOf(bench);
		expect({ requests: asked(), bytes: file.content.length }).toEqual({ requests, bytes: 0 });
		// Real time counts as well while a wait goes on.
		expect(pace.waited).toBeLessThanOrEqual(waited + 1);
		expect(clock.now() - before).toBeGreaterThanOrEqual(waited - 1);
		expect(String(file.reason).slice(0, `attachmentLink: ${reason}`.length)).toBe(`attachmentLink: ${reason}`);
	});

	test('another host is asked once, whatever it says', async () => {
		for (const status of [401, 403, 404, 429, 500, 502, 503]) {
			stores.asked.length = 0;
			records({ status, body: '' }, `${FILES}/files/a.pdf`);
			const file = await attachmentOf(bench);
			const asked = { requests: stores.asked.length, waited: pace.waited };
			expect({ status, ...asked }).toEqual({ status, requests: 1, waited: 0 });
			expect(file.reason).toContain('files.example.com');
		}
	});
});

describe('a file of an item', () => {
	const sent = async (binary: IBinaryKeyData, attachments: string): Promise<unknown> => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: [{ securityLicenseId: 7 }] } }));
		const licenses = { licence: [{ licenseId: '7', attachments }] };
		const upsert = { resource: 'securityLicence', operation: 'upsert', employeeId: locator('3001'), licenses };
		const { body } = await bench.one('developer', upsert, { items: [{ json: {}, binary }] });
		const [licence] = (body as { licenses: IDataObject[] }).licenses;
		return licence?.attachments;
	};

	test.each(contents.filter(([, content]) => content.length > 0))('is sent byte for byte: %s', async (_, content) => {
		const binary = {
			front: { data: content.toString('base64'), mimeType: 'application/pdf', fileName: 'Führerschein 警.pdf' },
		};
		const attachments = (await sent(binary, 'front')) as Array<Record<string, string>>;
		expect(attachments.map(({ attachmentFileName }) => attachmentFileName)).toEqual(['Führerschein 警.pdf']);
		expect(Buffer.from(attachments[0]?.attachmentBase64 ?? '', 'base64').toString('hex')).toBe(content.toString('hex'));
	});

	test('without a name of its own is called like its field', async () => {
		const data = everyByte.toString('base64');
		const binary = {
			plain: { data, mimeType: 'application/pdf' },
			dots: { data, mimeType: 'image/png', fileName: '..', fileExtension: 'png' },
			folder: { data, mimeType: 'image/png', fileName: 'C:\\scans\\Rückseite.png', fileExtension: 'png' },
		};
		const attachments = (await sent(binary, 'plain, dots,folder')) as IDataObject[];
		const names = attachments.map(({ attachmentFileName }) => attachmentFileName);
		expect(names).toEqual(['plain', 'dots.png', 'Rückseite.png']);
	});

	test('that is not there is named with those that are', async () => {
		const binary = { front: { data: 'Rg==', mimeType: 'image/png' }, back: { data: 'Qg==', mimeType: 'image/png' } };
		await expect(sent(binary, 'front, side')).rejects.toThrow(
			/names the file “side”, which isn’t in this row: Files in this row: front, back\./,
		);
		await expect(sent({}, 'side')).rejects.toThrow(/This row has no file\./);
	});
});
