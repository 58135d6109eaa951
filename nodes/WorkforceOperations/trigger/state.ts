import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isJsonObject } from '../contract';

/**
 * What is known of something at the service. `unsure`: it was asked for, but no answer came that tells whether it
 * happened. Whatever isn't `off` has to be switched off in the end; only what is `on` needs nothing done.
 */
export type State = 'on' | 'off' | 'unsure';

/** One subscription that this trigger made. */
export interface Subscription {
	/** The service's id; absent while it isn't known whether the service has made it. */
	id?: string;
	/** `<eventType>.<event>`. */
	event: string;
	/** The random part of its address. It tells which event a delivery is of, whatever the payload looks like. */
	token: string;
	state: State;
}

/** What a trigger keeps in n8n's static data: set-up only, never anything about single deliveries. */
export interface Registration {
	/** Instance, workflow, node and kind. A copied workflow finds somebody else here and starts its own. */
	owner: string;
	/** Base address of the service: ids mean nothing anywhere else. */
	service: string;
	/** The address without the token. */
	url: string;
	subscriberId?: string;
	subscriberState: State;
	secret?: string;
	/** The secret before the last rotation, accepted until `previousUntil` (epoch milliseconds). */
	previousSecret?: string;
	previousUntil?: number;
	subscriptions: Subscription[];
	/** Epoch milliseconds of the last change: of two copies the later one counts. */
	changedAt: number;
}

const KEY = 'registration';

const STATES: readonly State[] = ['on', 'off', 'unsure'];

type Keeper = Pick<IHookFunctions | IWebhookFunctions, 'getWorkflowStaticData'>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What can't be read may be on. */
const stateOf = (value: unknown): State => STATES.find((state) => state === value) ?? 'unsure';

function readSubscription(value: unknown): Subscription[] {
	if (!isJsonObject(value)) return [];
	const [event, token] = [text(value.event), text(value.token)];
	return event && token ? [{ id: text(value.id), event, token, state: stateOf(value.state) }] : [];
}

/** Reads static data as something that anybody may have written: an import, an older version, a restored backup. */
export function readRegistration(keeper: Keeper): Registration | undefined {
	const stored: unknown = keeper.getWorkflowStaticData('node')[KEY];
	if (!isJsonObject(stored)) return undefined;
	const owner = text(stored.owner);
	if (owner === undefined) return undefined;
	return {
		owner,
		service: text(stored.service) ?? '',
		url: text(stored.url) ?? '',
		subscriberId: text(stored.subscriberId),
		subscriberState: stateOf(stored.subscriberState),
		secret: text(stored.secret),
		previousSecret: text(stored.previousSecret),
		previousUntil: typeof stored.previousUntil === 'number' ? stored.previousUntil : undefined,
		subscriptions: Array.isArray(stored.subscriptions) ? stored.subscriptions.flatMap(readSubscription) : [],
		changedAt: typeof stored.changedAt === 'number' ? stored.changedAt : 0,
	};
}

export const copyOf = (registration: Registration): Registration => ({
	...registration,
	subscriptions: registration.subscriptions.map((subscription) => ({ ...subscription })),
});

/** Stores a copy at the top level: n8n notices changes only there. */
export function storeRegistration(keeper: Keeper, registration: Registration): void {
	keeper.getWorkflowStaticData('node')[KEY] = copyOf(registration);
}

/** Whether nothing of a registration can be on at the service. */
export const isAllOff = ({ subscriberId, subscriberState, subscriptions }: Registration): boolean =>
	subscriberId === undefined || (subscriberState === 'off' && subscriptions.every(({ state }) => state === 'off'));

/** The ids of a registration in words, for logs and errors. */
export function describeIds({ subscriberId, subscriptions }: Registration): string {
	const ids = subscriptions.flatMap(({ id }) => id ?? []);
	return `webhook subscriber ${subscriberId ?? '(none)'} with ${ids.length === 0 ? 'no known subscription' : `subscriptions ${ids.join(', ')}`}`;
}
