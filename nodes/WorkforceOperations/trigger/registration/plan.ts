import { eventCatalogue } from '../../contract';
import { addressParts, sameAddress, sameTrigger } from './deliveryAddress';
import type { ListedSubscription } from './webhookApi';
import type { Registration, Subscription } from './registration';

/** A request that brings the service closer to the wanted state. */
export type RegistrationStep =
	| { do: 'makeSubscriber' }
	| { do: 'switchSubscriber'; on: boolean }
	| { do: 'list' }
	| { do: 'rotateSecret' }
	| { do: 'makeSubscription'; event: string }
	/** With an event, it becomes that event's subscription and gets its address. */
	| { do: 'switchSubscription'; id: string; on: true; event: string }
	| { do: 'switchSubscription'; id: string; on: false };

export interface WantedState {
	/** `<eventType>.<event>`, deduplicated. */
	readonly events: readonly string[];
	/** Epoch milliseconds; an older secret is replaced. */
	readonly secretSince: number;
	/** Includes the seal. */
	readonly addressOf: (registration: Registration, subscription: Subscription) => string;
	/** A subscriber that no longer exists at the service. */
	readonly lost?: string;
	/** Assumes that anything the list leaves out is right. For checking whether anything needs to be done. */
	readonly lenient?: boolean;
}

/** Finds a known subscription by its id, or by the token in its address, which is unique. */
export const findListed = (
	listed: readonly ListedSubscription[],
	{ id, token }: Subscription,
): ListedSubscription | undefined =>
	listed.find((entry) => entry.id === id) ??
	listed.find(({ uri }) => uri !== undefined && addressParts(uri).token === token);

/** A subscription that this trigger made for the same event and later switched off. */
const findRetired = (
	listed: readonly ListedSubscription[],
	event: string,
	{ url, subscriptions }: Registration,
): ListedSubscription | undefined =>
	listed.find(
		(entry) => entry.event === event && sameTrigger(entry.uri, url) && !subscriptions.some(({ id }) => id === entry.id),
	);

/** The listed subscription to use for an event, whether or not it is already right. */
const candidateFor = (
	listed: readonly ListedSubscription[],
	event: string,
	registration: Registration,
): ListedSubscription | undefined => {
	const known = registration.subscriptions.find((subscription) => subscription.event === event);
	return (known && findListed(listed, known)) ?? findRetired(listed, event, registration);
};

function isRight(entry: ListedSubscription, event: string, registration: Registration, wanted: WantedState): boolean {
	const subscription = registration.subscriptions.find((candidate) => candidate.event === event);
	if (subscription === undefined) return false;
	const { active, uri } = entry;
	const rightAddress =
		uri === undefined ? wanted.lenient === true : sameAddress(uri, wanted.addressOf(registration, subscription));
	return (active ?? wanted.lenient === true) && rightAddress;
}

/**
 * Events that may be refused come first: n8n retries an activation five times, which must not use up the rate limit.
 */
function inOrder(events: readonly string[]): string[] {
	const isCustom = (event: string): boolean => !eventCatalogue.some(({ value }) => value === event);
	return [...events.filter(isCustom), ...events.filter((event) => !isCustom(event))];
}

function planOn(
	registration: Registration,
	listed: readonly ListedSubscription[] | undefined,
	wanted: WantedState,
): RegistrationStep[] {
	const { subscriberId, subscriberState, secret, secretSince, subscriptions, url } = registration;
	const events = inOrder(wanted.events);
	if (subscriberId === undefined || subscriberId === wanted.lost)
		return [{ do: 'makeSubscriber' }, ...events.map((event): RegistrationStep => ({ do: 'makeSubscription', event }))];
	const steps: RegistrationStep[] = subscriberState === 'on' ? [] : [{ do: 'switchSubscriber', on: true }];
	if (listed === undefined) return [...steps, { do: 'list' }];
	// Precedes the subscriptions, so that each address is written once. A retry of a failed activation doesn't rotate
	// again.
	const rotates = secret === undefined || secretSince < wanted.secretSince;
	if (rotates) steps.push({ do: 'rotateSecret' });
	const kept = new Set<string>();
	for (const event of events) {
		const entry = candidateFor(listed, event, registration);
		const id = entry?.id ?? subscriptions.find((candidate) => candidate.event === event)?.id;
		if (id !== undefined) kept.add(id);
		if (entry && !rotates && isRight(entry, event, registration, wanted)) continue;
		steps.push(
			id === undefined ? { do: 'makeSubscription', event } : { do: 'switchSubscription', id, on: true, event },
		);
	}
	// Includes events no longer wanted, and remains of lost responses. Subscriptions that others added to the
	// subscriber are left alone.
	const isOurs = ({ id, uri }: ListedSubscription): boolean =>
		subscriptions.some((subscription) => subscription.id === id) || sameTrigger(uri, url);
	for (const entry of listed)
		if (entry.active !== false && !kept.has(entry.id) && isOurs(entry))
			steps.push({ do: 'switchSubscription', id: entry.id, on: false });
	return steps;
}

/** Switches off everything that may be on, then lists. With a list, switches off anything it still shows as on. */
function planOff(registration: Registration, listed: readonly ListedSubscription[] | undefined): RegistrationStep[] {
	const { subscriberId, subscriptions, url } = registration;
	if (subscriberId === undefined) return [];
	if (listed === undefined) {
		const known = subscriptions.flatMap(({ id, state }) => (id === undefined || state === 'off' ? [] : [id]));
		return [
			...known.map((id): RegistrationStep => ({ do: 'switchSubscription', id, on: false })),
			{ do: 'switchSubscriber', on: false },
			{ do: 'list' },
		];
	}
	const isOurs = ({ id, uri }: ListedSubscription): boolean =>
		subscriptions.some(
			(subscription) => subscription.id === id || (uri !== undefined && addressParts(uri).token === subscription.token),
		) || sameTrigger(uri, url);
	return listed
		.filter((entry) => entry.active === true && isOurs(entry))
		.map(({ id }): RegistrationStep => ({ do: 'switchSubscription', id, on: false }));
}

/**
 * The requests from the known state to the wanted one, in order; none if nothing is left. `listed` is undefined
 * before the first list. The plan ends at a step whose response matters (a list, a new secret, a new subscriber).
 */
export const plan = (
	registration: Registration,
	listed: readonly ListedSubscription[] | undefined,
	wanted: WantedState | 'off',
): RegistrationStep[] => (wanted === 'off' ? planOff(registration, listed) : planOn(registration, listed, wanted));
