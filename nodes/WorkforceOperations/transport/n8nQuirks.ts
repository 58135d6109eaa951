/**
 * Quirks of n8n that the triggers allow for, one function each, with the versions and the test that shows it. See
 * `trigger/registration/store.ts` and `sealedSecret.ts` for how far static data can be relied on.
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
 * Whether n8n is starting, or another of its processes is taking over; nobody changed anything. Up to 2.39, n8n asks
 * every trigger at that point; later versions ask none. Shown by “a restart asks at most once and changes nothing”
 * (triggerLifecycle).
 */
export const isStart = (context: IHookFunctions | IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/**
 * Whether a person publishes a workflow that wasn't published. Publishing a change is `update` in all versions, and so
 * is every `delete`. Shown by “unpublishing and publishing mends a secret that is no longer the service’s”
 * (triggerSeal).
 */
export const isFirstPublishing = (context: IHookFunctions): boolean => context.getActivationMode() === 'activate';

/**
 * Whether this is test listening. All versions of n8n say so when it begins and on a delivery, but not when it ends;
 * then static data and the address decide. Shown by “test listening has a subscriber of its own” (triggerOwnership).
 */
export const isTest = (context: HookContext): boolean => context.getMode() === 'manual';

/**
 * Whether n8n stops at the first error of a workflow's triggers, without retry or report. Its function
 * `clearWebhooks` does so, and only the call stack reveals it. Later versions ask each trigger separately, three
 * times, and report. To be removed with its caller when 2.39 is no longer supported. Shown by “of two triggers the
 * one whose credential is refused does not keep the other from cleaning up” (triggerOwnership).
 */
export const endsAtFirstError = (): boolean => /\bclearWebhooks\b/.test(new Error().stack ?? '');

/**
 * The trigger's own attempts to switch something off. Up to 2.39 n8n asks once, later up to three times, which does
 * no harm. Shown by “each service call fails in turn” (triggerFaults).
 */
export const ROUNDS = 3;

/**
 * In all versions n8n shows only an error's message when a workflow can't be published or unpublished, so the advice
 * goes into it. Shown by “a key of another type” (triggerActivation), and in the editor by the browser’s test.
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
 * n8n's time limit for one poll in milliseconds; undefined in 2.8, which has none. Shown by “with a time of … is one”
 * (watch/processMemory).
 */
export const pollTimeMs = (context: IPollFunctions): number | undefined =>
	'getPollBudgetMs' in context && typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : undefined;

/** Ticks of n8n's durable scheduler are shorter, and each has a new object. */
const LONGEST_TICK_MS = MINUTE_MS;

/** n8n up to 2.41 passes the same context object to all polls of an activation. */
let contexts = new WeakSet<object>();

/**
 * Whether n8n activates the trigger with this poll; no version says so. Shown by “the first poll of an activation”
 * (watch/processMemory).
 */
export function isFirstPoll(context: IPollFunctions): boolean {
	const budget = pollTimeMs(context);
	if (budget !== undefined && budget <= LONGEST_TICK_MS) return false;
	if (contexts.has(context)) return false;
	contexts.add(context);
	return true;
}

/** For tests: as after a restart of the process. */
export const forgetPolls = (): void => void (contexts = new WeakSet());

const STANDARD_POLL_MS = MINUTE_MS;

/** n8n up to 2.39 starts nothing else while it waits for a first poll. */
const FIRST_POLL_MS = 10_000;

/** Reserved for handing over, out of n8n's time for a poll. */
const SPARE_MS = 1000;

export const pollBudgetMs = (context: IPollFunctions, isFirst: boolean): number =>
	Math.min(pollTimeMs(context) ?? STANDARD_POLL_MS, isFirst ? FIRST_POLL_MS : Infinity) - SPARE_MS;

/**
 * Whether n8n reports the end of runs that polls start. All versions so far do, for items handed to `__emit`, which
 * isn't part of its documented interface. Shown by “n8n tells how a run ends” (watch/deliver).
 */
export const reportsRunEnd = (context: IPollFunctions): boolean =>
	typeof context.__emit === 'function' && typeof context.helpers.createDeferredPromise === 'function';

/** The promise resolves when the run ends. Throws if n8n doesn't accept the items. */
export function startRun(context: IPollFunctions, items: INodeExecutionData[]): Promise<IRun | undefined> {
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	context.__emit([items], undefined, done);
	return done.promise;
}

/**
 * Reports a failed execution without ending the poll, in all versions. Shown by “an outage is told when …”
 * (watch/outage).
 */
export function emitWarning(context: IPollFunctions, message: string): void {
	const error = new NodeOperationError(context.getNode(), message, { level: 'warning' });
	context.__emitError(error);
}

/**
 * n8n up to 2.39 never retries an activation if the message contains the name of the service's header, so it is
 * spelled differently. To be removed when 2.39 is no longer supported. Shown by “is told with its whole advice”
 * (watch/outage).
 */
export const withoutHeaderName = (message: string): string => message.replace(/authoriz/gi, 'authoris');
