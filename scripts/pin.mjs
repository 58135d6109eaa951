// `npm run pin -- n8n-2.41.1`: lets npm choose what kit/tools/n8n-2.41.1.json asks for, and writes the lockfile beside it.
// `npm run pin -- node`: writes the hashes of the packages of Node into kit/tools/node.json, one for each system.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installFlags, npm, toolsFolder } from '../kit/tools/toolbox.mjs';

/** Not needed for an install; a package's address would name the registry used today. */
const superfluous = ['resolved', 'license', 'funding', 'deprecated'];

const [name] = process.argv.slice(2);
const file = path.join(toolsFolder, `${name}.json`);
if (name === undefined || !fs.existsSync(file)) {
	const known = fs.readdirSync(toolsFolder).filter((each) => each.endsWith('.json') && !each.endsWith('.lock.json'));
	console.error(
		`Usage: npm run pin -- <tool>. Tools: ${known.map((each) => path.basename(each, '.json')).join(', ')}.`,
	);
	process.exit(2);
}
const tool = JSON.parse(fs.readFileSync(file, 'utf8'));
await (tool.binary ? pinBinaries() : pinPackages()).catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});

async function pinBinaries() {
	for (const pinned of Object.values(tool.binary)) {
		const told = await npm(['view', `${pinned.package}@${pinned.version}`, 'dist.integrity'], toolsFolder);
		const integrity = /^sha512-\S+$/m.exec(told)?.[0];
		if (integrity === undefined) throw new Error(`npm has no hash for ${pinned.package} ${pinned.version}.`);
		pinned.integrity = integrity;
	}
	fs.writeFileSync(file, `${JSON.stringify(tool, undefined, '\t')}\n`);
	console.log(`${path.basename(file)} names the hashes of ${Object.keys(tool.binary).length} packages.`);
}

async function pinPackages() {
	const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-pin-'));
	process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
	fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(tool.package));
	console.log(`Looking up the versions of everything in ${name} (takes a few minutes) …`);
	await npm(['install', '--package-lock-only', '--omit-lockfile-registry-resolved', ...installFlags], folder);
	const { lockfileVersion, requires, packages } = JSON.parse(
		fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8'),
	);
	for (const entry of Object.values(packages)) for (const field of superfluous) delete entry[field];
	const lock = path.join(toolsFolder, `${name}.lock.json`);
	fs.writeFileSync(lock, `${JSON.stringify({ lockfileVersion, requires, packages }, undefined, '\t')}\n`);
	console.log(`${path.basename(lock)} names ${Object.keys(packages).length - 1} packages.`);
}
