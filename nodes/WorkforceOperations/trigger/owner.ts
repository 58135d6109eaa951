import type { IHookFunctions } from 'n8n-workflow';
import { clock } from '../transport/time';
import { copyOf, isAllOff, readRegistration, type Registration, storeRegistration } from './state';

/** A test listening is a registration of its own, which the production one never gets in touch with. */
export type Kind = 'live' | 'test';

/** Instance, workflow and node: whoever copies a workflow together with its static data is somebody else. */
const ownNode = (context: IHookFunctions): string =>
	[context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id].join('/');

/** Only meaningful while something is registered: n8n ends test listening in another mode than it began it. */
export const ownerOf = (context: IHookFunctions): string =>
	`${ownNode(context)}/${context.getMode() === 'manual' ? 'test' : 'live'}`;

export const kindOf = ({ owner }: Registration): Kind => (owner.endsWith('/test') ? 'test' : 'live');

const isOfNode = ({ owner }: Registration, context: IHookFunctions): boolean =>
	owner === `${ownNode(context)}/live` || owner === `${ownNode(context)}/test`;

/** The latest registrations of this process, those first that have changed least recently. */
const remembered = new Map<string, Registration>();

const MOST_REMEMBERED = 2000;

/** The address is part of the key, because it tells production from test; the name, because n8n keeps static data by name. */
const placeOf = (context: IHookFunctions, url: string): string =>
	[ownNode(context), context.getNode().name, url].join('\n');

/** As when the process ends; for tests. */
export const forgetAll = (): void => remembered.clear();

/**
 * Stores a registration, in static data and in this process. Static data alone won't do: up to 2.39, n8n throws away what
 * an activation stored that failed, also for the nodes that had succeeded, and then asks the nodes to clean up.
 */
export function keep(context: IHookFunctions, registration: Registration): void {
	registration.changedAt = clock.date();
	storeRegistration(context, registration);
	const place = placeOf(context, registration.url);
	remembered.delete(place);
	remembered.set(place, copyOf(registration));
	if (remembered.size <= MOST_REMEMBERED) return;
	const [dispensable] = [...remembered].find(([, candidate]) => isAllOff(candidate)) ?? [];
	if (dispensable !== undefined) remembered.delete(dispensable);
}

const latest = (...candidates: Array<Registration | undefined>): Registration | undefined =>
	candidates.reduce(
		(best, candidate) => (candidate && (best === undefined || candidate.changedAt > best.changedAt) ? candidate : best),
		undefined,
	);

function recall(context: IHookFunctions, url: string): Registration | undefined {
	const found = remembered.get(placeOf(context, url));
	return found && copyOf(found);
}

/** What static data holds of this very trigger, or undefined when it isn't the latest there is. */
export function readOwn(context: IHookFunctions, url: string): Registration | undefined {
	const stored = readRegistration(context);
	if (stored?.owner !== ownerOf(context)) return undefined;
	return (recall(context, url)?.changedAt ?? 0) > stored.changedAt ? undefined : stored;
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
	const recalled = recall(context, context.getNodeWebhookUrl('default') ?? '');
	return own && recalled && own.owner !== recalled.owner ? own : latest(own, recalled);
}
