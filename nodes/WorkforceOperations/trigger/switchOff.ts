import { type IHookFunctions, NodeApiError } from 'n8n-workflow';
import { pause } from '../transport/time';
import { addressOf, sameAddress, sameTrigger } from './address';
import { readOptions } from './choice';
import { findForRemoval, keep, kindOf } from './owner';
import { hasStatus, type Listed, SubscriptionService } from './service';
import { describeIds, isAllOff, type Registration } from './state';

/** A whole window of the request budget and a little more: what is on must be switched off, even if that takes a minute. */
export const PATIENCE_MS = 65_000;

/** n8n up to 2.39 asks once only, so that the trigger itself has to try again. */
const ROUNDS = 3;
const BREAK_MS = 1000;

/** What one request brought about; `gone`: the service says that it has no such thing. */
type Outcome = 'done' | 'gone' | { why: string; refused: boolean };

interface Sweep {
	/** What may still be on, with the reason. */
	leftovers: Map<string, string>;
	/** The key may do nothing at all any more, so that another pass is a waste of requests. */
	hopeless: boolean;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

async function attempt(work: () => Promise<void>): Promise<Outcome> {
	try {
		await work();
		return 'done';
	} catch (error) {
		return hasStatus(error, '404') ? 'gone' : { why: wordsOf(error), refused: hasStatus(error, '401', '403') };
	}
}

/** One pass over everything that may be on. */
async function sweep(
	context: IHookFunctions,
	service: SubscriptionService,
	registration: Registration,
	subscriberId: string,
): Promise<Sweep> {
	const leftovers = new Map<string, string>();
	let hopeless = true;
	const judge = (outcome: Outcome): Outcome => {
		hopeless &&= typeof outcome === 'object' && outcome.refused;
		return outcome;
	};
	const note = (what: string, outcome: Outcome): Outcome => {
		if (typeof outcome === 'object') leftovers.set(what, outcome.why);
		return judge(outcome);
	};
	let doubtful = false;
	for (const subscription of registration.subscriptions) {
		const { id } = subscription;
		if (subscription.state === 'off') continue;
		// Only the list can tell what became of a subscription whose id never arrived.
		const outcome =
			id === undefined
				? 'gone'
				: note(`subscription ${id}`, await attempt(async () => await service.switchSubscription(id, false)));
		if (outcome === 'done') subscription.state = 'off';
		if (outcome === 'gone') doubtful = true;
	}
	const subscriber = note(
		`subscriber ${subscriberId}`,
		await attempt(async () => await service.switchSubscriber(subscriberId, false)),
	);
	if (subscriber === 'done') registration.subscriberState = 'off';
	keep(context, registration);
	doubtful ||= subscriber === 'gone';

	let listed: Listed[] = [];
	const look = async (): Promise<Outcome> =>
		judge(await attempt(async () => void (listed = await service.list(subscriberId))));
	let looked = await look();
	const ours = (entry: Listed): boolean =>
		registration.subscriptions.some(
			({ id, token }) =>
				id === entry.id || (entry.uri !== undefined && sameAddress(entry.uri, addressOf(registration.url, token))),
		) || sameTrigger(entry.uri, registration.url);
	const isStillOn = (entry: Listed): boolean => ours(entry) && entry.active === true;
	if (listed.some(isStillOn)) {
		for (const { id } of listed.filter(isStillOn))
			note(`subscription ${id}`, await attempt(async () => await service.switchSubscription(id, false)));
		listed = [];
		looked = await look();
		for (const { id } of listed.filter(isStillOn))
			if (!leftovers.has(`subscription ${id}`))
				leftovers.set(`subscription ${id}`, 'the service still lists it as active');
	}
	// Everything was confirmed one by one, so that a list that can't be had is no reason to go on.
	if (typeof looked === 'object' && (doubtful || leftovers.size > 0))
		leftovers.set(`the list of subscriber ${subscriberId}`, looked.why);
	// What has a list exists, and what can be switched off has a list, whatever the service says.
	if (subscriber === 'gone' && listed.length > 0)
		leftovers.set(`subscriber ${subscriberId}`, 'the service contradicts itself');
	if (looked === 'gone' && subscriber === 'done' && doubtful)
		leftovers.set(`the list of subscriber ${subscriberId}`, 'the service contradicts itself');
	return { leftovers, hopeless };
}

/** An error that names what may still be on, so that a person can switch it off. */
function leftoverError(context: IHookFunctions, what: string, why: string): NodeApiError {
	const message = `Not everything could be switched off at the service: ${what}`;
	return new NodeApiError(
		context.getNode(),
		{ message },
		{
			message,
			description: `${why}. Unpublish the workflow again, or switch these off with the Workforce Operations node: Webhook Subscriber or Webhook Subscription, Update, State Inactive.`,
		},
	);
}

/**
 * Switches off every subscription of the own subscriber, those of interrupted attempts included, and the subscriber, and
 * checks by the list where it tells. Tries again after a failure, and throws an error with the ids that may still be on.
 */
export async function switchOff(
	context: IHookFunctions,
	service: SubscriptionService,
	registration: Registration,
	rounds = ROUNDS,
): Promise<void> {
	const { subscriberId } = registration;
	if (subscriberId === undefined || isAllOff(registration)) return;
	let leftovers = new Map<string, string>();
	for (let round = 1; round <= rounds; round++) {
		if (round > 1) await pause(BREAK_MS);
		const pass = await sweep(context, service, registration, subscriberId);
		leftovers = pass.leftovers;
		if (leftovers.size === 0) {
			registration.subscriberState = 'off';
			for (const subscription of registration.subscriptions) subscription.state = 'off';
			keep(context, registration);
			return;
		}
		if (pass.hopeless) break;
	}
	throw leftoverError(
		context,
		`${[...leftovers.keys()].join(', ')} (${describeIds(registration)})`,
		[...new Set(leftovers.values())].join('; '),
	);
}

/**
 * Whether n8n ends a loop over all triggers of the workflow at the first error: up to 2.39 its function `clearWebhooks`
 * does, and neither tries again nor tells anybody. Later versions ask each trigger by itself, three times, and report.
 */
const endsAtFirstError = (): boolean => /\bclearWebhooks\b/.test(new Error().stack ?? '');

async function remove(context: IHookFunctions, registration: Registration): Promise<void> {
	const service = await SubscriptionService.open(context, readOptions(context).stateField, PATIENCE_MS).catch(
		// n8n gives up at once, and silently, on an error that only the user can mend; the ids must be told nevertheless.
		async (error: unknown) => await Promise.reject(leftoverError(context, describeIds(registration), wordsOf(error))),
	);
	if (service.baseUrl !== registration.service) {
		throw leftoverError(
			context,
			describeIds(registration),
			`They are at ${registration.service}, but the credential now leads to ${service.baseUrl}`,
		);
	}
	await switchOff(context, service, registration);
}

/** Ends what this node registered. What belongs to somebody else (a copied workflow) stays untouched. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const hindersOthers = endsAtFirstError();
	const registration = findForRemoval(context);
	if (registration === undefined || isAllOff(registration)) return;
	await remove(context, registration).catch(async (error: unknown) => {
		// The end of test listening is nobody's task to repeat: n8n would only keep the listening registered.
		if (!hindersOthers && kindOf(registration) === 'live') await Promise.reject(error);
		const description = error instanceof NodeApiError ? (error.description ?? '') : '';
		context.logger.error(`Workforce Operations: ${wordsOf(error)}. ${description}`);
	});
}
