// What only the sandbox's admin API shows: all subscriptions and deliveries, and what a manager decides.
import type { Sandbox } from '../../../sandbox/index.mts';
import { askAdmin, type Delivery, type Subscription } from '../../../kit/sandbox/admin.mts';

export type Decision = 'approve' | 'reject' | 'submit';

const ask = <T,>({ url }: Sandbox, method: string, path: string, body?: unknown): Promise<T> =>
	askAdmin(url, method, path, body);

export const active = async (sandbox: Sandbox): Promise<Subscription[]> =>
	(await ask<Subscription[]>(sandbox, 'GET', '/subscriptions')).filter(({ isActive }) => isActive);

export const deliveries = (sandbox: Sandbox): Promise<Delivery[]> => ask(sandbox, 'GET', '/deliveries?limit=10000');

export const timesheets = async (sandbox: Sandbox, limit: number): Promise<number[]> =>
	(await ask<Array<{ timesheetId: number }>>(sandbox, 'GET', `/timesheets?limit=${limit}`)).map(
		({ timesheetId }) => timesheetId,
	);

export const decide = (sandbox: Sandbox, timesheetId: number, decision: Decision): Promise<{ deliveries: number[] }> =>
	ask(sandbox, 'POST', `/timesheets/${timesheetId}/${decision}`, {});

export const replay = (sandbox: Sandbox, id: number): Promise<Delivery> =>
	ask(sandbox, 'POST', `/deliveries/${id}/replay`, {});

export const forge = (
	sandbox: Sandbox,
	subscriptionId: number,
	mutation: 'signature' | 'body',
): Promise<{ status: number | null }> => ask(sandbox, 'POST', '/deliveries/forge', { subscriptionId, mutation });

/** Fails the second subscription that is made from now on. */
export async function failSecondSubscription(sandbox: Sandbox): Promise<void> {
	const of = { method: 'POST', path: '/api/webhook/subscriptions' };
	await ask(sandbox, 'POST', '/faults', { ...of, delayMs: 0, times: 1 });
	await ask(sandbox, 'POST', '/faults', { ...of, status: 500, times: 1 });
}

/** From now on no request about webhooks is answered, until `heal`. */
export const failEverything = (sandbox: Sandbox): Promise<unknown> =>
	ask(sandbox, 'POST', '/faults', { path: '/api/webhook', kind: 'reset', times: 100_000 });

export const heal = (sandbox: Sandbox): Promise<unknown> => ask(sandbox, 'DELETE', '/faults');
