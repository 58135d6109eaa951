import type { IHookFunctions } from 'n8n-workflow';
import {
	DEFAULT_STATE_FIELD,
	endpoints,
	eventValue,
	layersOf,
	type JsonObject,
	type KeyField,
	parseEvent,
	yesOrNo,
} from '../../contract';
import {
	connect,
	type Connection,
	isKind,
	nodeError,
	sendCall,
	type ServiceError,
	type Settings,
	settingsOfField,
	settle,
	usableKeys,
	webhookSettings,
} from '../../transport';
import { clock } from '../../transport/clock';
import type { ErrorKind } from '../../transport/failures/errorKind';
import { sameAddress } from './deliveryAddress';
import type { Registration } from './registration';
import { keyMark } from './sealedSecret';

/** Only `id` and `secretToken` are documented in responses of the webhook endpoints. */

/** In a subscription, `subscriberId` is the id of another record. */
const ID_NAMES = {
	subscriber: /^_?(webhook_?)?(subscriber_?)?id$/i,
	subscription: /^_?(webhook_?)?(subscription_?)?id$/i,
};

const SECRET_NAME = /^(webhook_?|signing_?)?secret(_?(token|key))?$/i;

/** Short, without blanks, and with a digit, unlike “created”. */
const ID_TEXT = /^(?=.*\d)[\w-]{1,64}$/;

function asId(value: unknown): string | undefined {
	if (Number.isSafeInteger(value)) return String(value);
	return typeof value === 'string' && ID_TEXT.test(value.trim()) ? value.trim() : undefined;
}

const firstOf = (data: unknown): unknown => (Array.isArray(data) ? data[0] : data);

/** The documented `id`, one under a similar name, or a bare number or text. */
export function plausibleId(data: unknown, of: keyof typeof ID_NAMES): string | undefined {
	const layers = layersOf(firstOf(data));
	const documented = layers[0]?.id;
	if (typeof documented === 'string' && documented !== '') return documented;
	const named = layers.flatMap((layer) => Object.entries(layer).filter(([name]) => ID_NAMES[of].test(name)));
	return [documented, ...named.map(([, value]) => value), firstOf(data)].map(asId).find((id) => id !== undefined);
}

export function plausibleSecret(data: unknown): string | undefined {
	const layers = layersOf(firstOf(data));
	const named = layers.flatMap((layer) => Object.entries(layer).filter(([name]) => SECRET_NAME.test(name)));
	return [layers[0]?.secretToken, ...named.map(([, value]) => value)].find(
		(value): value is string => typeof value === 'string' && value !== '',
	);
}

const LONGEST_DESCRIPTION = 300;

/** For the log: names and numbers, but only the length of each text, which may be a secret. */
export function describeShape(data: unknown): string {
	const shape: unknown = JSON.parse(
		JSON.stringify(data ?? null, (_name, value: unknown) =>
			typeof value === 'string' ? `(text of ${value.length} characters)` : value,
		),
	);
	return JSON.stringify(shape).slice(0, LONGEST_DESCRIPTION);
}

/** Any field may be absent. */
export interface ListedSubscription {
	readonly id: string;
	readonly uri?: string;
	readonly active?: boolean;
	/** `<eventType>.<event>`. */
	readonly event?: string;
}

const textOnly = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The service document types ids as numbers; others stay text. */
const wireId = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);

/** Error kinds after which nothing was done. All others leave that open. */
const NOT_DONE: ErrorKind[] = [
	'invalid',
	'unauthorized',
	'forbidden',
	'notFound',
	'conflict',
	'tooMany',
	'budget',
	'settings',
];

/** Whether an error leaves open if the request was carried out. */
export const isUncertain = (error: unknown): boolean => !isKind(error, ...NOT_DONE);

type WebhookCall = Parameters<typeof sendCall>[1];

/** Every method throws errors that explain the fix. */
export class WebhookApi {
	private readonly connection: Connection;

	/** When waiting for the rate limit ends, for all requests together. */
	private readonly giveUpAt: number;

	/** Replaces the key that manages webhooks. */
	private readonly keyField: KeyField | undefined;

	private constructor(connection: Connection, patienceMs: number, keyField?: KeyField) {
		this.connection = connection;
		this.giveUpAt = clock.now() + patienceMs;
		this.keyField = keyField;
	}

	static async open(context: IHookFunctions, patienceMs: number): Promise<WebhookApi> {
		return new WebhookApi(await connect(context), patienceMs);
	}

	/** With a new deadline. */
	withPatience(patienceMs: number): WebhookApi {
		return new WebhookApi(this.connection, patienceMs, this.keyField);
	}

	/** The on/off field (assumed; the user can correct it). */
	private stateField(of: 'subscriber' | 'subscription'): string {
		return this.connection.settings.details.stateField?.[of] ?? DEFAULT_STATE_FIELD;
	}

	/** With the key that made a registration; undefined if the credential no longer holds it. */
	withKeyOf({ owner, madeWith }: Pick<Registration, 'owner' | 'madeWith'>, patienceMs: number): WebhookApi | undefined {
		const isIt = ({ apiKey }: Settings): boolean =>
			madeWith?.split(' ')[1] === keyMark({ owner, service: this.baseUrl, apiKey });
		const key = usableKeys(this.connection.settings).find(isIt);
		return key && new WebhookApi(this.connection, patienceMs, key.field);
	}

