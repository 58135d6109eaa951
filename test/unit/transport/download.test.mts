// Files that records point to: with our keys from the service's own host only, from any other with nothing of ours.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from '../../../nodes/WorkforceOperations/transport/connection.ts';
import { download, fileFrom } from '../../../nodes/WorkforceOperations/transport/download.ts';
import type { ServiceError } from '../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import { bytesOfMb } from '../../../nodes/WorkforceOperations/transport/http/readBody.ts';
import { FileMemory } from '../../../nodes/WorkforceOperations/transport/fileMemory.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../kit/time/virtualTime.mts';
import { type Answer, fakeConnection } from './support.mts';

let time: VirtualTime;
beforeEach(() => {
	time = new VirtualTime().takePlaceOf(clock);
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

test.each([
	['http://localhost:5690/a.pdf?x=1', true],
	['http://[::1]:5690/a.pdf?x=1', true],
	['http://localhost:5691/a.pdf?x=1', false],
	['https://localhost:5690/a.pdf?x=1', false],
	['http://files.test:5690/a.pdf?x=1', false],
])('a service of this machine has several names: %s', async (link, own) => {
	const { fetch, sent } = world([], {}, { baseUrl: 'http://127.0.0.1:5690' });
	await fetch(link).catch(() => undefined);
	expect(sent.map(({ options }) => options.url)).toEqual(own ? ['http://127.0.0.1:5690/a.pdf?x=1'] : []);
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
		expect([sent, time.deadlines]).toEqual([[], [900_000]]);
	});

	const cure = expect.stringContaining('The file is on another host');
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
});

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
