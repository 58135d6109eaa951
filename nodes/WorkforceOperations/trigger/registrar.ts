import type { IHookFunctions } from 'n8n-workflow';
import { eventCatalogue, eventValue } from '../contract';
import { SHORT_PATIENCE_MS } from '../transport';
import { sameTrigger } from './address';
import { chosenEvents, deliveryUrl, readOptions } from './choice';
import { findOwn, keep, ownerOf, readOwn } from './owner';
import { ensureSecret } from './secret';
import { hasStatus, type Listed, SubscriptionService } from './service';
import { describeIds, isAllOff, type Registration } from './state';
import { ensureSubscription, findListed } from './subscribe';
import { PATIENCE_MS, switchOff } from './switchOff';

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** n8n starts or another of its processes takes over: nobody has changed anything. */
const isStart = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** Each publishing makes a new secret where the user wants that; the start of n8n and test listening don't. */
const rotates = (context: IHookFunctions): boolean =>
	readOptions(context).rotateSecretOnActivation && !isStart(context) && context.getMode() !== 'manual';

/** Whether the service holds exactly what this trigger wants, so that nothing needs to be done. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const url = deliveryUrl(context);
	const wanted = chosenEvents(context).map(eventValue);
	const own = readOwn(context, url);
	if (
		own?.subscriberId === undefined ||
		own.secret === undefined ||
		own.subscriberState !== 'on' ||
		own.url !== url ||
		rotates(context)
	)
		return false;
	if (
		own.subscriptions.length !== wanted.length ||
		!own.subscriptions.every(({ event, state }) => state === 'on' && wanted.includes(event))
	)
		return false;
	const service = await SubscriptionService.open(context, readOptions(context).stateField, SHORT_PATIENCE_MS);
	if (service.baseUrl !== own.service) return false;
	const listed = await service.list(own.subscriberId).catch(async (error: unknown) => {
		if (hasStatus(error, '404')) return undefined;
		if (!isStart(context)) return await Promise.reject(error);
		// A service that is away for a moment holds what it held; n8n would tear everything down on an error.
		context.logger.warn(
			`Workforce Operations: whether “${context.getNode().name}” is still subscribed could not be checked: ${wordsOf(error)}`,
		);
		return 'unknown' as const;
	});
	if (listed === 'unknown') return true;
	if (listed === undefined) return false;
	const kept = own.subscriptions.map((subscription) => findListed(listed, subscription, url));
	return (
		kept.every((entry) => entry !== undefined && entry.active !== false) &&
		!listed.some((entry) => isRemainder(entry, url, kept))
	);
}

/** Whether a listed subscription was made by this trigger and is not wanted any more. What others add to the subscriber isn't ours. */
const isRemainder = (entry: Listed, url: string, kept: ReadonlyArray<Listed | undefined>): boolean =>
	entry.active !== false && sameTrigger(entry.uri, url) && !kept.some((other) => other?.id === entry.id);

/** The own registration to go on with, or a fresh one. */
function begin(context: IHookFunctions, service: SubscriptionService, url: string): Registration {
	const own = findOwn(context, url);
	if (own?.service === service.baseUrl) {
		// A copy of this n8n (a restored backup, a staging machine) looks just the same as a move.
		if (own.url !== url && !isAllOff(own)) {
			context.logger.warn(
				`Workforce Operations: “${context.getNode().name}” moves its subscriptions from ${own.url} to ${url}, because the address of this n8n has changed. If this is a copy of an n8n that still runs, unpublish the workflow here, and then publish it there again.`,
			);
		}
		return { ...own, url };
	}
	if (own && !isAllOff(own)) {
		context.logger.warn(
			`Workforce Operations: “${context.getNode().name}” leaves ${describeIds(own)} at ${own.service}, because the credential now leads to ${service.baseUrl}`,
		);
	}
	return {
		owner: ownerOf(context),
		service: service.baseUrl,
		url,
		subscriberState: 'off',
		subscriptions: [],
		changedAt: 0,
	};
}

