import type { DatabaseSync } from 'node:sqlite';
import type { Deliveries } from '../webhooks/engine.mts';
import type { Clock } from './clock.mts';
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
	/** Empties the database and seeds it again. */
	reset: () => void;
	/** The subscription key of the region that this sandbox plays. */
	subscriptionKey: string;
	log: (line: string) => void;
}
