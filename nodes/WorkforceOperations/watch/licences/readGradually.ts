import type { JsonObject } from '../../contract';
import { settle } from '../../transport/settle';
import { isKind } from '../../transport/errors/serviceError';
import { missedGuard, nextGuard, readGuard, type Scan } from './sweep';
import { NoAnswerInTime, UnfinishedList } from '../core/pollReader';
import type { PollContext } from '../core/source';

/** So many guards that can't be read, one after another: is it they, or the service? */
const IN_A_ROW = 3;

/** How far a poll came. */
interface GradualReading {
	sweep: Scan;
	/** Why it stopped, where it was the service; then nobody was passed over for it. */
	failure?: unknown;
	/** Guards that were read. */
	read: number;
}

/** What nobody has to be tried twice for: it is about the key, not about a guard. */
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

/** Whether the service answers at all. */
export async function isWell({ reader, settings }: PollContext): Promise<boolean> {
	const probe = await settle(reader.list('staff.getAll', settings.query, 1));
	return 'result' in probe;
}

/**
 * Reads one guard after another for as long as the poll may go on. `take` is given what was read, and says whether all
 * that was found fits into this poll; what doesn't is read again by the next one.
 */
export async function readGradually(
	poll: PollContext,
	begun: Scan,
	take: (employeeId: string, records: JsonObject[]) => boolean,
): Promise<GradualReading> {
	let sweep = begun;
	let read = 0;
	/** As it was before the guards that failed one after another. */
	let before = begun;
	let failed = 0;
	for (let id = nextGuard(sweep); id !== undefined; id = nextGuard(sweep)) {
		if (!(await poll.reader.mayGoOn())) break;
		const answer = await settle(poll.reader.listOf('securityLicence.getAll', { id }));
		if ('result' in answer) {
			read++;
			failed = 0;
			if (!take(id, answer.result)) break;
			sweep = readGuard(sweep, id, answer.result.length);
			before = sweep;
			continue;
		}
		const { error } = answer;
		// The key's minute was wanted by others after all.
		if (poll.reader.isSpent || isKind(error, 'budget')) break;
		if (isOfKey(error)) return { sweep: before, failure: error, read };
		failed++;
		sweep = missedGuard(sweep, id);
		if (failed < IN_A_ROW) continue;
		// Nobody's licences at all: that is the key, too.
		if (isKind(error, 'forbidden') && read === 0 && sweep.records === 0) return { sweep: before, failure: error, read };
		if (!(await isWell(poll))) return { sweep: before, failure: error, read };
		before = sweep;
		failed = 0;
	}
	return { sweep, read };
}
