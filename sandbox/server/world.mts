import type { DatabaseSync } from 'node:sqlite';
import type { Deliveries } from '../deliveries/engine.mts';
import type { Choices, VariantName } from '../core/choices.mts';
import type { Clock } from '../core/clock.mts';
import type { Faults } from './faults.mts';
import type { Journal } from './journal.mts';
import type { RateLimit } from './rate.mts';
import type { Tokens } from './tokens.mts';

/** The state of a running sandbox. It is passed to the handlers; there is no global state. */
export interface World {
	db: DatabaseSync;
	clock: Clock;
	tokens: Tokens;
	rate: RateLimit;
	journal: Journal;
	faults: Faults;
	deliveries: Deliveries;
	/** Base address of this sandbox, for links in responses. */
	url: () => string;
	/**
	 * Applies the effects of time alone: plans the shifts around now. Called before every request is handled, so that
	 * reading doesn't write.
	 */
	keepUp: () => void;
	/** Empties the database and seeds it again. */
	reset: () => void;
	/** How ambiguous points of the service document are simulated. */
	variant: VariantName;
	choices: Choices;
	/** The subscription key of the simulated region. */
	subscriptionKey: string;
	log: (line: string) => void;
}
