import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { parseAddress } from '../../contract';
import { clock } from '../../transport/clock';
import { isTest } from '../../transport/n8nQuirks';
import { credible, dateFor, isAllOff, readRegistration, type Registration, storeRegistration } from './registration';

type StoreContext = IHookFunctions | IWebhookFunctions;

/** Test listening has its own registration, separate from the production one. */
type Kind = 'live' | 'test';

/** Instance, workflow and node: a workflow that was copied together with its static data is another owner. */
export const ownNode = (context: StoreContext): string =>
	[context.getInstanceId(), context.getWorkflow().id, context.getNode().id].join('/');

/**
 * Meaningful only while something is registered: n8n ends test listening in a different mode from the one it began in.
 */
export const registrationOwner = (context: StoreContext): string =>
	`${ownNode(context)}/${isTest(context) ? 'test' : 'live'}`;

export const addressKind = ({ owner }: Registration): Kind => (owner.endsWith('/test') ? 'test' : 'live');

const isOfNode = ({ owner }: Registration, context: StoreContext): boolean =>
	owner === `${ownNode(context)}/live` || owner === `${ownNode(context)}/test`;

/** The latest registrations that this process has stored, least recently changed first. */
const rememberedRegistrations = new Map<string, Registration>();

/**
 * By slot: registrations completed by what deliveries have shown. Used only by the next publishing and unpublishing:
 * no delivery is judged by what another one has shown.
 */
const recovered = new Map<string, { registration: Registration; logged: Set<string> }>();

/** By slot: the secret that the service sent to this process. */
const secretsIssued = new Map<string, string>();

const MOST_REMEMBERED = 2000;

/** Normalised. */
export function ownUrl(context: StoreContext): string {
	const text = context.getNodeWebhookUrl('default') ?? '';
	return parseAddress(text)?.toString() ?? text;
}

/**
 * Includes the address, because production and test have different ones, and the name, because n8n keeps static data
 * by name.
 */
const slotOf = (context: StoreContext, url: string): string =>
	[ownNode(context), context.getNode().name, url].join('\n');

/** For tests: as after a restart of the process. */
export function forgetRegistrations(): void {
	rememberedRegistrations.clear();
	recovered.clear();
	secretsIssued.clear();
}

function rememberAt<Value>(memory: Map<string, Value>, place: string, value: Value): void {
	memory.delete(place);
	memory.set(place, value);
}

function rememberRegistration(place: string, registration: Registration): void {
	rememberAt(rememberedRegistrations, place, registration);
	recovered.delete(place);
	if (rememberedRegistrations.size <= MOST_REMEMBERED) return;
	const [dispensable] = [...rememberedRegistrations].find(([, candidate]) => isAllOff(candidate)) ?? [];
	if (dispensable === undefined) return;
	rememberedRegistrations.delete(dispensable);
	secretsIssued.delete(dispensable);
}

/** Log lines per slot are limited, because anybody with the API key can create seals, and could flood the log. */
const MOST_LOGGED = 20;

/** In this process only. Returns whether `news` is new. */
export function rememberFound(context: IWebhookFunctions, registration: Registration, news: string): boolean {
	const place = slotOf(context, registration.url);
	const logged = recovered.get(place)?.logged ?? new Set();
	rememberAt(recovered, place, { registration, logged });
	if (recovered.size > MOST_REMEMBERED) recovered.delete([...recovered.keys()][0] ?? '');
	if (logged.has(news) || logged.size >= MOST_LOGGED) return false;
	logged.add(news);
	return true;
}

/**
 * Stores a registration in static data and in this process. Static data alone isn't enough. Up to 2.39, n8n discards
 * what a failed activation stored, even for nodes that had succeeded. It then asks the nodes to clean up. In 2.41,
 * another trigger of the workflow may overwrite it with an older copy. Returns what was stored. `now`: by the service's
 * clock, if known.
 */
export function keep(context: IHookFunctions, registration: Registration, now = clock.date()): Registration {
	const kept = { ...registration, changedAt: now };
	storeRegistration(context, kept);
	rememberRegistration(slotOf(context, kept.url), kept);
	return kept;
}

/** The service has sent this secret to this process, so it is the latest known here. */
export const noteSecret = (context: StoreContext, { url, secret }: Registration): void => {
	if (secret !== undefined) rememberAt(secretsIssued, slotOf(context, url), secret);
};

export const wasIssuedHere = (context: StoreContext, { url, secret }: Registration): boolean =>
	secret !== undefined && secretsIssued.get(slotOf(context, url)) === secret;

/** 0 for an impossible date. */
export const changeOf = (registration: Registration): number => credible(registration.changedAt, dateFor(registration));

/** Of two with the same date, the last counts, because this process's copy includes what deliveries have added. */
export const newerRegistration = (...candidates: Array<Registration | undefined>): Registration | undefined =>
	candidates.reduce(
		(best, candidate) =>
			candidate && (best === undefined || changeOf(candidate) >= changeOf(best)) ? candidate : best,
		undefined,
	);

/** The registration that this process has stored, completed by what deliveries have shown. */
function recallRegistration(context: StoreContext, url: string): Registration | undefined {
	const place = slotOf(context, url);
	return newerRegistration(rememberedRegistrations.get(place), recovered.get(place)?.registration);
}

/** The registration as deliveries have completed it. */
export const recallFound = (context: IWebhookFunctions): Registration | undefined =>
	recovered.get(slotOf(context, ownUrl(context)))?.registration;

/** From static data; undefined if there is a later registration. */
export function readOwn(context: IHookFunctions, url: string): Registration | undefined {
	const stored = readRegistration(context);
	if (stored?.owner !== registrationOwner(context)) return undefined;
	const recalled = recallRegistration(context, url);
	const isOutdated = recalled && (changeOf(recalled) > changeOf(stored) || recalled.strays.length > 0);
	return isOutdated ? undefined : stored;
}

/** The latest registration of this trigger; ignores those of other owners. */
export function findOwn(context: IHookFunctions, url: string): Registration | undefined {
	const owner = registrationOwner(context);
	return newerRegistration(
		...[readRegistration(context), recallRegistration(context, url)].filter((candidate) => candidate?.owner === owner),
	);
}

/**
 * For switching off: n8n's mode doesn't distinguish test from production there, but static data and the address do.
 */
export function findForRemoval(context: IHookFunctions): Registration | undefined {
	const stored = readRegistration(context);
	const candidate = stored && isOfNode(stored, context) ? stored : undefined;
	const recalled = recallRegistration(context, ownUrl(context));
	return candidate && recalled && candidate.owner !== recalled.owner
		? candidate
		: newerRegistration(candidate, recalled);
}

/**
 * The registration in static data, or a later one that this process stored. Ignores those of other owners, and what
 * other deliveries have shown. Test listening has its own static data.
 */
export function findForDelivery(context: IWebhookFunctions): Registration | undefined {
	const stored = readRegistration(context);
	const stillOwned = stored?.owner === registrationOwner(context) ? stored : undefined;
	return isTest(context)
		? stillOwned
		: newerRegistration(stillOwned, rememberedRegistrations.get(slotOf(context, ownUrl(context))));
}
