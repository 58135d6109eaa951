import type { SlotResult, TakenSlot } from '../../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';

/** The place that was granted; an error where none was. */
export function leaseOf(grant: SlotResult): TakenSlot {
	if ('denied' in grant) throw new Error(`denied: ${grant.denied}`);
	return grant.slot;
}
