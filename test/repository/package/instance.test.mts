// The credential and the nodes are files of their own, and n8n loads each by its name: what they share must be there once all the same.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { inClone } from '../../../kit/lib/paths.mts';
import { packedTarball } from './tarball.mts';

interface Loaded {
	WorkforceOperationsApi: new () => {
		authenticate: (credentials: object, request: IHttpRequestOptions) => Promise<IHttpRequestOptions>;
	};
	WorkforceOperations: new () => { description: { properties: object[] } };
	rateLimiterOf: (key: string) => { idle: boolean };
	readSettings: (credentials: object) => { budgetKey: string; fingerprint: string };
	properties: object[];
}

// Inside the clone, where it finds n8n-workflow.
const folder = inClone('node_modules', '.cache', `workforce-instance-${process.pid}`);
const load = (file: string): Loaded => jest.requireActual<Loaded>(path.join(folder, 'dist', file));

beforeAll(async () => {
	for (const [file, text] of (await packedTarball()).files) {
		fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		fs.writeFileSync(path.join(folder, file), text);
	}
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('a request that the credential signs for n8n is counted in the budget by which the nodes wait', async () => {
	const { WorkforceOperationsApi } = load('credentials/WorkforceOperationsApi.credentials.js');
	const shared = load('package.js');
	const fields = {
		region: 'custom',
		baseUrl: 'https://service.example',
		apiKey: 'key-of-the-instance-test',
		subscriptionKey: 'subscription',
		requestsPerMinute: 60,
	};
	const { budgetKey, fingerprint } = shared.readSettings(fields);
	const limiter = shared.rateLimiterOf(budgetKey);
	expect(limiter.idle).toBe(true);
	const signed = await new WorkforceOperationsApi().authenticate(
		{ ...fields, accessToken: 'token', refreshAt: Date.now() + 3_600_000, tokenFingerprint: fingerprint },
		{ url: 'https://service.example/api/external/sites', method: 'GET' },
	);
	expect(signed.headers).toMatchObject({ authorization: 'Bearer token' });
	expect(limiter.idle).toBe(false);
});

test('the nodes hold what the shared file holds, whichever file is loaded first', () => {
	const { WorkforceOperations } = load('nodes/WorkforceOperations/WorkforceOperations.node.js');
	expect(new WorkforceOperations().description.properties).toBe(load('package.js').properties);
	expect(load('index.js').WorkforceOperations).toBe(WorkforceOperations);
});

test('loading makes nothing that needs the tables of a language, which would be a quarter of the time', () => {
	const program = `
require('n8n-workflow');
const made = [];
for (const name of ['Collator', 'DateTimeFormat', 'NumberFormat']) {
	const Real = Intl[name];
	Intl[name] = class extends Real { constructor(...given) { super(...given); made.push(name); } };
}
for (const [Type, name] of [[String, 'localeCompare'], [Number, 'toLocaleString'], [Date, 'toLocaleString']]) {
	const real = Type.prototype[name];
	Type.prototype[name] = function (...given) { made.push(name); return real.apply(this, given); };
}
require(process.argv[1]);
console.log(JSON.stringify([...new Set(made)]));`;
	const file = path.join(folder, 'dist', 'index.js');
	const { stdout } = spawnSync(process.execPath, ['-e', program, file], { cwd: inClone(), encoding: 'utf8' });
	expect(JSON.parse(stdout)).toEqual([]);
});
