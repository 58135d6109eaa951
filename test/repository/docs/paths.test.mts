// The pages for people who read the code name files and folders: each of them is there.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { inClone } from '../../../kit/lib/paths.mts';

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
