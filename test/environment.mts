// Node's environment for test files, created once for each of Jest's processes: n8n's engine and the sandbox are loaded
// once, and not again for each file. The modules of the package and of the tests are loaded anew for each.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import type { SandboxOptions } from '../sandbox/index.mts';

type Load = (...given: readonly unknown[]) => void;

/** Under this symbol, Jest keeps who is told about a file's tests. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

class Shared extends TestEnvironment {
	private readonly bundles = new Map<string, object>();

	override async setup(): Promise<void> {
		await super.setup();
		this.global['loadBundle'] = (file: string) => {
			const bundle = this.bundles.get(file) ?? this.load(file);
			this.bundles.set(file, bundle);
			return bundle;
		};
		// It runs beside the tests, as the service does: its libraries aren't Jest's modules.
		this.global['startSandbox'] = async (options: SandboxOptions) => {
			const { startSandbox } = await import('../sandbox/index.mts');
			return await startSandbox(options);
		};
	}

	private load(file: string): object {
		if (this.context === null) throw new Error('A test file loads n8n after its end.');
		const text = fs.readFileSync(file, 'utf8');
		// In one line with the first of the file, so that lines keep their numbers.
		const script = new vm.Script(`(function (exports, require, module, __dirname, __filename) {${text}\n})`, {
			filename: file,
		});
		const module = { exports: {} };
		const load = script.runInContext(this.context) as Load;
		load(module.exports, createRequire(file), module, path.dirname(file), file);
		return module.exports;
	}

	/** The next file finds what this one found: Jest's own teardown would end the context. */
	override async teardown(): Promise<void> {
		this.moduleMocker?.restoreAllMocks();
		Reflect.deleteProperty(this.global, LISTENERS);
		const { env } = this.global.process;
		for (const name of Object.keys(env)) if (!(name in process.env)) delete env[name];
		Object.assign(env, process.env);
	}
}

let shared: Shared | undefined;

/** Jest calls this with `new` for each test file. */
export default function environment(...given: ConstructorParameters<typeof TestEnvironment>): Shared {
	return (shared ??= new Shared(...given));
}
