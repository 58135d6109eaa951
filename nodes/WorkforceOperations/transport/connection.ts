import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import type { Priority } from './budget';
import { CREDENTIAL_TYPE, readSettings, type Settings } from './settings';
import { Standing } from './standing';
import { clock } from './time';

/** Where requests can come from: an execution, the activation of a trigger, a picker in the editor, a poll. */
export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** A context with its credential read, ready to send. */
export interface Connection {
	context: Context;
	settings: Settings;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
	/** Until when its requests may wait for the budget, by `clock.now()`; without an end in an execution. */
	deadline?: number;
	/** How its requests fare together. */
	standing: Standing;
	/** Executions and pickers come before polls. */
	priority?: Priority;
}

/** How long a picker or an activation waits for the budget before it says why it does not go on. */
const SHORT_PATIENCE_MS = 10_000;

const isExecution = (context: Context): context is IExecuteFunctions => 'getExecutionCancelSignal' in context;

/** Reads the credential; throws a Problem when it can't be used. n8n resolves credential expressions for the first item. */
export async function connect(context: Context): Promise<Connection> {
	const settings = readSettings(await context.getCredentials(CREDENTIAL_TYPE));
	const standing = new Standing();
	return isExecution(context)
		? { context, settings, standing, signal: context.getExecutionCancelSignal() }
		: { context, settings, standing, deadline: clock.now() + SHORT_PATIENCE_MS };
}
