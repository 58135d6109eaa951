// Loaded into n8n's process before n8n: between two SIGUSR2 it watches the longest turn of the event loop, beside as many MB of
// other data as are wanted, or what is held once all garbage has been collected.
import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const { WORKFORCE_WATCH, WORKFORCE_WATCH_FILE, WORKFORCE_OTHER_MB, WORKFORCE_LEASH_HOLDER } = process.env;

/** Small objects, as n8n has them, which each full collection has to visit. */
function otherData() {
	const data = [];
	const begin = process.memoryUsage().heapUsed;
	const wanted = Number(WORKFORCE_OTHER_MB ?? 0) * 1_000_000;
	for (let id = 0; id % 1000 !== 0 || process.memoryUsage().heapUsed - begin < wanted; id++)
		data.push({ id, name: `object ${id}`, list: [id, id + 1], inside: { text: `of object ${id}` } });
	return data;
}

const watches = {
	turns() {
		const delay = monitorEventLoopDelay({ resolution: 5 });
		delay.enable();
		return () => delay.max / 1e6;
	},
	held() {
		v8.setFlagsFromString('--expose-gc');
		const collect = vm.runInNewContext('gc');
		let most = 0;
		const look = () => {
			// What buffers point to is given back after a collection, beside what goes on; the next one waits for it.
			collect();
			collect();
			const { heapUsed, external } = process.memoryUsage();
			most = Math.max(most, heapUsed + external);
		};
		const timer = setInterval(look, 1500);
		return () => {
			clearInterval(timer);
			look();
			return most;
		};
	},
};

// What n8n starts by itself loads this file as well.
if (isMainThread && WORKFORCE_WATCH && process.ppid === Number(WORKFORCE_LEASH_HOLDER)) {
	globalThis.otherData = otherData();
	let end;
	process.on('SIGUSR2', () => {
		if (end === undefined) end = watches[WORKFORCE_WATCH]();
		else {
			fs.writeFileSync(`${WORKFORCE_WATCH_FILE}.part`, String(end()));
			fs.renameSync(`${WORKFORCE_WATCH_FILE}.part`, WORKFORCE_WATCH_FILE);
		}
	});
}
