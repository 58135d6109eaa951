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
	testEnvironment: 'node',
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/(dist|compiled)/'],
	setupFilesAfterEnv: ['<rootDir>/test/patience.mts'],
};

// n8n's log is quiet from the beginning.
const setupFiles = ['<rootDir>/test/contract/support/quiet.mts'];

export default {
	projects: [
		{ ...common, displayName: 'unit', setupFiles, testMatch: ['<rootDir>/test/{unit,repository}/**/*.test.mts'] },
		{ ...common, displayName: 'sandbox', testMatch: ['<rootDir>/test/sandbox/**/*.test.mts'] },
		{ ...common, displayName: 'contract', setupFiles, testMatch: ['<rootDir>/test/contract/**/*.test.mts'] },
		{
			...common,
			displayName: 'contrary',
			setupFiles: [...setupFiles, '<rootDir>/test/contract/support/contrary.mts'],
			testMatch: ['<rootDir>/test/contract/**/*.test.mts'],
			// One compares two tables, the other the sandbox with itself in the words of the default variant: neither runs the package.
			testPathIgnorePatterns: [
				...common.testPathIgnorePatterns,
				'/contract/(operations/table|compare/compare)\\.test\\.mts$',
			],
		},
		{ ...common, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.test.mts'] },
	],
};
