import type { JsonObject } from '../../contract';
import { settle } from '../../transport/settle';
import { isKind } from '../../transport/errors/serviceError';
import { missedGuard, nextGuard, readGuard, type Scan } from './scan';
import { NoAnswerInTime, UnfinishedList } from '../core/pollReader';
import type { PollContext } from '../core/source';

/** After so many consecutive failures the service itself is checked. */
const IN_A_ROW = 3;

/** What a poll has read. */
interface GradualReading {
	scan: Scan;
	/** Why it stopped, if the service was the cause; then no guard counts as failed. */
	failure?: unknown;
	/** Guards that were read. */
	read: number;
}

/** Whether a failure concerns the key and not a single guard, so that trying other guards is no use. */
export const isOfKey = (error: unknown): boolean =>
	!(error instanceof NoAnswerInTime || error instanceof UnfinishedList) &&
	!isKind(
		error,
		'notFound',
		'forbidden',
		'invalid',
		'conflict',
		'refused',
		'timeout',
		'network',
		'unavailable',
		'unreadable',
		'incomplete',
	);

/** Whether the service answers other requests. */
export async function serviceAnswers({ reader, settings }: PollContext): Promise<boolean> {
	const probe = await settle(reader.list('staff.getAll', settings.query, 1));
	return 'result' in probe;
}

/**
 * Reads guard after guard as long as the poll may continue. `take` gets the records, and returns whether all findings fit
 * into this poll; the rest is read again by the next one.
 */
export async function readGradually(
	poll: PollContext,
	begun: Scan,
	take: (employeeId: string, records: JsonObject[]) => boolean,
): Promise<GradualReading> {
	let scan = begun;
	let read = 0;
	/** The progress before the latest consecutive failures. */
	let before = begun;
	let failed = 0;
	for (let id = nextGuard(scan); id !== undefined; id = nextGuard(scan)) {
		if (!(await poll.reader.mayGoOn())) break;
		const answer = await settle(poll.reader.listOf('securityLicence.getAll', { id }));
		if ('result' in answer) {
			read++;
			failed = 0;
			if (!take(id, answer.result)) break;
			scan = readGuard(scan, id, answer.result.length);
			before = scan;
			continue;
		}
		const { error } = answer;
		// Other requests have used up the key's rate limit meanwhile.
		if (poll.reader.isSpent || isKind(error, 'budget')) break;
		if (isOfKey(error)) return { scan: before, failure: error, read };
		failed++;
		scan = missedGuard(scan, id);
		if (failed < IN_A_ROW) continue;
		// No guard's licences could be read at all: the key is the cause, too.
		if (isKind(error, 'forbidden') && read === 0 && scan.records === 0) return { scan: before, failure: error, read };
		if (!(await serviceAnswers(poll))) return { scan: before, failure: error, read };
		before = scan;
		failed = 0;
	}
	return { scan, read };
}
