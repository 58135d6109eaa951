// Files that have no end, grow when they are unpacked, or come no further: in n8n's engine and over real connections, which have to end with
// what is wanted of them.
import http from 'node:http';
import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { WorkforceOperations } from '../../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { CredentialStore } from '../../../../kit/core/credentials.mts';
import { type Result, runNode } from '../../../../kit/core/engine.mts';
import { listen, type Listening } from '../../../../kit/servers/loopback.mts';
import { type ForeignStores, foreignStores, licences } from './foreignStores.mts';

const real = { ...clock };
const MB = 1024 * 1024;
const FILES = 'https://files.example.com';
let server: Listening;
let stores: ForeignStores;
/** What the service was asked for, and the connections of that which have ended. */
let asked: string[];
let ended: string[];
/** Bytes that each answer has handed to its connection. */
let written: number;
/** The link of the one record. */
let link: string;

/** Writes as fast as it is read. */
function pour(to: NodeJS.WritableStream, bytes: number): void {
	const piece = Buffer.alloc(64 * 1024, 'a');
	const go = (): void => {
		for (; written < bytes;) {
			written += piece.length;
			if (!to.write(piece)) return void to.once('drain', go);
		}
		to.end();
	};
	go();
}

const answers: Record<string, (response: http.ServerResponse) => void> = {
	'/files/endless': (response) => pour(response, Infinity),
	'/files/packed': (response) => {
		response.setHeader('content-encoding', 'gzip');
		const packing = zlib.createGzip();
		packing.pipe(response);
		pour(packing, 300 * MB);
	},
	'/files/fits': (response) => {
		response.setHeader('content-encoding', 'gzip');
		response.end(zlib.gzipSync(Buffer.alloc(MB, 'b')));
	},
	'/files/cut': (response) => {
		response.setHeader('content-encoding', 'gzip');
		const packed = zlib.gzipSync(Buffer.from(Array.from({ length: MB }, (_, at) => (at * at) % 251)));
		response.setHeader('content-length', packed.length);
		response.write(packed.subarray(0, packed.length / 2), () => response.destroy());
	},
	'/files/hangs': (response) => {
		response.write('a');
		// Nothing else ends such a request: everybody's patience with it is over.
		setTimeout(() => deadlines.splice(0).forEach((deadline) => deadline.abort()), 50);
	},
	'/files/refuses': (response) => {
		response.statusCode = 500;
		pour(response, Infinity);
	},
};
let deadlines: AbortController[];

beforeAll(async () => {
	server = await listen(
		http.createServer((request, response) => {
			const { pathname } = new URL(request.url ?? '/', 'http://own');
			const answer = answers[pathname];
			if (answer !== undefined) {
				asked.push(pathname);
				request.socket.once('close', () => ended.push(pathname));
				answer(response);
				return;
			}
			response.setHeader('content-type', 'application/json');
			const data = pathname.endsWith('/token/request')
				? { accessToken: 'a.b.c', expiresIn: 3600 }
				: [{ licenseNumber: 'A', attachmentLink: link }];
			response.end(JSON.stringify({ status: { code: 0 }, data }));
		}),
	);
	stores = foreignStores(new WorkforceOperations(), { [FILES]: server.url });
});
afterAll(async () => {
	stores.restore();
	await server.close();
});
beforeEach(() => {
	[asked, ended, written, deadlines] = [[], [], 0, []];
});
afterEach(() => {
	Object.assign(clock, real);
});

const credential = (): CredentialStore =>
	new CredentialStore({
		region: 'custom',
		baseUrl: server.url,
		apiKey: `large-${server.port}`,
		subscriptionKey: 'large-subscription',
		requestsPerMinute: 600,
	});

const run = async (options: IDataObject): Promise<Result> =>
	await runNode(credential(), { ...licences, options: { downloadAttachment: true, ...options } });

/** The reason that the record tells, or the size of its file. */
async function fetched(options: IDataObject = {}): Promise<string | number> {
	const { items, error } = await run(options);
	if (error !== undefined) throw new Error(error.message);
	const reason = items[0]?.json.downloadError as string | undefined;
	return reason ?? Buffer.from(items[0]?.binary?.attachment?.data ?? '', 'base64').length;
}

const allEnded = async (): Promise<void> => {
	while (ended.length < asked.length) await new Promise((resolve) => setImmediate(resolve));
};

const tooLarge = 'attachmentLink: The file is larger than the 2 MB set in “Largest File (MB)”';

describe.each([
	['the service’s own host', () => server.url],
	['another host', () => FILES],
])('of %s', (_, host) => {
	test.each([
		['a file without an end', '/files/endless', 40 * MB],
		['a file that grows when it is unpacked', '/files/packed', 60 * MB],
	])('%s ends with the first byte too many, and so does its connection', async (__, path, most) => {
		link = host() + path;
		expect(await fetched({ largestFileMb: 2 })).toBe(tooLarge);
		await allEnded();
		expect(asked).toEqual([path]);
		// What lay in the buffers on the way has been written as well.
		expect(written).toBeLessThan(most);
	});

	test('a file of the largest size arrives, unpacked', async () => {
		link = `${host()}/files/fits`;
		expect(await fetched({ largestFileMb: 1 })).toBe(MB);
	});

	test('a file that is packed and breaks off is none', async () => {
		link = `${host()}/files/cut`;
		expect(await fetched()).toMatch(/^attachmentLink: The connection to .* failed$/);
		await allEnded();
	});

	test('a file that comes no further is given up, and its connection ends', async () => {
		link = `${host()}/files/hangs`;
		clock.jitter = () => 0;
		clock.deadline = () => {
			const deadline = new AbortController();
			deadlines.push(deadline);
			return deadline.signal;
		};
		expect(await fetched()).toMatch(/^attachmentLink: .* did not answer in time$/);
		await allEnded();
	});

	test('a refusal without an end is a refusal all the same', async () => {
		link = `${host()}/files/refuses`;
		expect(await fetched()).toMatch(/^attachmentLink: .*HTTP 500/);
		await allEnded();
	});
});

test('an answer to a custom request is measured as well', async () => {
	const options = { downloadFile: true, largestFileMb: 2 };
	const send = { resource: 'customRequest', operation: 'send', path: '/files/endless', options };
	const { items, error } = await runNode(credential(), send);
	expect({ items, message: error?.message }).toEqual({
		items: [],
		message: 'The file is larger than the 2 MB set in “Largest File (MB)”',
	});
	await allEnded();
});

test.each([0, 1.5, 'large', 2001])('a largest size of %p is refused before anything is sent', async (largestFileMb) => {
	link = `${FILES}/files/fits`;
	const { error } = await run({ largestFileMb });
	expect({ message: error?.message, asked }).toEqual({
		message: '“Largest File (MB)” must be a whole number from 1 to 2000',
		asked: [],
	});
});
