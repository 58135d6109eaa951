import type { IHookFunctions } from 'n8n-workflow';
import { eventValue, parseEvent } from '../contract';
import { clock } from '../transport/time';
import { addressOf, newToken, sameAddress } from './address';
import { chosenEvents, deliveryUrl, readOptions } from './choice';
import { hasStatus, type Listed, SubscriptionService } from './service';
import { isOwn, ownerOf, readRegistration, type Registration, type Subscription, writeRegistration } from './state';
import { switchOff } from './switchOff';

/** How long deliveries that were signed with the secret before are still accepted: they may be on their way. */
export const SECRET_OVERLAP_MS = 5 * 60_000;

function ownOrNew(context: IHookFunctions, url: string): Registration {
	const stored = readRegistration(context);
	if (stored && isOwn(stored, context)) return { ...stored, url };
	return { owner: ownerOf(context), url, subscriberActive: false, subscriptions: [] };
}

/** The subscriptions of our own subscriber as the service sees them; undefined when it no longer has the subscriber. */
async function listOwn(service: SubscriptionService, registration: Registration): Promise<Listed[] | undefined> {
	if (registration.subscriberId === undefined) return undefined;
	return await service
		.list(registration.subscriberId)
		.catch(async (error: unknown) => (hasStatus(error, '404') ? undefined : await Promise.reject(error)));
}

const matches = (listed: Listed, subscription: Subscription, url: string): boolean =>
	listed.id === subscription.id || (listed.uri !== undefined && sameAddress(listed.uri, addressOf(url, subscription.token)));

/** Whether the service holds exactly what this trigger wants, so that nothing needs to be done. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const stored = readRegistration(context);
	if (stored?.subscriberId === undefined || stored.secret === undefined || !stored.subscriberActive || !isOwn(stored, context)) return false;
	const url = deliveryUrl(context);
	const wanted = chosenEvents(context).map(eventValue);
	const own = stored.subscriptions.filter(({ active }) => active);
	if (stored.url !== url || own.length !== wanted.length || !own.every(({ event }) => wanted.includes(event))) return false;
	const options = readOptions(context);
	if (options.rotateSecretOnActivation && context.getActivationMode() !== 'init') return false;
	const listed = await listOwn(await SubscriptionService.open(context, options.stateField), stored);
	if (listed === undefined) return false;
	const active = listed.filter((entry) => entry.active !== false);
	return active.length === own.length && own.every((subscription) => active.some((entry) => matches(entry, subscription, url)));
}

async function ensureSubscriber(context: IHookFunctions, service: SubscriptionService, registration: Registration): Promise<Listed[]> {
	let listed = await listOwn(service, registration);
	if (listed === undefined || registration.subscriberId === undefined) {
		const { id, secret } = await service.createSubscriber();
		Object.assign(registration, { subscriberId: id, secret, previousSecret: undefined, previousUntil: undefined, subscriberActive: true, subscriptions: [] });
		writeRegistration(context, registration);
		context.logger.info(`Workforce Operations: made webhook subscriber ${id} for “${context.getNode().name}”`);
		listed = [];
	} else {
		await service.switchSubscriber(registration.subscriberId, true);
		registration.subscriberActive = true;
		writeRegistration(context, registration);
	}
	return listed;
}

/** Gets a secret that was lost, or a new one where the user wants that; the one before stays valid for a moment. */
async function ensureSecret(context: IHookFunctions, service: SubscriptionService, registration: Registration, rotate: boolean, isNew: boolean): Promise<void> {
	if (registration.subscriberId === undefined || (registration.secret !== undefined && (!rotate || isNew))) return;
	const previousSecret = registration.secret;
	const secret = await service.rotateSecret(registration.subscriberId);
	Object.assign(registration, {
		secret,
		previousSecret,
		previousUntil: previousSecret === undefined ? undefined : clock.date() + SECRET_OVERLAP_MS,
	});
	writeRegistration(context, registration);
}

async function ensureSubscription(
	context: IHookFunctions,
	service: SubscriptionService,
	registration: Registration,
	event: string,
	listed: Listed[],
): Promise<Subscription> {
	let subscription = registration.subscriptions.find((candidate) => candidate.event === event);
	if (subscription === undefined) {
		// Stored before it is asked for: if the answer gets lost, the address still tells that it is ours.
		subscription = { event, token: newToken(), active: false };
		registration.subscriptions.push(subscription);
		writeRegistration(context, registration);
	}
	const { token } = subscription;
	const uri = addressOf(registration.url, token);
	const id = subscription.id;
	const known = listed.find((entry) => entry.id === id) ?? listed.find((entry) => entry.uri !== undefined && sameAddress(entry.uri, uri));
	if (known) {
		subscription.id = known.id;
		if (known.active !== true || known.uri === undefined || !sameAddress(known.uri, uri)) await service.switchSubscription(known.id, true, uri);
	} else {
		const pair = parseEvent(event);
		if (pair === undefined || registration.subscriberId === undefined) return subscription;
		const made = await service.createSubscription(registration.subscriberId, pair, uri);
		// Without an id in the answer, the list tells it by the address.
		subscription.id = made ?? (await service.list(registration.subscriberId)).find((entry) => entry.uri !== undefined && sameAddress(entry.uri, uri))?.id;
		context.logger.info(`Workforce Operations: made webhook subscription ${subscription.id ?? '(id not told)'} for ${event}`);
	}
	subscription.active = true;
	writeRegistration(context, registration);
	return subscription;
}

/**
 * Brings the service to what this trigger wants, whatever earlier attempts left: stored ids first, then the list of the
 * own subscriber. When it fails half-way, what is on is switched off again, because n8n may forget what was stored here.
 */
export async function register(context: IHookFunctions): Promise<void> {
	const url = deliveryUrl(context);
	const wanted = chosenEvents(context).map(eventValue);
	const options = readOptions(context);
	const registration = ownOrNew(context, url);
	const service = await SubscriptionService.open(context, options.stateField);
	await bringAbout(context, service, registration, wanted, options.rotateSecretOnActivation).catch(async (error: unknown) => {
		await switchOff(context, service, registration).catch((leftover: unknown) => {
			context.logger.error(`Workforce Operations: ${leftover instanceof Error ? leftover.message : 'the clean-up did not succeed'}`);
		});
		await Promise.reject(error);
	});
}

async function bringAbout(context: IHookFunctions, service: SubscriptionService, registration: Registration, wanted: string[], rotate: boolean): Promise<void> {
	const before = registration.subscriberId;
	const listed = await ensureSubscriber(context, service, registration);
	await ensureSecret(context, service, registration, rotate, registration.subscriberId !== before);
	const kept: Subscription[] = [];
	for (const event of wanted) kept.push(await ensureSubscription(context, service, registration, event, listed));
	// What the own subscriber still holds beside them: events that are no longer wanted, and remains of lost answers.
	for (const entry of listed) {
		if (entry.active !== false && !kept.some(({ id }) => id === entry.id)) await service.switchSubscription(entry.id, false);
	}
	registration.subscriptions = kept;
	writeRegistration(context, registration);
}
