// Files that records point to: with our keys from the service's own host only, from any other with nothing of ours.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from '../../../nodes/WorkforceOperations/transport/connection.ts';
import { download, fileFrom } from '../../../nodes/WorkforceOperations/transport/download.ts';
import type { ServiceError } from '../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import { bytesOfMb } from '../../../nodes/WorkforceOperations/transport/http/readBody.ts';
import { FileMemory } from '../../../nodes/WorkforceOperations/transport/fileMemory.ts';
import { type Answer, fakeConnection, FakeTime } from './support.mts';

let time: FakeTime;
beforeEach(() => {
	time = new FakeTime().install();
});
afterEach(() => time.restore());

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

describe('a link to the own host', () => {
	test.each([
		['https://service.test/files/a.pdf?x=1', 'https://service.test/files/a.pdf?x=1'],
		['files/a.pdf', 'https://service.test/base/files/a.pdf'],
		['/files/a.pdf', 'https://service.test/files/a.pdf'],
	])('%s is fetched with token and budget', async (link, url) => {
		const { fetch, asked, sent } = world([], {
			body: Buffer.from('own'),
			headers: { 'content-type': 'application/pdf' },
		});
		expect(await fetch(link)).toEqual({ content: Buffer.from('own'), mimeType: 'application/pdf', fileName: 'a.pdf' });
		expect(sent.map(({ method, options }) => [method, options.url, options.encoding, options.headers?.accept])).toEqual(
			[['GET', url, 'stream', '*/*']],
		);
		expect(asked).toEqual([]);
	});

	test.each([
		'https://service.test/base/api/external/staffs?limit=500',
		'HTTPS://SERVICE.TEST:443/base/api/external/staffs',
		'/base/files/..%2fapi/external/%73taffs',
		'api//external/timesheets/7',
		'https://service.test/api/external/token/request',
		'api/webhook/subscribers/3/subscriptions',
	])('that leads to the API is not asked for: %s', async (link) => {
		const { refused, asked, sent } = world();
		expect(await refused(link)).toMatchObject({
			kind: 'refused',
			message: 'Its link points to the API, which serves no files; skipped',
		});
		expect([asked, sent]).toEqual([[], []]);
	});

	test.each(['/base/api/files/a.pdf', '/api/files/staffs/a.pdf'])('below /api is a file: %s', async (link) =>
		expect((await world([], { body: Buffer.from('own') }).fetch(link)).fileName).toBe('a.pdf'),
	);

	test('brings no data of the service as a file, and what it says in place of it is told', async () => {
		const data = Buffer.from('{"status":{"code":0},"data":[{"firstName":"Ann"}]}');
		expect(await world([], { body: data }).refused('/files/a.pdf')).toMatchObject({
			kind: 'refused',
			message: 'service.test returned a record instead of a file',
		});
		const refusal = Buffer.from('{"status":{"code":7,"errorMessage":"The report was removed"},"data":null}');
		expect(await world([], { body: refusal }).refused('/files/a.pdf')).toMatchObject({
			kind: 'refused',
			message: 'The report was removed',
		});
		const large = Buffer.from(`{"status":{"code":7,"errorMessage":"${'no '.repeat(30_000)}"}}`);
		expect((await world([], { body: large }).refused('/files/a.pdf')).message).toContain(
			'returned a record instead of a file',
		);
		const elsewhere = world([{ body: data }]);
		expect((await elsewhere.refused(store)).message).toBe('files.test returned a record instead of a file');
	});

	test('that is too large says so and is not asked for again', async () => {
		const { refused, sent } = world([], { body: Buffer.alloc(bytesOfMb(1) + 1) }, {}, bytesOfMb(1));
		expect(await refused('/files/a.pdf')).toMatchObject({
			message: 'The file is larger than the 1 MB of “Largest File (MB)”',
			description: expect.stringContaining('raise “Largest File (MB)”'),
		});
		expect(sent).toHaveLength(1);
		const elsewhere = world([{ body: Buffer.alloc(bytesOfMb(1) + 1) }], {}, {}, bytesOfMb(1));
		expect((await elsewhere.refused(store)).message).toBe('The file is larger than the 1 MB of “Largest File (MB)”');
	});

	test('fails like any other request', async () =>
		expect(await world([], { status: 404 }).refused('/files/a.pdf')).toMatchObject({
			kind: 'notFound',
			httpCode: '404',
			context: { itemIndex: 4 },
		}));

	test.each([
		['http://localhost:5690/a.pdf?x=1', true],
		['http://[::1]:5690/a.pdf?x=1', true],
		['http://localhost:5691/a.pdf?x=1', false],
		['https://localhost:5690/a.pdf?x=1', false],
		['http://files.test:5690/a.pdf?x=1', false],
	])('of this machine has several names: %s', async (link, own) => {
		const { fetch, sent } = world([], {}, { baseUrl: 'http://127.0.0.1:5690' });
		await fetch(link).catch(() => undefined);
		expect(sent.map(({ options }) => options.url)).toEqual(own ? ['http://127.0.0.1:5690/a.pdf?x=1'] : []);
	});
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
		expect([sent, time.deadlines]).toEqual([[], [900_000]]);
	});

	test.each([301, 302, 303, 307, 308])('is followed to where a %i points, and named by the record', async (status) => {
		const { fetch, asked } = world([{ ...to('/moved/b.pdf'), status }, to('https://other.test/c.pdf')]);
		expect((await fetch(store)).fileName).toBe('report.pdf');
		expect(asked.map(({ url }) => url)).toEqual([store, 'https://files.test/moved/b.pdf', 'https://other.test/c.pdf']);
	});

	test('is named by where it lay in the end if the record doesn’t', async () =>
		expect((await world([to('/moved/b.pdf')]).fetch('https://files.test/day/')).fileName).toBe('b.pdf'));

	const cure = expect.stringContaining('The file is on another host');
	const circle = (count: number): Answer[] => Array.from({ length: count }, (_, at) => to(`/${at}`));
	test('is followed three times and no more', async () => {
		const three = world(circle(3));
		await three.fetch(store);
		expect(three.asked).toHaveLength(4);
		const four = world(circle(4));
		expect(await four.refused(store)).toMatchObject({
			kind: 'redirected',
			message: 'files.test redirects the request more than 3 times',
			description: cure,
		});
		expect(four.asked).toHaveLength(4);
	});

	const handed = 'files.test refused the file';
	const not = 'files.test did not return the file';
	const network = (code: string): Error => Object.assign(new Error('x'), { code });
	test.each<[string, Answer | Error, object]>([
		[
			'401',
			{ status: 401 },
			{ kind: 'refused', httpCode: '401', message: `${handed} (HTTP 401); the link may have expired` },
		],
		[
			'403',
			{ status: 403 },
			{ kind: 'refused', httpCode: '403', message: `${handed} (HTTP 403); the link may have expired` },
		],
		[
			'404',
			{ status: 404 },
			{ kind: 'notFound', httpCode: '404', message: 'files.test does not have the file (HTTP 404)' },
		],
		[
			'410',
			{ status: 410 },
			{ kind: 'refused', httpCode: '410', message: 'files.test does not have the file (HTTP 410)' },
		],
		['402', { status: 402 }, { kind: 'refused', httpCode: '402', message: `${not} (HTTP 402)` }],
		['500', { status: 500 }, { kind: 'unavailable', httpCode: '500', message: `${not} (HTTP 500)` }],
		['304', { ...to('/x'), status: 304 }, { kind: 'redirected', httpCode: '304', message: `${not} (HTTP 304)` }],
		['a redirect to nowhere', to(), { kind: 'redirected', httpCode: '302', message: `${not} (HTTP 302)` }],
		[
			'a redirect to what is no address',
			to('https://'),
			{ kind: 'redirected', httpCode: '302', message: `${not} (HTTP 302)` },
		],
		[
			'a broken connection',
			network('ECONNRESET'),
			{ kind: 'network', httpCode: null, message: 'The connection to files.test failed' },
		],
		['silence', network('ETIMEDOUT'), { kind: 'timeout', message: 'files.test did not answer in time' }],
		['an error in words', new Error('odd'), { kind: 'unknown', message: 'odd' }],
		[
			'an error without',
			new Error(''),
			{ kind: 'unknown', message: 'The file could not be downloaded from files.test' },
		],
	])('that ends with %s', async (_, answer, expected) =>
		expect(await world([answer]).refused(store)).toMatchObject({
			description: cure,
			context: { itemIndex: 4 },
			...expected,
		}),
	);

	test('in a stopped execution says no more than that', async () =>
		expect(await world([network('ERR_CANCELED')]).refused(store)).toMatchObject({
			kind: 'stopped',
			message: 'The execution was stopped',
			description: undefined,
		}));

	test.each([
		['http://files.test/a', 'Its link begins with http:; skipped'],
		['ftp://files.test/a', 'Its link begins with ftp:; skipped'],
		['https://me@files.test/a', 'Its link to files.test contains a user name or a password; skipped'],
		['https://:pass@files.test/a', 'Its link to files.test contains a user name or a password; skipped'],
		['https://10.0.0.1:81/a', 'Its link leads to 10.0.0.1:81, inside this n8n’s network; skipped'],
	])('%s is not asked for, at first or on the way', async (link, message) => {
		const first = world();
		expect(await first.refused(link)).toMatchObject({ kind: 'refused', message });
		expect(first.asked).toEqual([]);
		const later = world([to(link)]);
		expect(await later.refused(store)).toMatchObject({ kind: 'refused', message });
		expect(later.asked).toHaveLength(1);
	});
});

