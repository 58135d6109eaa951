import type { IWebhookFunctions } from 'n8n-workflow';
import { withSecret } from './learn';
import type { Sealed } from './seal';
import { isAllOff, type Registration, type Subscription, validSecrets } from './state';
import { ownerOf, ownUrl, rememberFound } from './store';

/** What the seal of a delivery's address means, held against what is known. */
export interface Judgement {
	/** The secrets that the delivery may be signed with. */
	secrets: string[];
	/** What is known with the seal; undefined where it teaches nothing. */
	found?: Registration;
	/** Why the delivery is refused although its seal and its signature are genuine. */
	refused?: string;
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

/**
 * Whether a seal may be believed. Static data that is current knows everything that was ever sealed, and is younger than
 * every seal; so one that is older than what is known tells of something that was given up since. Between two seals with
 * different secrets the younger one counts.
 */
function isCurrent(known: Registration, { madeAt, subscriberId, secret }: Sealed): boolean {
	if (known.secret === undefined && known.previousSecret === undefined) return true;
	if (madeAt <= (known.completeAt ?? known.changedAt)) return false;
	return (secret === known.secret && subscriberId === known.subscriberId) || madeAt > known.secretSince;
}

/** What is known, with what a seal tells besides. Its subscription's id is not in the seal: the service's list tells it. */
function combined(known: Registration, sealed: Sealed, token: string): Registration {
	const { madeAt, subscriberId, event } = sealed;
	const sameSubscriber = known.subscriberId === undefined || known.subscriberId === subscriberId;
	const others = sameSubscriber ? known.subscriptions.filter((one) => one.event !== event && one.token !== token) : [];
	const found: Subscription = { event, token, since: madeAt, state: 'on' };
	const before = sameSubscriber || known.subscriberId === undefined || isAllOff(known) ? [] : [known.subscriberId];
	return {
		...(known.secret === sealed.secret ? known : withSecret(known, sealed)),
		subscriberId,
		subscriberState: 'on',
		subscriptions: [...others, found],
		strays: [...known.strays.filter((id) => id !== subscriberId && !before.includes(id)), ...before],
		changedAt: Math.max(madeAt, known.changedAt),
		completeAt: known.completeAt ?? known.changedAt,
	};
}

export function judgeSeal(
	context: IWebhookFunctions,
	stored: Registration | undefined,
	sealed: Sealed,
	{ token, service }: { token: string; service: string },
): Judgement {
	const known = stored ?? fresh(context, service);
	const { name } = context.getNode();
	const { subscriberId } = sealed;
	if (isCurrent(known, sealed)) {
		const found = combined(known, sealed, token);
		return {
			secrets: validSecrets(found),
			found,
			told: `what n8n has stored for “${name}” is older than its subscriptions, probably because another trigger of the workflow has written it over. The address of a delivery told the rest: webhook subscriber ${subscriberId}. Deliveries go on being accepted`,
		};
	}
	if (subscriberId === known.subscriberId)
		return { secrets: [sealed.secret], refused: 'its address was given up since' };
	const strays = [...known.strays.filter((id) => id !== subscriberId), subscriberId];
	return {
		secrets: [sealed.secret],
		refused: `webhook subscriber ${subscriberId} of an earlier time sent it, which is still on`,
		found: { ...known, strays, completeAt: known.completeAt ?? known.changedAt },
		told: `webhook subscriber ${subscriberId} of an earlier time of “${name}” is still on at the service. Unpublishing the workflow, or publishing a change of it, switches it off`,
	};
}

/** Keeps what a genuine delivery has taught for the next switching off and on, and says so once. */
export function remember(context: IWebhookFunctions, { found, told }: Judgement): void {
	if (found === undefined) return;
	const isNews = rememberFound(context, found);
	if (told !== undefined && isNews) context.logger.warn(`Workforce Operations: ${told}.`);
}
