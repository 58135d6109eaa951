import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { clock } from './clock';
import { type Priority, rateLimiterOf } from './rateLimit';
import { Run } from './run';
import { type JsonObject, type Method, type ServiceDetails, withOffsets } from '../contract';
import { CREDENTIAL_TYPE, detailsOf, readSettings, type Settings } from './settings';

/** What a connection has used of a key's requests per minute. */
export interface Usage {
	sent: number;
	/** Requests that this process may still send in this minute. */
	left: number;
	perMinute: number;
}

/** For several keys, the usage of the most used one. */
export function usageOf(connection: Connection): Usage {
	const { settings, run } = connection;
	const perMinute = settings.requestsPerMinute;
	const used = run.breakers.budgetKeys.map((key) => rateLimiterOf(key).usage(perMinute, connection));
	const most = used.sort((one, other) => other.sent - one.sent)[0] ?? { sent: 0, left: perMinute };
	return { ...most, perMinute };
}

/** Where requests can come from: an execution, the activation of a trigger, a picker in the editor, a poll. */
export type ConnectionContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

interface HeldWrite {
	method: Method;
	path: string;
	body: unknown;
}

/** An AI agent that uses the node. */
export interface Agent {
	/** Whether the person who built the tool lets it write. */
	allowsWrites: boolean;
	/** What it would have sent otherwise. */
	held: HeldWrite[];
}

/** A context with its credential read, ready to send. */
export interface Connection {
	context: ConnectionContext;
	settings: Settings;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
	/** Until when its requests may wait for the budget, by `clock.now()`; undefined in an execution, which has no limit. */
	deadline?: number;
	run: Run;
	/** Sent instead of the token that n8n has stored. */
	token?: string;
	/** Executions and pickers are served before polls. */
	priority?: Priority;
	/** Set where an AI agent sends: its writes are held back or, where they are allowed, never sent a second time. */
	agent?: Agent;
}

/** How long a picker or an activation waits for the budget before it reports why it can't continue. */
const SHORT_PATIENCE_MS = 10_000;

const isExecution = (context: ConnectionContext): context is IExecuteFunctions => 'getExecutionCancelSignal' in context;

/** Whatever can open the credential. */
export type CredentialContext = Pick<ConnectionContext, 'getCredentials'>;

/** Service Details alone, for forms that are read before a connection is needed; throws a Problem if they are wrong. */
export const readDetails = async (context: CredentialContext): Promise<ServiceDetails> =>
	detailsOf(await context.getCredentials(CREDENTIAL_TYPE));

/** Records as the package reads them: without an offset times are UTC, unless Service Details say that they are local. */
export const withKnownTimes = ({ context, settings }: Connection, records: JsonObject[]): JsonObject[] =>
	settings.details.timesUtc === false ? records.map((record) => withOffsets(record, context.getTimezone())) : records;

/** Reads the credential; throws a Problem if it can't be used. n8n resolves the credential's expressions for the first item. */
export async function connect(context: ConnectionContext): Promise<Connection> {
	const settings = readSettings(await context.getCredentials(CREDENTIAL_TYPE));
	const run = new Run();
	return isExecution(context)
		? { context, settings, run, signal: context.getExecutionCancelSignal() }
		: { context, settings, run, deadline: clock.now() + SHORT_PATIENCE_MS };
}
