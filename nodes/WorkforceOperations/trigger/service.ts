import { type IHookFunctions, NodeApiError } from 'n8n-workflow';
import { endpoints, isJsonObject, type EventPair, type JsonObject } from '../contract';
import { connect, type Connection, nodeError, send } from '../transport';

/** A subscription as the service lists it; fields may be absent. */
export interface Listed {
	id: string;
	uri?: string;
	active?: boolean;
}

const idOf = (record: JsonObject | undefined): string | undefined =>
	typeof record?.id === 'number' || (typeof record?.id === 'string' && record.id !== '') ? String(record.id) : undefined;

const secretOf = (record: JsonObject | undefined): string | undefined =>
	typeof record?.secretToken === 'string' && record.secretToken !== '' ? record.secretToken : undefined;

/** Ids travel as numbers, which the service document calls them, unless they aren't any. */
const wireId = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);

export const hasStatus = (error: unknown, ...codes: string[]): boolean =>
	error instanceof NodeApiError && error.httpCode !== null && codes.includes(error.httpCode);

/** The webhook endpoints, in the words of the trigger. Every method throws an error that names the cure. */
export class SubscriptionService {
	private readonly connection: Connection;

	/** The name of the on/off field in both PUT bodies (assumed; the user can correct it). */
	private readonly stateField: string;

	private constructor(connection: Connection, stateField: string) {
		this.connection = connection;
		this.stateField = stateField;
	}

	static async open(context: IHookFunctions, stateField: string): Promise<SubscriptionService> {
		return new SubscriptionService(await connect(context), stateField);
	}

	async createSubscriber(): Promise<{ id: string; secret?: string }> {
		const { records } = await send(this.connection, { endpoint: endpoints['webhookSubscriber.create'] });
		const id = idOf(records[0]);
		if (id === undefined) {
			throw nodeError(this.connection, { message: 'The service made a webhook subscriber but did not say which', description: 'Publish the workflow again; if it happens again, ask the support of the service.' });
		}
		return { id, secret: secretOf(records[0]) };
	}

	/** Makes the service forget the secret at once and use a new one, which it tells this one time. */
	async rotateSecret(subscriberId: string): Promise<string> {
		const { records } = await send(this.connection, {
			endpoint: endpoints['webhookSubscriber.update'],
			path: { id: subscriberId },
			body: { rotateSecretToken: true },
		});
		const secret = secretOf(records[0]);
		if (secret === undefined) {
			throw nodeError(this.connection, { message: `The service did not tell the new secret of webhook subscriber ${subscriberId}`, description: 'Publish the workflow again; without the secret no delivery can be checked.' });
		}
		return secret;
	}

	async switchSubscriber(subscriberId: string, on: boolean): Promise<void> {
		await send(this.connection, { endpoint: endpoints['webhookSubscriber.update'], path: { id: subscriberId }, body: { [this.stateField]: on } });
	}

	async list(subscriberId: string): Promise<Listed[]> {
		const { records } = await send(this.connection, { endpoint: endpoints['webhookSubscription.getAll'], path: { subscriberId } });
		return records.filter(isJsonObject).flatMap((record): Listed[] => {
			const id = idOf(record);
			const active = record[this.stateField] ?? record.isActive;
			if (id === undefined) return [];
			return [{ id, uri: typeof record.uri === 'string' ? record.uri : undefined, active: typeof active === 'boolean' ? active : undefined }];
		});
	}

	async createSubscription(subscriberId: string, pair: EventPair, uri: string): Promise<string | undefined> {
		const { records } = await send(this.connection, {
			endpoint: endpoints['webhookSubscription.create'],
			body: { subscriberId: wireId(subscriberId), event: pair.event, eventType: pair.eventType, uri },
		});
		return idOf(records[0]);
	}

	async switchSubscription(id: string, on: boolean, uri?: string): Promise<void> {
		await send(this.connection, {
			endpoint: endpoints['webhookSubscription.update'],
			path: { id },
			body: { [this.stateField]: on, ...(uri === undefined ? {} : { uri }) },
		});
	}
}
