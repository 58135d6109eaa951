// Loaded into n8n's process before n8n: the first SIGUSR2 begins a profile of the processor's time, the second one writes it.
import fs from 'node:fs';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

const { WORKFORCE_PROFILE_FILE, WORKFORCE_LEASH_HOLDER } = process.env;

/** @type {Session | undefined} */
let session;

async function toggle() {
	if (session === undefined) {
		session = new Session();
		session.connect();
		await session.post('Profiler.enable');
		await session.post('Profiler.start');
		fs.writeFileSync(`${WORKFORCE_PROFILE_FILE}.begun`, '');
	} else {
		const { profile } = await session.post('Profiler.stop');
		fs.writeFileSync(`${WORKFORCE_PROFILE_FILE}.part`, JSON.stringify(profile));
		fs.renameSync(`${WORKFORCE_PROFILE_FILE}.part`, WORKFORCE_PROFILE_FILE);
	}
}

// What n8n starts by itself loads this file as well.
if (isMainThread && WORKFORCE_PROFILE_FILE && process.ppid === Number(WORKFORCE_LEASH_HOLDER))
	process.on('SIGUSR2', () => void toggle());
