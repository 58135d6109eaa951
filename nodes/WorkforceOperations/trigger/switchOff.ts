import { type IHookFunctions, NodeApiError } from 'n8n-workflow';
import { readOptions } from './choice';
import { hasStatus, type Listed, SubscriptionService } from './service';
import { isOwnNode, readRegistration, type Registration, writeRegistration } from './state';

/** What went wrong with one id, in words. */
interface Leftover {
	what: string;
	why: string;
}

/** Runs one switch-off; what the service no longer has is off. */
async function off(what: string, work: () => Promise<void>): Promise<Leftover | undefined> {
	try {
		await work();
		return undefined;
	} catch (error) {
		if (hasStatus(error, '404')) return undefined;
		return { what, why: error instanceof Error ? error.message : 'unknown' };
	}
}

async function listed(service: SubscriptionService, subscriberId: string): Promise<Listed[] | Leftover> {
	try {
		return await service.list(subscriberId);
	} catch (error) {
		if (hasStatus(error, '404')) return [];
		return { what: `the list of subscriber ${subscriberId}`, why: error instanceof Error ? error.message : 'unknown' };
	}
}

/**
 * Switches off every subscription of the own subscriber, those of interrupted attempts included, and the subscriber.
 * Goes on after a failure, then checks by the list, and throws an error with the ids that may still be on.
 */
export async function switchOff(context: IHookFunctions, service: SubscriptionService, registration: Registration): Promise<void> {
	const { subscriberId } = registration;
	if (subscriberId === undefined) return;
	const before = await listed(service, subscriberId);
	const ids = new Set(registration.subscriptions.flatMap(({ id }) => id ?? []));
	if (Array.isArray(before)) {
		for (const entry of before) {
			if (entry.active === false) ids.delete(entry.id);
			else ids.add(entry.id);
		}
	}
	const leftovers: Leftover[] = [];
	for (const id of ids) {
		const leftover = await off(`subscription ${id}`, async () => await service.switchSubscription(id, false));
		if (leftover) leftovers.push(leftover);
		registration.subscriptions = registration.subscriptions.map((entry) => (entry.id === id && !leftover ? { ...entry, active: false } : entry));
	}
	const subscriber = await off(`subscriber ${subscriberId}`, async () => await service.switchSubscriber(subscriberId, false));
	if (subscriber) leftovers.push(subscriber);
	else registration.subscriberActive = false;
	const after = await listed(service, subscriberId);
	if (Array.isArray(after)) {
		for (const { id, active } of after) {
			if (active === true && !leftovers.some(({ what }) => what === `subscription ${id}`)) {
				leftovers.push({ what: `subscription ${id}`, why: 'the service still lists it as active' });
			}
		}
	} else if (!Array.isArray(before)) leftovers.push(after);
	if (leftovers.length === 0) registration.subscriptions = registration.subscriptions.map((entry) => ({ ...entry, active: false }));
	writeRegistration(context, registration);
	if (leftovers.length === 0) return;
	const what = [...new Set(leftovers.map((leftover) => leftover.what))].join(', ');
	const message = `Not everything could be switched off at the service: ${what} (subscriber ${subscriberId})`;
	throw new NodeApiError(context.getNode(), { message }, {
		message,
		description: `${[...new Set(leftovers.map(({ why }) => why))].join('; ')}. Unpublish the workflow again, or switch these off with the Workforce Operations node: Webhook Subscription, Update, State Inactive.`,
	});
}

/** Ends what this node registered. What belongs to somebody else (a copied workflow) stays untouched. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const registration = readRegistration(context);
	if (registration === undefined || !isOwnNode(registration, context)) return;
	await switchOff(context, await SubscriptionService.open(context, readOptions(context).stateField), registration);
}
