import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isJsonObject, type JsonObject, MINUTE_MS } from '../../contract';
import { clock } from '../../transport/clock';

/**
 * `unsure`: requested, but no response says whether it happened. Anything that isn't `off` must be switched off in the
 * end; only `on` needs nothing done.
 */
export type SubscriptionState = 'on' | 'off' | 'unsure';

export interface Subscription {
	/** Absent while it is unknown whether the service has created the subscription. */
	readonly id?: string;
	/** `<eventType>.<event>`. */
	readonly event: string;
	/** The random part of the address. It identifies a delivery's event, whatever the payload looks like. */
	readonly token: string;
	/** Epoch milliseconds; 0 if unknown. */
	readonly since: number;
	readonly state: SubscriptionState;
}

/** A trigger's data in n8n's static data: its set-up, and nothing about single deliveries. */
export interface Registration {
	/** Instance, workflow, node and kind. A copied workflow is another owner, with its own registration. */
	readonly owner: string;
	/** Base address of the service: ids are valid only there. */
	readonly service: string;
	/** Without token and seal. */
	readonly url: string;
	readonly subscriberId?: string;
	readonly subscriberState: SubscriptionState;
	readonly secret?: string;
	/** When the service sent the secret, in epoch milliseconds; 0 if it may not be the current one. */
	readonly secretSince: number;
	/** From before the last rotation, accepted until `previousUntil` (epoch milliseconds). */
	readonly previousSecret?: string;
	readonly previousUntil?: number;
	/** When the rotation in progress was requested: retries of a failed activation must not rotate again. */
	readonly rotationSince?: number;
	/** The service refuses addresses with a seal. */
	readonly unsealed?: boolean;
	/**
	 * When the service created a subscriber without returning its id: retries of the activation must not create another
	 * one.
	 */
	readonly namelessSince?: number;
	readonly subscriptions: readonly Subscription[];
	/** Orphaned subscribers that are still on, as their deliveries show. */
	readonly strays: readonly string[];
	/** With several keys: the field of the key that made the registration, and a mark of that key. */
	readonly madeWith?: string;
	/** Epoch milliseconds. Of two copies, the later one counts. */
	readonly changedAt: number;
	/** How far this n8n's clock was behind the service's, in milliseconds, if more than a minute. */
	readonly clockBehind?: number;
}

/** Deliveries signed with the previous secret may still be in flight for this long. */
export const SECRET_OVERLAP_MS = 5 * MINUTE_MS;

/** If two clocks differ by more, a moment counts as impossible. */
const LEEWAY_MS = 5 * MINUTE_MS;

/** 0 for a moment in the future (clock rollback), on which nothing may depend. */
export const credible = (moment: number, now: number): number => (moment > now + LEEWAY_MS ? 0 : moment);

const KEY = 'registration';

const STATES: readonly SubscriptionState[] = ['on', 'off', 'unsure'];

type Keeper = Pick<IHookFunctions | IWebhookFunctions, 'getWorkflowStaticData'>;

const textOrNothing = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** An id that was stored as a number is the same id. */
const idOrNothing = (value: unknown): string | undefined =>
	textOrNothing(Number.isSafeInteger(value) ? String(value) : value);

const time = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** An unreadable state may be on. */
const readState = (value: unknown): SubscriptionState => STATES.find((state) => state === value) ?? 'unsure';

function readSubscription(value: unknown): Subscription[] {
	if (!isJsonObject(value)) return [];
	const [event, token] = [textOrNothing(value.event), textOrNothing(value.token)];
	if (event === undefined || token === undefined) return [];
	return [{ id: idOrNothing(value.id), event, token, since: time(value.since) ?? 0, state: readState(value.state) }];
}

const isText = (value: unknown): boolean => textOrNothing(value) !== undefined;
const isMoment = (value: unknown): boolean => typeof value === 'number';

/** Whether each part of a stored registration can be read. */
const REGISTRATION_PARTS: Readonly<Record<keyof Registration, (stored: unknown) => boolean>> = {
	owner: isText,
	service: isText,
	url: isText,
	subscriberId: (stored) => idOrNothing(stored) !== undefined,
	subscriberState: (stored) => STATES.some((state) => state === stored),
	secret: isText,
	secretSince: isMoment,
	previousSecret: isText,
	previousUntil: isMoment,
	rotationSince: isMoment,
	unsealed: (stored) => typeof stored === 'boolean',
	namelessSince: isMoment,
	subscriptions: (stored) => Array.isArray(stored) && stored.every((entry) => readSubscription(entry).length > 0),
	strays: (stored) => Array.isArray(stored) && stored.every((id) => idOrNothing(id) !== undefined),
	madeWith: isText,
	changedAt: isMoment,
	clockBehind: isMoment,
};

/** Earlier versions stored fewer parts, but never subscriptions without what they depend on. */
function unreadableParts(stored: JsonObject): string[] {
	const parts = Object.entries(REGISTRATION_PARTS)
		.filter(([name, reads]) => stored[name] !== undefined && !reads(stored[name]))
		.map(([name]) => name);
	const isOn = Array.isArray(stored.subscriptions) && stored.subscriptions.flatMap(readSubscription).some(mayBeOn);
	if (isOn && stored.subscriberId === undefined) parts.push('subscriberId');
	// During a rotation only the previous secret is known.
	if (isOn && stored.secret === undefined && stored.previousSecret === undefined) parts.push('secret');
	return parts;
}

const mayBeOn = ({ id, state }: Subscription): boolean => id !== undefined && state !== 'off';

