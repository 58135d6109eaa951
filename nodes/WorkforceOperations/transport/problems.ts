import { UserError } from 'n8n-workflow';

/**
 * Something that the person can mend, in finished words. It carries no HTTP response on purpose: n8n takes a 401 in an
 * error of the token exchange for an expired token and would exchange the key a second time.
 */
export class Problem extends UserError {
	readonly cure: string | undefined;

	/** It may be over at the next try, with nobody doing anything: the service is down or busy. */
	readonly passing: boolean;

	constructor(message: string, cure?: string, passing = false) {
		super(message, { description: cure ?? null });
		this.cure = cure;
		this.passing = passing;
	}
}

/** Finds a Problem in an error that n8n may have wrapped. */
export function findProblem(error: unknown): Problem | undefined {
	let current = error;
	for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
		if (current instanceof Problem) return current;
		current = current.cause;
	}
	return undefined;
}
