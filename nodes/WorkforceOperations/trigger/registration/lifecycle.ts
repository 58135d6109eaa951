import type { IHookFunctions } from 'n8n-workflow';
import { eventValue, MINUTE_MS } from '../../contract';
import { itemOfHook } from '../../form/item';
import { settle, isKind, messageOf, log, logAbout } from '../../transport';
import { clock } from '../../transport/clock';
import { chosenEvents, detailsForEvents, readOptions } from '../options';
import { serialize } from '../../transport/mutex';
import { addressFor, carryOutStep, expecting } from './apply';
import { endsAtFirstError, inOneMessage, isFirstPublishing, isStart, isTest } from '../../transport/n8nQuirks';
import { recoverFromList } from './recover';
import { Registrar } from './registrar';
import { findListed, plan, type WantedState } from './plan';
import { type ListedSubscription, WebhookApi } from './webhookApi';
import {
	credible,
	credibly,
	describeIds,
	isAllOff,
	type Registration,
	SECRET_OVERLAP_MS,
	type SubscriptionState,
} from './registration';
import { findForRemoval, findOwn, addressKind, registrationOwner, ownNode, readOwn } from './store';
import { deactivate, deactivateOrphans, LeftoverError, switchOff } from './deactivate';
import { deliveryUrl } from './deliveryAddress';
import { tellStored, unknownAtService } from './tellStored';

/**
 * A whole window of the rate limit and a little more: switching on and off must succeed, even if that takes a minute.
 */
const ACTIVATION_TIMEOUT_MS = 65_000;

/**
 * After creating a subscriber without an id, no second one is created for this long: n8n's retries are over by then.
 */
const NO_ID_MS = 10 * MINUTE_MS;

/** Six events, each lost and created again, take about thirty steps. */
const MOST_STEPS = 200;

const openWebhookApi = async (context: IHookFunctions): Promise<WebhookApi> =>
	await WebhookApi.open(context, ACTIVATION_TIMEOUT_MS);

async function wantedEvents(context: IHookFunctions): Promise<string[]> {
	const item = itemOfHook(context);
	return chosenEvents(item, await detailsForEvents(context, item)).map(eventValue);
}

/** Runs work one at a time per node, and puts every error into the single message that n8n shows. */
async function serializePerNode<Result>(context: IHookFunctions, work: () => Promise<Result>): Promise<Result> {
	const ended = await settle(serialize(ownNode(context), work));
	if ('error' in ended) throw inOneMessage(context, ended.error);
	return ended.result;
}

/**
 * Whether this activation creates a new secret. If the user chose so, every publishing does; n8n's start and test
 * listening don't.
 */
const rotates = (context: IHookFunctions): boolean =>
	readOptions(itemOfHook(context)).rotateSecretOnActivation && !isStart(context) && !isTest(context);

/** `unknown`: the service could not be asked. */
async function listSubscriptions(
	context: IHookFunctions,
	service: WebhookApi,
	subscriberId: string,
): Promise<ListedSubscription[] | 'gone' | 'unknown'> {
	const listed = await settle(service.list(subscriberId));
	if ('result' in listed) return listed.result;
	if (isKind(listed.error, 'notFound')) return 'gone';
	if (!isStart(context)) throw listed.error;
	// A service that is briefly unavailable still has its subscriptions; on an error n8n would tear everything down.
	log(context).warn(
		`could not check whether “${context.getNode().name}” is still subscribed: ${messageOf(listed.error)}`,
	);
	return 'unknown';
}

async function checkExists(context: IHookFunctions): Promise<boolean> {
	const url = deliveryUrl(context);
	const events = await wantedEvents(context);
	tellStored(context, findOwn(context, url));
	const stored = readOwn(context, url);
	if (stored?.subscriberId === undefined || stored.secret === undefined || stored.url !== url || rotates(context))
		return false;
	if (stored.subscriberState !== 'on' || stored.strays.length > 0 || stored.subscriptions.length !== events.length)
		return false;
	if (!stored.subscriptions.every(({ event, state }) => state === 'on' && events.includes(event))) return false;
	const service = await openWebhookApi(context);
	if (service.baseUrl !== stored.service) return false;
	const listed = await listSubscriptions(context, service, stored.subscriberId);
	if (listed === 'unknown') return true;
	if (listed === 'gone') return false;
	const wanted: WantedState = { events, secretSince: 0, addressOf: addressFor(service), lenient: true };
	return plan(stored, listed, wanted).length === 0;
}

