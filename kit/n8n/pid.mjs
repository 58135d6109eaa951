// Loaded into n8n's process before n8n: writes its process id, so that a test can kill it.
import fs from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { WORKFORCE_PID_FILE, WORKFORCE_LEASH_HOLDER } = process.env;

// Processes started by n8n load this file as well.
if (isMainThread && WORKFORCE_PID_FILE && process.ppid === Number(WORKFORCE_LEASH_HOLDER)) {
	fs.writeFileSync(WORKFORCE_PID_FILE, String(process.pid));
}
