// Node's environment for a test file, which loads the bundle of kit/lib/bundles.mts. Compiling it takes as long as running it: that is
// done once for each of Jest's processes.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const compiled = new Map<string, vm.Script>();

function compile(file: string): vm.Script {
	const known = compiled.get(file);
	if (known) return known;
	const text = fs.readFileSync(file, 'utf8');
	// In one line with the first of the file, so that lines keep their numbers.
	const script = new vm.Script(`(function (exports, require, module, __dirname, __filename) {${text}\n})`, {
		filename: file,
	});
	compiled.set(file, script);
	return script;
}

type Load = (...given: readonly unknown[]) => void;

export default class extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		this.global['loadBundle'] = (name: string, folder: string, require: unknown): object => {
			const { context } = this;
			if (context === null) throw new Error('A test file loads n8n after its end.');
			const file = path.join(folder, name);
			const module = { exports: {} };
			(compile(file).runInContext(context) as Load)(module.exports, require, module, folder, file);
			return module.exports;
		};
	}
}
