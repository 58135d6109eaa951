// The sandbox's admin API: actions of a manager in the service's web application, and facts that only tests need.
import type { JournalRow } from '../../sandbox/server/journal.mts';

export interface Subscription {
	id: number;
	subscriberId: number;
	eventType: string;
	event: string;
	uri: string;
	isActive: boolean;
}

export interface Delivery {
	id: number;
	subscriptionId: number;
	entityId: number;
	event: string;
	status: string;
	attempts: Array<{ statusCode: number | null }>;
}

interface PendingTimesheet {
	timesheetId: number;
	staffName: string;
	siteName: string;
}

export const tokenPath = '/api/external/token/request';

/** Asks the admin API; an empty answer is `undefined`, and anything but success an error. */
export async function askAdmin<T>(sandboxUrl: string, method: string, path: string, body?: unknown): Promise<T> {
	const response = await fetch(`${sandboxUrl}/_admin${path}`, {
		method,
		// An idle connection is closed after five seconds, and a request sent at that moment would be lost.
		headers: { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} ${path}: ${text}`);
	return (text === '' ? undefined : JSON.parse(text)) as T;
}

export class SandboxAdmin {
	readonly #sandboxUrl: string;

	constructor(sandboxUrl: string) {
		this.#sandboxUrl = sandboxUrl;
	}

	#ask<T>(method: string, path: string, body?: unknown): Promise<T> {
		return askAdmin(this.#sandboxUrl, method, path, body);
	}

	/** A timesheet that nobody has decided on. Each call gives one that wasn't approved before. */
	async pendingTimesheet(): Promise<PendingTimesheet> {
		const [pending] = await this.#ask<PendingTimesheet[]>('GET', '/timesheets?status=Pending&limit=1');
		if (!pending) throw new Error('The sandbox has no pending timesheet left.');
		return pending;
	}

	approve(timesheetId: number): Promise<unknown> {
		return this.#ask('POST', `/timesheets/${timesheetId}/approve`, {});
	}

	subscriptions(): Promise<Subscription[]> {
		return this.#ask('GET', '/subscriptions');
	}

	/** The active subscriptions that lead to this n8n. */
	async activeSubscriptions(n8nUrl: string): Promise<Subscription[]> {
		return (await this.subscriptions()).filter(({ isActive, uri }) => isActive && uri.startsWith(`${n8nUrl}/`));
	}

	deliveries(subscriptionId: number): Promise<Delivery[]> {
		return this.#ask('GET', `/deliveries?subscriptionId=${subscriptionId}`);
	}

	/** Sends a forged delivery: with a wrong signature or a changed body. */
	forge(subscriptionId: number, mutation: 'signature' | 'body'): Promise<{ status: number | null; body: string }> {
		return this.#ask('POST', '/deliveries/forge', { subscriptionId, mutation });
	}

	requestsSince(id: number): Promise<JournalRow[]> {
		return this.#ask('GET', `/requests?since=${id}`);
	}

	/** The journal's end, for reading later entries. */
	async mark(): Promise<number> {
		return (await this.requestsSince(0)).at(-1)?.id ?? 0;
	}
}

/** Requests as a person would note them down: `timesheet GET /api/external/timesheets/7/rates`. */
export const notes = (rows: JournalRow[]): string[] =>
	rows.map(({ key, method, path }) => `${key ?? 'nobody'} ${method} ${path}`);
