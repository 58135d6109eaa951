import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { useBench } from './bench.mts';
import { type Recorder, startRecorder } from './recorder.mts';

const bench = useBench();
let store: Recorder;

beforeAll(async () => {
	store = await startRecorder();
});
afterAll(async () => await store.close());
beforeEach(() => {
	store.clear();
	store.answer(({ path }) =>
		path.includes('missing')
			? { status: 404, body: 'gone' }
			: { headers: { 'content-type': 'image/png' }, body: Buffer.from(`content of ${path}`) },
	);
});

const text = (binary: IBinaryKeyData | undefined, name: string): string =>
	Buffer.from(String(binary?.[name]?.data), 'base64').toString();
const rows = (data: IDataObject[]): void =>
	bench.recorder.answer(({ path }) =>
		path.startsWith('/api/')
			? { body: { status: { code: 0 }, isSuccess: undefined, data } }
			: { body: 'own file', headers: { 'content-type': 'application/pdf' } },
	);

const ours = /^(authorization|external-svc-apim-sub-key|x-workforce-.*|cookie)$/;

describe.each([
	['incidentreport', { resource: 'incidentReport', operation: 'getAll' }, 'downloadPdf', 'pdfLink', 'pdf'],
	[
		'incidentreport',
		{ resource: 'incidentReport', operation: 'getAllByFormTemplate', formTemplateId: '501' },
		'downloadPdf',
		'pdfLink',
		'pdf',
	],
	[
		'developer',
		{ resource: 'securityLicence', operation: 'getAll', employeeId: '1' },
		'downloadAttachment',
		'attachmentLink',
		'attachment',
	],
	['liveops', { resource: 'liveOperation', operation: 'getAll' }, 'downloadPhotos', 'inPhotoUrl', 'inPhoto'],
	['liveops', { resource: 'liveOperation', operation: 'getAll' }, 'downloadPhotos', 'outSignatureUrl', 'outSignature'],
] as const)('%s %j %s: %s', (key, parameters, option, field, name) => {
	test('from another host without any header of ours', async () => {
		rows([
			{ siteName: 'A', [field]: `${store.url}/files/a%20b.png?sig=1` },
			{ siteName: 'B', [field]: null },
		]);
		const { items } = await bench.run(key, { ...parameters, options: { [option]: true } });
		expect(text(items[0]?.binary, name)).toBe('content of /files/a%20b.png');
		expect(items[0]?.binary?.[name]).toMatchObject({ fileName: 'a b.png', mimeType: 'image/png' });
		expect(items[1]?.binary).toBeUndefined();
		expect(store.seen.map(({ method, search }) => [method, search])).toEqual([['GET', 'sig=1']]);
		expect(Object.keys(store.seen[0]?.headers ?? {}).filter((header) => ours.test(header))).toEqual([]);
		const secrets = [bench.sandbox.keys[key], bench.sandbox.subscriptionKey];
		expect(secrets.some((secret) => JSON.stringify(store.seen).includes(secret))).toBe(false);
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

	test('a file that can’t be fetched costs nobody else theirs', async () => {
		rows([
			{ siteName: 'A', [field]: `${store.url}/missing` },
			{ siteName: 'B', [field]: 'http://[bad' },
			{ siteName: 'C', [field]: `${store.url}/there` },
		]);
		const { items, error } = await bench.run(key, { ...parameters, options: { [option]: true } });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => String(json.downloadError ?? '').split(':')[0])).toEqual([field, field, '']);
		expect(text(items[2]?.binary, name)).toBe('content of /there');
	});

	test('nothing is fetched unless it is asked for', async () => {
		rows([{ siteName: 'A', [field]: `${store.url}/a` }]);
		await bench.ok(key, parameters);
		expect(store.seen).toEqual([]);
	});
});

test('the sandbox’s own PDFs open as PDFs', async () => {
	const { items } = await bench.run('incidentreport', {
		resource: 'incidentReport',
		operation: 'getAll',
		limit: 3,
		options: { downloadPdf: true },
	});
	for (const { binary, json } of items) {
		expect(text(binary, 'pdf').slice(0, 5)).toBe('%PDF-');
		expect(binary?.pdf?.fileName).toBe(`${String(json.incidentReportId)}.pdf`);
	}
});
