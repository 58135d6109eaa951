/**
 * Quirks of n8n that the triggers must allow for, one function each: up to which version, and which test shows it. How far
 * static data can be relied on is explained in `trigger/registration/store.ts` and `sealedSecret.ts`, which exist because
 * of it.
 */
import {
	type IHookFunctions,
	type INodeExecutionData,
	type IPollFunctions,
	type IRun,
	type IWebhookFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { MINUTE_MS } from '../contract';
import { asNodeError } from './failures/problem';

type HookContext = IHookFunctions | IWebhookFunctions;

/**
 * n8n starts, or another of its processes takes over: nobody has changed anything. Up to 2.39 every trigger is asked then,
 * later none. Shown by “a restart asks at most once and changes nothing” (triggerLifecycle).
 */
export const isStart = (context: IHookFunctions | IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/**
 * A person publishes a workflow that was not published. Publishing a change is `update` in all versions; so is every
 * `delete`. Shown by “unpublishing and publishing mends a secret that is no longer the service’s” (triggerSeal).
 */
export const isFirstPublishing = (context: IHookFunctions): boolean => context.getActivationMode() === 'activate';

/**
 * Whether this is test listening. In all versions n8n says so when it begins and when a delivery comes, but not when it
 * ends: there static data and the address decide. Shown by “test listening has a subscriber of its own” (triggerOwnership).
 */
export const isTest = (context: HookContext): boolean => context.getMode() === 'manual';

/**
 * Whether n8n ends a loop over all triggers of the workflow at the first error, without a retry or a report: its function
 * `clearWebhooks` does, and only the call stack shows that. Later versions ask each trigger separately, three times, and
 * report. To be removed, together with its caller, when 2.39 is no longer supported. Shown by “of two triggers the one
 * whose credential is refused does not keep the other from cleaning up” (triggerOwnership).
 */
export const endsAtFirstError = (): boolean => /\bclearWebhooks\b/.test(new Error().stack ?? '');

/**
 * How often the trigger itself tries to switch something off. Up to 2.39 n8n asks once only; later up to three times,
 * which does no harm. Shown by “each service call fails in turn” (triggerFaults).
 */
export const ROUNDS = 3;

/**
 * In all versions n8n shows nothing but the message of an error when a workflow can't be published or unpublished: the
 * advice goes into it. Shown by “a key of another type” (triggerActivation), and in the editor by the browser’s test.
 */
export function inOneMessage(context: IHookFunctions, error: unknown): NodeApiError | NodeOperationError {
	const shown = asNodeError(context.getNode(), error);
	const description = typeof shown.description === 'string' ? shown.description.trim() : '';
	if (description !== '' && !shown.message.includes(description)) {
		shown.message = /[.!?…”]$/.test(shown.message)
			? `${shown.message} ${description}`
			: `${shown.message}. ${description}`;
		shown.description = undefined;
	}
	return shown;
}

/**
 * n8n's time for one poll in milliseconds; undefined in 2.8, which has no limit. Shown by “with a time of … is one”
 * (watch/processMemory).
 */
export const pollTimeMs = (context: IPollFunctions): number | undefined =>
	'getPollBudgetMs' in context && typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : undefined;

/** Ticks of n8n's durable scheduler are shorter, and come with a new object each. */
const LONGEST_TICK_MS = MINUTE_MS;

/** The context objects of polls: n8n up to 2.41 passes the same one to all polls of an activation. */
let contexts = new WeakSet<object>();

/**
 * Whether this is the poll by which n8n activates the trigger; in no version does n8n say so. Shown by “the first poll of
 * an activation” (watch/processMemory).
 */
export function isFirstPoll(context: IPollFunctions): boolean {
	const budget = pollTimeMs(context);
	if (budget !== undefined && budget <= LONGEST_TICK_MS) return false;
	if (contexts.has(context)) return false;
	contexts.add(context);
	return true;
}

/** As after a restart of the process; for tests. */
export const forgetPolls = (): void => void (contexts = new WeakSet());

const STANDARD_POLL_MS = MINUTE_MS;

/** n8n up to 2.39 starts nothing else while it waits for a first poll. */
const FIRST_POLL_MS = 10_000;

/** The part of n8n's time for a poll that is reserved for handing over. */
const SPARE_MS = 1000;

export const pollBudgetMs = (context: IPollFunctions, isFirst: boolean): number =>
	Math.min(pollTimeMs(context) ?? STANDARD_POLL_MS, isFirst ? FIRST_POLL_MS : Infinity) - SPARE_MS;

/**
 * Whether n8n reports the end of runs that polls start: all versions so far do, for items that are handed to `__emit`, which
 * is no part of its documented interface. Shown by “n8n tells how a run ends” (watch/deliver).
 */
export const reportsRunEnd = (context: IPollFunctions): boolean =>
	typeof context.__emit === 'function' && typeof context.helpers.createDeferredPromise === 'function';

/** Starts a run with these items; the promise is that of its end. Throws if n8n doesn't accept them. */
export function startRun(context: IPollFunctions, items: INodeExecutionData[]): Promise<IRun | undefined> {
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	context.__emit([items], undefined, done);
	return done.promise;
}

/** A failed execution that doesn't end the poll, in all versions. Shown by “an outage is told when …” (watch/outage). */
export function emitWarning(context: IPollFunctions, message: string): void {
	const error = new NodeOperationError(context.getNode(), message, { level: 'warning' });
	context.__emitError(error);
}

/**
 * n8n up to 2.39 never retries an activation after a message that contains the name of the service's header, so it is
 * spelled differently. To be removed when 2.39 is no longer supported. Shown by “is told with its whole advice” (watch/outage).
 */
export const withoutHeaderName = (message: string): string => message.replace(/authoriz/gi, 'authoris');
