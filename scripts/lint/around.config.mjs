// Rules for files that n8n's linter leaves out: everything around the package with its types, the tests, and the
// sandbox's page. The plugins are installed with the linter and not in this clone, so the caller of ESLint says
// where.
import { createRequire } from 'node:module';
import path from 'node:path';

const linter = createRequire(path.join(process.env.LINTER_FOLDER, 'package.json'));
const { plugin, parser } = linter('typescript-eslint');
const jest = linter('eslint-plugin-jest');

const root = path.resolve(import.meta.dirname, '..', '..');

/** Mistakes of the language, in both. */
const language = Object.fromEntries(
	[
		'no-cond-assign',
		'no-constant-binary-expression',
		'no-dupe-else-if',
		'no-dupe-keys',
		'no-fallthrough',
		'no-self-compare',
		'no-sparse-arrays',
		'no-unreachable',
		'no-unsafe-finally',
	].map((rule) => [rule, 'error']),
);

/** Functions that assert under their own names: a browser's wait fails by itself, and so do these. */
const asserting = ['**.waitFor', 'asked', 'follow', 'lives.live', 'readsBack'];

export default [
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.mts'],
		languageOptions: {
			parser,
			parserOptions: {
				project: path.join(root, 'tsconfig.tools.json'),
				tsconfigRootDir: root,
				warnOnUnsupportedTypeScriptVersion: false,
			},
		},
		plugins: { '@typescript-eslint': plugin },
		rules: {
			...language,
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-for-in-array': 'error',
			// A handler may be asynchronous; a condition is never a promise.
			'@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
		},
	},
	{
		files: ['test/**/*.mts'],
		plugins: { jest },
		rules: {
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect*', '**.expect*', ...asserting] }],
			'jest/no-conditional-expect': 'error',
			'jest/no-focused-tests': 'error',
			'jest/no-identical-title': 'error',
			'jest/valid-expect': 'error',
			'jest/valid-expect-in-promise': 'error',
		},
	},
	{
		// Elsewhere tests call asserting functions, which the rule would take for standalone code.
		files: ['test/**/*.test.mts'],
		rules: {
			'jest/no-standalone-expect': [
				'error',
				{ additionalTestBlockFunctions: ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] },
			],
		},
	},
	{
		// Each of its tests is a function of the recipe's own file.
		files: ['test/e2e/recipes/recipes.mts'],
		rules: { 'jest/expect-expect': 'off' },
	},
	{
		files: ['sandbox/page/*.js'],
		languageOptions: { ecmaVersion: 2023, sourceType: 'module' },
		rules: { ...language, 'no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }] },
	},
];
