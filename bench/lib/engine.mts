// Our node in n8n's engine, on a fast clock: whoever waits moves the clock of the package and that of the service.
import { SandboxAdmin } from '../../kit/sandbox/admin.mts';
import { performance } from 'node:perf_hooks';
import type { Sandbox } from '../../sandbox/index.mts';
import { buildIfChanged } from '../../kit/lib/build.mts';
import { credentialData } from '../../kit/n8n/sandboxCredentials.mts';
import { listPath, period } from './list.mts';

/** How a service was asked for pages of the list. */
export async function requests(sandbox: Sandbox): Promise<{ served: number; refused: number }> {
	const rows = await new SandboxAdmin(sandbox.url).requestsSince(0);
	const lists = rows.filter(({ path }) => path === listPath);
	return {
		served: lists.filter(({ status }) => status === 200).length,
		refused: lists.filter(({ status }) => status === 429).length,
	};
}

interface Walks {
	/** What a clock on the wall would show. */
	ms: number;
	/** How many records each of them read; undefined where it failed. */
	records: Array<number | undefined>;
}

/** Reads all timesheets, so many times side by side. */
export async function walkAll(sandbox: Sandbox, times: number, options: { pageSize?: number } = {}): Promise<Walks> {
	process.env['N8N_LOG_LEVEL'] ??= 'silent';
	await buildIfChanged();
	await import('./compiled.mts');
	const { CredentialStore } = await import('../../kit/core/credentials.mts');
	const { runNode } = await import('../../kit/core/engine.mts');
	const { Pace } = await import('../../kit/time/skippingClock.mts');
	const pace = new Pace(sandbox);
	try {
		const begun = performance.now();
		const parameters = {
			resource: 'timesheet',
			operation: 'getAll',
			period: 'custom',
			...period,
			returnAll: true,
			advanced: options,
		};
		// Each workflow reads the saved credential for itself.
		const store = (): InstanceType<typeof CredentialStore> =>
			new CredentialStore({ ...credentialData(sandbox, 'timesheet') });
		const results = await Promise.all(Array.from({ length: times }, () => runNode(store(), parameters)));
		return {
			ms: performance.now() - begun + pace.waited,
			records: results.map(({ error, json }) => (error === undefined ? json.length : undefined)),
		};
	} finally {
		pace.end();
	}
}
