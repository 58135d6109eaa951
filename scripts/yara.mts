// `node scripts/yara.mts <folder of rules> <tarball>`: n8n's scanner applies these rules to a package, and this script reads them as it does.
// A rule that names a threat and matches makes it red; any other is listed.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../kit/lib/processes.mts';
import { inTemporaryFolder } from '../kit/lib/temporary.mts';
import { toolFolder } from '../kit/lib/tools.mts';

interface Match {
	identifier: string;
	metadata: Array<{ identifier: string; value: unknown }>;
}

interface Rules {
	scan(payload: Uint8Array): { matches: Match[] };
}

interface Engine {
	initSync(module: { module: Uint8Array }): void;
	Compiler: new () => { newNamespace(name: string): void; addSource(source: string): void; build(): Rules };
}

const [rulesIn = '', tarball = ''] = process.argv.slice(2);
const home = path.join(await toolFolder('actionlint'), 'node_modules', '@virustotal', 'yara-x', 'pkg');
const engine = (await import(pathToFileURL(path.join(home, 'yara_x_js.js')).href)) as Engine;
engine.initSync({ module: fs.readFileSync(path.join(home, 'yara_x_js_bg.wasm')) });

/** Rules share helpers in files beside them, which the compiler can't open by itself. */
function readRules(name: string): string {
	const file = path.join(rulesIn, name);
	return fs
		.readFileSync(file, 'utf8')
		.replace(/^include "([^"]+)"$/gm, (_, included: string) =>
			fs.readFileSync(path.join(path.dirname(file), included), 'utf8'),
		);
}

const compiler = new engine.Compiler();
const sources = fs.readdirSync(rulesIn, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yar'));
if (sources.length === 0) throw new Error(`There are no rules in ${rulesIn}.`);
for (const name of sources) {
	compiler.newNamespace(name);
	compiler.addSource(readRules(name));
}
const rules = compiler.build();

/** `*.js,package.json`: patterns of paths or names, in which a star stands for anything. */
const fits = (patterns: string, file: string): boolean =>
	patterns.split(',').some((pattern) => {
		const escaped = pattern.trim().replace(/[.+?^${}()|[\]\\]/g, '\\$&');
		const whole = new RegExp(`^${escaped.replaceAll('*', '.*')}$`);
		return whole.test(file) || whole.test(path.basename(file));
	});

/** A rule may be for certain files only. */
function isFor({ metadata }: Match, file: string): boolean {
	const [included, excluded] = ['path_include', 'path_exclude'].map(
		(wanted) => metadata.find(({ identifier }) => identifier === wanted)?.value,
	);
	return (
		(typeof included !== 'string' || fits(included, file)) && !(typeof excluded === 'string' && fits(excluded, file))
	);
}

const found = await inTemporaryFolder(async (place) => {
	const { code, output } = await run('tar', ['-xzf', path.resolve(tarball), '-C', place]);
	if (code !== 0) throw new Error(`The tarball can't be unpacked:\n${output}`);
	// Their patterns are for the paths of a tarball, which begin with “package”.
	return fs
		.readdirSync(place, { recursive: true, encoding: 'utf8' })
		.filter((name) => fs.statSync(path.join(place, name)).isFile())
		.flatMap((name) =>
			rules
				.scan(fs.readFileSync(path.join(place, name)))
				.matches.filter((match) => isFor(match, name))
				.map(({ identifier }) => ({ name, identifier })),
		);
});
for (const { name, identifier } of found) console.log(`${identifier}: ${name}`);
console.log(`${sources.length} rule files, ${found.length} matches.`);
if (found.some(({ identifier }) => identifier.startsWith('threat'))) process.exitCode = 1;
