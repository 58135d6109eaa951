import type { DatabaseSync } from 'node:sqlite';
import type { Deliveries } from '../deliveries/engine.mts';
import type { Choices, VariantName } from '../core/choices.mts';
import type { Clock } from '../core/clock.mts';
import type { Faults } from './faults.mts';
import type { Journal } from './journal.mts';
import type { RateLimit } from './rate.mts';
import type { Tokens } from './tokens.mts';

/** Everything that one running sandbox holds. Handed to the handlers; there is no global state. */
export interface World {
	db: DatabaseSync;
	clock: Clock;
	tokens: Tokens;
	rate: RateLimit;
	journal: Journal;
	faults: Faults;
	deliveries: Deliveries;
	/** Base address of this sandbox, for links in answers. */
	url: () => string;
	/** Does what time alone brings: plans the shifts around now. Called before every request is answered, so that reading writes nothing. */
	keepUp: () => void;
	/** Empties the database and seeds it again. */
	reset: () => void;
	/** Which meaning it plays where the service document leaves one open. */
	variant: VariantName;
	choices: Choices;
	/** The subscription key of the region that this sandbox plays. */
	subscriptionKey: string;
	log: (line: string) => void;
}
