import type { Grant, Lease } from '../../../../nodes/WorkforceOperations/transport/budget/index.ts';

/** The place that was granted; an error where none was. */
export function leaseOf(grant: Grant): Lease {
	if ('denied' in grant) throw new Error(`denied: ${grant.denied}`);
	return grant.lease;
}
