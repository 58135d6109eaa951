import type {
	RateLimiter,
	SlotRequest,
	SlotResult,
	TakenSlot,
} from '../../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';

/** The place that was granted; an error where none was. */
export function leaseOf(grant: SlotResult): TakenSlot {
	if ('denied' in grant) throw new Error(`denied: ${grant.denied}`);
	return grant.slot;
}

/** So many requests, each of them answered at once. */
export async function spend(budget: RateLimiter, count: number, limit: number, claim?: SlotRequest): Promise<void> {
	for (let index = 0; index < count; index++) leaseOf(await budget.take(limit, claim)).done();
}
