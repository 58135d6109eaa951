// What is downloaded is what was chosen: every package of the tools is named with its hash, and one that differs is refused.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inClone } from '../../../kit/lib/paths.mts';
import { npm, toolNames } from '../../../kit/lib/tools.mts';
import { serve } from '../../../kit/servers/between.mts';
import type { Listening } from '../../../kit/servers/loopback.mts';

interface Pinned {
	package: string;
	version: string;
	integrity: string;
}

const read = (file: string): string => fs.readFileSync(inClone('kit', 'tools', file), 'utf8');
const { binary } = JSON.parse(read('node.json')) as { binary: Record<string, Pinned> };
const systems = Object.entries(binary);
const HASH = /^sha512-[\w+/]{86}==$/;

describe('Node 24', () => {
	test.each(systems)('is named with its version and its hash for %s', (_, { version, integrity }) => {
		expect(version).toMatch(/^24\.\d+\.\d+$/);
		expect(integrity).toMatch(HASH);
	});

	test('has another hash for each system', () =>
		expect(new Set(systems.map(([, { integrity }]) => integrity)).size).toBe(systems.length));
});

const locked = toolNames().filter((name) => fs.existsSync(inClone('kit', 'tools', `${name}.lock.json`)));
test.each(locked)('the lockfile of %s names every package with its hash, and no registry', (name) => {
	const { packages } = JSON.parse(read(`${name}.lock.json`)) as {
		packages: Record<string, { integrity?: string; resolved?: string }>;
	};
	const wrong = Object.entries(packages).filter(
		([place, { integrity = '', resolved }]) =>
			place !== '' && (resolved !== undefined || !integrity.split(' ').some((hash) => HASH.test(hash))),
	);
	expect(wrong.map(([place]) => place)).toEqual([]);
});

test('the lockfile of the clone names the optional packages of every system, without which `npm ci` refuses it', () => {
	const { packages } = JSON.parse(fs.readFileSync(inClone('package-lock.json'), 'utf8')) as {
		packages: Record<string, { optionalDependencies?: Record<string, string> }>;
	};
	const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
		Object.keys(optionalDependencies).filter(
			(name) => !(`node_modules/${name}` in packages) && !(`${place}/node_modules/${name}` in packages),
		),
	);
	expect(missing).toEqual([]);
});

/** The program behind the command. */
const npmProgram = (process.env.PATH ?? '')
	.split(path.delimiter)
	.map((place) => path.join(place, 'npm'))
	.filter((file) => fs.existsSync(file))
	.map((file) => fs.realpathSync(file))[0];

describe('a registry that hands out something else as Node 24', () => {
	let folder: string;
	let registry: Listening;
	let tarball: Buffer;
	/** Packages that it has handed out. */
	const handed: string[] = [];

	beforeAll(async () => {
		folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-pins-'));
		fs.mkdirSync(path.join(folder, 'bin'));
		fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'other-node', version: '24.0.0' }));
		for (const file of ['node', 'node.exe']) fs.writeFileSync(path.join(folder, 'bin', file), '#!/bin/sh\n');
		await npm(['pack', '--loglevel=error'], folder);
		tarball = fs.readFileSync(path.join(folder, 'other-node-24.0.0.tgz'));
		registry = await serve(({ path: asked }) => {
			const [, manner = '', name = ''] = asked.split('/');
			if (asked.endsWith('.tgz')) {
				handed.push(name);
				return { body: tarball };
			}
			const pinned = systems.find(([, { package: known }]) => known === name)?.[1];
			const version = pinned?.version ?? '24.0.0';
			const own = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
			const dist = {
				tarball: `${registry.url}/${manner}/${name}/other.tgz`,
				integrity: manner === 'honest' ? own : pinned?.integrity,
			};
			const versions = { [version]: { name, version, dist, bin: { node: 'bin/node' } } };
			return { body: { name, 'dist-tags': { latest: version }, versions } };
		});
	});
	beforeEach(() => {
		handed.length = 0;
	});
	afterAll(async () => {
		await registry.close();
		fs.rmSync(folder, { recursive: true, force: true });
	});

	/** Installs Node as on another system, with nothing in any cache. */
	const install = (system: string, manner: string): Promise<{ code: number | null; said: string; kept: string[] }> => {
		const [platform, arch] = system.split('-');
		const cache = fs.mkdtempSync(path.join(folder, 'cache-'));
		const pretend = `for (const [name, value] of ${JSON.stringify(Object.entries({ platform, arch }))}) Object.defineProperty(process, name, { value });`;
		const child = spawn(
			process.execPath,
			[
				'--import',
				`data:text/javascript,${encodeURIComponent(pretend)}`,
				inClone('kit', 'tools', 'toolbox.mjs'),
				'install',
				'node',
			],
			{
				env: {
					...process.env,
					WORKFORCE_CACHE: path.join(cache, 'tools'),
					npm_config_registry: `${registry.url}/${manner}/`,
					// A system that this one only pretends to be has no shell of its own here.
					npm_execpath: npmProgram,
					npm_config_cache: path.join(cache, 'npm'),
					npm_config_fetch_retry_mintimeout: '1',
					npm_config_fetch_retry_maxtimeout: '1',
				},
			},
		);
		let said = '';
		child.stderr.on('data', (piece) => (said += String(piece)));
		return new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (code) => resolve({ code, said, kept: fs.readdirSync(path.join(cache, 'tools')) }));
		});
	};

	test.each(systems)('is refused on %s where it tells another hash', async (system) => {
		const { code, said, kept } = await install(system, 'honest');
		expect(said).toContain('EINTEGRITY');
		expect({ code, kept }).toEqual({ code: 1, kept: [] });
	});

	test('is refused also where it tells the same hash', async () => {
		const [system, { package: name }] = systems[0] ?? ['', { package: '' }];
		const { code, said, kept } = await install(system, 'lying');
		expect(said).toContain('EINTEGRITY');
		expect({ code, kept, handed: new Set(handed) }).toEqual({ code: 1, kept: [], handed: new Set([name]) });
	});
});
