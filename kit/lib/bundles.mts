// n8n's engine and the sandbox's libraries as one file: Jest loads every module anew for each test file, and one
// large module loads several times as fast as three thousand small ones. test/environment.mts loads it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { keptFolder } from './kept.mts';
import { inClone } from './paths.mts';

/** The parts that tests, package and sandbox import. In one file, they share their common parts. */
const modules: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		[
			'n8n-workflow',
			'n8n-core',
			'n8n-core/dist/nodes-loader/constants.js',
			'@n8n/di',
			'@n8n/config',
			'@n8n/backend-network',
			'express',
			'express-openapi-validator',
			'yaml',
			'axios',
		].map((name) => [name, name]),
	),
	// It also sets the seed.
	'fast-check': './test/fastCheck.mts',
};

/** Native parts, built for one system each, which nothing here uses. */
const NATIVE = ['@sentry/profiling-node', '@sentry/node-native', '*cpufeatures.node', '*sshcrypto.node'];

const BUNDLE = 'bundle.js';
const INDEX = 'index.js';

const fileOf = (module: string): string => `${module.replaceAll('/', '+').replace(/\.js$/, '')}.js`;

function keyOf(): string {
	const hash = createHash('sha256');
	for (const file of ['package-lock.json', 'kit/lib/bundles.mts', 'test/fastCheck.mts', 'scripts/test/plan.mts'])
		hash.update(fs.readFileSync(inClone(file)));
	return hash.digest('hex').slice(0, 12);
}

async function write(folder: string): Promise<void> {
	const esbuild = await import('esbuild');
	await esbuild.build({
		stdin: {
			// Each is evaluated on first use.
			contents: Object.entries(modules)
				.map(([name, source]) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(source)});`)
				.join('\n'),
			resolveDir: inClone(),
		},
		outfile: path.join(folder, BUNDLE),
		bundle: true,
		platform: 'node',
		format: 'cjs',
		// n8n's errors are recognised by their names.
		keepNames: true,
		target: 'es2022',
		charset: 'utf8',
		external: NATIVE,
		logLevel: 'warning',
	});
	fs.writeFileSync(
		path.join(folder, INDEX),
		`module.exports = loadBundle(require('node:path').join(__dirname, ${JSON.stringify(BUNDLE)}));\n`,
	);
	for (const name of Object.keys(modules))
		fs.writeFileSync(
			path.join(folder, fileOf(name)),
			`module.exports = require('./${INDEX}')[${JSON.stringify(name)}]();\n`,
		);
}

/** Makes the bundle unless it exists for this lockfile. Returns Jest's map from modules to files. */
export async function moduleNameMapper(): Promise<Record<string, string>> {
	const folder = await keptFolder('bundles', keyOf(), write);
	return Object.fromEntries(
		Object.keys(modules).map((name) => [`^${name.replaceAll(/[./]/g, '\\$&')}$`, path.join(folder, fileOf(name))]),
	);
}
