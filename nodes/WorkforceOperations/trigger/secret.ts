import type { IHookFunctions } from 'n8n-workflow';
import { clock } from '../transport/time';
import { keep } from './owner';
import type { SubscriptionService } from './service';
import type { Registration } from './state';

/** How long deliveries that were signed with the secret before are still accepted: they may be on their way. */
export const SECRET_OVERLAP_MS = 5 * 60_000;

/**
 * Has the service make a new secret, because the one before was lost or the user wants it. The one before counts as
 * retired from the moment of asking: if the answer gets lost, nobody knows which one is in use, and the next attempt
 * asks again.
 */
export async function ensureSecret(
	context: IHookFunctions,
	service: SubscriptionService,
	registration: Registration,
): Promise<void> {
	if (registration.subscriberId === undefined) return;
	if (registration.secret !== undefined) {
		Object.assign(registration, {
			previousSecret: registration.secret,
			previousUntil: clock.date() + SECRET_OVERLAP_MS,
			secret: undefined,
		});
		keep(context, registration);
	}
	registration.secret = await service.rotateSecret(registration.subscriberId);
	keep(context, registration);
}

/** The secrets that a delivery may be signed with: one, and for a short while after a rotation two. */
export function validSecrets({ secret, previousSecret, previousUntil }: Registration): string[] {
	const current = secret === undefined ? [] : [secret];
	return previousSecret !== undefined && clock.date() < (previousUntil ?? 0) ? [...current, previousSecret] : current;
}
