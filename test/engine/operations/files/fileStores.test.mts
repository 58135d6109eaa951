// Where n8n keeps a file: on disk, piece by piece, or gathered for a database. Nothing is left of a file that isn't whole.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { binaryToBuffer } from '@n8n/backend-network';
import { HttpRequestConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { useBench } from '../../support/bench.mts';
import { fine, getAll, sheets } from '../../support/payrollService.mts';

const bench = useBench();
const store = Container.get(BinaryDataService);
const config = Container.get(BinaryDataConfig);
const real = { ...clock };
const before = { ...config };
let folder: string;

const filesIn = (): string[] =>
	fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workforce-store-'));
});

afterEach(() => {
	Object.assign(clock, real);
	Object.assign(config, before);
	// As a process of n8n that keeps files in memory.
	Object.assign(store, { managers: {}, mode: 'filesystem-v2' });
	fs.rmSync(folder, { recursive: true, force: true });
});

/** Three pages; `third` may do otherwise than answer. */
const pages = (third: () => Promise<void> | void = () => undefined): void =>
	bench.recorder.answer(async ({ query }) => {
		const page = Number(query.referenceId ?? 0) + 1;
		if (page === 3) await third();
		const data = sheets(2).map((sheet) => ({ ...sheet, timesheetId: page * 10 + Number(sheet.timesheetId) }));
		return { body: { ...fine, data, nextPageParameter: page < 3 ? `direction=next&referenceId=${page}` : null } };
	});

const form = (options: IDataObject): IDataObject => ({ ...getAll, simplify: false, options });

const noFile = { items: [], description: expect.stringContaining('No file was created.') };
/** What a run made, or why it made nothing. */
async function made(options: IDataObject): Promise<object> {
	const { items, error } = await bench.run('timesheet', form(options));
	return { items, description: error?.description };
}

describe('On disk', () => {
	beforeEach(async () => {
		Object.assign(config, { mode: 'filesystem', localStoragePath: folder });
		await store.init();
	});

	test.each(['csv', 'xlsx', 'jsonl'])('a %s file lies there, as large as its item says', async (asFile) => {
		pages();
		const { items, error } = await bench.run('timesheet', form({ asFile }));
		expect(error).toBeUndefined();
		const { id = '', fileName } = items[0]?.binary?.data ?? {};
		expect(id).toMatch(/^filesystem-v2:/);
		const file = store.getPath(id);
		expect([fs.statSync(file).size, fileName]).toEqual([items[0]?.json.bytes, items[0]?.json.fileName]);
	});

	test.each(['csv', 'xlsx', 'jsonl'])('nothing of a %s file is left when a page fails', async (asFile) => {
		bench.recorder.answer(({ query }) =>
			query.referenceId === undefined
				? { body: { ...fine, data: sheets(2), nextPageParameter: 'direction=next&referenceId=1' } }
				: { status: 403, body: { status: { code: 1, errorMessage: 'No' } } },
		);
		expect(await made({ asFile, outputFields: 'timesheetId' })).toEqual(noFile);
		expect(filesIn()).toEqual([]);
	});

	test('nor when the disk takes no more, and nothing further is read', async () => {
		pages();
		// What n8n makes a folder of is a file.
		fs.writeFileSync(path.join(folder, 'workflows'), '');
		expect(await made({ asFile: 'jsonl' })).toEqual(noFile);
		expect(bench.recorder.seen.length).toBeLessThan(3);
	});
});

describe('In a store that gathers', () => {
	const gathered: Buffer[] = [];
	let begins: () => void;
	beforeAll(() => expect(Container.get(HttpRequestConfig).responseBodyReadTimeout).toBe(300_000));
	beforeEach(() => {
		gathered.length = 0;
		begins = () => undefined;
		store.setManager('database', {
			store: async (_location: unknown, content: Parameters<typeof binaryToBuffer>[0]) => {
				begins();
				gathered.push(await binaryToBuffer(content));
				return { fileId: 'one', fileSize: gathered[0]?.length ?? 0 };
			},
		} as never);
		Object.assign(store, { mode: 'database' });
	});
	afterEach(() => void (Container.get(HttpRequestConfig).responseBodyReadTimeout = 300_000));

	test.each(['csv', 'xlsx', 'jsonl'])('a %s file arrives whole', async (asFile) => {
		pages();
		const { json, items } = await bench.run('timesheet', form({ asFile }));
		expect(gathered.map(({ length }) => length)).toEqual([json[0]?.bytes]);
		expect(items[0]?.binary?.data?.id).toBe('database:one');
	});

	test('a wait that is longer than the store’s patience ends nothing', async () => {
		const [patience, wait] = [200, 600];
		Container.get(HttpRequestConfig).responseBodyReadTimeout = patience;
		// A minute of the package is the fifth part of what the store waits.
		clock.deadline = (ms) => (ms === 60_000 ? AbortSignal.timeout(patience / 5) : real.deadline(ms));
		pages(() => new Promise((resolve) => setTimeout(resolve, wait)));
		const { json, error } = await bench.run('timesheet', form({ asFile: 'jsonl' }));
		expect(error).toBeUndefined();
		expect(json).toEqual([expect.objectContaining({ records: 6, complete: true, bytes: gathered[0]?.length })]);
	});

	test.each(['csv', 'xlsx'])('an execution that is stopped while a %s file is written ends it', async (asFile) => {
		const signal = new AbortController();
		begins = () => signal.abort();
		pages();
		const { items } = await bench.run('timesheet', form({ asFile }), { signal });
		expect({ items, seen: bench.recorder.seen.length }).toEqual({ items: [], seen: 3 });
		expect(gathered).toEqual([]);
	});

	test.each(['csv', 'xlsx', 'jsonl'])(
		'nothing of a %s file that must be whole gets there before it is',
		async (asFile) => {
			let offered = 0;
			begins = () => offered++;
			const stop = { asFile, outputFields: 'timesheetId', ifIncomplete: 'stop' };
			bench.recorder.answer(() => ({ body: { ...fine, data: sheets(2), totalRecordCount: 3 } }));
			expect(await made(stop)).toEqual(noFile);
			expect(offered).toBe(0);
			bench.recorder.answer(() => ({ body: { ...fine, data: sheets(2), totalRecordCount: 2 } }));
			await bench.ok('timesheet', form(stop));
			expect(offered).toBe(1);
		},
	);

	test('a page that fails is told in its own words, and stores nothing', async () => {
		bench.recorder.answer(() => ({ status: 403, body: { status: { code: 1, errorMessage: 'No' } } }));
		const { items, error } = await bench.run('timesheet', form({ asFile: 'jsonl' }));
		expect({ items, gathered }).toEqual({ items: [], gathered: [] });
		expect(error?.message).toBe('The API key has no access to this');
	});
});
