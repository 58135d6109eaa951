import { moduleNameMapper } from './kit/lib/bundles.mts';
import { REACHED_VARIABLE } from './scripts/reach/map.mts';
import { planOf } from './scripts/test/plan.mts';
import { leftOut, waiting } from './scripts/test/variants.mts';

// Sources and tests are TypeScript: swc strips the types and turns modules into CommonJS, as n8n loads them.
const swc = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } };
// In a run that notes which tests reach what, the package's sources get marks.
const notes = process.env[REACHED_VARIABLE] !== undefined;
// `npm test` says which files a run takes; otherwise it takes all that have a meaning there.
const plan = planOf(process.env);
const ignored = ['/node_modules/', ...waiting(plan)];
const common = {
	transform: {
		...(notes && { '/(nodes|credentials)/.+\\.ts$': ['<rootDir>/scripts/reach/transform.mts', swc] }),
		'^.+\\.m?ts$': ['@swc/jest', swc],
	},
	// What Jest looks through for tests and what they import: not the packages that are installed.
	roots: ['nodes', 'credentials', 'sandbox', 'kit', 'scripts', 'test', 'recipes', 'bench'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	testPathIgnorePatterns: ignored,
	moduleFileExtensions: ['mts', 'ts', 'mjs', 'js', 'json'],
	testEnvironment: 'node',
	setupFilesAfterEnv: ['<rootDir>/test/jestTimeout.mts', ...(notes ? ['<rootDir>/scripts/reach/reached.mts'] : [])],
};

/** Tests in Jest's own processes, which load n8n and the sandbox. */
const inProcess = {
	...common,
	testEnvironment: '<rootDir>/test/environment.mts',
	moduleNameMapper: await moduleNameMapper(),
};

// n8n's log is quiet from the beginning.
const setupFiles = ['<rootDir>/test/engine/support/quiet.mts'];

// The contract tests are two projects, one for each variant of the sandbox.
const contract = (displayName, variant, more) => ({
	...inProcess,
	displayName,
	setupFiles: [...setupFiles, ...more],
	testMatch: ['<rootDir>/test/engine/**/*.test.mts'],
	testPathIgnorePatterns: [...ignored, ...leftOut(variant, plan)],
});

const e2e = {
	...common,
	displayName: 'e2e',
	// Only these tests need no process of n8n's own, and run in one that somebody else has started.
	testMatch: [`<rootDir>/test/e2e/${process.env.WORKFORCE_N8N_URL === undefined ? '**/*' : 'n8n'}.test.mts`],
};

export default {
	projects: [
		{ ...inProcess, displayName: 'unit', setupFiles, testMatch: ['<rootDir>/test/{unit,repository}/**/*.test.mts'] },
		{ ...inProcess, displayName: 'sandbox', testMatch: ['<rootDir>/test/sandbox/**/*.test.mts'] },
		contract('contract', 'default', []),
		contract('contrary', 'contrary', ['<rootDir>/test/engine/support/contrary.mts']),
		e2e,
	],
};
