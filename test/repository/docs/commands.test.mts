// The pages show commands: each of them is one that can be run.
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
