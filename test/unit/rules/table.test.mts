// What a form asks, in which case, and within which limits, compared by name. After a change that is meant:
//   UPDATE_FORM=1 npx jest --selectProjects unit --testPathPatterns rules/table
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { nodes } from './nodes.mts';
import { credentialTable, nodeTable } from './table.mts';

const file = fileURLToPath(new URL('table.txt', import.meta.url));
const present = [...credentialTable(new WorkforceOperationsApi()), ...nodes.flatMap(nodeTable)];

/** Each line with the fields, headings and nodes that it lies in, so that a difference names its place. */
function placed(lines: readonly string[]): string[] {
	const above: string[] = [];
	let [node, heading] = ['', ''];
	return lines.map((line) => {
		if (line.startsWith('#')) [node, heading] = [line.slice(2), ''];
		else if (line.startsWith('--')) heading = line.slice(3);
		const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2;
		const place = [node, heading, ...above.slice(0, depth)].filter((part) => part !== '').join(' > ');
		above[depth] = line.trim().split(':')[0] ?? '';
		return `${place} > ${line.trim()}`;
	});
}

test('every field of every form is as the table says', () => {
	if (process.env.UPDATE_FORM === '1') fs.writeFileSync(file, `${present.join('\n')}\n`);
	const known = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
	expect(placed(present.slice(0, -1))).toEqual(placed(known));
});

test('a field that changes is named with its place', () => {
	const lines = [
		'# node',
		'-- resource=staff',
		'filters “Filters”: collection',
		'  isActive “Active”: boolean · default true',
	];
	expect(placed(lines).at(-1)).toBe(
		'node > resource=staff > filters “Filters” > isActive “Active”: boolean · default true',
	);
});