	get baseUrl(): string {
		return this.connection.settings.baseUrl;
	}

	/** The key that manages webhooks, unless another was requested. */
	private get key(): Pick<Settings, 'apiKey' | 'field'> {
		const { settings } = this.connection;
		return this.keyField === undefined ? webhookSettings(settings) : settingsOfField(settings, this.keyField);
	}

	get apiKey(): string {
		return this.key.apiKey;
	}

	/** Identifies the key that made something, as it is stored. */
	madeWith(owner: string): string | undefined {
		const { field, apiKey } = this.key;
		return field && `${field} ${keyMark({ owner, service: this.baseUrl, apiKey })}`;
	}

	/** The service's date if known, so that a wrong local clock doesn't matter. */
	now(): number {
		return this.connection.run.breakers.serviceDate ?? clock.date();
	}

	/** In milliseconds; undefined if unknown. */
	get clockBehind(): number | undefined {
		const date = this.connection.run.breakers.serviceDate;
		return date === undefined ? undefined : date - clock.date();
	}

	private async send(call: WebhookCall): ReturnType<typeof sendCall> {
		return await sendCall({ ...this.connection, deadline: this.giveUpAt }, { ...call, keyField: this.keyField });
	}

	/** Without an id if the response has none: then `came` describes the response, without secrets. */
	async createSubscriber(): Promise<{ id?: string; secret?: string; came: string }> {
		const { data } = await this.send({ endpoint: endpoints['webhookSubscriber.create'] });
		return { id: plausibleId(data, 'subscriber'), secret: plausibleSecret(data), came: describeShape(data) };
	}

	/** The service replaces the secret at once, and sends the new one only this time. */
	async rotateSecret(subscriberId: string): Promise<string> {
		const { data } = await this.send({
			endpoint: endpoints['webhookSubscriber.update'],
			path: { id: subscriberId },
			body: { rotateSecretToken: true },
		});
		const secret = plausibleSecret(data);
		if (secret === undefined) {
			throw this.error(
				`The service did not return the new secret for webhook subscriber ${subscriberId}`,
				'Without the secret, no delivery can be verified. Publish the workflow again.',
			);
		}
		return secret;
	}

	async switchSubscriber(subscriberId: string, on: boolean): Promise<void> {
		await this.send({
			endpoint: endpoints['webhookSubscriber.update'],
			path: { id: subscriberId },
			body: { [this.stateField('subscriber')]: on },
		});
	}

	async list(subscriberId: string): Promise<ListedSubscription[]> {
		const { records } = await this.send({ endpoint: endpoints['webhookSubscription.getAll'], path: { subscriberId } });
		return records.flatMap((record) => this.readListed(record));
	}

	private readListed(record: JsonObject): ListedSubscription[] {
		const id = plausibleId(record, 'subscription');
		if (id === undefined) return [];
		const active = record[this.stateField('subscription')] ?? record[DEFAULT_STATE_FIELD];
		const [eventType, event] = [textOnly(record.eventType), textOnly(record.event)];
		return [
			{
				id,
				uri: textOnly(record.uri),
				active: yesOrNo(active),
				event: eventType !== undefined && event !== undefined ? eventValue({ eventType, event }) : undefined,
			},
		];
	}

	private async createSubscription(subscriberId: string, event: string, uri: string): Promise<string | undefined> {
		const made = await settle(
			this.send({
				endpoint: endpoints['webhookSubscription.create'],
				body: { subscriberId: wireId(subscriberId), ...parseEvent(event), uri },
			}),
		);
		if ('result' in made) return plausibleId(made.result.data, 'subscription');
		const { error } = made;
		if (!isKind(error, 'invalid')) throw error;
		throw nodeError(this.connection, {
			kind: 'invalid',
			message: `The service refused the event “${event}”: ${error.message}`,
			description:
				'Choose the event from the list, or correct “events” in the credential’s Service Details: eventType.event, spelled as in the service.',
			httpCode: '400',
		});
	}

	/** If the response was lost or has no id, finds the subscription in the list by its address. */
	async makeSubscription(subscriberId: string, event: string, uri: string): Promise<string> {
		const find = async (): Promise<string | undefined> =>
			(await this.list(subscriberId)).find((entry) => entry.uri !== undefined && sameAddress(entry.uri, uri))?.id;
		const made = await settle(this.createSubscription(subscriberId, event, uri));
		if ('error' in made) {
			const found = isUncertain(made.error) ? await settle(find()) : made;
			if ('error' in found || found.result === undefined) throw made.error;
			return found.result;
		}
		const id = made.result ?? (await find());
		if (id === undefined) {
			throw this.error(
				`The service did not return the ID of the subscription to ${event}`,
				'Publish the workflow again. If it happens again, ask the service’s support team.',
			);
		}
		return id;
	}

	async switchSubscription(id: string, on: boolean, uri?: string): Promise<void> {
		await this.send({
			endpoint: endpoints['webhookSubscription.update'],
			path: { id },
			body: { [this.stateField('subscription')]: on, ...(uri === undefined ? {} : { uri }) },
		});
	}

	/** The error for an unusable response. */
	error(message: string, description: string): ServiceError {
		return nodeError(this.connection, { kind: 'unreadable', message, description });
	}
}
