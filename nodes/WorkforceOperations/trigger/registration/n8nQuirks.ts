/**
 * Quirks of n8n that a trigger must allow for, one function each: up to which version, and which test shows it. How far
 * static data can be relied on is explained in `store.ts` and `sealedSecret.ts`, which exist because of it.
 */
import { type IHookFunctions, type IWebhookFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asNodeError } from '../../transport';

type HookContext = IHookFunctions | IWebhookFunctions;

/**
 * n8n starts, or another of its processes takes over: nobody has changed anything. Up to 2.39 every trigger is asked then,
 * later none. Shown by “a restart asks at most once and changes nothing” (triggerLifecycle).
 */
export const isStart = (context: IHookFunctions): boolean =>
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