/** Whether the service has exactly what this trigger needs. */
export const isRegistered = async (context: IHookFunctions): Promise<boolean> =>
	await serializePerNode(context, async () => await checkExists(context));

/** The registration to continue from, or a new one. */
function newRegistration(context: IHookFunctions, service: WebhookApi, url: string): Registration {
	const latest = findOwn(context, url);
	if (latest?.service === service.baseUrl) {
		// A copy of this n8n (a restored backup, a staging machine) can't be distinguished from a move.
		if (latest.url !== '' && latest.url !== url && !isAllOff(latest)) {
			logAbout(context).warn(
				`is moving its subscriptions from ${latest.url} to ${url}, because n8n’s address has changed. If this is a copy of an n8n instance that is still running, unpublish the workflow here, then publish it again there.`,
			);
		}
		return { ...latest, url };
	}
	if (latest && !isAllOff(latest)) {
		logAbout(context).warn(
			`is leaving behind ${describeIds(latest)} at ${latest.service || 'an address that can’t be read'}, because the credential now points to ${service.baseUrl}`,
		);
	}
	return {
		owner: registrationOwner(context),
		service: service.baseUrl,
		url,
		subscriberState: 'off',
		secretSince: 0,
		subscriptions: [],
		strays: [],
		changedAt: 0,
	};
}

/**
 * When this activation first requested a rotation, because n8n retries a failed activation. An unpublished trigger
 * always gets a new secret, so that unpublishing and publishing repairs a wrong one.
 */
function rotationRequest({ rotationSince = -Infinity, secretSince }: Registration, now: number): number {
	const first = credible(rotationSince, now);
	// A secret dated slightly ahead is still older than this request.
	return now - first < SECRET_OVERLAP_MS ? first : Math.max(now, secretSince + 1);
}

/**
 * A known subscriber is permanently out of reach: it was removed, or the credential now belongs to another company.
 */
const isLost = (error: unknown): boolean => isKind(error, 'notFound', 'forbidden');

/** Before replacing a subscriber that seems lost, switches off anything that may be on: the service may be wrong. */
async function replaceSubscriber(registrar: Registrar): Promise<void> {
	const ids = describeIds(registrar.registration);
	const left = await settle(deactivate(registrar, 1));
	const why = 'error' in left ? messageOf(left.error) : `the service no longer has ${ids}`;
	log(registrar.context).warn(`${why}; creating a new one`);
}

/** Determines from a list, dated by the service's clock, which secret is in use and whether it is too old. */
function withList(registrar: Registrar, wanted: WantedState, turning: boolean): WantedState {
	const { context, service, listed } = registrar;
	const now = registrar.now();
	registrar.update(recoverFromList(context, credibly(registrar.registration, now), listed, service.apiKey, now));
	if (!turning) return wanted;
	const since = rotationRequest(registrar.registration, now);
	registrar.update({ ...registrar.registration, rotationSince: since });
	return { ...wanted, secretSince: since };
}

/** Plans and runs one step after another until nothing is left. `turning`: a new secret is requested. */
async function applyPlan(
	registrar: Registrar,
	first: WantedState,
	turning: boolean,
	believed: SubscriptionState,
): Promise<void> {
	const { context, service } = registrar;
	let wanted = first;
	for (let count = 0; ; count++) {
		// The service's clock dates the tokens, so a response must come first.
		if (registrar.listed !== undefined)
			registrar.update(expecting(registrar.registration, wanted.events, registrar.now()));
		const [step] = plan(registrar.registration, registrar.listed, wanted);
		if (step === undefined) break;
		if (count === MOST_STEPS)
			throw service.error(
				'The service’s responses contradict each other',
				'Publish the workflow again, or ask the service’s support team.',
			);
		const before = registrar.registration;
		const ended = await settle(carryOutStep(registrar, step));
		if ('error' in ended) {
			if (step.do !== 'switchSubscriber' || !isLost(ended.error)) throw ended.error;
			// Restores the state before this activation, so that what is already off needn't be switched off.
			registrar.update({ ...before, subscriberState: believed });
			await replaceSubscriber(registrar);
			wanted = { ...wanted, lost: before.subscriberId };
		}
		// A retry of this activation needs no further secret.
		if (step.do === 'makeSubscriber' && turning)
			registrar.update({ ...registrar.registration, rotationSince: registrar.registration.secretSince });
		if (step.do === 'list') wanted = withList(registrar, wanted, turning);
	}
	// An orphan that can't be switched off must not prevent publishing; it stays stored for the next time.
	const strays = await settle(deactivateOrphans(registrar, 1));
	if ('error' in strays) log(context).warn(messageOf(strays.error));
	const { registration, listed = [] } = registrar;
	registrar.store({
		...registration,
		rotationSince: undefined,
		madeWith: service.madeWith(registration.owner),
		subscriptions: registration.subscriptions
			.filter(({ event }) => wanted.events.includes(event))
			// The plan is done, so the list has each of them as active. The response with its id may have been lost.
			.map((subscription) => ({ ...subscription, id: findListed(listed, subscription)?.id, state: 'on' })),
	});
}

