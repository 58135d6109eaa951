// How long n8n takes to load the package, and how big it is.
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../kit/lib/processes.mts';
import { installedPackage } from '../kit/n8n/userFolder.mts';
import { inTurns, kilobytes, median, millis, table, times } from './lib/measure.mts';
import { inPlace, type Place } from './lib/place.mts';
import type { Bench } from './lib/report.mts';

const rounds = 9;

/**
 * In a fresh Node, as in n8n, `n8n-workflow` is there already, and each class is instantiated. What is timed is the last file and all that
 * it brings; those before it are loaded already.
 */
const program = `
const [base, ...files] = process.argv.slice(1);
const { createRequire } = require('node:module');
const load = createRequire(base);
load('n8n-workflow');
const last = files.pop();
const make = (file) => Object.values(load(file)).filter((one) => /^class\\b/.test(one)).map((Class) => new Class());
files.forEach(make);
const before = Object.keys(require.cache).length;
const [begun, used] = [performance.now(), process.cpuUsage()];
make(last);
const { user, system } = process.cpuUsage(used);
console.log(JSON.stringify({ ms: performance.now() - begun, processorMs: (user + system) / 1000, files: Object.keys(require.cache).length - before }));
`;

interface Load {
	ms: number;
	processorMs: number;
	files: number;
}

async function load(base: string, files: readonly string[]): Promise<Load> {
	// A community package gets `n8n-workflow` from n8n, which points Node to its own modules in the same way.
	const env = { ...process.env, NODE_PATH: path.join(path.dirname(base), '..', '..') };
	const { code, stdout, output } = await run(process.execPath, ['-e', program, base, ...files], { env });
	if (code !== 0) throw new Error(`It could not be loaded:\n${output}`);
	return JSON.parse(stdout) as Load;
}

function sizeOf(folder: string): { bytes: number; files: number } {
	const files = fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((name) => fs.statSync(path.join(folder, name)))
		.filter((entry) => entry.isFile());
	return { bytes: files.reduce((sum, { size }) => sum + size, 0), files: files.length };
}

async function measure({ install, userFolder, tarball }: Place): Promise<string> {
	const installed = installedPackage(userFolder);
	const modules = path.join(path.dirname(install.program), '..', '..');
	const ours = path.join(installed, 'dist', 'index.js');
	const files = {
		all: [ours],
		first: [ours, path.join(installed, 'dist', 'package.js')],
		http: [path.join(modules, 'n8n-nodes-base', 'dist', 'nodes', 'HttpRequest', 'HttpRequest.node.js')],
	};
	const results = await inTurns(['all', 'http', 'first'], rounds, (name) => load(install.program, files[name]));
	const row = (label: string, loads: Load[]): string[] => {
		const ratios = loads.map(({ processorMs }, round) => processorMs / (results.http[round]?.processorMs ?? NaN));
		const figures = [median(loads.map(({ ms }) => ms)), median(loads.map(({ processorMs }) => processorMs))];
		return [label, ...figures.map(millis), times(median(ratios)), String(loads[0]?.files)];
	};
	const unpacked = sizeOf(installed);
	return `Loaded by a fresh Node process in which \`n8n-workflow\` is loaded already, and each class instantiated, as in n8n; ${rounds} rounds. n8n's own HTTP Request node is
there for comparison. The ratio is that of the processor time, pair by pair, so that other work on the computer counts little. The package has no dependency, so that nothing else is installed with it.

${table(
	['What', 'Load time', 'Processor time', 'Ratio', 'Files loaded'],
	[
		row('HTTP Request node', results.http),
		row('our package: the three nodes and the credential', results.all),
		row('what it loads besides, once, when something first runs', results.first),
	],
)}

${table(
	['Size', 'Bytes', 'Files'],
	[
		['tarball', kilobytes(fs.statSync(tarball).size), ''],
		['unpacked', kilobytes(unpacked.bytes), String(unpacked.files)],
	],
)}`;
}

export const loading: Bench = {
	letter: 'e',
	title: 'Load time and size of the package',
	run: () => inPlace(measure),
};
