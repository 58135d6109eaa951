// `npm run update`: regenerates every generated file, and lists those that have changed: the OpenAPI description, the
// three reference pages, the lists in both READMEs, the figures in docs/develop/architecture.md, the tables
// of endpoints and form fields, the stored states, and missing operation previews. `npm run update -- previews`
// regenerates all previews. Review the differences: each is either intended or a mistake.
import fs from 'node:fs';
import path from 'node:path';
import { build } from '../kit/lib/build.mts';
import { inClone } from '../kit/lib/paths.mts';
import { runOrThrow } from '../kit/lib/processes.mts';
import { inWords } from './docs/place.mts';
import { writeDescription, writeDocs } from './docs/write.mts';

const previews = path.join('nodes', 'WorkforceOperations', '__schema__');
const generated = [
	'README.md',
	path.join('sandbox', 'openapi.yaml'),
	path.join('sandbox', 'README.md'),
	path.join('docs', 'reference', 'assumptions.md'),
	path.join('docs', 'reference', 'operations.md'),
	path.join('docs', 'reference', 'service-coverage.md'),
	path.join('docs', 'develop', 'architecture.md'),
	path.join('test', 'unit', 'contract', 'endpoints', 'endpoints.txt'),
	path.join('test', 'unit', 'rules', 'table.txt'),
	path.join('test', 'engine', 'stored', 'today.json'),
	previews,
];

/** File in the clone → its content. */
function contents(): Map<string, string> {
	const files = generated.flatMap((entry) => {
		if (!fs.statSync(inClone(entry)).isDirectory()) return [entry];
		const names = fs.readdirSync(inClone(entry), { recursive: true, encoding: 'utf8' });
		return names.filter((name) => name.endsWith('.json')).map((name) => path.join(entry, name));
	});
	return new Map(files.map((file) => [file, fs.readFileSync(inClone(file), 'utf8')]));
}

/** Runs test files that write what they compare with. */
async function write(project: string, patterns: string[], env: Record<string, string>): Promise<void> {
	const jest = inClone('node_modules', 'jest', 'bin', 'jest.js');
	const args = ['--disable-warning=ExperimentalWarning', jest, '--selectProjects', project, '--maxWorkers=1'];
	await runOrThrow(
		`Writing ${patterns.join(' and ')}`,
		process.execPath,
		[...args, '--silent', '--testPathPatterns', ...patterns],
		{
			cwd: inClone(),
			env: { ...process.env, ...env },
		},
	);
}

try {
	const before = contents();
	await writeDescription();
	await write('unit', ['contract/endpoints', 'rules/table'], { UPDATE_ENDPOINTS: '1', UPDATE_FORM: '1' });
	await build();
	await write('contract', ['operations/previews'], { UPDATE_PREVIEWS: process.argv[2] === 'previews' ? '1' : 'new' });
	await write('contract', ['stored/today'], { UPDATE_STORED: '1' });
	await writeDocs();
	const changed = [...contents()].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
	console.log(changed.length === 0 ? 'Nothing has changed.' : `Rewritten:\n${changed.join('\n')}`);
} catch (error) {
	console.error(inWords(error));
	process.exitCode = 1;
}
