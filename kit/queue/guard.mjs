// Runs a server that is not n8n, and ends it when its starter is gone, however suddenly: that process holds the other
// end of stdin, and the system closes it when the process ends.
import { spawn } from 'node:child_process';

const { command, args, ...options } = JSON.parse(process.argv[2]);
const child = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });

/** For both servers: end now, despite open connections, and clean up. */
const end = () => child.kill('SIGINT');

process.once('SIGTERM', end);
process.stdin.resume();
process.stdin.once('close', end);
child.once('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
