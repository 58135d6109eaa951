import type { Sandbox } from '../../../sandbox/index.mts';
import type { JournalRow } from '../../../sandbox/server/journal.mts';
import type { Subscription } from '../../../kit/sandbox/admin.mts';
import { admin } from './admin.mts';

/** A request for webhooks as “PUT /subscriptions/#”. */
export const withoutIds = ({ method, path }: JournalRow): string =>
	`${method} ${path.replace(/^\/api\/webhook/, '').replace(/\d+/g, '#')}`;

interface SubscriberRow {
	id: number;
	isActive: boolean;
}

export const subscriptions = async (sandbox: Sandbox): Promise<Subscription[]> =>
	await admin(sandbox, 'GET', '/subscriptions');

export const subscribers = async (sandbox: Sandbox): Promise<SubscriberRow[]> =>
	await admin(sandbox, 'GET', '/subscribers');

/** All that the service reports. */
export const EVERY_EVENT = [
	'incidentreport.approve',
	'incidentreport.reject',
	'incidentreport.submit',
	'timesheet.approve',
	'timesheet.reject',
	'timesheet.submit',
];

interface Held {
	/** Every active subscription, whether its subscriber is active or not. */
	active: Subscription[];
	/** The active subscriptions of active subscribers: what the service delivers to. */
	delivering: Subscription[];
}

export async function held(sandbox: Sandbox): Promise<Held> {
	const active = (await subscriptions(sandbox)).filter(({ isActive }) => isActive);
	const on = new Set((await subscribers(sandbox)).filter(({ isActive }) => isActive).map(({ id }) => id));
	return { active, delivering: active.filter(({ subscriberId }) => on.has(subscriberId)) };
}

export const active = async (sandbox: Sandbox): Promise<Subscription[]> => (await held(sandbox)).active;

export const delivering = async (sandbox: Sandbox): Promise<Subscription[]> => (await held(sandbox)).delivering;

export const eventsOf = (rows: Subscription[]): string[] =>
	rows.map(({ eventType, event }) => `${eventType}.${event}`).sort();

export interface Failing {
	/** The how-manieth webhook request from now on, from 1. */
	at: number;
	/** What the sandbox does to it. */
	fault: { kind?: string; status?: number; times?: number };
}

/** Every way in which a call can fail. `times` exceeds what n8n and the transport repeat by themselves. */
export const failures: Record<string, Failing['fault']> = {
	'a broken connection': { kind: 'reset' },
	'a connection that stays broken': { kind: 'reset', times: 3 },
	'a refused token': { status: 401, times: 2 },
	'a refused key': { status: 403 },
	'not found': { status: 404 },
	'too many requests': { status: 429 },
	'a server error': { status: 500 },
	'a lost answer': { kind: 'truncated' },
	'answers that stay lost': { kind: 'truncated', times: 3 },
	'done, but said to have failed': { kind: 'statusCode' },
	'a web page instead of data': { kind: 'html' },
};

/** Has the sandbox fail the given requests, one after another, and let all others through. */
export async function fail(sandbox: Sandbox, ...failing: Failing[]): Promise<void> {
	await admin(sandbox, 'DELETE', '/faults');
	let next = 1;
	for (const { at, fault } of [...failing].sort((a, b) => a.at - b.at)) {
		if (at > next) await admin(sandbox, 'POST', '/faults', { path: '/api/webhook', delayMs: 0, times: at - next });
		await admin(sandbox, 'POST', '/faults', { path: '/api/webhook', ...fault });
		next = at + 1;
	}
}
