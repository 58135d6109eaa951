import { CircuitBreakers } from './circuitBreaker';
import { FileMemory } from './fileMemory';
import { Mutex } from './mutex';

/** What belongs to one run and to no other: the connections that it makes of its first one share it. */
export class Run {
	/** One for each key. */
	readonly breakers = new CircuitBreakers();

	/** For files that records link to. */
	readonly fileMemory = new FileMemory();

	readonly listFiles = new Mutex();

	/** Names of fields whose numbers came as texts, because JavaScript would round them. */
	readonly longNumbers = new Set<string>();

	/** Why no more lists become files. */
	listFailure?: { error: unknown };
}
