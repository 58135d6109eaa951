// Files that records point to: with our keys from the service's own host only, from any other with nothing of ours. Their names hold no path.
import { describe, expect, test } from '@jest/globals';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Connection } from '../../../nodes/WorkforceOperations/transport/connection.ts';
import { download, fileFrom, fileNameFrom, isOwnLink } from '../../../nodes/WorkforceOperations/transport/download.ts';
import type { ServiceError } from '../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import { bytesOfMb } from '../../../nodes/WorkforceOperations/transport/http/readBody.ts';
import { FileMemory } from '../../../nodes/WorkforceOperations/transport/fileMemory.ts';
import { type Answer, fakeConnection, useVirtualTime } from './support.mts';

const time = useVirtualTime();

type Fetching = Connection & { context: IExecuteFunctions };

/** A service beside a store that answers one address after another. */
function world(
	stored: Array<Answer | Error> = [],
	own: Answer = {},
	credential: Record<string, string> = {},
	most = bytesOfMb(100),
) {
	const asked: IHttpRequestOptions[] = [];
	const { connection, sent } = fakeConnection(() => own, {}, { baseUrl: 'https://service.test/base', ...credential });
	const httpRequest = async (options: IHttpRequestOptions): Promise<object> => {
		const answer = stored[asked.push(options) - 1] ?? {};
		if (answer instanceof Error) throw answer;
		return { statusCode: answer.status ?? 200, headers: answer.headers ?? {}, body: answer.body ?? Buffer.from('f') };
	};
	Object.assign(connection.context.helpers, { httpRequest });
	const fetch = async (link: string) =>
		await time.until(
			new FileMemory().enter(
				most,
				async (intake) => await download(connection as Fetching, link, { itemIndex: 4 }, intake),
			),
		);
	const refused = async (link: string): Promise<ServiceError> => {
		const outcome: unknown = await fetch(link).catch((error: unknown) => error);
		if (!(outcome instanceof Error)) throw new Error('nothing was thrown');
		return outcome as ServiceError;
	};
	return { fetch, refused, asked, sent };
}

const store = 'https://files.test/day/report.pdf?signature=1';
const to = (location?: string): Answer => ({ status: 302, headers: { location } });

const local = 'http://127.0.0.1:5690';
test.each([
	[local, 'http://localhost:5690/a.pdf?x=1', true],
	[local, 'http://[::1]:5690/a.pdf?x=1', true],
	[local, 'http://localhost:5691/a.pdf?x=1', false],
	[local, 'https://localhost:5690/a.pdf?x=1', false],
	[local, 'http://files.test:5690/a.pdf?x=1', false],
	['https://service.test', 'https://localhost/a.pdf?x=1', false],
])('a service of this machine, and no other, has several names: %s, %s', async (baseUrl, link, own) => {
	const { fetch, sent } = world([], {}, { baseUrl });
	await fetch(link).catch(() => undefined);
	expect(sent.map(({ options }) => options.url)).toEqual(own ? [`${local}/a.pdf?x=1`] : []);
});

test('a file that is too large says so and is not asked for again, wherever it lies', async () => {
	const large = Buffer.alloc(bytesOfMb(1) + 1);
	const { refused, sent } = world([], { body: large }, {}, bytesOfMb(1));
	expect(await refused('/files/a.pdf')).toMatchObject({
		message: 'The file is larger than the 1 MB set in “Largest File (MB)”',
		description: expect.stringContaining('raise “Largest File (MB)”'),
	});
	expect(sent).toHaveLength(1);
	const elsewhere = world([{ body: large }], {}, {}, bytesOfMb(1));
	expect((await elsewhere.refused(store)).message).toBe('The file is larger than the 1 MB set in “Largest File (MB)”');
});

