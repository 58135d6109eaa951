import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { credentialFor, runNode } from '../../../../kit/core/engine.mts';
import { useBench } from '../../support/bench.mts';
import { attachmentOf, licences, useStores } from './foreignStores.mts';
import type { Canned } from '../../support/recorder.mts';

const bench = useBench();
/** Two hosts on the internet that keep files; `store` deals with what reaches them. */
const FILES = 'https://files.example.com';
const OTHER = 'https://other.example.net';
const stores = useStores(bench, FILES, OTHER);

beforeEach(() => {
	stores.store.answer(({ path }) =>
		path.includes('missing')
			? { status: 404, body: 'gone' }
			: { headers: { 'content-type': 'image/png' }, body: Buffer.from(`content of ${path}`) },
	);
});

const text = (binary: IBinaryKeyData | undefined, name: string): string =>
	Buffer.from(String(binary?.[name]?.data), 'base64').toString();
/** Reports are read in two halves, and told apart by their IDs. */
const rows = (records: IDataObject[]): void =>
	bench.recorder.answer(({ path }) => {
		if (!path.startsWith('/api/')) return { body: 'own file', headers: { 'content-type': 'application/pdf' } };
		const data = records.map((record, index) => ({ incidentReportId: index + 1, ...record }));
		return { body: { status: { code: 0 }, data } };
	});

const ours = /^(authorization|external-svc-apim-sub-key|x-workforce-.*|cookie)$/;

const reports = { resource: 'incidentReport', operation: 'getAll' };
const byTemplate = { resource: 'incidentReport', operation: 'getAllByFormTemplate', formTemplateId: '501' };

describe.each([
	['incidentreport', reports, 'downloadPdf', 'pdfLink', 'pdf'],
	['incidentreport', byTemplate, 'downloadPdf', 'pdfLink', 'pdf'],
	['developer', licences, 'downloadAttachment', 'attachmentLink', 'attachment'],
	['liveops', { resource: 'liveOperation', operation: 'getAll' }, 'downloadPhotos', 'inPhotoUrl', 'inPhoto'],
] as const)('By a key of type %s, %j with %s: the file at %s', (key, parameters, option, field, name) => {
	test('from another host without any header of ours', async () => {
		rows([
			{ siteName: 'A', [field]: `${FILES}/files/a%20b.png?sig=1` },
			{ siteName: 'B', [field]: null },
		]);
		const { items } = await bench.run(key, { ...parameters, options: { [option]: true } });
		expect(text(items[0]?.binary, name)).toBe('content of /files/a%20b.png');
		expect(items[0]?.binary?.[name]).toMatchObject({ fileName: 'a b.png', mimeType: 'image/png' });
		expect(items[1]?.binary).toBeUndefined();
		expect(stores.store.seen.map(({ method, search }) => [method, search])).toEqual([['GET', 'sig=1']]);
		expect(Object.keys(stores.store.seen[0]?.headers ?? {}).filter((header) => ours.test(header))).toEqual([]);
		const secrets = [bench.sandbox.keys[key], bench.sandbox.subscriptionKey];
		expect(secrets.some((secret) => JSON.stringify(stores.store.seen).includes(secret))).toBe(false);
	});

	test('from the service’s own host with its headers', async () => {
		rows([{ siteName: 'A', [field]: `${bench.recorder.url}/files/own.pdf` }]);
		const { items } = await bench.run(key, { ...parameters, options: { [option]: true } });
		expect(text(items[0]?.binary, name)).toBe('own file');
		expect(bench.recorder.seen.at(-1)).toMatchObject({
			path: '/files/own.pdf',
			headers: { authorization: expect.stringMatching(/^Bearer /) },
		});
	});

	test.each([[{ url: `${FILES}/there` }], [[`${FILES}/there`]], [7]])(
		'a field that holds %j is no link, and its record says so',
		async (link) => {
			rows([{ siteName: 'A', [field]: link }]);
			const { items, error } = await bench.run(key, { ...parameters, options: { [option]: true } });
			expect({ error, downloadError: items[0]?.json.downloadError, binary: items[0]?.binary }).toEqual({
				error: undefined,
				downloadError: `${field}: the service sent something other than a link`,
				binary: undefined,
			});
		},
	);

	test('a file that can’t be fetched costs nobody else theirs', async () => {
		rows([
			{ siteName: 'A', [field]: `${FILES}/missing` },
			{ siteName: 'B', [field]: 'http://[bad' },
			{ siteName: 'C', [field]: `${FILES}/there` },
		]);
		const { items, error } = await bench.run(key, { ...parameters, options: { [option]: true } });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => String(json.downloadError ?? '').split(':')[0])).toEqual([field, field, '']);
		expect(text(items[2]?.binary, name)).toBe('content of /there');
	});

	test('nothing is fetched unless it is asked for', async () => {
		rows([{ siteName: 'A', [field]: `${FILES}/a` }]);
		await bench.ok(key, parameters);
		expect(stores.store.seen).toEqual([]);
	});
});