/** Whether a known subscriber is out of reach for good: it was removed, or the credential is now of another company. */
const isLost = (error: unknown): boolean => hasStatus(error, '404', '403');

/** Switches the own subscriber on, or has one made. Returns its subscriptions as the service sees them. */
async function ensureSubscriber(
	context: IHookFunctions,
	service: SubscriptionService,
	registration: Registration,
): Promise<Listed[]> {
	const { subscriberId, subscriberState } = registration;
	if (subscriberId !== undefined) {
		registration.subscriberState = 'unsure';
		keep(context, registration);
		const found = await service.switchSubscriber(subscriberId, true).then(
			() => true,
			async (error: unknown) => (isLost(error) ? false : await Promise.reject(error)),
		);
		if (found) {
			registration.subscriberState = 'on';
			keep(context, registration);
			return await service.list(subscriberId);
		}
		registration.subscriberState = subscriberState;
		await leaveBehind(context, service, registration);
	}
	const { id, secret } = await service.createSubscriber();
	Object.assign(registration, {
		subscriberId: id,
		secret,
		subscriberState: 'on',
		previousSecret: undefined,
		previousUntil: undefined,
		subscriptions: [],
	});
	keep(context, registration);
	context.logger.info(`Workforce Operations: made webhook subscriber ${id} for “${context.getNode().name}”`);
	return [];
}

/** Before a subscriber that seems lost is replaced, what may be on of it is switched off: the service may have erred. */
async function leaveBehind(
	context: IHookFunctions,
	service: SubscriptionService,
	registration: Registration,
): Promise<void> {
	const ids = describeIds(registration);
	await switchOff(context, service, registration, 1).then(
		() => context.logger.warn(`Workforce Operations: the service does not have ${ids} any more; a new one is made`),
		(error: unknown) => context.logger.warn(`Workforce Operations: ${wordsOf(error)}; a new one is made`),
	);
}

async function bringAbout(
	context: IHookFunctions,
	service: SubscriptionService,
	registration: Registration,
	wanted: string[],
): Promise<void> {
	const before = registration.subscriberId;
	const listed = await ensureSubscriber(context, service, registration);
	const kept: Listed[] = [];
	// What may be refused comes first: n8n repeats an activation five times, which must not use up the requests of the minute.
	const isCustom = (event: string): boolean => !eventCatalogue.some(({ value }) => value === event);
	for (const event of [...wanted.filter(isCustom), ...wanted.filter((event) => !isCustom(event))])
		kept.push(await ensureSubscription(context, service, registration, event, listed));
	// What the own subscriber still holds beside them: events that are no longer wanted, and remains of lost answers.
	const unwanted = registration.subscriptions.filter(({ event }) => !wanted.includes(event));
	for (const entry of listed) {
		const known = unwanted.some(({ id }) => id === entry.id) && entry.active !== false;
		if (known || isRemainder(entry, registration.url, kept)) await service.switchSubscription(entry.id, false);
	}
	registration.subscriptions = registration.subscriptions.filter(({ event }) => wanted.includes(event));
	keep(context, registration);
	// Last, so that an attempt that fails on the way and is repeated does not use up the overlap of the secrets.
	const isNew = registration.subscriberId !== before;
	if (registration.secret === undefined || (rotates(context) && !isNew))
		await ensureSecret(context, service, registration);
}

/**
 * Brings the service to what this trigger wants, whatever earlier attempts left: known ids first, then the list of the
 * own subscriber. When it fails half-way, what is on is switched off again at once: n8n may not ask for it.
 */
export async function register(context: IHookFunctions): Promise<void> {
	const url = deliveryUrl(context);
	const wanted = chosenEvents(context).map(eventValue);
	const service = await SubscriptionService.open(context, readOptions(context).stateField, SHORT_PATIENCE_MS);
	const registration = begin(context, service, url);
	await bringAbout(context, service, registration, wanted).catch(async (error: unknown) => {
		await switchOff(context, service.withPatience(PATIENCE_MS), registration).catch((leftover: unknown) => {
			context.logger.error(`Workforce Operations: ${wordsOf(leftover)}`);
		});
		await Promise.reject(error);
	});
}
