import type { IWebhookFunctions } from 'n8n-workflow';
import type { Sealed } from './seal';
import { credible, dateFor, type Registration, type Subscription, validSecrets } from './state';
import { changeOf, latest, ownerOf, ownUrl, recallFound, rememberFound } from './store';

/** What the seal of a delivery's address means, held against what is stored. */
export interface Judgement {
	/** The secrets that the delivery may be signed with. */
	secrets: string[];
	/** What is known with the seal; undefined where it teaches nothing. */
	found?: Registration;
	/** Why the delivery is refused although its seal and its signature are genuine. */
	refused?: string;
	/** The delivery may be genuine: one of two clocks may be wrong. */
	doubtful?: boolean;
	/** For the log, once: what was found out. */
	told?: string;
}

const fresh = (context: IWebhookFunctions, service: string): Registration => ({
	owner: ownerOf(context),
	service,
	url: ownUrl(context),
	subscriberState: 'on',
	secretSince: 0,
	subscriptions: [],
	strays: [],
	changedAt: 0,
});

const storesSecret = ({ secret, previousSecret }: Registration): boolean =>
	secret !== undefined || previousSecret !== undefined;

/**
 * Whether a seal is younger than what is stored. Static data that is current knows everything that was ever sealed, and is
 * younger than every seal; so one that is older tells of something that was given up since. Between two seals with different
 * secrets the younger one counts.
 */
const isYounger = (known: Registration, { madeAt, subscriberId, secret }: Sealed, now: number): boolean =>
	madeAt > changeOf(known) &&
	((secret === known.secret && subscriberId === known.subscriberId) || madeAt > credible(known.secretSince, now));

/**
 * What is known, with what a seal tells besides; never its secret, since whoever has the API key can make a seal: the service
 * tells at the next publishing which one is in use. The id of its subscription is not in the seal: the service's list tells it.
 */
function combined(known: Registration, sealed: Sealed, token: string, now: number): Registration {
	const { madeAt, subscriberId, event } = sealed;
	const changedAt = Math.max(credible(madeAt, now), known.changedAt);
	if (known.subscriberId !== undefined && known.subscriberId !== subscriberId)
		return { ...known, changedAt, strays: [...known.strays.filter((id) => id !== subscriberId), subscriberId] };
	const added: Subscription = { event, token, since: credible(madeAt, now), state: 'on' };
	return {
		...known,
		subscriberId,
		subscriberState: 'on',
		subscriptions: known.subscriptions.some((one) => one.event === event)
			? known.subscriptions.map((one) => (one.event === event ? { ...one, state: 'on' } : one))
			: [...known.subscriptions.filter((one) => one.token !== token), added],
		strays: known.strays.filter((id) => id !== subscriberId),
		changedAt,
	};
}

/**
 * What a delivery with a genuine seal may do. Where no secret is stored, its seal stands alone. A younger one that disagrees with
 * what is stored is accepted beside it: either may be the true one, so that neither may lock the other out.
 */
export function judgeSeal(
	context: IWebhookFunctions,
	stored: Registration | undefined,
	sealed: Sealed,
	{ token, service }: { token: string; service: string },
): Judgement {
	// What is stored of another service says nothing about this one.
	const here = stored?.service === service ? stored : undefined;
	const known = latest(here, recallFound(context)) ?? fresh(context, service);
	const now = dateFor(known);
	const { name } = context.getNode();
	const { subscriberId, madeAt, secret } = sealed;
	const accepted = {
		found: combined(known, sealed, token, now),
		told: `what n8n has stored for “${name}” is older than its subscriptions, probably because another trigger of the workflow has written it over; unpublishing the workflow and then publishing it stores it anew. The address of a delivery told the rest: webhook subscriber ${subscriberId}. Deliveries go on being accepted`,
	};
	if (here === undefined || !storesSecret(here)) return { secrets: [secret], ...accepted };
	if (credible(madeAt, now) !== madeAt)
		return { secrets: [secret], refused: 'the seal of its address is dated later than now', doubtful: true };
	if (isYounger(here, sealed, now)) return { secrets: [...new Set([secret, ...validSecrets(here)])], ...accepted };
	if (subscriberId === here.subscriberId) return { secrets: [secret], refused: 'its address was given up since' };
	return {
		secrets: [secret],
		refused: `webhook subscriber ${subscriberId} of an earlier time sent it, which is still on`,
		found: { ...known, strays: [...known.strays.filter((id) => id !== subscriberId), subscriberId] },
		told: `webhook subscriber ${subscriberId} of an earlier time of “${name}” is still on at the service. Unpublishing the workflow, or publishing a change of it, switches it off`,
	};
}

/** Keeps what a genuine delivery has taught for the next switching off and on, and says so once. */
export function remember(
	context: IWebhookFunctions,
	{ found, told }: Judgement,
	{ subscriberId, secret }: Sealed,
): void {
	if (found === undefined) return;
	const isNews = rememberFound(context, found, `${subscriberId}\n${secret}`);
	if (told !== undefined && isNews) context.logger.warn(`Workforce Operations: ${told}.`);
}
