// Loaded into n8n's process before n8n itself: when its starter is gone, however suddenly, n8n ends as on SIGTERM.
// The starter holds the other end of stdin, and the system closes it when that process ends.
import { isMainThread } from 'node:worker_threads';

const graceMs = 30_000;

function letGo() {
	// Nobody reads the log any more; n8n would report each line that it can't write with one more line, for ever.
	process.stdout.write = () => true;
	process.stderr.write = () => true;
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.exit(1), graceMs).unref();
}

// Worker threads and forked processes load this file as well, but their stdin doesn't control them.
if (isMainThread && process.ppid === Number(process.env.WORKFORCE_LEASH_HOLDER)) {
	process.stdout.on('error', () => undefined);
	process.stderr.on('error', () => undefined);
	process.stdin.resume();
	process.stdin.once('close', letGo);
}
