import type { IHookFunctions } from 'n8n-workflow';
import {
	DEFAULT_STATE_FIELD,
	endpoints,
	eventValue,
	type EventPair,
	type JsonObject,
	parseEvent,
	yesOrNo,
} from '../../contract';
import { attempt, connect, type Connection, isKind, nodeError, send, type ServiceError } from '../../transport';
import type { ErrorKind } from '../../transport/kinds';
import { clock } from '../../transport/time';
import { sameAddress } from './address';
import { describeShape, plausibleId, plausibleSecret } from './answers';

/** A subscription as the service lists it; fields may be absent. */
export interface Listed {
	readonly id: string;
	readonly uri?: string;
	readonly active?: boolean;
	/** `<eventType>.<event>`. */
	readonly event?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Ids travel as numbers, which the service document calls them, unless they aren't any. */
const wireId = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);

/** Kinds of errors that say that nothing was done. All others leave it open. */
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

/** No answer that says what happened: it may have been done. */
export const isUncertain = (error: unknown): boolean => !isKind(error, ...NOT_DONE);

type Call = Parameters<typeof send>[1];

/** The webhook endpoints, in the words of the trigger. Every method throws an error that names the cure. */
export class SubscriptionService {
	private readonly connection: Connection;

	/** The name of the on/off field in both PUT bodies (assumed; the user can correct it). */
	private readonly stateField: string;

	/** When waiting for the request budget ends, for all requests together. */
	private readonly giveUpAt: number;

	private constructor(connection: Connection, stateField: string, patienceMs: number) {
		this.connection = connection;
		this.stateField = stateField;
		this.giveUpAt = clock.now() + patienceMs;
	}

	static async open(context: IHookFunctions, stateField: string, patienceMs: number): Promise<SubscriptionService> {
		return new SubscriptionService(await connect(context), stateField, patienceMs);
	}

	/** The same service, with time anew. */
	withPatience(patienceMs: number): SubscriptionService {
		return new SubscriptionService(this.connection, this.stateField, patienceMs);
	}

	get baseUrl(): string {
		return this.connection.settings.baseUrl;
	}

	get apiKey(): string {
		return this.connection.settings.apiKey;
	}

	/** The date by the service's own clock where it tells it, so that a wrong one here doesn't matter. */
	now(): number {
		return this.connection.standing.serviceDate ?? clock.date();
	}

	/** How far the clock here is behind the service's; undefined where the service hasn't told. */
	get clockBehind(): number | undefined {
		const date = this.connection.standing.serviceDate;
		return date === undefined ? undefined : date - clock.date();
	}

	private async send(call: Call): ReturnType<typeof send> {
		return await send({ ...this.connection, deadline: this.giveUpAt }, call);
	}

	/** Without an id where the answer names none: then `came` describes it, without any secret. */
	async createSubscriber(): Promise<{ id?: string; secret?: string; came: string }> {
		const { data } = await this.send({ endpoint: endpoints['webhookSubscriber.create'] });
		return { id: plausibleId(data, 'subscriber'), secret: plausibleSecret(data), came: describeShape(data) };
	}

	/** Makes the service forget the secret at once and use a new one, which it tells this one time. */
	async rotateSecret(subscriberId: string): Promise<string> {
		const { data } = await this.send({
			endpoint: endpoints['webhookSubscriber.update'],
			path: { id: subscriberId },
			body: { rotateSecretToken: true },
		});
		const secret = plausibleSecret(data);
		if (secret === undefined) {
			throw nodeError(this.connection, {
				kind: 'unreadable',
				message: `The service did not tell the new secret of webhook subscriber ${subscriberId}`,
				description: 'Publish the workflow again; without the secret no delivery can be checked.',
			});
		}
		return secret;
	}

	async switchSubscriber(subscriberId: string, on: boolean): Promise<void> {
		await this.send({
			endpoint: endpoints['webhookSubscriber.update'],
			path: { id: subscriberId },
			body: { [this.stateField]: on },
		});
	}

	async list(subscriberId: string): Promise<Listed[]> {
		const { records } = await this.send({ endpoint: endpoints['webhookSubscription.getAll'], path: { subscriberId } });
		return records.flatMap((record) => this.readListed(record));
	}

	private readListed(record: JsonObject): Listed[] {
		const id = plausibleId(record, 'subscription');
		if (id === undefined) return [];
		const active = record[this.stateField] ?? record[DEFAULT_STATE_FIELD];
		const [eventType, event] = [text(record.eventType), text(record.event)];
		return [
			{
				id,
				uri: text(record.uri),
				active: yesOrNo(active),
				event: eventType !== undefined && event !== undefined ? eventValue({ eventType, event }) : undefined,
			},
		];
	}

	/** The id that the service gives to a subscription that was made. */
	private async createSubscription(subscriberId: string, pair: EventPair, uri: string): Promise<string | undefined> {
		const made = await attempt(
			this.send({
				endpoint: endpoints['webhookSubscription.create'],
				body: { subscriberId: wireId(subscriberId), event: pair.event, eventType: pair.eventType, uri },
			}),
		);
		if ('result' in made) return plausibleId(made.result.data, 'subscription');
		const { error } = made;
		if (!isKind(error, 'invalid')) throw error;
		throw nodeError(this.connection, {
			kind: 'invalid',
			message: `The service refused the event “${eventValue(pair)}”: ${error.message}`,
			description:
				'Choose the event from the list, or correct it in Custom Events: eventType.event, as the service writes them.',
			httpCode: '400',
		});
	}

	/** Makes a subscription, and finds it in the list where the answer got lost or holds no id: its address tells it apart. */
	async makeSubscription(subscriberId: string, event: string, uri: string): Promise<string> {
		const pair = parseEvent(event);
		if (pair === undefined)
			throw nodeError(this.connection, { kind: 'settings', message: `“${event}” is not an event` });
		const find = async (): Promise<string | undefined> =>
			(await this.list(subscriberId)).find((entry) => entry.uri !== undefined && sameAddress(entry.uri, uri))?.id;
		const made = await attempt(this.createSubscription(subscriberId, pair, uri));
		if ('error' in made) {
			const found = isUncertain(made.error) ? await attempt(find()) : made;
			if ('error' in found || found.result === undefined) throw made.error;
			return found.result;
		}
		const id = made.result ?? (await find());
		if (id === undefined) {
			throw nodeError(this.connection, {
				kind: 'unreadable',
				message: `The service did not tell the id of the subscription to ${event}`,
				description: 'Publish the workflow again; if it happens again, ask the support of the service.',
			});
		}
		return id;
	}

	async switchSubscription(id: string, on: boolean, uri?: string): Promise<void> {
		await this.send({
			endpoint: endpoints['webhookSubscription.update'],
			path: { id },
			body: { [this.stateField]: on, ...(uri === undefined ? {} : { uri }) },
		});
	}

	/** An error about an answer that can't be gone on with. */
	error(message: string, description: string): ServiceError {
		return nodeError(this.connection, { kind: 'unreadable', message, description });
	}
}
