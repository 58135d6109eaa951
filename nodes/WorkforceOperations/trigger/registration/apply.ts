import { settle, isKind, log } from '../../transport';
import { clock } from '../../transport/clock';
import { deliveryAddress, newToken } from './deliveryAddress';
import type { RegistrationStep, WantedState } from './plan';
import { seal } from './sealedSecret';
import type { Registrar } from './registrar';
import { isUncertain, type ListedSubscription, type WebhookApi } from './webhookApi';
import { madeAt, type Registration, SECRET_OVERLAP_MS, type Subscription } from './registration';
import { noteSecret } from './store';

/** `gone`: the service says that it doesn't exist. */
export type StepOutcome = 'done' | 'gone';

/** `became` defaults to `done`. */
type StepResult = Partial<Pick<Registrar, 'registration' | 'listed'>> & { became?: StepOutcome };

const noteChange = (
	registration: Registration,
	isMeant: (subscription: Subscription) => boolean,
	changes: Partial<Subscription>,
): Registration => ({
	...registration,
	subscriptions: registration.subscriptions.map((subscription) =>
		isMeant(subscription) ? { ...subscription, ...changes } : subscription,
	),
});

const ofEvent =
	(event: string) =>
	(subscription: Subscription): boolean =>
		subscription.event === event;

/** Adds a subscription with its token for each event. */
export function expecting(registration: Registration, events: readonly string[], now = clock.date()): Registration {
	const missing = events.filter((event) => !registration.subscriptions.some(ofEvent(event)));
	if (missing.length === 0) return registration;
	const added = missing.map((event): Subscription => ({ event, token: newToken(), since: now, state: 'off' }));
	return { ...registration, subscriptions: [...registration.subscriptions, ...added] };
}

/** The address has a seal once there is a secret. */
export const addressFor =
	({ apiKey }: Pick<WebhookApi, 'apiKey'>): WantedState['addressOf'] =>
	(registration, subscription) => {
		const { url, owner, service, subscriberId, secret, unsealed } = registration;
		const { token, event } = subscription;
		if (secret === undefined || subscriberId === undefined || unsealed) return deliveryAddress(url, token);
		const content = { madeAt: madeAt(registration, subscription), subscriberId, event, secret };
		return deliveryAddress(url, token, seal({ owner, service, apiKey }, token, content));
	};

/**
 * The state while a step is in flight. If its response is lost, anything it may have created must still be switched off
 * later. After a rotation, either secret may be in use.
 */
function asUnsure(registration: Registration, step: RegistrationStep): Registration {
	switch (step.do) {
		case 'switchSubscriber':
			return { ...registration, subscriberState: 'unsure' };
		case 'rotateSecret':
			if (registration.secret === undefined) return registration;
			return {
				...registration,
				secret: undefined,
				previousSecret: registration.secret,
				previousUntil: clock.date() + SECRET_OVERLAP_MS,
			};
		case 'makeSubscription':
			return noteChange(registration, ofEvent(step.event), { id: undefined, state: 'unsure' });
		case 'switchSubscription':
			return step.on
				? noteChange(registration, ofEvent(step.event), { id: step.id, state: 'unsure' })
				: noteChange(registration, ({ id }) => id === step.id, { state: 'unsure' });
		default:
			return registration;
	}
}

const withListed = (listed: readonly ListedSubscription[] = [], entry: ListedSubscription): ListedSubscription[] => [
	...listed.filter(({ id }) => id !== entry.id),
	entry,
];

async function makeSubscriber(registrar: Registrar): Promise<StepResult> {
	const { context, service, registration } = registrar;
	const { id, secret, came } = await service.createSubscriber();
	if (id === undefined) {
		registrar.storeUnidentifiedSubscriber(clock.date());
		log(context).error(
			`the service created a webhook subscriber for “${context.getNode().name}”, but its response contains no ID: ${came}`,
		);
		throw service.error(
			'The service created a webhook subscriber but did not return its ID',
			'The response is in n8n’s log. Ask the service’s support team for the ID, and have them switch that subscriber off. No other subscriber is created for ten minutes.',
		);
	}
	log(context).info(`created webhook subscriber ${id} for “${context.getNode().name}”`);
	const made: Registration = {
		...registration,
		subscriberId: id,
		subscriberState: 'on',
		secret,
		secretSince: registrar.now(),
		previousSecret: undefined,
		previousUntil: undefined,
		unsealed: undefined,
		namelessSince: undefined,
		subscriptions: [],
	};
	noteSecret(context, made);
	return { registration: made, listed: [] };
}

async function rotateSecret(registrar: Registrar): Promise<StepResult> {
	const { context, service, registration } = registrar;
	const { subscriberId = '' } = registration;
	const secret = await service.rotateSecret(subscriberId);
	// Not dated before the rotation was requested, so that the request counts as fulfilled.
	const rotated = { ...registration, secret, secretSince: Math.max(registrar.now(), registration.rotationSince ?? 0) };
	noteSecret(context, rotated);
	return { registration: rotated };
}