describe('a link to another host', () => {
	test('is fetched with none of our headers', async () => {
		const { fetch, asked, sent } = world([{ body: Buffer.from('theirs'), headers: { 'content-type': 'a/b' } }]);
		expect(await fetch(store)).toEqual({ content: Buffer.from('theirs'), mimeType: 'a/b', fileName: 'report.pdf' });
		expect(asked.map(({ abortSignal: _, ...options }) => options)).toEqual([
			{
				method: 'GET',
				url: store,
				headers: { accept: '*/*' },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 120_000,
			},
		]);
		expect({ sent, deadlines: time.deadlines }).toEqual({ sent: [], deadlines: [900_000] });
	});

	const handed = 'files.test refused the file';
	const gone = 'files.test does not have the file';
	const not = 'files.test did not return the file';
	const network = (code: string): Error => Object.assign(new Error('x'), { code });
	test.each<[string, Answer | Error, string, string | null, string]>([
		['401', { status: 401 }, 'refused', '401', `${handed} (HTTP 401); the link may have expired`],
		['403', { status: 403 }, 'refused', '403', `${handed} (HTTP 403); the link may have expired`],
		['404', { status: 404 }, 'notFound', '404', `${gone} (HTTP 404)`],
		['410', { status: 410 }, 'refused', '410', `${gone} (HTTP 410)`],
		['402', { status: 402 }, 'refused', '402', `${not} (HTTP 402)`],
		['500', { status: 500 }, 'unavailable', '500', `${not} (HTTP 500)`],
		['304', { ...to('/x'), status: 304 }, 'redirected', '304', `${not} (HTTP 304)`],
		['a redirect to nowhere', to(), 'redirected', '302', `${not} (HTTP 302)`],
		['a redirect to what is no address', to('https://'), 'redirected', '302', `${not} (HTTP 302)`],
		['a broken connection', network('ECONNRESET'), 'network', null, 'The connection to files.test failed'],
		['silence', network('ETIMEDOUT'), 'timeout', null, 'files.test did not answer in time'],
		['an error in words', new Error('odd'), 'unknown', null, 'odd'],
		['an error without', new Error(''), 'unknown', null, 'The file could not be downloaded from files.test'],
	])('that ends with %s', async (_, answer, kind, httpCode, message) =>
		expect(await world([answer]).refused(store)).toMatchObject({
			kind,
			httpCode,
			message,
			description: expect.stringContaining('The file is on another host'),
			context: { itemIndex: 4 },
		}),
	);

	test('in a stopped execution says no more than that', async () =>
		expect(await world([network('ERR_CANCELED')]).refused(store)).toMatchObject({
			kind: 'stopped',
			message: 'The execution was stopped',
			description: undefined,
		}));
});

describe('data in place of a file', () => {
	const refusal = (length = 0): string => {
		const text = '{"status":{"code":7,"errorMessage":"Not yours"},"data":null,"more":""}';
		return text.replace('""}', `"${'x'.repeat(Math.max(0, length - text.length))}"}`);
	};
	const record = 'service.test returned a record instead of a file';
	test.each<[string, string, string]>([
		['a refusal is told in its own words', refusal(), 'Not yours'],
		['a refusal behind a byte order mark is, too', `\ufeff${refusal()}`, 'Not yours'],
		['a refusal of 64 KB is, too', refusal(65_536), 'Not yours'],
		['nothing larger is a refusal', refusal(65_537), record],
		['an envelope with a record is none', '{"status":{"code":0},"data":{"id":1}}', record],
		['an envelope that breaks off is none', '{"status":{"code":7},"data":', record],
	])('%s', async (_, text, message) => {
		const error = await world([], { body: Buffer.from(text) }).refused('/files/a.pdf');
		expect(error).toMatchObject({ kind: 'refused', message, context: { itemIndex: 4 } });
	});

	test('of another host is none either', async () =>
		expect(await world([{ body: Buffer.from('{"data":[]}') }]).refused(store)).toMatchObject({
			message: 'files.test returned a record instead of a file',
			description: 'The link leads to a record, not to a file.',
		}));
});

test('the service’s own file is asked for with the key of its record, and as anything', async () => {
	const { connection, sent } = fakeConnection(
		() => ({ body: Buffer.from('f') }),
		{},
		{ separateKeys: true, timesheetKey: 'ts' },
	);
	await new FileMemory().enter(1000, async (intake) => {
		await download(connection as Fetching, '/files/a.pdf', { endpoint: endpoints['timesheet.get'] }, intake);
	});
	expect(sent.map(({ options }) => options)).toMatchObject([
		{ method: 'GET', headers: { accept: '*/*', 'x-workforce-key': 'timesheetKey' } },
	]);
});

