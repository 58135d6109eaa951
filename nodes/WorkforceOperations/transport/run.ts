import { CircuitBreakers } from './circuitBreaker';
import { FileMemory } from './fileMemory';
import { Mutex } from './mutex';

/** Shared by all connections that a run derives from its first one, and by no other run. */
export class Run {
	/** One for each key. */
	readonly breakers = new CircuitBreakers();

	/** For files that records link to. */
	readonly fileMemory = new FileMemory();

	readonly listFiles = new Mutex();

	/** Fields whose numbers were kept as text, because JavaScript would round them. */
	readonly longNumbers = new Set<string>();

	/** Set once a list of the run could not become a file. */
	listFailure?: { error: unknown };
}
