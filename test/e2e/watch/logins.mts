// Failed logins in the sandbox, and what of them reaches the receiver.
import { waitFor, type Maybe } from '../../../kit/lib/wait.mts';
import type { RunningN8n } from '../../../kit/n8n/process.mts';
import { askAdmin } from '../../../kit/sandbox/admin.mts';
import type { Receiver, Report } from '../../../kit/servers/receiver.mts';
import type { Sandbox } from '../../../sandbox/index.mts';

interface Watching {
	n8n: RunningN8n;
	sandbox: Sandbox;
	receiver: Receiver;
}

interface Logins {
	/** Waits; in vain, it says what has arrived and how n8n's log ends. */
	until<T>(what: string, probe: () => Promise<Maybe<T>> | Maybe<T>): Promise<T>;
	reportsOf(who: string): Report[];
	/** Somebody fails to log in; resolves with the finding's id. */
	fail(who: string): Promise<string>;
	/** The same, when it has been reported. */
	failAndReport(who: string): Promise<string>;
}

/** `world`: n8n may be another process after a while. */
export function loginsIn(world: () => Watching): Logins {
	const until: Logins['until'] = (what, probe) =>
		waitFor(what, probe, {
			explain: () =>
				`${JSON.stringify(world().receiver.reports)}\n${world().n8n.log().split('\n').slice(-20).join('\n')}`,
		});
	const reportsOf: Logins['reportsOf'] = (who) =>
		world().receiver.reports.filter(({ emailAttempted }) => emailAttempted === `${who}@example.com`);
	const fail: Logins['fail'] = async (who) => {
		const body = { eventType: 2, email: `${who}@example.com`, ipAddress: '203.0.113.77' };
		return String((await askAdmin<{ id: number }>(world().sandbox.url, 'POST', '/loginaudit', body)).id);
	};
	return {
		until,
		reportsOf,
		fail,
		failAndReport: async (who) => {
			const id = await fail(who);
			await until(`${who} to be reported`, () => reportsOf(who).length > 0);
			return id;
		},
	};
}