/** The service may respond like this to an address that is too long or malformed. */
const refusesAddress = (error: unknown): boolean => isKind(error, 'invalid');

/** Registers a subscription's address with its seal; without it if the service refuses (perhaps for the length). */
async function withAddress<Result>(
	{ context, service, registration }: Registrar,
	event: string,
	request: (uri: string) => Promise<Result>,
): Promise<{ result: Result; uri: string; registration: Registration }> {
	const subscription = registration.subscriptions.find(ofEvent(event));
	if (subscription === undefined) throw service.error(`“${event}” has no address`, 'Publish the workflow again.');
	const uri = addressFor(service)(registration, subscription);
	const sealed = await settle(request(uri));
	if ('result' in sealed) return { result: sealed.result, uri, registration };
	const bare = deliveryAddress(registration.url, subscription.token);
	if (uri === bare || !refusesAddress(sealed.error)) throw sealed.error;
	const unsealed = await settle(request(bare));
	if ('error' in unsealed) throw sealed.error;
	log(context).warn(
		`the service accepts only a shortened address for “${context.getNode().name}”. If another trigger in the workflow overwrites the data that n8n stores for this one, deliveries are refused until you unpublish the workflow and publish it again.`,
	);
	return { result: unsealed.result, uri: bare, registration: { ...registration, unsealed: true } };
}

async function makeSubscription(registrar: Registrar, event: string): Promise<StepResult> {
	const { context, service, listed } = registrar;
	const { subscriberId = '' } = registrar.registration;
	const { result, uri, registration } = await withAddress(
		registrar,
		event,
		async (address) => await service.makeSubscription(subscriberId, event, address),
	);
	log(context).info(`created webhook subscription ${result} for ${event}`);
	return {
		registration: noteChange(registration, ofEvent(event), { id: result, state: 'on' }),
		listed: withListed(listed, { id: result, uri, active: true, event }),
	};
}

async function switchOn(registrar: Registrar, id: string, event: string): Promise<StepResult> {
	const { service, listed = [] } = registrar;
	const switched = await settle(
		withAddress(registrar, event, async (address) => await service.switchSubscription(id, true, address)),
	);
	if ('result' in switched) {
		const { uri, registration } = switched.result;
		return {
			registration: noteChange(registration, ofEvent(event), { id, state: 'on' }),
			listed: withListed(listed, { id, uri, active: true, event }),
		};
	}
	if (!isKind(switched.error, 'notFound')) throw switched.error;
	return {
		registration: noteChange(registrar.registration, ofEvent(event), { id: undefined }),
		listed: listed.filter((entry) => entry.id !== id),
	};
}

/** Returns `gone`, with nothing changed, if the service says that it doesn't exist. */
async function unlessNotFound(request: Promise<void>, done: StepResult): Promise<StepResult> {
	const ended = await settle(request);
	if ('result' in ended) return done;
	if (!isKind(ended.error, 'notFound')) throw ended.error;
	return { became: 'gone' };
}

async function performStep(registrar: Registrar, step: RegistrationStep): Promise<StepResult> {
	const { service, registration, listed } = registrar;
	const { subscriberId = '' } = registration;
	switch (step.do) {
		case 'makeSubscriber':
			return await makeSubscriber(registrar);
		case 'rotateSecret':
			return await rotateSecret(registrar);
		case 'list':
			return { listed: await service.list(subscriberId) };
		case 'makeSubscription':
			return await makeSubscription(registrar, step.event);
		case 'switchSubscriber': {
			const request = service.switchSubscriber(subscriberId, step.on);
			const switched: Registration = { ...registration, subscriberState: step.on ? 'on' : 'off' };
			if (!step.on) return await unlessNotFound(request, { registration: switched });
			await request;
			return { registration: switched };
		}
		case 'switchSubscription':
			if (step.on) return await switchOn(registrar, step.id, step.event);
			return await unlessNotFound(service.switchSubscription(step.id, false), {
				registration: noteChange(registration, ({ id }) => id === step.id, { state: 'off' }),
				listed: listed?.map((entry) => (entry.id === step.id ? { ...entry, active: false } : entry)),
			});
	}
}

/**
 * Stores that the step is in flight, sends it, stores the outcome. If the service refuses, the previous registration
 * is restored; if the outcome is unknown, it stays unsure.
 */
export async function carryOutStep(registrar: Registrar, step: RegistrationStep): Promise<StepOutcome> {
	const before = registrar.registration;
	const unsure = asUnsure(before, step);
	const isStored = unsure !== before;
	if (isStored) registrar.store(unsure);
	const ended = await settle(performStep(registrar, step));
	if ('error' in ended) {
		if (isStored && !isUncertain(ended.error)) registrar.store(before);
		throw ended.error;
	}
	const { became = 'done', registration, listed } = ended.result;
	if (listed !== undefined) registrar.setListed(listed);
	if (registration !== undefined) registrar.store(registration);
	return became;
}
