// The credential and the nodes are files of their own, and n8n loads each by its name: what they share must be there once all the same.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import type { JournalRow } from '../../../sandbox/server/journal.mts';
import { addType, credentialFor, runNode } from '../../../kit/core/engine.mts';
import { inClone } from '../../../kit/lib/paths.mts';
import { askAdmin } from '../../../kit/sandbox/admin.mts';
import { packedTarball } from './tarball.mts';

const inSources = {
	WorkforceOperationsApi,
	WorkforceOperations,
	WorkforceOperationsTrigger,
	WorkforceOperationsWatchTrigger,
};

type Loaded = { [Name in keyof typeof inSources]: new () => InstanceType<(typeof inSources)[Name]> };

// Inside the clone, where it finds n8n-workflow.
const folder = inClone('node_modules', '.cache', `workforce-instance-${process.pid}`);
const load = (): Loaded => jest.requireActual<Loaded>(path.join(folder, 'dist', 'index.js'));

let sandbox: Sandbox;
beforeAll(async () => {
	for (const [file, text] of (await packedTarball()).files) {
		fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		fs.writeFileSync(path.join(folder, file), text);
	}
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox?.close();
	fs.rmSync(folder, { recursive: true, force: true });
});

test('credential and nodes share tokens and the requests of a minute', async () => {
	const packed = load();
	addType('packed', new packed.WorkforceOperations());
	const credential = Object.assign(credentialFor(sandbox, 'developer', { requestsPerMinute: 3 }), {
		type: new packed.WorkforceOperationsApi(),
	});
	const run = (signal?: AbortController): ReturnType<typeof runNode> =>
		runNode(
			credential,
			{ resource: 'customer', operation: 'getAll', limit: 1 },
			{ node: { type: 'packed' }, ...(signal && { signal }) },
		);
	expect((await run()).error).toBeUndefined();
	// As n8n's HTTP Request node has them signed.
	for (const _ of [1, 2]) {
		const request = { url: `${sandbox.url}/api/external/sites`, method: 'GET' } as const;
		const { headers } = await credential.authenticate(await credential.getDecrypted(), '', request);
		expect(headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer ./) });
	}
	// Three of three are used: a fourth waits.
	const stopped = new AbortController();
	setTimeout(() => stopped.abort(), 1000);
	await run(stopped);
	const requests = await askAdmin<JournalRow[]>(sandbox.url, 'GET', '/requests');
	expect(requests.map(({ path: at }) => at).sort()).toEqual(['/api/external/customers', '/api/external/token/request']);
});

test('the forms are those of the sources', () => {
	const packed = load();
	expect(new packed.WorkforceOperationsApi().properties).toEqual(new WorkforceOperationsApi().properties);
	for (const name of [
		'WorkforceOperations',
		'WorkforceOperationsTrigger',
		'WorkforceOperationsWatchTrigger',
	] as const) {
		const node: INodeType = new packed[name]();
		expect(node.description).toEqual(new inSources[name]().description);
		expect(Object.keys(node.methods ?? {})).toEqual(Object.keys((new inSources[name]() as INodeType).methods ?? {}));
	}
});

test('n8n reads the nodes again when somebody installs another package: Poll Times are added once', async () => {
	const loader = new PackageDirectoryLoader(folder);
	for (const _ of [1, 2]) await loader.loadAll();
	const times = loader.types.nodes.map(({ name, properties }) => [
		name,
		properties.filter((field: INodeProperties) => field.name === 'pollTimes').length,
	]);
	expect(Object.fromEntries(times)).toEqual({
		workforceOperations: 0,
		workforceOperationsTrigger: 0,
		workforceOperationsWatchTrigger: 1,
	});
});

test('loading brings the classes and the data of their forms alone: what runs is loaded when it first runs', () => {
	const program = `
require('n8n-workflow');
const before = new Set(Object.keys(require.cache));
const classes = require(process.argv[1]);
const made = Object.fromEntries(Object.entries(classes).map(([name, Class]) => [name, new Class()]));
const loaded = () => Object.keys(require.cache).filter((file) => !before.has(file)).map((file) => require('path').basename(file)).sort();
const atLoad = loaded();
made.WorkforceOperationsApi.authenticate({ region: 'au', apiKey: 'key', subscriptionKey: 'key' }, { url: 'https://elsewhere.example/' }).catch(({ message }) =>
	console.log(JSON.stringify({ atLoad, message, later: loaded().filter((file) => !atLoad.includes(file)) })));`;
	const file = path.join(folder, 'dist', 'index.js');
	const { stdout } = spawnSync(process.execPath, ['-e', program, file], { cwd: inClone(), encoding: 'utf8' });
	const classes = Object.keys(inSources).map((name) => `${name}.${name.endsWith('Api') ? 'credentials' : 'node'}.js`);
	const forms = Object.keys(inSources).map((name) => `${name}.form.json`);
	expect(JSON.parse(stdout)).toEqual({
		atLoad: ['index.js', ...classes, ...forms].sort(),
		message: 'This credential isn’t sent to elsewhere.example',
		later: ['package.js'],
	});
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
require(process.argv[2]);
console.log(JSON.stringify([...new Set(made)]));`;
	const files = ['index.js', 'package.js'].map((name) => path.join(folder, 'dist', name));
	const { stdout } = spawnSync(process.execPath, ['-e', program, ...files], { cwd: inClone(), encoding: 'utf8' });
	expect(JSON.parse(stdout)).toEqual([]);
});