describe('what an answer holds', () => {
	const text = 'text é';
	test.each<[unknown, Buffer]>([
		[Buffer.from([1, 2]), Buffer.from([1, 2])],
		[new Uint8Array([1, 2]).buffer, Buffer.from([1, 2])],
		[text, Buffer.from(text)],
		[{ a: 1 }, Buffer.from('{"a":1}')],
		[undefined, Buffer.from('""')],
		[0, Buffer.from('0')],
	])('%p becomes bytes', (body, content) =>
		expect(fileFrom({ headers: {}, body }, '/')).toEqual({ content, mimeType: undefined, fileName: undefined }),
	);

	test.each([
		[undefined, '/files/a%20b.pdf', 'a b.pdf'],
		[undefined, '/files/', undefined],
		['attachment', '/files/x.pdf', 'x.pdf'],
		['attachment; filename=plain.pdf', '/x', 'plain.pdf'],
		['attachment; filename="with; no.pdf"; size=3', '/x', 'with; no.pdf'],
		['attachment; FileName="a b.pdf"; size=3', '/x', 'a b.pdf'],
		["attachment; filename=plain.pdf; filename*=UTF-8''n%C3%A4me.pdf; size=3", '/x', 'näme.pdf'],
		['attachment; filename*=bare.pdf', '/x', 'x'],
		["attachment; filename=plain.pdf; filename*=UTF-8''%E4.pdf", '/x', 'plain.pdf'],
		['attachment; filename=%E4.pdf', '/x', '%E4.pdf'],
		['attachment; filename="../../etc/passwd"', '/x', 'passwd'],
		['attachment; filename=" "', '/x', 'x'],
	])('%p at %s is called %p', (disposition, path, name) =>
		expect(fileFrom({ headers: { 'content-disposition': disposition }, body: '' }, path).fileName).toBe(name),
	);
});
