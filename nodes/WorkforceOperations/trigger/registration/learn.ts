import type { IHookFunctions } from 'n8n-workflow';
import { clock } from '../../transport/time';
import { partsOf, sameTrigger } from './address';
import { isStart } from './host';
import { open, type Sealed } from './seal';
import type { Listed } from './service';
import { credible, type Registration, SECRET_OVERLAP_MS } from './state';
import { wasToldHere } from './store';

/** What the addresses of a list tell that were sealed for this very trigger and its subscriber; the latest first, those that are dated ahead last. */
function sealsIn(listed: readonly Listed[], registration: Registration, apiKey: string, now: number): Sealed[] {
	const { owner, service, url, subscriberId } = registration;
	return listed
		.flatMap(({ uri }) => {
			if (uri === undefined || !sameTrigger(uri, url)) return [];
			const { token, seal } = partsOf(uri);
			if (token === undefined || seal === undefined) return [];
			const opened = open({ owner, service, apiKey }, token, seal);
			return 'wrong' in opened || opened.subscriberId !== subscriberId
				? []
				: [{ ...opened, madeAt: credible(opened.madeAt, now) }];
		})
		.sort((one, other) => other.madeAt - one.madeAt);
}

/** Takes over a younger secret; the one before is still accepted for the rest of its time. */
const withSecret = (registration: Registration, { secret, madeAt }: Sealed): Registration => ({
	...registration,
	secret,
	secretSince: madeAt,
	previousSecret: registration.secret ?? registration.previousSecret,
	previousUntil: madeAt + SECRET_OVERLAP_MS,
});

/**
 * What the service's list teaches about the own secret. Static data may be old or gone, so that the secret in it may not
 * be the one in use: a younger one that an address holds is taken over. One that nothing confirms, neither a sealed address nor this process,
 * counts as old, so that it is replaced.
 */
export function learnFromList(
	context: IHookFunctions,
	registration: Registration,
	listed: readonly Listed[] = [],
	apiKey: string,
	now = clock.date(),
): Registration {
	const seals = sealsIn(listed, registration, apiKey, now);
	const [latest] = seals;
	const { secret, secretSince, previousSecret } = registration;
	// A secret that is being rotated is known no more; the address still holds the one before.
	const isNews =
		latest !== undefined &&
		latest.secret !== secret &&
		(latest.madeAt > secretSince || (secret === undefined && latest.secret !== previousSecret));
	const learned = isNews ? withSecret(registration, latest) : registration;
	if (wasToldHere(context, learned) || isStart(context)) return learned;
	const isConfirmed = seals.some((sealed) => sealed.secret === learned.secret);
	return { ...learned, secretSince: isConfirmed ? Math.max(learned.secretSince, 1) : 0 };
}
