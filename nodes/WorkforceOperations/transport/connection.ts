import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { clock } from './clock';
import { type Priority, rateLimiterOf } from './rateLimit';
import { type JsonObject, type Method, type ServiceDetails, withOffsets } from '../contract';
import { CREDENTIAL_TYPE, detailsOf, readSettings, type Settings } from './settings';
import { CircuitBreakers } from './circuitBreaker';
import { FileMemory } from './fileMemory';
import { Mutex } from './mutex';

/** Shared by all connections that a run derives from its first one, and by no other run. */
export class Run {
	readonly breakers = new CircuitBreakers();

	/** For files that records link to. */
	readonly fileMemory = new FileMemory();

	readonly listFiles = new Mutex();

	/** Fields whose numbers were kept as text, because JavaScript would round them. */
	readonly longNumbers = new Set<string>();

	/** Set once a list file of the run has failed. */
	listFailure?: { error: unknown };
}

/** The use of a key's requests per minute. */
export interface Usage {
	sent: number;
	/** Requests that this process may still send in this minute. */
	left: number;
	perMinute: number;
}

/** With several keys: the most used one. */
export function usageOf(connection: Connection): Usage {
	const { settings, run } = connection;
	const perMinute = settings.requestsPerMinute;
	const used = run.breakers.budgetKeys.map((key) => rateLimiterOf(key).usage(perMinute, connection));
	const most = used.sort((one, other) => other.sent - one.sent)[0] ?? { sent: 0, left: perMinute };
	return { ...most, perMinute };
}

/** An execution, the activation of a trigger, a picker in the editor, or a poll. */
export type ConnectionContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

interface HeldWrite {
	method: Method;
	path: string;
	body: unknown;
}

export interface Agent {
	/** Set by whoever built the tool. */
	allowsWrites: boolean;
	held: HeldWrite[];
}

/** A context with its credential read, ready to send. */
export interface Connection {
	context: ConnectionContext;
	settings: Settings;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
	/** When its requests stop waiting for the budget, by `clock.now()`; an execution has no limit. */
	deadline?: number;
	run: Run;
	/** Replaces the token that n8n has stored. */
	token?: string;
	/** Polls yield to executions and pickers. */
	priority?: Priority;
	/** Set if an AI agent sends. Its writes are held back or, if allowed, never sent twice. */
	agent?: Agent;
}

/** How long a picker or an activation waits for the budget before it reports why it can't continue. */
const SHORT_PATIENCE_MS = 10_000;

const isExecution = (context: ConnectionContext): context is IExecuteFunctions => 'getExecutionCancelSignal' in context;

export type CredentialContext = Pick<ConnectionContext, 'getCredentials'>;

/** For forms that are read before a connection is needed. Throws a Problem if Service Details are wrong. */
export const readDetails = async (context: CredentialContext): Promise<ServiceDetails> =>
	detailsOf(await context.getCredentials(CREDENTIAL_TYPE));

/** Times without an offset are UTC, unless Service Details say that they are local. */
export const withKnownTimes = ({ context, settings }: Connection, records: JsonObject[]): JsonObject[] =>
	settings.details.timesUtc === false ? records.map((record) => withOffsets(record, context.getTimezone())) : records;

/** Throws a Problem if the credential can't be used. n8n resolves its expressions for the first item. */
export async function connect(context: ConnectionContext): Promise<Connection> {
	const settings = readSettings(await context.getCredentials(CREDENTIAL_TYPE));
	const run = new Run();
	return isExecution(context)
		? { context, settings, run, signal: context.getExecutionCancelSignal() }
		: { context, settings, run, deadline: clock.now() + SHORT_PATIENCE_MS };
}
