import { moduleNameMapper } from './kit/lib/bundles.mts';
import { drawOf, leftOut } from './scripts/test/variants.mts';

// Sources and tests are TypeScript: swc strips the types and turns modules into CommonJS, as n8n loads them.
const transform = {
	'^.+\\.m?ts$': [
		'@swc/jest',
		{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
	],
};
const common = {
	transform,
	moduleFileExtensions: ['mts', 'ts', 'mjs', 'js', 'json'],
	// What Jest looks through for tests and what they import: not the packages that are installed.
	roots: ['nodes', 'credentials', 'sandbox', 'kit', 'scripts', 'test', 'recipes', 'bench'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	testEnvironment: 'node',
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/(dist|compiled)/'],
	setupFilesAfterEnv: ['<rootDir>/test/jestTimeout.mts'],
};

/** Tests in Jest's own processes, which load n8n and the sandbox. */
const inProcess = {
	...common,
	testEnvironment: '<rootDir>/test/environment.mts',
	moduleNameMapper: await moduleNameMapper(),
};

// n8n's log is quiet from the beginning.
const setupFiles = ['<rootDir>/test/contract/support/quiet.mts'];

// The contract tests are two projects, one for each variant of the sandbox. `npm test` says which files each of them takes; otherwise
// each takes all that have a meaning there.
const draw = drawOf(process.env);
const contract = (displayName, variant, more) => ({
	...inProcess,
	displayName,
	setupFiles: [...setupFiles, ...more],
	setupFilesAfterEnv: [...common.setupFilesAfterEnv, '<rootDir>/test/contract/support/intervals.mts'],
	testMatch: ['<rootDir>/test/contract/**/*.test.mts'],
	testPathIgnorePatterns: [...common.testPathIgnorePatterns, ...leftOut(variant, draw)],
});

/** `npm run freeze` alone: it writes a folder that is never written again. */
const freeze = {
	...inProcess,
	displayName: 'freeze',
	setupFiles,
	testMatch: ['<rootDir>/test/contract/stored/freeze.mts'],
};

/** Only these tests need no process of n8n's own, and run in one that somebody else has started. */
const e2eFiles = process.env.WORKFORCE_N8N_URL === undefined ? '**/*' : 'n8n';

export default {
	projects: [
		{ ...inProcess, displayName: 'unit', setupFiles, testMatch: ['<rootDir>/test/{unit,repository}/**/*.test.mts'] },
		{ ...inProcess, displayName: 'sandbox', testMatch: ['<rootDir>/test/sandbox/**/*.test.mts'] },
		contract('contract', 'default', []),
		contract('contrary', 'contrary', ['<rootDir>/test/contract/support/contrary.mts']),
		{ ...common, displayName: 'e2e', testMatch: [`<rootDir>/test/e2e/${e2eFiles}.test.mts`] },
		...(process.env.WORKFORCE_FREEZE === undefined ? [] : [freeze]),
	],
};
