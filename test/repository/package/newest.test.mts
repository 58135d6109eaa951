// The weekly look at n8n's images: which tags are tried, and what becomes of it. The registry's answers have the form that the
// registries' common protocol gives them; docker, npm and gh only write down what they are told.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { inClone } from '../../../kit/lib/paths.mts';
import { type Canned, serve } from '../../../kit/servers/between.mts';
import type { Listening } from '../../../kit/servers/loopback.mts';
import { chosenOf, newestOf } from '../../../scripts/newest/tags.mts';
import { useFolder } from '../files.mts';

describe('of the tags of an image', () => {
	test.each([
		[['2.9.0', '2.48.1', '2.10.3'], '2.48.1'],
		[['3.0.0-rc.2', '3.0.0-rc.10', '3.0.0-beta.11', '2.48.1'], '3.0.0-rc.10'],
		[['3.0.0-rc.10', '3.0.0'], '3.0.0'],
		[['3.0.0-rc.1', '3.0.0-rc.2-amd64', '3.1.0-arm64'], '3.0.0-rc.1'],
		[['latest', 'next', '3', 'nightly'], undefined],
	])('%j the newest version is %s', (tags, newest) => expect(newestOf(tags)).toBe(newest));

	test('those that n8n moves are tried, and the newest of the next major', () => {
		const tags = ['2.48.1', 'next', 'nightly', 'latest'];
		expect(chosenOf(tags, 3)).toEqual({ chosen: ['latest', 'next'], newest: '2.48.1' });
		expect(chosenOf([...tags, '3.0.0-rc.1'], 3).chosen).toEqual(['latest', 'next', '3.0.0-rc.1']);
		expect(() => chosenOf(['latest'], 3)).toThrow('None of the tags is a version');
	});
});

