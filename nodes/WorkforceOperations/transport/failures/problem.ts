import { type Cures, inWords, mapped, withCures } from './cure';
import { type INode, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { isBlank, withoutDoubleStop } from '../../contract';

/** An error in the form that n8n shows best: its own classes unchanged, a Problem with its cure as description. */
export function asNodeError(node: INode, error: unknown, itemIndex?: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const problem = findProblem(error);
	if (problem)
		return withCures(
			new NodeOperationError(node, problem.message, { itemIndex, description: problem.cure }),
			problem.cures,
		);
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}

/** Adds advice to an error. One that isn't n8n's own has no field for it. */
export function withAdvice<Thrown>(error: Thrown, ...advice: readonly string[]): Thrown {
	if (error instanceof NodeApiError || error instanceof NodeOperationError)
		error.description = [error.description, ...advice].filter((part) => !isBlank(part)).join(' ');
	return error;
}

/**
 * A problem that the user can correct, with a finished message. It deliberately has no HTTP response: n8n would read a
 * 401 in an error of the token exchange as an expired token, and exchange the key again.
 */
export class Problem extends UserError {
	readonly cures: Cures;

	/** All cures as text. */
	readonly cure: string | undefined;

	/** It may pass by itself: the service is down or busy. */
	readonly passing: boolean;

	constructor(message: string, cures?: Cures, passing = false) {
		const own = mapped(cures, withoutDoubleStop);
		const words = inWords(own);
		super(withoutDoubleStop(message), { description: words || null });
		this.cures = own;
		this.cure = words || undefined;
		this.passing = passing;
	}
}

/** For the credential's file, which imports only functions from the shared code in dist. */
export const problem = (message: string, cure?: string): Problem => new Problem(message, cure);

/** Returns a Problem as it is. Any other error becomes one that says only `message`. */
export const asProblem = (error: unknown, message: string): Problem =>
	error instanceof Problem ? error : new Problem(message);

/** Finds a Problem in an error that n8n may have wrapped. */
export function findProblem(error: unknown): Problem | undefined {
	let current = error;
	for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
		if (current instanceof Problem) return current;
		current = current.cause;
	}
	return undefined;
}
