// n8n on the clock of a sandbox: see `clock.mjs`, which n8n's process loads.
import { askAdmin } from '../sandbox/admin.mts';

const preload = new URL('clock.mjs', import.meta.url).href;

interface SandboxClock {
	nowMs: number;
	realMs: number;
	pace: number;
}

/**
 * The environment with which n8n's `Date` goes along with the clock of the sandbox at `url`, which must be running; or the
 * clock of the package alone. It may stay ahead of the sandbox by so many milliseconds.
 */
export async function clockEnvironment(
	url: string,
	what: 'n8n' | 'package' = 'n8n',
	aheadMs = 0,
): Promise<Record<string, string>> {
	const { nowMs, realMs, pace } = await askAdmin<SandboxClock>(url, 'GET', '/clock');
	return {
		NODE_OPTIONS: [process.env['NODE_OPTIONS'], `--import ${preload}`].filter(Boolean).join(' '),
		WORKFORCE_CLOCK_EPOCH: String(realMs),
		WORKFORCE_CLOCK_OFFSET: String(nowMs - realMs),
		WORKFORCE_CLOCK_PACE: String(pace),
		WORKFORCE_CLOCK_URL: url,
		WORKFORCE_CLOCK_AHEAD: String(aheadMs),
		WORKFORCE_CLOCK_FOR: what,
	};
}
