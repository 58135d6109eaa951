// Called by every npm script: installs the development dependencies, and Node 24 if needed, then runs the command
// with it. Uses only Node's own modules: a fresh clone has nothing else, and perhaps an older Node.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { endOnSignals, ensureDependencies, ensureTool, isAlive, nodeBinary, root } from '../kit/tools/toolbox.mjs';

const commands = {
	start: 'scripts/start.mts',
	test: 'scripts/test.mts',
	sandbox: 'sandbox/main.mts',
	build: 'scripts/build.mts',
	compare: 'scripts/compare.mts',
	docs: 'scripts/docs.mts',
	update: 'scripts/update.mts',
	freeze: 'scripts/freeze.mts',
	pictures: 'scripts/pictures.mts',
	bench: 'bench/command.mts',
	soak: 'scripts/soak.mts',
	mutate: 'scripts/mutate.mts',
	pin: 'scripts/pin.mjs',
};

function withNodeFirst(binary) {
	// Windows calls the variable Path; a second one of another case would be ignored.
	const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	return { ...process.env, [name]: `${path.dirname(binary)}${path.delimiter}${process.env[name] ?? ''}` };
}

/**
 * Calls `end` when npm is gone. A signal to npm reaches the shell between npm and this process, and most shells end
 * without passing it on; the user still expects everything to end.
 */
function endWithNpm(end) {
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent && isAlive(parent)) return;
		clearInterval(timer);
		end();
	}, 250);
	timer.unref();
}

/** Runs the script to its end, handing on signals; the script decides how to end. */
function runWith(binary, script, args) {
	const child = spawn(binary, ['--disable-warning=ExperimentalWarning', path.join(root, script), ...args], {
		stdio: 'inherit',
		env: withNodeFirst(binary),
	});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		process.on(signal, () => {
			// A terminal sends Ctrl-C to all its processes, so the script has it already.
			if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
		});
	}
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
	});
}

const [command, ...args] = process.argv.slice(2);
const script = Object.hasOwn(commands, command ?? '') ? commands[command] : undefined;
if (script === undefined) {
	console.error(`Usage: node scripts/run.mjs <${Object.keys(commands).join('|')}> [arguments …]`);
	process.exit(2);
}
const handOver = endOnSignals();
endWithNpm(() => process.emit('SIGTERM'));
try {
	await ensureDependencies();
	// Its own Node 24 only where another one runs this.
	const isThere = process.versions.node.startsWith('24.');
	const binary = isThere ? process.execPath : nodeBinary(await ensureTool('node'));
	handOver();
	process.exitCode = await runWith(binary, script, args);
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
