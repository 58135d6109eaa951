// What the pages name is there: commands that can be run, files and folders of the code.
import fs from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { inClone, root } from '../../../kit/lib/paths.mts';
import { PASSWORD_VARIABLE } from '../../../kit/n8n/elsewhere.mts';
import { filesIn } from '../../../scripts/reach/map.mts';
import { select } from '../../../scripts/test/stages.mts';

const pages = ['README.md', 'CONTRIBUTING.md', ...filesIn(root, 'docs', '.md')];
const { scripts } = JSON.parse(fs.readFileSync(inClone('package.json'), 'utf8')) as { scripts: Record<string, string> };
const tests = filesIn(root, 'test', '.test.mts');

/** Commands of npm, in a line of a block or between backticks; what stands behind a # is a remark. */
const commandsIn = (text: string): string[] =>
	[...text.matchAll(/(?:^|`)((?:\w+=\S+ )?npm (?:test|start|run)\b[^`#&\n]*)/gm)].map(([, command]) =>
		(command ?? '').trim(),
	);

/** What a command names that isn't there. */
function missingIn(command: string): string[] {
	const [, script = '', , rest = ''] = /npm (?:run )?([\w-]+)( -- (.*))?$/.exec(command) ?? [];
	if (!Object.hasOwn(scripts, script)) return [`npm run ${script}`];
	if (script !== 'test') return [];
	const args = rest.split(/\s+/).filter((arg) => arg !== '' && arg !== '…');
	// A place for what the reader enters.
	const filled = args.map((arg, index) => (arg.startsWith('<') ? (args[index - 1] === '--n8n' ? 'latest' : '1') : arg));
	const { jestArguments, near } = select(filled);
	const pattern = jestArguments[jestArguments.indexOf('--testPathPatterns') + 1];
	const named = jestArguments.includes('--testPathPatterns') ? [pattern ?? ''] : [];
	return [
		...named.filter((text) => !tests.some((file) => new RegExp(text).test(file))),
		...(Array.isArray(near) ? near.filter((file: string) => file !== '1' && !fs.existsSync(inClone(file))) : []),
	];
}

describe('a command on a page', () => {
	// One that asks for it is refused without it.
	beforeAll(() => void (process.env[PASSWORD_VARIABLE] ??= 'Secret-1'));

	const found = pages.flatMap((page) =>
		commandsIn(fs.readFileSync(inClone(page), 'utf8')).map((command): [string, string] => [page, command]),
	);

	test('can be run, and the tests that it names are there', () => {
		expect(found.length).toBeGreaterThan(20);
		expect(
			found.flatMap(([page, command]) => missingIn(command).map((name) => `${page}: ${command}: ${name}`)),
		).toEqual([]);
	});

	test('that names nothing is seen', () => {
		expect(missingIn('npm test -- unit --testPathPatterns form/gone')).toEqual(['form/gone']);
		expect(missingIn('npm test -- near nodes/gone.ts')).toEqual(['nodes/gone.ts']);
		expect(missingIn('npm run nothing')).toEqual(['npm run nothing']);
		expect(() => missingIn('npm test -- integration')).toThrow('There is no stage integration.');
	});
});

const HOME = 'nodes/WorkforceOperations';

/** What a page names in backticks or in a picture, if it looks like a path: with a slash, or the ending of a source. */
function pathsIn(text: string): string[] {
	const code = [...text.matchAll(/`([^`\n]+)`|"([^"\n]+)"/g)].flatMap(([, quoted, label]) =>
		quoted === undefined ? (label ?? '').split(/<br>|[\s,]+/) : [quoted],
	);
	return [...new Set(code)].filter(
		(name) => /^[\w.-]+(\/[\w.-]*)+$/.test(name) || /^[\w-]+(\.[\w-]+)*\.m?ts$/.test(name),
	);
}

/** A path stands for a file or folder of the clone, of the package, or of one of the folders that the page is about. */
const isThere = (name: string): boolean =>
	[
		'',
		HOME,
		`${HOME}/contract`,
		`${HOME}/transport`,
		`${HOME}/resources/staff`,
		`${HOME}/trigger`,
		`${HOME}/trigger/registration`,
		'sandbox',
	].some((folder) => fs.existsSync(inClone(folder, name)));

test.each(['docs/develop/architecture.md', 'docs/develop/adding.md', 'docs/develop/testing.md'])(
	'every file and folder that %s names is there',
	(page) => {
		const names = pathsIn(fs.readFileSync(inClone(page), 'utf8'));
		expect(names.length).toBeGreaterThan(4);
		expect(names.filter((name) => !isThere(name))).toEqual([]);
	},
);

test('the check sees a file that is not there', () => {
	const names = pathsIn(
		'`transport/http/client.ts` and `transport/gone.ts`, node["plan.ts<br>(pure)"], `npm test`, `a < b`',
	);
	expect(names).toEqual(['transport/http/client.ts', 'transport/gone.ts', 'plan.ts']);
	expect(names.filter((name) => !isThere(name))).toEqual(['transport/gone.ts']);
});
