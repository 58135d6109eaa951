import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { parseAddress } from '../../contract';
import { clock } from '../../transport/time';
import { isTest } from './host';
import { isAllOff, readRegistration, type Registration, storeRegistration } from './state';

type Context = IHookFunctions | IWebhookFunctions;

/** A test listening is a registration of its own, which the production one never gets in touch with. */
export type Kind = 'live' | 'test';

/** Instance, workflow and node: whoever copies a workflow together with its static data is somebody else. */
export const ownNode = (context: Context): string =>
	[context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id].join('/');

/** Only meaningful while something is registered: n8n ends test listening in another mode than it began it. */
export const ownerOf = (context: Context): string => `${ownNode(context)}/${isTest(context) ? 'test' : 'live'}`;

export const kindOf = ({ owner }: Registration): Kind => (owner.endsWith('/test') ? 'test' : 'live');

const isOfNode = ({ owner }: Registration, context: Context): boolean =>
	owner === `${ownNode(context)}/live` || owner === `${ownNode(context)}/test`;

/** The latest registrations of this process, those first that have changed least recently. */
const remembered = new Map<string, Registration>();

/** The secret that the service told to this process, by place. */
const secretsTold = new Map<string, string>();

const MOST_REMEMBERED = 2000;

/** The address that n8n gives this trigger, written in one way. */
export function ownUrl(context: Context): string {
	const text = context.getNodeWebhookUrl('default') ?? '';
	return parseAddress(text)?.toString() ?? text;
}

/** The address is part of the key, because it tells production from test; the name, because n8n keeps static data by name. */
const placeOf = (context: Context, url: string): string => [ownNode(context), context.getNode().name, url].join('\n');

const recall = (context: Context, url: string): Registration | undefined => remembered.get(placeOf(context, url));

/** As when the process ends; for tests. */
export function forgetAll(): void {
	remembered.clear();
	secretsTold.clear();
}

function rememberAt<Value>(memory: Map<string, Value>, place: string, value: Value): void {
	memory.delete(place);
	memory.set(place, value);
}

function remember(context: Context, registration: Registration): void {
	rememberAt(remembered, placeOf(context, registration.url), registration);
	if (remembered.size <= MOST_REMEMBERED) return;
	const [dispensable] = [...remembered].find(([, candidate]) => isAllOff(candidate)) ?? [];
	if (dispensable === undefined) return;
	remembered.delete(dispensable);
	secretsTold.delete(dispensable);
}

/** Keeps what a delivery has told, in this process only; whether it tells of a subscriber or a secret for the first time. */
export function rememberFound(context: IWebhookFunctions, found: Registration): boolean {
	const before = recall(context, found.url);
	remember(context, found);
	return (
		before === undefined ||
		before.subscriberId !== found.subscriberId ||
		before.secret !== found.secret ||
		before.strays.length !== found.strays.length
	);
}

/**
 * Stores a registration, in static data and in this process. Static data alone won't do: up to 2.39, n8n throws away what
 * an activation stored that failed, also for the nodes that had succeeded, and then asks the nodes to clean up; in 2.41
 * another trigger of the workflow may write an older copy over it. Returns what was stored.
 */
export function keep(context: IHookFunctions, registration: Registration): Registration {
	const kept = { ...registration, changedAt: clock.date(), completeAt: undefined };
	storeRegistration(context, kept);
	remember(context, kept);
	return kept;
}

/** Notes that the service has told this very process the secret, so that it is the present one as far as anybody here knows. */
export const noteSecret = (context: Context, { url, secret }: Registration): void => {
	if (secret !== undefined) rememberAt(secretsTold, placeOf(context, url), secret);
};

export const wasToldHere = (context: Context, { url, secret }: Registration): boolean =>
	secret !== undefined && secretsTold.get(placeOf(context, url)) === secret;

/** Of two that are as old, the last one counts: what this process knows holds what deliveries have added. */
const latest = (...candidates: Array<Registration | undefined>): Registration | undefined =>
	candidates.reduce(
		(best, candidate) =>
			candidate && (best === undefined || candidate.changedAt >= best.changedAt) ? candidate : best,
		undefined,
	);

/** What static data holds of this very trigger, or undefined when it isn't the latest there is. */
export function readOwn(context: IHookFunctions, url: string): Registration | undefined {
	const stored = readRegistration(context);
	if (stored?.owner !== ownerOf(context)) return undefined;
	const recalled = recall(context, url);
	const isOutdated = recalled && (recalled.changedAt > stored.changedAt || recalled.strays.length > 0);
	return isOutdated ? undefined : stored;
}

/** The latest that is known of this very trigger; what somebody else stored counts for nothing. */
export function findOwn(context: IHookFunctions, url: string): Registration | undefined {
	const owner = ownerOf(context);
	return latest(...[readRegistration(context), recall(context, url)].filter((candidate) => candidate?.owner === owner));
}

/** For switching off, where n8n's mode does not tell test from production: static data does, and the address. */
export function findForRemoval(context: IHookFunctions): Registration | undefined {
	const stored = readRegistration(context);
	const own = stored && isOfNode(stored, context) ? stored : undefined;
	const recalled = recall(context, ownUrl(context));
	return own && recalled && own.owner !== recalled.owner ? own : latest(own, recalled);
}

/** For a delivery: what static data holds, or what this process knows better. Test listening has static data of its own. */
export function findForDelivery(context: IWebhookFunctions): Registration | undefined {
	const stored = readRegistration(context);
	return isTest(context) ? stored : latest(stored, recall(context, ownUrl(context)));
}
