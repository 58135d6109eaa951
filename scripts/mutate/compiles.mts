// Whether a mutant compiles: what the compiler refuses needs no test.
import path from 'node:path';
import ts from 'typescript';
import { applied, type Mutant } from './mutants.mts';

/** Asks the compiler of `root` about one changed file at a time. */
export function compilerOf(root: string): (mutant: Mutant) => boolean {
	const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name));
	const { options, fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
	const changed = new Map<string, { version: number; text: string | undefined }>();
	const host: ts.LanguageServiceHost = {
		getScriptFileNames: () => fileNames,
		getScriptVersion: (name) => String(changed.get(name)?.version ?? 0),
		getScriptSnapshot: (name) => {
			const text = changed.get(name)?.text ?? ts.sys.readFile(name);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
		getCurrentDirectory: () => root,
		getCompilationSettings: () => ({ ...options, noEmit: true }),
		getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
		fileExists: (name) => ts.sys.fileExists(name),
		readFile: (name) => ts.sys.readFile(name),
		directoryExists: (name) => ts.sys.directoryExists(name),
		getDirectories: (name) => ts.sys.getDirectories(name),
	};
	const service = ts.createLanguageService(host);
	return (mutant) => {
		const name = path.join(root, mutant.file).split(path.sep).join('/');
		const version = (changed.get(name)?.version ?? 0) + 1;
		changed.set(name, { version, text: applied(ts.sys.readFile(name) ?? '', mutant) });
		try {
			return service.getSyntacticDiagnostics(name).length === 0 && service.getSemanticDiagnostics(name).length === 0;
		} finally {
			changed.set(name, { version: version + 1, text: undefined });
		}
	};
}
