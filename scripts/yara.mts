// `node scripts/yara.mts <folder of rules> <tarball>`: n8n's scanner applies these rules to a package. A rule that names a threat and matches
// makes it red; one that names a capability alone is listed.
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

const compiler = new engine.Compiler();
const sources = fs.readdirSync(rulesIn).filter((name) => name.endsWith('.yar'));
if (sources.length === 0) throw new Error(`No rules are in ${rulesIn}.`);
for (const name of sources) {
	compiler.newNamespace(name);
	compiler.addSource(fs.readFileSync(path.join(rulesIn, name), 'utf8'));
}
const rules = compiler.build();

/** A rule may be for certain files only: `*.js,package.json`. */
function isFor({ metadata }: Match, name: string): boolean {
	const included = metadata.find(({ identifier }) => identifier === 'path_include')?.value;
	if (typeof included !== 'string') return true;
	return included
		.split(',')
		.map((pattern) => pattern.trim())
		.some((pattern) => (pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern));
}

const found = await inTemporaryFolder(async (place) => {
	const { code, output } = await run('tar', ['-xzf', path.resolve(tarball), '-C', place]);
	if (code !== 0) throw new Error(`The tarball can't be unpacked:\n${output}`);
	const folder = path.join(place, 'package');
	return fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => fs.statSync(path.join(folder, name)).isFile())
		.flatMap((name) =>
			rules
				.scan(fs.readFileSync(path.join(folder, name)))
				.matches.filter((match) => isFor(match, name))
				.map(({ identifier }) => ({ name, identifier })),
		);
});
for (const { name, identifier } of found) console.log(`${identifier}: ${name}`);
console.log(`${sources.length} files of rules, ${found.length} matches.`);
if (found.some(({ identifier }) => !identifier.startsWith('capability'))) process.exitCode = 1;
