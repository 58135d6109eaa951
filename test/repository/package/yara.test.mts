// The script that applies the scanner's rules to a tarball, with rules made here: the real ones are fetched by the workflow.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { inClone } from '../../../kit/lib/paths.mts';
import { useFolder } from '../files.mts';
import { packedTarball } from './tarball.mts';

const inFolder = useFolder();
beforeEach(() => {
	fs.mkdirSync(inFolder('rules', 'ours'), { recursive: true });
	fs.mkdirSync(inFolder('package', 'dist'), { recursive: true });
});

const RULES = `
include "helpers.meta"
rule threat_shouting { meta: path_include = "*.js,*.mjs" path_exclude = "*.min.js,*/vendor/*" strings: $a = "steal it" condition: $a }
rule threat_manifest { meta: path_include = "*/package.json" strings: $a = "steal it" condition: $a }
rule threat_readme { meta: path_include = "README.md" condition: says_steal }
rule threat_anywhere { strings: $a = "hidden away" condition: $a }
rule capability_network { strings: $a = "fetch(" condition: $a }
`;

/** What rules share, in a file beside them. */
const HELPERS = 'rule says_steal { strings: $a = "steal that" condition: $a }';

/** Packs these files, and scans them by these rules. */
function scan(
	files: Record<string, string>,
	rules: string | undefined = RULES,
): { status: number | null; told: string } {
	fs.writeFileSync(inFolder('rules', 'ours', 'helpers.meta'), HELPERS);
	if (rules !== '') fs.writeFileSync(inFolder('rules', 'ours', 'made.yar'), rules);
	for (const [name, text] of Object.entries(files)) fs.writeFileSync(inFolder('package', name), text);
	spawnSync('tar', ['-czf', 'made.tgz', 'package'], { cwd: inFolder() });
	const given = [inClone('scripts', 'yara.mts'), inFolder('rules'), inFolder('made.tgz')];
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...given], {
		encoding: 'utf8',
	});
	return { status, told: status === 0 || stderr === '' ? stdout : stderr };
}

describe('A package', () => {
	test('that holds a threat makes it red, and the file is named', () =>
		expect(scan({ 'dist/a.js': 'steal it' })).toEqual({
			status: 1,
			told: 'threat_shouting: package/dist/a.js\n1 rule files, 1 matches.\n',
		}));

	test('that is merely able to do something is listed and stays green', () =>
		expect(scan({ 'dist/a.js': 'fetch("x")' })).toEqual({
			status: 0,
			told: 'capability_network: package/dist/a.js\n1 rule files, 1 matches.\n',
		}));

	test('is held against a rule only where the rule is for such a file', () => {
		expect(scan({ 'README.md': 'steal it' }).status).toBe(0);
		expect(scan({ 'package.json': '"steal it"' }).told).toBe(
			'threat_manifest: package/package.json\n1 rule files, 1 matches.\n',
		);
		expect(scan({ 'README.md': 'hidden away', 'package.json': '' }).told).toContain(
			'threat_anywhere: package/README.md',
		);
	});

	test.each(['dist/a.min.js', 'vendor/a.js'])('is not held against a rule that leaves out such a file: %s', (file) => {
		fs.mkdirSync(inFolder('package', 'vendor'));
		expect(scan({ [file]: 'steal it' }).status).toBe(0);
	});

	test('is held against what a rule takes from a file beside it, which is no finding of its own', () => {
		expect(scan({ 'dist/a.js': 'steal that' })).toMatchObject({
			status: 0,
			told: expect.stringContaining('says_steal'),
		});
		const { status, told } = scan({ 'README.md': 'steal that' });
		expect({ status, told: told.match(/threat_\w+: .+/g) }).toEqual({
			status: 1,
			told: ['threat_readme: package/README.md'],
		});
	});

	test('is not passed where there are no rules, or one that can’t be read', () => {
		expect(scan({}, '')).toMatchObject({ status: 1, told: expect.stringContaining('There are no rules in') });
		expect(scan({}, 'rule broken {').status).toBe(1);
	});
});

test('the nightly workflow packs, and scans the tarball by the rules of a pinned commit', () => {
	interface Step {
		run?: string;
		with?: { repository?: string; ref?: string; path?: string; 'sparse-checkout'?: string };
	}
	const { jobs } = parse(fs.readFileSync(inClone('.github', 'workflows', 'nightly.yml'), 'utf8')) as {
		jobs: { rules: { steps: Step[] } };
	};
	const { steps } = jobs.rules;
	const rules = steps.find((step) => step.with?.repository === 'n8n-io/n8n')?.with;
	expect(rules?.ref).toMatch(/^[0-9a-f]{40}$/);
	const runs = steps.flatMap(({ run }) => run ?? []);
	expect(runs.map((run) => run.split(' ').slice(0, 2).join(' '))).toEqual([
		'npm run',
		'npm pack',
		'node scripts/yara.mts',
	]);
	expect(runs[2]).toBe(`node scripts/yara.mts ${rules?.path}/${rules?.['sparse-checkout']} "$RUNNER_TEMP"/*.tgz`);
});

// What rules of that commit take for a threat, and the package had: nobody should have to argue about it.
test('the package holds no sign that nobody sees, and nothing that looks like code made at run time or like asking for the system', async () => {
	const { files } = await packedTarball();
	const code = [...files].filter(([name]) => name.endsWith('.js'));
	expect(code.length).toBeGreaterThan(4);
	const found = code.flatMap(([name, text]) =>
		[
			/[\p{Cf}\p{Zl}\p{Zp}]/u,
			/\beval\(|function\(/i,
			/\.(release|platform|hostname|type|version|arch)\s*\(\s*\)/,
			/process\.env/,
		]
			.filter((pattern) => pattern.test(text))
			.map((pattern) => `${name}: ${pattern.source}`),
	);
	expect(found).toEqual([]);
});
