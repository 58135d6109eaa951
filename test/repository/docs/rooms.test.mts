import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { codeLines, roomTable, withRooms } from '../../../scripts/docs/rooms.mts';
import { inClone } from '../../../kit/lib/paths.mts';

test('the figures of the rooms in architecture.md are what `npm run docs` would write', () => {
	const architecture = fs.readFileSync(inClone('docs', 'develop', 'architecture.md'), 'utf8');
	expect(architecture).toBe(withRooms(architecture));
});

test.each([
	['comments and blanks', '// one\n\n/* two\n three */\n/** four */\n', 0],
	['code before and behind a comment', 'const a = 1; // one\n/* two */ const b = 2;\n', 2],
	['a comment above a member and one in brackets', 'interface A {\n\t/** one */\n\tb: string;\n\t// two\n}\n', 3],
	['a text that looks like a comment', 'const a = `\n// one\n\n`;\nconst b = "/*";\n', 5],
	['a pattern and a division', 'const a = /\\/\\*/;\nconst b = a / 2; // three\n', 2],
])('of %s, lines with code are counted', (_, text, lines) => {
	expect(codeLines(text)).toBe(lines);
});

test('each folder is a room, in order, with what it imports of the package; the sum comes last', () => {
	const sources: Array<[string, string]> = [
		['nodes/WorkforceOperations/watch/core/a.ts', "import {\n\tb,\n} from '../b';\nimport c from 'crypto';\n"],
		['nodes/WorkforceOperations/form/a.ts', "export { d } from './d';\nexport const e = 1;\n"],
		['nodes/WorkforceOperations/a.node.ts', ''],
		['nodes/WorkforceOperations/form/d.ts', 'export const d = 2;\n'],
	];
	expect(roomTable(sources).split('\n').slice(2)).toEqual([
		'| `form/` | 2 | 3 | 1 |',
		'| `watch/core/` | 1 | 4 | 1 |',
		'| the nodes themselves | 1 | 0 | 0 |',
		'| all | 4 | 7 | 2 |',
	]);
});
