import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { parseAddress } from '../../contract';
import { clock } from '../../transport/time';
import { isTest } from './host';
import { credible, dateFor, isAllOff, readRegistration, type Registration, storeRegistration } from './state';

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

/** The latest registrations that this process has stored, those first that have changed least recently. */
const remembered = new Map<string, Registration>();

/**
 * What is known with what deliveries have told besides, by place. It is for the next publishing and unpublishing alone: by what one
 * delivery tells no other one is judged.
 */
const found = new Map<string, { registration: Registration; told: Set<string> }>();

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

/** As when the process ends; for tests. */
export function forgetAll(): void {
	remembered.clear();
	found.clear();
	secretsTold.clear();
}

function rememberAt<Value>(memory: Map<string, Value>, place: string, value: Value): void {
	memory.delete(place);
	memory.set(place, value);
}

function remember(place: string, registration: Registration): void {
	rememberAt(remembered, place, registration);
	found.delete(place);
	if (remembered.size <= MOST_REMEMBERED) return;
	const [dispensable] = [...remembered].find(([, candidate]) => isAllOff(candidate)) ?? [];
	if (dispensable === undefined) return;
	remembered.delete(dispensable);
	secretsTold.delete(dispensable);
}

/** The most that is told of one place: whoever can seal could fill the log otherwise. */
const MOST_TOLD = 20;

/** Keeps what is known with what a delivery has told, in this process only; whether `news` comes for the first time. */
export function rememberFound(context: IWebhookFunctions, registration: Registration, news: string): boolean {
	const place = placeOf(context, registration.url);
	const told = found.get(place)?.told ?? new Set();
	rememberAt(found, place, { registration, told });
	if (found.size > MOST_REMEMBERED) found.delete([...found.keys()][0] ?? '');
	if (told.has(news) || told.size >= MOST_TOLD) return false;
	told.add(news);
	return true;
}

/**
 * Stores a registration, in static data and in this process. Static data alone won't do: up to 2.39, n8n throws away what
 * an activation stored that failed, also for the nodes that had succeeded, and then asks the nodes to clean up; in 2.41
 * another trigger of the workflow may write an older copy over it. Returns what was stored. `now`: by the service's clock,
 * where it is known.
 */
export function keep(context: IHookFunctions, registration: Registration, now = clock.date()): Registration {
	const kept = { ...registration, changedAt: now };
	storeRegistration(context, kept);
	remember(placeOf(context, kept.url), kept);
	return kept;
}

/** Notes that the service has told this very process the secret, so that it is the present one as far as anybody here knows. */
export const noteSecret = (context: Context, { url, secret }: Registration): void => {
	if (secret !== undefined) rememberAt(secretsTold, placeOf(context, url), secret);
};

export const wasToldHere = (context: Context, { url, secret }: Registration): boolean =>
	secret !== undefined && secretsTold.get(placeOf(context, url)) === secret;

/** When a registration was changed, as far as that can be. */
export const changeOf = (registration: Registration): number => credible(registration.changedAt, dateFor(registration));

/** Of two that are as old, the last one counts: what this process knows holds what deliveries have added. */
export const latest = (...candidates: Array<Registration | undefined>): Registration | undefined =>
	candidates.reduce(
		(best, candidate) =>
			candidate && (best === undefined || changeOf(candidate) >= changeOf(best)) ? candidate : best,
		undefined,
	);

/** What this process knows: what it has stored, and with what deliveries have told. */
function recall(context: Context, url: string): Registration | undefined {
	const place = placeOf(context, url);
	return latest(remembered.get(place), found.get(place)?.registration);
}

/** What deliveries have told, with what was known then. */
export const recallFound = (context: IWebhookFunctions): Registration | undefined =>
	found.get(placeOf(context, ownUrl(context)))?.registration;

/** What static data holds of this very trigger, or undefined when it isn't the latest there is. */
export function readOwn(context: IHookFunctions, url: string): Registration | undefined {
	const stored = readRegistration(context);
	if (stored?.owner !== ownerOf(context)) return undefined;
	const recalled = recall(context, url);
	const isOutdated = recalled && (changeOf(recalled) > changeOf(stored) || recalled.strays.length > 0);
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

/**
 * For a delivery: what static data holds of this very trigger, or what this process has stored since. What somebody else stored
 * counts for nothing, and what other deliveries have told neither. Test listening has static data of its own.
 */
export function findForDelivery(context: IWebhookFunctions): Registration | undefined {
	const stored = readRegistration(context);
	const own = stored?.owner === ownerOf(context) ? stored : undefined;
	return isTest(context) ? own : latest(own, remembered.get(placeOf(context, ownUrl(context))));
}
