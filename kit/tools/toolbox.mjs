// The tools a run needs besides node_modules (Node 24, n8n, n8n's linter), each in its own folder in a cache outside
// the clone. Uses only Node's own modules, because it runs before anything is installed, on the Node that is
// available.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const toolsFolder = path.join(root, 'kit', 'tools');
const platform = `${process.platform}-${process.arch}`;
/** How npm installs a tool. */
export const installFlags = [
	'--no-audit',
	'--no-fund',
	'--ignore-scripts',
	'--legacy-peer-deps',
	'--prefer-offline',
	'--fetch-retries=1',
	'--loglevel=error',
];

/** The folder that downloaded tools are kept in; `WORKFORCE_CACHE` names another. */
export function cacheFolder() {
	if (process.env.WORKFORCE_CACHE) return path.resolve(process.env.WORKFORCE_CACHE);
	if (process.platform === 'win32' && process.env.LOCALAPPDATA)
		return path.join(process.env.LOCALAPPDATA, 'n8n-nodes-workforce-operations');
	return path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'n8n-nodes-workforce-operations');
}

// An npm at work when this process ends (Ctrl-C, a signal) ends too. It does not listen to SIGTERM, and its draft is discarded anyway.
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Lets the signals that ask a process to end run its `exit` handlers, which the default action would skip. */
export function endOnSignals() {
	const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
	for (const [signal, code] of Object.entries(codes)) process.once(signal, () => process.exit(code));
	return () => Object.keys(codes).forEach((signal) => process.removeAllListeners(signal));
}

/** Runs npm in `folder`; rejects with the end of its output. */
export function npm(args, folder, env = {}) {
	// npm passes its settings to scripts as variables: those of this package must not affect another folder.
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) => !/^npm_(package|lifecycle|config_(local_prefix|ignore_scripts))/i.test(name),
		),
	);
	const script = process.env.npm_execpath;
	const isScript = script !== undefined && /npm-cli\.[cm]?js$/.test(script);
	const child = isScript
		? spawn(process.execPath, [script, ...args], { cwd: folder, env: { ...inherited, ...env } })
		: spawn('npm', args, { cwd: folder, env: { ...inherited, ...env }, shell: process.platform === 'win32' });
	running.add(child);
	child.once('close', () => running.delete(child));
	return new Promise((resolve, reject) => {
		let tail = '';
		const keep = (chunk) => (tail = (tail + chunk).slice(-4000));
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		child.on('error', reject);
		child.on('close', (code) =>
			code === 0 ? resolve(tail) : reject(new Error(`npm ${args[0]} ended with code ${code} in ${folder}:\n${tail}`)),
		);
	});
}

/** The package for this system, with the lockfile that makes npm verify its hash before unpacking. */
function pinnedBinary(binary) {
	const pinned = binary[platform];
	if (!pinned)
		throw new Error(`There is no Node 24 package for ${platform}; known: ${Object.keys(binary).join(', ')}.`);
	const { package: name, version, integrity } = pinned;
	const wanted = { private: true, dependencies: { [name]: version } };
	const packages = { '': wanted, [`node_modules/${name}`]: { version, integrity } };
	return { package: wanted, lock: JSON.stringify({ lockfileVersion: 3, requires: true, packages }) };
}