test.each(['127.0.0.1', 'localhost'])('the sandbox’s own PDFs open as PDFs, asked as %s', async (host) => {
	const baseUrl = bench.sandbox.url.replace('127.0.0.1', host);
	const three = { ...reports, limit: 3, options: { downloadPdf: true } };
	const { items } = await runNode(credentialFor(bench.sandbox, 'incidentreport', { baseUrl }), three);
	expect(items).toHaveLength(3);
	for (const { binary, json } of items) {
		expect(text(binary, 'pdf').slice(0, 5)).toBe('%PDF-');
		expect(binary?.pdf?.fileName).toBe(`${String(json.incidentReportId)}.pdf`);
	}
});

describe('a link to the service’s own host', () => {
	const list = '/api/external/staffs/1/licenses';
	/** What the record’s link brings, at the sandbox, with its token. */
	const fetched = async (link: string) => {
		const attachmentLink = new URL(link, bench.recorder.url).toString();
		bench.recorder.answer(({ path }) =>
			path === list ? { body: { status: { code: 0 }, data: [{ licenseNumber: 'A', attachmentLink }] } } : undefined,
		);
		const { reason, content } = await attachmentOf(bench);
		const asked = bench.recorder.seen.map(({ path }) => path).filter((path) => path !== list);
		return { reason, content: content.toString('latin1'), asked };
	};

	test.each([
		'/api/external/staffs?limit=500',
		'/files/../api//external/%73taffs',
		'/api/external/customers/..%2Fstaffs',
		'/api/external/token/request',
		'/api/webhook/subscribers/1/subscriptions',
	])('brings no records of others as a file: %s', async (link) => {
		expect(await fetched(link)).toEqual({
			reason: 'attachmentLink: Skipped: its link points to the API, which serves no files',
			content: '',
			asked: [],
		});
	});

	test.each(['/files/photos/gate.png', '/api/files/photos/gate.png'])(
		'brings a file below /api and beside it: %s',
		async (link) => {
			const { reason, content, asked } = await fetched(link);
			expect({ reason, asked }).toEqual({ reason: undefined, asked: [link] });
			expect(content.slice(1, 4)).toBe('PNG');
		},
	);

	test('and no envelope in its place', async () => {
		const licence = { licenseNumber: 'A', attachmentLink: `${bench.recorder.url}/export` };
		bench.recorder.answer(({ path }) => ({
			body: { status: { code: 0 }, data: [path.startsWith('/api/external') ? licence : { firstName: 'Ann' }] },
		}));
		expect(await attachmentOf(bench)).toEqual({
			reason: expect.stringMatching(/^attachmentLink: 127\.0\.0\.1:\d+ returned a record instead of a file$/),
			content: Buffer.alloc(0),
		});
	});
});

