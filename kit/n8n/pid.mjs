// Loaded into n8n's process before n8n: tells which process it is, so that a test can end it without warning.
import fs from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { WORKFORCE_PID_FILE, WORKFORCE_LEASH_HOLDER } = process.env;

// What n8n starts by itself loads this file as well.
if (isMainThread && WORKFORCE_PID_FILE && process.ppid === Number(WORKFORCE_LEASH_HOLDER)) {
	fs.writeFileSync(WORKFORCE_PID_FILE, String(process.pid));
}
