import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { parseAddress } from '../../contract';
import { clock } from '../../transport/clock';
import { isTest } from './n8nQuirks';
import { credible, dateFor, isAllOff, readRegistration, type Registration, storeRegistration } from './registration';

type StoreContext = IHookFunctions | IWebhookFunctions;

/** A test listening is a registration of its own, which the production one never gets in touch with. */
export type Kind = 'live' | 'test';

/** Instance, workflow and node: a workflow that was copied together with its static data is another owner. */
export const ownNode = (context: StoreContext): string =>
	[context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id].join('/');

/** Only meaningful while something is registered: n8n ends test listening in another mode than it began it. */
export const registrationOwner = (context: StoreContext): string =>
	`${ownNode(context)}/${isTest(context) ? 'test' : 'live'}`;

export const addressKind = ({ owner }: Registration): Kind => (owner.endsWith('/test') ? 'test' : 'live');

const isOfNode = ({ owner }: Registration, context: StoreContext): boolean =>
	owner === `${ownNode(context)}/live` || owner === `${ownNode(context)}/test`;

/** The latest registrations that this process has stored, those first that have changed least recently. */
const rememberedRegistrations = new Map<string, Registration>();

/**
 * What is known, completed by what deliveries have shown, by slot. It serves the next publishing and unpublishing only: no
 * delivery is judged by what another one has shown.
 */
const recovered = new Map<string, { registration: Registration; logged: Set<string> }>();

/** The secret that the service sent to this process, by slot. */
const secretsIssued = new Map<string, string>();

const MOST_REMEMBERED = 2000;

/** The address that n8n gives this trigger, written in one way. */
export function ownUrl(context: StoreContext): string {
	const text = context.getNodeWebhookUrl('default') ?? '';
	return parseAddress(text)?.toString() ?? text;
}

/** The address is part of the key, because production and test have different ones; the name, because n8n keeps static data by name. */
const slotOf = (context: StoreContext, url: string): string =>
	[ownNode(context), context.getNode().name, url].join('\n');

/** As when the process ends; for tests. */
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

/** The most log lines for one slot: anybody with the API key can seal, and could fill the log otherwise. */
const MOST_LOGGED = 20;

/** Keeps what a delivery has shown, in this process only. Returns whether `news` comes for the first time. */
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
 * Stores a registration, in static data and in this process. Static data alone won't do: up to 2.39, n8n throws away what
 * an activation stored that failed, also for the nodes that had succeeded, and then asks the nodes to clean up; in 2.41
 * another trigger of the workflow may write an older copy over it. Returns what was stored. `now`: by the service's clock,
 * where it is known.
 */
export function keep(context: IHookFunctions, registration: Registration, now = clock.date()): Registration {
	const kept = { ...registration, changedAt: now };
	storeRegistration(context, kept);
	rememberRegistration(slotOf(context, kept.url), kept);
	return kept;
}

/** Notes that the service has sent the secret to this very process, so that it is the latest one that is known here. */
export const noteSecret = (context: StoreContext, { url, secret }: Registration): void => {
	if (secret !== undefined) rememberAt(secretsIssued, slotOf(context, url), secret);
};

export const wasIssuedHere = (context: StoreContext, { url, secret }: Registration): boolean =>
	secret !== undefined && secretsIssued.get(slotOf(context, url)) === secret;

/** When a registration was changed, as far as that can be. */
export const changeOf = (registration: Registration): number => credible(registration.changedAt, dateFor(registration));

/** Of two that are as old, the last one counts: what this process knows holds what deliveries have added. */
export const newerRegistration = (...candidates: Array<Registration | undefined>): Registration | undefined =>
	candidates.reduce(
		(best, candidate) =>
			candidate && (best === undefined || changeOf(candidate) >= changeOf(best)) ? candidate : best,
		undefined,
	);

/** What this process knows: what it has stored, completed by what deliveries have shown. */
function recallRegistration(context: StoreContext, url: string): Registration | undefined {
	const place = slotOf(context, url);
	return newerRegistration(rememberedRegistrations.get(place), recovered.get(place)?.registration);
}

/** What deliveries have shown, with what was known then. */
export const recallFound = (context: IWebhookFunctions): Registration | undefined =>
	recovered.get(slotOf(context, ownUrl(context)))?.registration;

/** What static data holds of this very trigger, or undefined when it isn't the latest there is. */
export function readOwn(context: IHookFunctions, url: string): Registration | undefined {
	const stored = readRegistration(context);
	if (stored?.owner !== registrationOwner(context)) return undefined;
	const recalled = recallRegistration(context, url);
	const isOutdated = recalled && (changeOf(recalled) > changeOf(stored) || recalled.strays.length > 0);
	return isOutdated ? undefined : stored;
}

/** The latest that is known of this very trigger; what another owner stored is ignored. */
export function findOwn(context: IHookFunctions, url: string): Registration | undefined {
	const owner = registrationOwner(context);
	return newerRegistration(
		...[readRegistration(context), recallRegistration(context, url)].filter((candidate) => candidate?.owner === owner),
	);
}

/** For switching off, where n8n's mode does not distinguish test from production: static data and the address do. */
export function findForRemoval(context: IHookFunctions): Registration | undefined {
	const stored = readRegistration(context);
	const own = stored && isOfNode(stored, context) ? stored : undefined;
	const recalled = recallRegistration(context, ownUrl(context));
	return own && recalled && own.owner !== recalled.owner ? own : newerRegistration(own, recalled);
}

/**
 * For a delivery: what static data holds of this very trigger, or what this process has stored since. What another owner
 * stored is ignored, and so is what other deliveries have shown. Test listening has static data of its own.
 */
export function findForDelivery(context: IWebhookFunctions): Registration | undefined {
	const stored = readRegistration(context);
	const own = stored?.owner === registrationOwner(context) ? stored : undefined;
	return isTest(context) ? own : newerRegistration(own, rememberedRegistrations.get(slotOf(context, ownUrl(context))));
}