test.each([
	['https://files.test/?id=1', 'https://files.test/x/scan.pdf', 'scan.pdf'],
	['https://files.test/day/report.pdf', 'https://files.test/x/scan.pdf', 'report.pdf'],
])('the file at %s, handed on to %s, is called %s', async (link, location, fileName) =>
	expect(await world([to(location), {}]).fetch(link)).toMatchObject({ fileName }),
);

test.each([
	['https://service.test/files/a.pdf', true],
	['HTTPS://SERVICE.TEST/files/a.pdf', true],
	['https://service.test:444/files/a.pdf', false],
	['https://files.test/a.pdf', false],
	['see https://service.test/files/a.pdf', false],
	['https://service.test/files/a b.pdf', false],
	['https://[bad', false],
	['/files/a.pdf', false],
])('the text %j is a link of the service’s own: %j', (text, isOne) =>
	expect(isOwnLink(fakeConnection(() => ({})).connection, text)).toBe(isOne),
);

test.each<[unknown, Buffer]>([
	[Buffer.from([1, 2]), Buffer.from([1, 2])],
	[new Uint8Array([1, 2]).buffer, Buffer.from([1, 2])],
	['text é', Buffer.from('text é')],
	[{ a: 1 }, Buffer.from('{"a":1}')],
	[undefined, Buffer.from('""')],
	[0, Buffer.from('0')],
])('%p becomes bytes', (body, content) =>
	expect(fileFrom({ headers: {}, body }, '/')).toEqual({ content, mimeType: undefined, fileName: undefined }),
);

/** As Node reads the bytes of a header. */
const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

test.each([
	['attachment; filename=report.pdf', 'report.pdf'],
	['attachment; filename="report; final.pdf"', 'report; final.pdf'],
	['attachment; filename="a \\"quoted\\" name.pdf"; size=7', 'a "quoted" name.pdf'],
	['inline; FileName = "Übersicht.pdf"', 'Übersicht.pdf'],
	[bytes('attachment; filename="Café – Māori.pdf"'), 'Café – Māori.pdf'],
	['attachment; filename="Caf\u00e9.pdf"', 'Café.pdf'],
	["attachment; filename*=UTF-8''Caf%C3%A9%20%E2%82%AC.pdf; filename=plain.pdf", 'Café €.pdf'],
	["attachment; filename=plain.pdf; filename*=utf-8'en'caf%c3%a9.pdf", 'café.pdf'],
	["attachment; filename*=ISO-8859-1''caf%E9.pdf", 'café.pdf'],
	["attachment; filename*=UTF-8''caf%E9.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=utf8''caf%C3%A9.pdf", 'café.pdf'],
	["attachment; filename*=KOI8-R''x.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=x-ISO-8859-1''x.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=x-utf-8''x.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=?UTF-8''x.pdf; filename=plain.pdf", 'plain.pdf'],
	['attachment; filename=first.pdf; filename=second.pdf', 'first.pdf'],
	['attachment; filename=blank.pdf ; size=7', 'blank.pdf'],
	['attachment; filename="Łask.pdf"', 'Łask.pdf'],
	['attachment; filename="C:\\temp\\scan.pdf"', 'scan.pdf'],
	['attachment; filename="../../etc/passwd"', 'passwd'],
	["attachment; filename*=UTF-8''..%2F..%2Fscan.pdf", 'scan.pdf'],
	['attachment; filename="100%.pdf"', '100%.pdf'],
	['attachment; filename="a%20b.pdf"', 'a b.pdf'],
	['attachment; filename="unclosed.pdf', 'unclosed.pdf'],
	['attachment; filename=""', 'of the address.pdf'],
	['attachment; filename=".."', 'of the address.pdf'],
	['attachment; name="filename=no.pdf"', 'of the address.pdf'],
	['', 'of the address.pdf'],
])('the file of the header %s is called %s', (header, name) => {
	expect(fileNameFrom(header, '/files/of%20the%20address.pdf')).toBe(name);
});

test('a long name keeps its ending', () => {
	const name = fileNameFrom(`attachment; filename="${'x'.repeat(500)}.pdf"`, '/');
	expect(name).toMatch(/^x+\.pdf$/);
	expect(name?.length).toBeLessThan(300);
});
