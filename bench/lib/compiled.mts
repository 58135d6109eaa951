// Lets the rig of the contract tests run without Jest: what it imports as a source is compiled into compiled/, file by file, and loaded there.
// Imported before the rig, which has to be imported dynamically for that reason.
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inClone, root } from '../../kit/lib/paths.mts';
import { runOrThrow } from '../../kit/lib/processes.mts';

await runOrThrow('Compiling', process.execPath, [
	inClone('node_modules', 'typescript', 'bin', 'tsc'),
	...['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', inClone('compiled', '.tsbuildinfo')],
]);

const workflow = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;
const sources = ['nodes', 'credentials'].map((folder) => path.join(root, folder) + path.sep);

registerHooks({
	resolve(specifier, context, next) {
		// One copy of it for the rig, n8n's engine and our nodes: the one that CommonJS gets.
		if (specifier === 'n8n-workflow' && context.conditions.includes('import'))
			return { url: workflow, shortCircuit: true };
		if (specifier.endsWith('.ts') && context.parentURL?.startsWith('file:')) {
			const file = fileURLToPath(new URL(specifier, context.parentURL));
			if (sources.some((folder) => file.startsWith(folder))) {
				const compiled = path.join(root, 'compiled', path.relative(root, file)).replace(/\.ts$/, '.js');
				return { url: pathToFileURL(compiled).href, shortCircuit: true };
			}
		}
		return next(specifier, context);
	},
});
