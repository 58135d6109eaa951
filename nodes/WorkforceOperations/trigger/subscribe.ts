import { type IHookFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { parseEvent } from '../contract';
import { addressOf, newToken, sameAddress, sameTrigger } from './address';
import { keep } from './owner';
import { hasStatus, type Listed, type SubscriptionService } from './service';
import type { Registration, Subscription } from './state';

/** The listed form of a known subscription: by its id, or by its address, which nobody else has. */
export const findListed = (listed: readonly Listed[], { id, token }: Subscription, url: string): Listed | undefined =>
	listed.find((entry) => entry.id === id) ??
	listed.find(({ uri }) => uri !== undefined && sameAddress(uri, addressOf(url, token)));

/** One that an earlier time of this trigger made for the same event and left switched off. */
const findRetired = (
	listed: readonly Listed[],
	event: string,
	{ url, subscriptions }: Registration,
): Listed | undefined =>
	listed.find(
		(entry) => entry.event === event && sameTrigger(entry.uri, url) && !subscriptions.some(({ id }) => id === entry.id),
	);

/** No answer that says what happened: the subscription may have been made. */
const isUncertain = (error: unknown): boolean =>
	!(error instanceof NodeApiError) ||
	error.httpCode === null ||
	!hasStatus(error, '400', '401', '403', '404', '409', '422', '429');

async function make(
	service: SubscriptionService,
	subscriberId: string,
	subscription: Subscription,
	uri: string,
	context: IHookFunctions,
): Promise<string> {
	const pair = parseEvent(subscription.event);
	if (pair === undefined) throw new NodeOperationError(context.getNode(), `“${subscription.event}” is not an event`);
	// The address tells it apart in the list, if the answer gets lost or holds no id.
	const find = async (): Promise<string | undefined> =>
		(await service.list(subscriberId)).find((entry) => entry.uri !== undefined && sameAddress(entry.uri, uri))?.id;
	const id = await service.createSubscription(subscriberId, pair, uri).catch(async (error: unknown) => {
		const found = isUncertain(error) ? await find().catch(() => undefined) : undefined;
		return found ?? (await Promise.reject(error));
	});
	const known = id ?? (await find());
	if (known === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`The service did not tell the id of the subscription to ${subscription.event}`,
			{ description: 'Publish the workflow again; if it happens again, ask the support of the service.' },
		);
	}
	context.logger.info(`Workforce Operations: made webhook subscription ${known} for ${subscription.event}`);
	return known;
}

/** Whether a subscription that was made before could be switched on under its present address. */
async function reactivate(service: SubscriptionService, id: string | undefined, uri: string): Promise<boolean> {
	if (id === undefined) return false;
	return await service.switchSubscription(id, true, uri).then(
		() => true,
		async (error: unknown) => (hasStatus(error, '404') ? false : await Promise.reject(error)),
	);
}

/** Brings one event to one active subscription, and returns it as listed. */
export async function ensureSubscription(
	context: IHookFunctions,
	service: SubscriptionService,
	registration: Registration,
	event: string,
	listed: Listed[],
): Promise<Listed> {
	let subscription = registration.subscriptions.find((candidate) => candidate.event === event);
	if (subscription === undefined) {
		subscription = { event, token: newToken(), state: 'off' };
		registration.subscriptions.push(subscription);
	}
	const { token } = subscription;
	const uri = addressOf(registration.url, token);
	const known = findListed(listed, subscription, registration.url) ?? findRetired(listed, event, registration);
	// Stored before it is asked for: if the answer gets lost, it still has to be switched off one day.
	subscription.id = known?.id ?? subscription.id;
	subscription.state = 'unsure';
	keep(context, registration);
	const isRight = known?.active === true && known.uri !== undefined && sameAddress(known.uri, uri);
	if (!isRight && !(await reactivate(service, subscription.id, uri))) {
		subscription.id = undefined;
		subscription.id = await make(service, registration.subscriberId ?? '', subscription, uri, context);
	}
	subscription.state = 'on';
	keep(context, registration);
	return { id: subscription.id ?? '', uri, active: true };
}
