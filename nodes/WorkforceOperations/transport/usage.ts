import { budgetOf } from './budget';
import type { Connection } from './connection';

/** What a connection has used of its key's requests per minute. */
export interface Usage {
	sent: number;
	/** Requests that this process may still send in this minute. */
	left: number;
	perMinute: number;
}

export const usageOf = (connection: Connection): Usage => {
	const { budgetKey, requestsPerMinute: perMinute } = connection.settings;
	return { ...budgetOf(budgetKey).usage(perMinute, connection), perMinute };
};
