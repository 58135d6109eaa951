import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { clock } from '../../transport/clock';
import { addressParts, sameTrigger } from './deliveryAddress';
import { isStart } from '../../transport/n8nQuirks';
import {
	credible,
	dateFor,
	type Registration,
	SECRET_OVERLAP_MS,
	type Subscription,
	validSecrets,
} from './registration';
import { openSeal, type SealedContent } from './sealedSecret';
import {
	changeOf,
	newerRegistration,
	ownUrl,
	recallFound,
	registrationOwner,
	rememberFound,
	wasIssuedHere,
} from './store';
import type { ListedSubscription } from './webhookApi';
import { log } from '../../transport/log';

/** Seals in listed addresses of this trigger and its subscriber, latest first; those dated in the future last. */
function sealsIn(
	listed: readonly ListedSubscription[],
	registration: Registration,
	apiKey: string,
	now: number,
): SealedContent[] {
	const { owner, service, url, subscriberId } = registration;
	return listed
		.flatMap(({ uri }) => {
			if (uri === undefined || !sameTrigger(uri, url)) return [];
			const { token, seal } = addressParts(uri);
			if (token === undefined || seal === undefined) return [];
			const opened = openSeal({ owner, service, apiKey }, token, seal);
			return 'wrong' in opened || opened.subscriberId !== subscriberId
				? []
				: [{ ...opened, madeAt: credible(opened.madeAt, now) }];
		})
		.sort((one, other) => other.madeAt - one.madeAt);
}

/** Adopts a younger secret; the previous one is accepted for the rest of its overlap. */
const withSecret = (registration: Registration, { secret, madeAt }: SealedContent): Registration => ({
	...registration,
	secret,
	secretSince: madeAt,
	previousSecret: registration.secret ?? registration.previousSecret,
	previousUntil: madeAt + SECRET_OVERLAP_MS,
});

/**
 * Updates the secret from the service's list, because static data may be old or gone: a younger secret in a sealed
 * address is adopted. A secret that neither a sealed address nor this process confirms counts as old, so that it is
 * replaced.
 */
export function recoverFromList(
	context: IHookFunctions,
	registration: Registration,
	listed: readonly ListedSubscription[] = [],
	apiKey: string,
	now = clock.date(),
): Registration {
	const seals = sealsIn(listed, registration, apiKey, now);
	const [latest] = seals;
	const { secret, secretSince, previousSecret } = registration;
	// During a rotation no secret is known; the address still holds the previous one.
	const isNews =
		latest !== undefined &&
		latest.secret !== secret &&
		(latest.madeAt > secretSince || (secret === undefined && latest.secret !== previousSecret));
	const learned = isNews ? withSecret(registration, latest) : registration;
	if (wasIssuedHere(context, learned) || isStart(context)) return learned;
	const isConfirmed = seals.some((sealed) => sealed.secret === learned.secret);
	return { ...learned, secretSince: isConfirmed ? Math.max(learned.secretSince, 1) : 0 };
}

export interface SealJudgement {
	/** Secrets that may have signed the delivery. */
	secrets: string[];
	/** The registration completed by the seal; undefined if the seal adds nothing. */
	found?: Registration;
	/** Why the delivery is rejected although its seal and signature are genuine. */
	refused?: string;
	/** The delivery may be genuine: one of two clocks may be wrong. */
	doubtful?: boolean;
	/** Logged once. */
	warning?: string;
}

const fresh = (context: IWebhookFunctions, service: string): Registration => ({
	owner: registrationOwner(context),
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
 * Whether a seal is younger than the stored registration. Current static data includes everything that was ever sealed
 * and is younger than every seal. So an older seal belongs to something given up. Of two seals with different secrets,
 * the younger counts.
 */
const isYounger = (known: Registration, { madeAt, subscriberId, secret }: SealedContent, now: number): boolean =>
	madeAt > changeOf(known) &&
	((secret === known.secret && subscriberId === known.subscriberId) || madeAt > credible(known.secretSince, now));

/**
 * The known registration completed by a seal, but not by its secret: anybody with the API key can create a seal. The
 * next publishing learns from the service which secret is in use. The service's list, not the seal, has the
 * subscription's ID.
 */
function combined(known: Registration, sealed: SealedContent, token: string, now: number): Registration {
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
 * Decides about a delivery with a genuine seal. Without a stored secret, the seal alone decides. A younger seal that
 * contradicts the stored registration is accepted as well: either may be right, so neither may lock the other out.
 */
export function judgeSeal(
	context: IWebhookFunctions,
	stored: Registration | undefined,
	sealed: SealedContent,
	{ token, service }: { token: string; service: string },
): SealJudgement {
	// A registration at another service proves nothing about this one.
	const here = stored?.service === service ? stored : undefined;
	const known = newerRegistration(here, recallFound(context)) ?? fresh(context, service);
	const now = dateFor(known);
	const { name } = context.getNode();
	const { subscriberId, madeAt, secret } = sealed;
	const accepted = {
		found: combined(known, sealed, token, now),
		warning: `the data that n8n stored for “${name}” is older than its subscriptions, probably because another trigger in the workflow overwrote it. The missing part (webhook subscriber ${subscriberId}) was read from a delivery’s address, and deliveries are still accepted. To store it again, unpublish the workflow, then publish it`,
	};
	if (here === undefined || !storesSecret(here)) return { secrets: [secret], ...accepted };
	if (credible(madeAt, now) !== madeAt)
		return { secrets: [secret], refused: 'the encrypted part of its address has a date in the future', doubtful: true };
	if (isYounger(here, sealed, now)) return { secrets: [...new Set([secret, ...validSecrets(here)])], ...accepted };
	if (subscriberId === here.subscriberId) return { secrets: [secret], refused: 'its address is no longer in use' };
	return {
		secrets: [secret],
		refused: `the earlier webhook subscriber ${subscriberId} sent it and is still on`,
		found: { ...known, strays: [...known.strays.filter((id) => id !== subscriberId), subscriberId] },
		warning: `the earlier webhook subscriber ${subscriberId} of “${name}” is still on in the service. To switch it off, unpublish the workflow, or publish a change`,
	};
}

/** Remembers what a genuine delivery has shown, for the next unpublishing and publishing, and logs it once. */
export function rememberSealed(
	context: IWebhookFunctions,
	{ found, warning }: SealJudgement,
	{ subscriberId, secret }: SealedContent,
): void {
	if (found === undefined) return;
	const isNews = rememberFound(context, found, `${subscriberId}\n${secret}`);
	if (warning !== undefined && isNews) log(context).warn(`${warning}.`);
}