function lockOf(name) {
	const file = path.join(toolsFolder, `${name}.lock.json`);
	// A lockfile written on one system lacks the optional packages of the others, so it serves that system only.
	return platform === 'linux-x64' && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

/** An unpinned version of n8n is installed like the newest pinned one, as npm resolves it today. */
function likeNewest(name) {
	const prefix = 'n8n-';
	const newest = fs
		.readdirSync(toolsFolder)
		.filter((file) => file.startsWith(prefix) && !file.endsWith('.lock.json'))
		.sort((left, right) => right.localeCompare(left, 'en', { numeric: true }))[0];
	if (!name.startsWith(prefix) || newest === undefined) throw new Error(`kit/tools/ has no ${name}.json.`);
	const told = JSON.parse(fs.readFileSync(path.join(toolsFolder, newest), 'utf8'));
	const version = name.slice(prefix.length);
	return { ...told, about: `n8n ${version}, not pinned`, package: { ...told.package, dependencies: { n8n: version } } };
}

function readTool(name) {
	const file = path.join(toolsFolder, `${name}.json`);
	const told = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : likeNewest(name);
	const tool = { ...told, ...(told.binary ? pinnedBinary(told.binary) : { lock: lockOf(name) }) };
	// Only fields that affect the folder's content: a tool's texts and settings may change without a new install.
	const content = JSON.stringify([tool.package, tool.build ?? [], platform]);
	const key = createHash('sha256')
		.update(content)
		.update(tool.lock ?? '')
		.digest('hex')
		.slice(0, 12);
	return { ...tool, name, folder: path.join(cacheFolder(), `${name}-${key}`) };
}

/** Gigabytes left by interrupted installs of this tool; only the holder of its lock may call this. */
function removeDrafts(folder) {
	const prefix = `${path.basename(folder)}.draft-`;
	for (const entry of fs.readdirSync(path.dirname(folder))) {
		if (entry.startsWith(prefix)) fs.rmSync(path.join(path.dirname(folder), entry), { recursive: true, force: true });
	}
}

async function install(tool, say) {
	const started = Date.now();
	const draft = `${tool.folder}.draft-${process.pid}`;
	removeDrafts(tool.folder);
	fs.mkdirSync(draft, { recursive: true });
	fs.writeFileSync(path.join(draft, 'package.json'), JSON.stringify(tool.package, null, 2));
	if (tool.lock) fs.writeFileSync(path.join(draft, 'package-lock.json'), tool.lock);
	say(`Installing ${tool.about} (once; ${tool.takes}) …`);
	const progress = setInterval(() => say(`  … ${tool.name}: ${Math.round((Date.now() - started) / 1000)} s`), 15_000);
	try {
		// `ci` refuses where a lockfile does not fit; the others' lack the optional packages of other systems, which `ci` wants.
		await npm([tool.binary ? 'ci' : 'install', ...installFlags], draft);
		for (const addon of tool.build ?? []) await buildAddon(addon, draft, say);
		fs.renameSync(draft, tool.folder);
	} catch (error) {
		fs.rmSync(draft, { recursive: true, force: true });
		throw error;
	} finally {
		clearInterval(progress);
	}
	say(`Installed ${tool.about} in ${Math.round((Date.now() - started) / 1000)} s.`);
}

async function buildAddon(addon, folder, say) {
	const node = await ensureTool('node', say);
	const bin = nodeBinary(node);
	const env = {
		npm_config_nodedir: path.dirname(path.dirname(bin)),
		PATH: `${path.dirname(bin)}${path.delimiter}${process.env.PATH ?? ''}`,
	};
	// With the system's SQLite (Debian: libsqlite3-dev) the build takes seconds instead of two minutes.
	if (addon === 'sqlite3' && fs.existsSync('/usr/include/sqlite3.h')) env.npm_config_sqlite = '/usr';
	try {
		await npm(['rebuild', addon, '--ignore-scripts=false', '--foreground-scripts'], folder, env);
	} catch (error) {
		throw new Error(
			`${addon} could not be built. It needs python3, make and a C++ compiler (Debian: apt-get install python3 make g++).\n${error.message}`,
		);
	}
}

/** Whether there is a process of this number. */
export const isAlive = (pid) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
};

/** Runs `work` while no other process does the same: a lock file holds the number of the working process. */
async function exclusively(file, work, say) {
	for (let told = false; ;) {
		try {
			fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
			break;
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
			const holder = Number(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : 0);
			if (holder > 0 && !isAlive(holder)) fs.rmSync(file, { force: true });
			else {
				if (!told) say(`Waiting for process ${holder || 'another'} to finish installing the same thing …`);
				told = true;
				await sleep(500);
			}
		}
	}
	try {
		return await work();
	} finally {
		fs.rmSync(file, { force: true });
	}
}

/** Installs `kit/tools/<name>.json` unless the cache holds it, and returns its folder. An interrupted install is never reused. */
export async function ensureTool(name, say = console.error) {
	const tool = readTool(name);
	if (fs.existsSync(tool.folder)) return tool.folder;
	fs.mkdirSync(path.dirname(tool.folder), { recursive: true });
	await exclusively(`${tool.folder}.lock`, async () => fs.existsSync(tool.folder) || install(tool, say), say);
	return tool.folder;
}

/** The Node 24 executable inside the folder of the tool `node`. */
export function nodeBinary(folder) {
	const modules = path.join(folder, 'node_modules');
	const name = fs.readdirSync(modules).find((entry) => entry.startsWith('node-'));
	return path.join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Installs the package's own devDependencies unless those of this very lockfile are there. */
export async function ensureDependencies(say = console.error) {
	const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
	const hash = createHash('sha256')
		.update(lock)
		.update(fs.readFileSync(path.join(root, 'package.json')))
		.digest('hex');
	const stamp = path.join(root, 'node_modules', '.installed-lockfile');
	if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return;
	await exclusively(
		path.join(root, '.install.lock'),
		async () => {
			if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return;
			say('Installing the development dependencies (once; about a minute) …');
			// `install` and not `ci`, to keep existing packages.
			await npm(
				['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
				root,
			);
			fs.writeFileSync(stamp, hash);
		},
		say,
	);
}

// As a program: `install <tool>` prints the tool's folder, `npm <arguments>` runs npm where it is called.
if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	const [command, ...args] = process.argv.slice(2);
	endOnSignals();
	try {
		if (command === 'install' && args.length === 1) console.log(await ensureTool(args[0]));
		else if (command === 'npm' && args.length > 0) process.stdout.write(await npm(args, process.cwd()));
		else throw new Error('Usage: toolbox.mjs install <tool> | npm <arguments …>');
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
