// The settings that the watch trigger reads from a form, and the words of a refusal.
import { readWatchSettings, type WatchSettings } from '../../../nodes/WorkforceOperations/watch/settings.ts';
import type { OwnSettings } from './fakePoll.mts';
import { form } from './filledForm.mts';

export const read = (event: string, values: object = {}, use?: 'poll' | 'test') => {
	const { event: chosen, ...settings } = readWatchSettings(form({ event, ...values }), use) as WatchSettings &
		OwnSettings;
	return { chosen: chosen.value, ...settings };
};

/** What is said of what is refused. */
export function refused(
	event: unknown,
	values: object,
	use?: 'poll' | 'test',
): { message: string; description?: string | null } {
	try {
		readWatchSettings(form({ event, ...values }), use);
	} catch (error) {
		const { message, description } = error as Error & { description?: string | null };
		return { message, description };
	}
	return { message: 'read' };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What every event reads; what its family reads for itself stands beside it. */
export const standard = {
	startWith: 'now',
	query: {},
	additionalQuery: {},
	simplify: true,
	lookBackMs: 336 * HOUR,
	retries: 3,
	maxItems: 500,
	intervalMs: MINUTE,
	timeZone: 'Australia/Sydney',
};

export const ofLogins = { startWith: 'new', loginsAtLeast: 1, loginsWithinMs: 10 * MINUTE };
