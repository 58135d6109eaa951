// n8n on a sandbox's clock: see `clock.mjs`, which n8n's process loads.
import { askAdmin } from '../sandbox/admin.mts';

const preload = new URL('clock.mjs', import.meta.url).href;

interface SandboxClock {
	nowMs: number;
	realMs: number;
	pace: number;
}

/**
 * The environment in which n8n's `Date`, or only the package's clock, follows the clock of the running sandbox at
 * `url`. It may stay this many milliseconds ahead of the sandbox.
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