export interface StoredFlaws {
	/** `registration` if all of it is unreadable. */
	unreadable: string[];
	/** Written by a newer version. */
	unknown: string[];
}

/** Undefined if there is no registration, or it is another owner's. */
export function storedFlaws(keeper: Keeper, isOwn: (owner: string) => boolean): StoredFlaws | undefined {
	const stored: unknown = keeper.getWorkflowStaticData('node')[KEY];
	if (stored === undefined) return undefined;
	const owner = isJsonObject(stored) ? textOrNothing(stored.owner) : undefined;
	if (!isJsonObject(stored) || owner === undefined) return { unreadable: [KEY], unknown: [] };
	if (!isOwn(owner)) return undefined;
	return {
		unreadable: unreadableParts(stored),
		unknown: Object.keys(stored).filter((name) => !Object.hasOwn(REGISTRATION_PARTS, name)),
	};
}

/** Static data is untrusted: it may come from an import, an older version or a backup. */
export function readRegistration(keeper: Keeper): Registration | undefined {
	const stored: unknown = keeper.getWorkflowStaticData('node')[KEY];
	if (!isJsonObject(stored)) return undefined;
	const owner = textOrNothing(stored.owner);
	if (owner === undefined) return undefined;
	return {
		owner,
		service: textOrNothing(stored.service) ?? '',
		url: textOrNothing(stored.url) ?? '',
		subscriberId: idOrNothing(stored.subscriberId),
		subscriberState: readState(stored.subscriberState),
		secret: textOrNothing(stored.secret),
		secretSince: time(stored.secretSince) ?? 0,
		previousSecret: textOrNothing(stored.previousSecret),
		previousUntil: time(stored.previousUntil),
		rotationSince: time(stored.rotationSince),
		unsealed: stored.unsealed === true ? true : undefined,
		namelessSince: time(stored.namelessSince),
		subscriptions: Array.isArray(stored.subscriptions) ? stored.subscriptions.flatMap(readSubscription) : [],
		strays: Array.isArray(stored.strays) ? stored.strays.flatMap((id) => idOrNothing(id) ?? []) : [],
		// An unreadable copy counts as older than any other, so that seals complete it.
		changedAt: unreadableParts(stored).length > 0 ? 0 : (time(stored.changedAt) ?? 0),
		madeWith: textOrNothing(stored.madeWith),
		clockBehind: time(stored.clockBehind),
	};
}

/** Stores at the top level: n8n notices changes only there. */
export function storeRegistration(keeper: Keeper, registration: Registration): void {
	keeper.getWorkflowStaticData('node')[KEY] = {
		...registration,
		subscriptions: registration.subscriptions.map((subscription) => ({ ...subscription })),
		strays: [...registration.strays],
	};
}

/** Whether nothing of a registration can be on at the service. */
export const isAllOff = ({ subscriberId, subscriberState, subscriptions, strays }: Registration): boolean =>
	strays.length === 0 &&
	(subscriberId === undefined || (subscriberState === 'off' && subscriptions.every(({ state }) => state === 'off')));

const idsInWords = (subscriberId: string | undefined, ids: readonly string[]): string =>
	`webhook subscriber ${subscriberId ?? '(none)'} with ${ids.length === 0 ? 'no known subscription' : `subscription${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`}`;

export const describeIds = ({ subscriberId, subscriptions }: Registration): string =>
	idsInWords(
		subscriberId,
		subscriptions.flatMap(({ id }) => id ?? []),
	);

/** Includes ids in parts of a stored registration that is otherwise unreadable; undefined if there are none. */
export function describeKnownIds(keeper: Keeper, known: Registration | undefined): string | undefined {
	const stored: unknown = keeper.getWorkflowStaticData('node')[KEY];
	const { subscriberId, subscriptions } = isJsonObject(stored) ? stored : {};
	const entries = [...(known?.subscriptions ?? []), ...Object.values(subscriptions ?? {})].filter(isJsonObject);
	const ids = [...new Set(entries.flatMap(({ id }) => idOrNothing(id) ?? []))];
	const subscriber = known?.subscriberId ?? idOrNothing(subscriberId);
	return known === undefined && subscriber === undefined && ids.length === 0 ? undefined : idsInWords(subscriber, ids);
}

/** One secret, or two shortly after a rotation. */
export function validSecrets({ secret, previousSecret, previousUntil = 0 }: Registration): string[] {
	const current = secret === undefined ? [] : [secret];
	const left = previousUntil - clock.date();
	// Clock rollback: more than the whole overlap would be left.
	return previousSecret !== undefined && left > 0 && left <= SECRET_OVERLAP_MS ? [...current, previousSecret] : current;
}

/**
 * Corrects impossible moments. A secret dated in the future counts as one of unknown age, so it is replaced when a new
 * one is requested. A token dated in the future is dated now, and its address sealed again.
 */
export const credibly = (registration: Registration, now: number): Registration => ({
	...registration,
	secretSince: credible(registration.secretSince, now),
	subscriptions: registration.subscriptions.map((subscription) =>
		credible(subscription.since, now) === subscription.since ? subscription : { ...subscription, since: now },
	),
});

/**
 * For judging stored data without asking the service. If the local clock is ahead, it is too late, never too early.
 */
export const dateFor = ({ clockBehind = 0 }: Pick<Registration, 'clockBehind'>): number => clock.date() + clockBehind;

/** The date of a subscription's address: of its token or of the secret, whichever is younger. */
export const madeAt = ({ secretSince }: Registration, { since }: Subscription): number => Math.max(secretSince, since);