async function activate(context: IHookFunctions): Promise<void> {
	const url = deliveryUrl(context);
	const events = await wantedEvents(context);
	const service = await openWebhookApi(context);
	const initial = newRegistration(context, service, url);
	const { namelessSince = -Infinity } = initial;
	if (clock.date() - credible(namelessSince, clock.date()) < NO_ID_MS) {
		throw service.error(
			'The service created a webhook subscriber but did not return its ID',
			'The response is in n8n’s log. No second subscriber is created for ten minutes. Ask the service’s support team, then publish the workflow again.',
		);
	}
	const turning = rotates(context) || isFirstPublishing(context);
	// Verifies what was on earlier.
	const state = initial.subscriberId === undefined ? initial.subscriberState : 'unsure';
	const registrar = Registrar.forTrigger(context, service, {
		...initial,
		subscriberState: state,
		rotationSince: turning ? initial.rotationSince : undefined,
	});
	const wanted: WantedState = {
		events,
		secretSince: isStart(context) ? 0 : 1,
		addressOf: addressFor(service),
	};
	const ended = await settle(applyPlan(registrar, wanted, turning, initial.subscriberState));
	if ('result' in ended) return;
	const { registration } = registrar;
	const left = await settle(
		deactivate(Registrar.forTrigger(context, service.withPatience(ACTIVATION_TIMEOUT_MS), registration)),
	);
	if ('error' in left) log(context).error(messageOf(left.error));
	throw ended.error;
}

/**
 * Brings the service to the wanted state, whatever earlier attempts left: by known IDs first, then by the subscriber's
 * list. If it fails half-way, switches everything off at once, because n8n may not ask for that.
 */
export const register = async (context: IHookFunctions): Promise<void> =>
	await serializePerNode(context, async () => await activate(context));

async function remove(context: IHookFunctions, registration: Registration): Promise<void> {
	const opened = await settle(openWebhookApi(context));
	if ('error' in opened) {
		// If only the user can fix the error, n8n gives up at once and silently, so the IDs must be reported here.
		throw new LeftoverError({ context }, describeIds(registration), messageOf(opened.error));
	}
	const service = opened.result;
	if (service.baseUrl !== registration.service) {
		throw new LeftoverError(
			{ context },
			describeIds(registration),
			`They are at ${registration.service || 'an address that can’t be read'}, but the credential now points to ${service.baseUrl}`,
		);
	}
	await switchOff(context, service, registration, ACTIVATION_TIMEOUT_MS);
}

/** Leaves registrations of another owner (a copied workflow) alone. */
export async function unregister(context: IHookFunctions): Promise<void> {
	// Before the first await: afterwards the caller is no longer on the call stack.
	const hindersOthers = endsAtFirstError();
	await serializePerNode(context, async () => {
		const registration = findForRemoval(context);
		const unknown = unknownAtService(context, registration);
		const isNothingOn = registration === undefined || isAllOff(registration);
		if (isNothingOn && unknown === undefined) return;
		if (!isNothingOn) tellStored(context, registration);
		const ended = await settle(isNothingOn ? Promise.reject(unknown) : remove(context, registration));
		if ('result' in ended) return;
		const shown = inOneMessage(context, ended.error);
		// The end of test listening is never retried: after an error n8n would only keep the listening registered.
		if (!hindersOthers && (registration === undefined || addressKind(registration) === 'live')) throw shown;
		log(context).error(shown.message);
	});
}
