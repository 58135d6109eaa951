import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { apiKeys, keyPurposes } from './core/keys.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from './index.mts';
import { help, readOptions } from './options.mts';

async function main(): Promise<void> {
	let options: SandboxOptions | null;
	try {
		options = readOptions(process.argv.slice(2));
	} catch (error) {
		fail(`${(error as Error).message}\nSee --help.`);
		return;
	}
	if (options === null) {
		console.log(help);
		return;
	}
	if (options.file !== undefined) mkdirSync(dirname(resolve(options.file)), { recursive: true });
	let sandbox: Sandbox;
	try {
		sandbox = await startSandbox(options);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		fail(
			code === 'EADDRINUSE'
				? `Port ${options.port ?? 0} is in use. Choose another with --port <n>, or any free one with --port 0.`
				: `The sandbox could not start: ${message}`,
		);
		return;
	}
	console.log(welcome(sandbox, options));
	let ending = false;
	const end = (): void => {
		// npm and the terminal may both send the signal; the second must not interrupt the shutdown.
		if (ending) return;
		ending = true;
		console.log('Stopping …');
		void sandbox.close();
	};
	process.on('SIGINT', end).on('SIGTERM', end);
}

function welcome(sandbox: Sandbox, options: SandboxOptions): string {
	const keys = apiKeys.map(({ name, apiKey }) => `  ${apiKey.padEnd(30)}${keyPurposes[name]}`);
	return [
		'The Workforce Operations sandbox is ready.',
		`  Base address      ${sandbox.url}`,
		`  Subscription key  ${sandbox.subscriptionKey}`,
		...(options.host === undefined ? [] : [`  Listens on        ${options.host}`]),
		`  State             ${options.file ?? 'in memory'}`,
		`  Variant           ${sandbox.variant}`,
		...(options.alive === undefined
			? []
			: [`  Alive             seed ${options.alive}, ${options.pace ?? 1} sandbox seconds per real second`]),
		'API keys',
		...keys,
		'Stop it with Ctrl-C.',
	].join('\n');
}

function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}

await main();
