import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isJsonObject } from '../contract';

/** One subscription that this trigger made. */
export interface Subscription {
	/** The service's id; absent while it isn't known whether the service has made it. */
	id?: string;
	/** `<eventType>.<event>`. */
	event: string;
	/** The random part of its address. It tells which event a delivery is of, whatever the payload looks like. */
	token: string;
	active: boolean;
}

/** What a trigger keeps in n8n's static data: set-up only, never anything about single deliveries. */
export interface Registration {
	/** Instance, workflow, node and kind. A copied workflow finds somebody else here and starts its own. */
	owner: string;
	/** The address without the token. */
	url: string;
	subscriberId?: string;
	subscriberActive: boolean;
	secret?: string;
	/** The secret before the last rotation, accepted until `previousUntil` (epoch milliseconds). */
	previousSecret?: string;
	previousUntil?: number;
	subscriptions: Subscription[];
}

const KEY = 'registration';

type Keeper = Pick<IHookFunctions | IWebhookFunctions, 'getWorkflowStaticData'>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function readSubscription(value: unknown): Subscription[] {
	if (!isJsonObject(value)) return [];
	const [event, token] = [text(value.event), text(value.token)];
	return event && token ? [{ id: text(value.id), event, token, active: value.active === true }] : [];
}

/** Reads static data as something that anybody may have written: an import, an older version, a restored backup. */
export function readRegistration(keeper: Keeper): Registration | undefined {
	const stored: unknown = keeper.getWorkflowStaticData('node')[KEY];
	if (!isJsonObject(stored)) return undefined;
	const owner = text(stored.owner);
	if (owner === undefined) return undefined;
	return {
		owner,
		url: text(stored.url) ?? '',
		subscriberId: text(stored.subscriberId),
		subscriberActive: stored.subscriberActive === true,
		secret: text(stored.secret),
		previousSecret: text(stored.previousSecret),
		previousUntil: typeof stored.previousUntil === 'number' ? stored.previousUntil : undefined,
		subscriptions: Array.isArray(stored.subscriptions) ? stored.subscriptions.flatMap(readSubscription) : [],
	};
}

/** Stores a copy at the top level: n8n notices changes only there. */
export function writeRegistration(keeper: Keeper, registration: Registration): void {
	const copy = JSON.parse(JSON.stringify(registration)) as IDataObject;
	keeper.getWorkflowStaticData('node')[KEY] = copy;
}

/** Who may touch a registration. Listening for a test event is a registration of its own. */
export function ownerOf(context: IHookFunctions): string {
	const kind = context.getMode() === 'manual' ? 'test' : 'live';
	return [context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id, kind].join('/');
}

/** The owner without the kind: n8n ends test listening in another mode than it began it. */
const withoutKind = (owner: string): string => owner.slice(0, owner.lastIndexOf('/'));

export const isOwn = (registration: Registration, context: IHookFunctions): boolean => registration.owner === ownerOf(context);

/** For switching off: the same node, in whatever mode n8n calls. */
export const isOwnNode = (registration: Registration, context: IHookFunctions): boolean =>
	withoutKind(registration.owner) === withoutKind(ownerOf(context));
