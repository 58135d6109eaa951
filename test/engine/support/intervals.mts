// n8n's SSH clients keep a timer for as long as their process lives, and the timer keeps all that a test file has loaded: twenty
// megabytes a file, which made the last files of a run half as slow again.
import { afterAll } from '@jest/globals';

const { setInterval } = globalThis;
const begun: NodeJS.Timeout[] = [];

globalThis.setInterval = Object.assign((...given: Parameters<typeof setInterval>) => {
	const timer = setInterval(...given);
	begun.push(timer);
	return timer;
}, setInterval);

afterAll(() => begun.forEach((timer) => clearInterval(timer)));
