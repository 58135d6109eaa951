import { type IHookFunctions, NodeApiError } from 'n8n-workflow';
import { DEFAULT_STATE_FIELD, endpoints, eventValue, isJsonObject, type EventPair, type JsonObject } from '../contract';
import { connect, type Connection, nodeError, send } from '../transport';
import { clock } from '../transport/time';

/** A subscription as the service lists it; fields may be absent. */
export interface Listed {
	id: string;
	uri?: string;
	active?: boolean;
	/** `<eventType>.<event>`. */
	event?: string;
}

const idOf = (record: JsonObject | undefined): string | undefined =>
	typeof record?.id === 'number' || (typeof record?.id === 'string' && record.id !== '')
		? String(record.id)
		: undefined;

const secretOf = (record: JsonObject | undefined): string | undefined =>
	typeof record?.secretToken === 'string' && record.secretToken !== '' ? record.secretToken : undefined;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Ids travel as numbers, which the service document calls them, unless they aren't any. */
const wireId = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);

export const hasStatus = (error: unknown, ...codes: string[]): boolean =>
	error instanceof NodeApiError && error.httpCode !== null && codes.includes(error.httpCode);

type Send = typeof send;

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

	private async send(call: Parameters<Send>[1]): ReturnType<Send> {
		return await send({ ...this.connection, deadline: this.giveUpAt }, call);
	}

	async createSubscriber(): Promise<{ id: string; secret?: string }> {
		const { records } = await this.send({ endpoint: endpoints['webhookSubscriber.create'] });
		const id = idOf(records[0]);
		if (id === undefined) {
			throw nodeError(this.connection, {
				kind: 'unreadable',
				message: 'The service made a webhook subscriber but did not say which',
				description: 'Publish the workflow again; if it happens again, ask the support of the service.',
			});
		}
		return { id, secret: secretOf(records[0]) };
	}

	/** Makes the service forget the secret at once and use a new one, which it tells this one time. */
	async rotateSecret(subscriberId: string): Promise<string> {
		const { records } = await this.send({
			endpoint: endpoints['webhookSubscriber.update'],
			path: { id: subscriberId },
			body: { rotateSecretToken: true },
		});
		const secret = secretOf(records[0]);
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
		return records.filter(isJsonObject).flatMap((record): Listed[] => {
			const id = idOf(record);
			if (id === undefined) return [];
			const active = record[this.stateField] ?? record[DEFAULT_STATE_FIELD];
			const [eventType, event] = [text(record.eventType), text(record.event)];
			return [
				{
					id,
					uri: text(record.uri),
					active: typeof active === 'boolean' ? active : undefined,
					event: eventType !== undefined && event !== undefined ? eventValue({ eventType, event }) : undefined,
				},
			];
		});
	}

	async createSubscription(subscriberId: string, pair: EventPair, uri: string): Promise<string | undefined> {
		const call = {
			endpoint: endpoints['webhookSubscription.create'],
			body: { subscriberId: wireId(subscriberId), event: pair.event, eventType: pair.eventType, uri },
		};
		const { records } = await this.send(call).catch(async (error: unknown) => {
			const said = error instanceof NodeApiError && hasStatus(error, '400') ? error : undefined;
			return await Promise.reject(
				said === undefined
					? error
					: nodeError(this.connection, {
							kind: 'invalid',
							message: `The service refused the event “${eventValue(pair)}”: ${said.message}`,
							description:
								'Choose the event from the list, or correct it in Custom Events: eventType.event, as the service writes them.',
							httpCode: '400',
						}),
			);
		});
		return idOf(records[0]);
	}

	async switchSubscription(id: string, on: boolean, uri?: string): Promise<void> {
		await this.send({
			endpoint: endpoints['webhookSubscription.update'],
			path: { id },
			body: { [this.stateField]: on, ...(uri === undefined ? {} : { uri }) },
		});
	}
}