describe('the script of the workflow', () => {
	const inFolder = useFolder();
	let registry: Listening;
	let n8n: Listening;
	let tags: string[];
	const PAGE = 3;

	beforeEach(async () => {
		n8n = await serve(() => ({ body: {} }));
		registry = await serve(({ path: asked, query: { scope, last = '' }, headers: { authorization } }): Canned => {
			if (asked === '/token') return { body: { token: `for ${scope}` } };
			if (authorization !== 'Bearer for repository:n8nio/n8n:pull') {
				const realm = `realm="${registry.url}/token",service="registry",scope="repository:n8nio/n8n:pull"`;
				return { status: 401, headers: { 'www-authenticate': `Bearer ${realm}` }, body: {} };
			}
			const from = tags.indexOf(last) + 1;
			const page = tags.slice(from, from + PAGE);
			const link = `</v2/n8nio/n8n/tags/list?last=${page.at(-1)}&n=${PAGE}>; rel="next"`;
			return { headers: from + PAGE < tags.length ? { link } : {}, body: { name: 'n8nio/n8n', tags: page } };
		});
		// Each writes down what it is told; FAILING says for which tag of the image the tests fail, ISSUES what is open.
		const tool = (name: string, more: string): void =>
			fs.writeFileSync(inFolder(name), `#!/bin/sh\necho "${name} $*" >> "$TOLD"\n${more}`, { mode: 0o755 });
		tool('docker', 'case "$*" in "run "*) echo "$*" > "$TOLD.running" ;; esac\n');
		tool(
			'npm',
			'case "$*" in test*) echo "1 failed"; grep -q -- "$FAILING" "$TOLD.running" && exit 1 ;; esac\nexit 0\n',
		);
		tool('gh', 'case "$*" in "issue list"*) echo "$ISSUES" ;; esac\n');
	});
	afterEach(() => Promise.all([registry.close(), n8n.close()]));

	interface Ran {
		code: number | null;
		out: string;
		/** What the tools were told, line by line. */
		told: string[];
	}

	async function script(command: string, more: Record<string, string>): Promise<Ran> {
		const told = inFolder('told');
		fs.writeFileSync(told, '');
		const child = spawn(process.execPath, [inClone('scripts', 'newest.mts'), command], {
			env: { ...process.env, PATH: `${inFolder()}${path.delimiter}${process.env.PATH ?? ''}`, TOLD: told, ...more },
		});
		let out = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (out += String(piece)));
		const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
		return { code, out, told: fs.readFileSync(told, 'utf8').split('\n') };
	}

	/** Both jobs, the first's output handed on as GitHub does. */
	async function week(failing: string, issues: string[] = []): Promise<{ tried: Ran; told: Ran }> {
		const output = inFolder('output');
		const tried = await script('try', {
			IMAGE_REGISTRY: registry.url,
			IMAGE: 'n8nio/n8n',
			N8N_ADDRESS: n8n.url,
			GITHUB_OUTPUT: output,
			FAILING: failing,
		});
		const results = /^results=(.*)$/m.exec(fs.readFileSync(output, 'utf8'))?.[1] ?? '';
		const ISSUES = JSON.stringify(issues.map((title) => ({ title })));
		return { tried, told: await script('tell', { RESULTS: results, RUN_URL: 'https://example.com/run/1', ISSUES }) };
	}

	const issuesOf = ({ told }: Ran): string[] => told.filter((line) => line.startsWith('gh issue create'));
	const none = 'n8nio/n8n:nothing';
	const withRc = ['2.47.0', '2.48.1', '3.0.0-rc.1', '3.0.0-rc.2', 'latest', 'next'];

	/** Nothing fails: gives what the last job tells. */
	const isGreen = async (): Promise<Ran> => {
		const { tried, told } = await week(none);
		expect({ tried: tried.code, told: told.code, issues: issuesOf(told) }).toEqual({ tried: 0, told: 0, issues: [] });
		return told;
	};

	test('is green with a notice while the newest version is of major 2 and everything passes', async () => {
		tags = ['2.47.0', '2.48.1', '2.49.0', 'latest', 'next'];
		expect((await isGreen()).out).toContain('::notice::The newest version is 2.49.0: there is no n8n 3 to try');
	});

	test('is green when latest, next and the newest version of n8n 3 pass', async () => {
		tags = withRc;
		expect((await isGreen()).out.trim().split('\n')).toEqual(['latest: passed', 'next: passed', '3.0.0-rc.2: passed']);
	});

	test('opens an issue for the version of n8n 3 that fails, and is red', async () => {
		tags = withRc;
		const { told } = await week('n8nio/n8n:3.0.0-rc.2');
		const [issue = '', ...others] = issuesOf(told);
		expect({ code: told.code, others }).toEqual({ code: 1, others: [] });
		expect(issue).toContain('The end-to-end tests fail in n8n’s image “3.0.0-rc.2”');
		expect(told.told.join('\n')).toContain('1 failed');
	});

	test('opens no second issue while the first is open', async () => {
		tags = withRc;
		const { told } = await week('n8nio/n8n:next', ['The end-to-end tests fail in n8n’s image “next”']);
		expect({ code: told.code, issuesOf: issuesOf(told) }).toEqual({ code: 1, issuesOf: [] });
	});

	test('is red where nothing could be tried', async () => {
		expect((await script('tell', { RESULTS: '', RUN_URL: 'x' })).code).toBe(1);
		tags = [];
		expect((await script('try', { IMAGE_REGISTRY: registry.url, IMAGE: 'n8nio/n8n' })).code).toBe(1);
	});

	test('puts the packed package into each container, and removes the container', async () => {
		tags = withRc;
		const { tried } = await week(none);
		const of = (begin: string): string[] => tried.told.filter((line) => line.startsWith(begin));
		expect(of('npm run build -- --into ')).toHaveLength(3);
		expect(of('docker run').map((line) => line.split(' ').at(-1))).toEqual(
			['latest', 'next', '3.0.0-rc.2'].map((tag) => `n8nio/n8n:${tag}`),
		);
		for (const line of of('docker run')) {
			expect(line).toContain(`--env N8N_WEBHOOK_URL=${n8n.url}/`);
			expect(line).toMatch(/--user \d+:\d+ --network host --volume \S+:\/data .*--env N8N_USER_FOLDER=\/data/);
		}
		expect(of('docker rm --force')).toHaveLength(3);
		expect(of('npm test')[0]).toContain(`e2e --url ${n8n.url} --user `);
	});
});