describe('a link in a record leads out of this network, or it is not followed', () => {
	const fetched = async (attachmentLink: string) => {
		rows([{ licenseNumber: 'A', attachmentLink }]);
		const { reason, name, content } = await attachmentOf(bench);
		return { reason, name, content: content.toString() };
	};
	const handOn = (targets: Record<string, string>): void =>
		stores.store.answer(({ path }): Canned => {
			const location = targets[path];
			return location === undefined
				? { headers: { 'content-type': 'image/png' }, body: `content of ${path}` }
				: { status: 302, headers: { location } };
		});

	test.each([
		['this machine', 'https://127.0.0.1:5678/rest/settings', 'leads to 127.0.0.1:5678, inside n8n’s own network'],
		['this machine by name', 'https://localhost/', 'leads to localhost, inside n8n’s own network'],
		['this machine in another spelling', 'https://[::ffff:7f00:1]/', 'inside n8n’s own network'],
		['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data', 'inside n8n’s own network'],
		['a private network', 'https://192.168.0.1/', 'inside n8n’s own network'],
		['an address without encryption', 'http://files.example.com/a.png', 'begins with http:'],
		['a neighbour by name', 'https://vault.local/a.png', 'leads to vault.local, inside n8n’s own network'],
		['a name without a dot', 'https://vault/a.png', 'leads to vault, inside n8n’s own network'],
		['data', 'data:text/plain,secret', 'begins with data:'],
		['a file of this machine', 'file:///etc/passwd', 'begins with file:'],
		['an address with a user name', 'https://me@files.example.com/a.png', 'user name or a password'],
	])('%s', async (_, link, words) => {
		const { reason, content } = await fetched(link);
		expect(reason).toContain(words);
		expect({ content, asked: stores.asked }).toEqual({ content: '', asked: [] });
	});

	test('a store may hand the request on, to another host as well', async () => {
		handOn({ '/a': '/b', '/b': `${OTHER}/c`, '/c': '/folder/d.png' });
		expect(await fetched(`${FILES}/a`)).toMatchObject({ reason: undefined, content: 'content of /folder/d.png' });
		expect(stores.asked).toEqual([`${FILES}/a`, `${FILES}/b`, `${OTHER}/c`, `${OTHER}/folder/d.png`]);
	});

	test('but three times at most', async () => {
		handOn({ '/a': '/a' });
		const { reason } = await fetched(`${FILES}/a`);
		expect(reason).toContain('files.example.com redirected the request more than 3 times');
		expect(stores.asked).toHaveLength(4);
	});

	test.each([
		['into this machine', 'https://127.0.0.1/admin', 'inside n8n’s own network'],
		['into the metadata of a cloud, without encryption', 'http://169.254.169.254/latest', 'begins with http:'],
		['to nowhere', 'https://', 'did not return the file (HTTP 302)'],
	])('and not %s', async (_, target, words) => {
		handOn({ '/a': target });
		expect((await fetched(`${FILES}/a`)).reason).toContain(words);
		expect(stores.asked).toEqual([`${FILES}/a`]);
	});

	test.each([
		[403, 'files.example.com refused the file (HTTP 403); the link may have expired'],
		[404, 'files.example.com does not have the file (HTTP 404)'],
		[500, 'files.example.com did not return the file (HTTP 500)'],
	])('a store’s %i is not explained by our key', async (status, words) => {
		stores.store.answer(() => ({ status, body: '<Error><Code>AccessDenied</Code></Error>' }));
		expect((await fetched(`${FILES}/a?signature=secret`)).reason).toBe(`attachmentLink: ${words}`);
	});

	test.each([
		['in the header', '/x', 'attachment; filename="../../etc/cron.d/job"', 'job'],
		['in the header, encoded', '/x', "attachment; filename*=UTF-8''..%2F..%2Fjob", 'job'],
		['in the header, of Windows', '/x', 'attachment; filename="..\\..\\job"', 'job'],
		['in the address, encoded', '/..%2F..%2Fjob', undefined, 'job'],
		['with nothing but dots', '/x', 'attachment; filename=".."', 'x'],
	])('the name of a file holds no folder: %s', async (_, path, disposition, name) => {
		stores.store.answer(() => ({
			headers: { 'content-type': 'image/png', ...(disposition && { 'content-disposition': disposition }) },
			body: 'x',
		}));
		expect(await fetched(`${FILES}${path}`)).toMatchObject({ reason: undefined, name });
	});
});

test('the pictures of a shift are files under names of their own, beside what else is added to it', async () => {
	const [missing = '', ...names] = ['outPhoto', 'inPhoto', 'inSignature', 'outSignature'];
	const links = Object.fromEntries(names.map((name) => [`${name}Url`, `${FILES}/${name}`]));
	rows([{ ...links, [`${missing}Url`]: `${FILES}/missing` }]);
	const options = { downloadPhotos: true, addTimings: true };
	const { items } = await bench.run('liveops', { resource: 'liveOperation', operation: 'getAll', options });
	expect(names.map((name) => text(items[0]?.binary, name))).toEqual(names.map((name) => `content of /${name}`));
	expect(items[0]?.json).toMatchObject({ downloadError: expect.stringMatching(/^outPhotoUrl: /), noShow: null });
});
