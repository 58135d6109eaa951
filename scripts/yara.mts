// `node scripts/yara.mts <folder of rules> <tarball>`: n8n's scanner applies these rules to a package. A rule that names a threat and matches
// makes it red; one that names a capability alone is listed.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../kit/lib/processes.mts';
import { inTemporaryFolder } from '../kit/lib/temporary.mts';
import { toolFolder } from '../kit/lib/tools.mts';

interface Rules {
	scan(payload: Uint8Array): { matches: Array<{ identifier: string }> };
}

interface Engine {
	initSync(module: { module: Uint8Array }): void;
	Compiler: new () => { newNamespace(name: string): void; addSource(source: string): void; build(): Rules };
}

const [folder = '', tarball = ''] = process.argv.slice(2);
const home = path.join(await toolFolder('actionlint'), 'node_modules', '@virustotal', 'yara-x', 'pkg');
const engine = (await import(pathToFileURL(path.join(home, 'yara_x_js.js')).href)) as Engine;
engine.initSync({ module: fs.readFileSync(path.join(home, 'yara_x_js_bg.wasm')) });

const compiler = new engine.Compiler();
const sources = fs.readdirSync(folder).filter((name) => name.endsWith('.yar'));
for (const name of sources) {
	compiler.newNamespace(name);
	compiler.addSource(fs.readFileSync(path.join(folder, name), 'utf8'));
}
const rules = compiler.build();

const found = await inTemporaryFolder(async (place) => {
	const { code, output } = await run('tar', ['-xzf', path.resolve(tarball), '-C', place]);
	if (code !== 0) throw new Error(`The tarball can't be unpacked:\n${output}`);
	return fs
		.readdirSync(place, { recursive: true, encoding: 'utf8' })
		.filter((name) => fs.statSync(path.join(place, name)).isFile())
		.flatMap((name) =>
			rules.scan(fs.readFileSync(path.join(place, name))).matches.map(({ identifier }) => ({ name, identifier })),
		);
});
if (sources.length === 0) throw new Error(`No rules are in ${folder}.`);
for (const { name, identifier } of found) console.log(`${identifier}: ${name}`);
console.log(`${sources.length} files of rules, ${found.length} matches.`);
if (found.some(({ identifier }) => !identifier.startsWith('capability'))) process.exitCode = 1;
