// What runs at GitHub: who may publish, what that job runs, and that it publishes nothing but what was tested and packed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { inClone } from '../../../kit/lib/paths.mts';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
	env?: Record<string, string>;
}

interface Job {
	needs?: string;
	permissions?: Record<string, string>;
	outputs?: Record<string, string>;
	environment?: string;
	steps: Step[];
}

interface Workflow {
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const read = (file: string): string => fs.readFileSync(inClone('.github', 'workflows', file), 'utf8');
const files = fs.readdirSync(inClone('.github', 'workflows'));
const workflows = files.map((file): [string, Workflow] => [file, parse(read(file)) as Workflow]);
const { permissions, jobs } = parse(read('publish.yml')) as Workflow;
const pack = jobs.pack ?? { steps: [] };
const publish = jobs.publish ?? { steps: [] };
const runs = ({ steps }: Job): string[] => steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
const actions = ({ steps }: Job): string[] => steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));

test.each(workflows)('%s takes every action by its commit, and holds no secret', (file, workflow) => {
	const used = Object.values(workflow.jobs).flatMap(actions);
	expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
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

describe('A version is published by two jobs', () => {
	test('one without permissions, which tests, builds and packs', () => {
		expect([permissions, pack.permissions, pack.environment]).toEqual([{}, undefined, undefined]);
		const order = ['bash .ci/run', 'npm run build', 'npm pack'].map((command) =>
			runs(pack).findIndex((run) => run.includes(command)),
		);
		expect(order).toEqual([...order].sort((a, b) => a - b));
		expect(order).not.toContain(-1);
		expect(pack.outputs).toEqual({ sha256: '${{ steps.pack.outputs.sha256 }}' });
	});

	test('and one that may publish, which waits for it and runs nothing that is installed', () => {
		expect([publish.needs, publish.permissions, publish.environment]).toEqual(['pack', { 'id-token': 'write' }, 'npm']);
		expect(actions(publish).map((action) => action.split('@')[0])).toEqual([
			'actions/setup-node',
			'actions/download-artifact',
		]);
		expect(runs(publish).join('\n')).not.toMatch(/\bnpm (?!publish)|\bnpx\b|apt-get|\bcurl\b|\bbash\b|\bsh\b/);
		expect(Object.keys(jobs)).toEqual(['pack', 'publish']);
	});
});

describe('The job that may publish', () => {
	let folder: string;
	beforeEach(() => {
		folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-publish-'));
	});
	afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

	const sha256 = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

	/** Lays down a tarball of this version; returns its hash. */
	function packed(version: string): string {
		fs.mkdirSync(path.join(folder, 'package'));
		fs.writeFileSync(path.join(folder, 'package', 'package.json'), JSON.stringify({ name: 'x', version }));
		const { status } = spawnSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
		expect(status).toBe(0);
		return sha256(path.join(folder, 'package.tgz'));
	}

	/** Runs its steps as GitHub would, with an npm that only writes down what it is told to do. */
	function run(hash: string, tag: string): { published: string; ended: boolean } {
		const tools = path.join(folder, 'tools');
		const told = path.join(folder, 'told');
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
			return spawnSync('bash', ['-e', '-c', step.run], { cwd: folder, env }).status === 0;
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
		fs.appendFileSync(path.join(folder, 'package.tgz'), 'x');
		expect(run(hash, 'v1.2.3')).toEqual({ published: '', ended: false });
	});

	test('publishes nothing where no hash is handed on', () => {
		packed('1.2.3');
		expect(run('', 'v1.2.3')).toEqual({ published: '', ended: false });
	});

	test('publishes no other version than that of the tag', () =>
		expect(run(packed('1.2.4'), 'v1.2.3')).toEqual({ published: '', ended: false }));
});

test('the job that packs hands on the hash of what it packed', () => {
	const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-pack-'));
	try {
		fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'packed', version: '1.2.3' }));
		const output = path.join(folder, 'output');
		const step = runs(pack).find((run) => run.includes('npm pack')) ?? 'false';
		const { status } = spawnSync('bash', ['-e', '-c', step], {
			cwd: folder,
			env: { ...process.env, GITHUB_OUTPUT: output },
		});
		const upload = pack.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
		const file = path.join(folder, String(upload?.with?.path));
		const hash = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
		expect([status, fs.readFileSync(output, 'utf8')]).toEqual([0, `sha256=${hash}\n`]);
		expect(path.basename(file)).toBe('package.tgz');
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
});
