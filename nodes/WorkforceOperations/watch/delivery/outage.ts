import { type IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { HOUR_MS, MINUTE_MS } from '../../contract';
import { asNodeError, findProblem } from '../../transport/failures/problem';
import { isKind } from '../../transport/errors/serviceError';
import type { ErrorKind } from '../../transport/failures/errorKind';
import { clock } from '../../transport/clock';
import { emitWarning, withoutHeaderName } from '../../transport/n8nQuirks';
import type { ProcessMemory } from './processMemory';
import { duration } from '../core/text';
import { logAbout } from '../../transport/log';

/** An outage is reported when it has lasted this long, and then every hour. */
const REPORT_AFTER_MS = 15 * MINUTE_MS;
const REPORT_EVERY_MS = HOUR_MS;

/** Error kinds that a retry can't fix. */
const FINAL: ErrorKind[] = ['unauthorized', 'forbidden', 'notFound', 'invalid', 'conflict', 'redirected', 'settings'];

/** Whether only a person can fix it: in the form, the credential or the key. */
function needsPerson(error: unknown): boolean {
	if (error instanceof NodeOperationError || findProblem(error)?.passing === false) return true;
	// Of a refused key, n8n 2.8 passes on the message only.
	return isKind(error, ...FINAL) || (isKind(error, 'unknown') && /key was rejected/.test(error.message));
}

/** The whole advice in the message, because n8n shows nothing else of a poll. */
function wholeAdvice(error: NodeApiError | NodeOperationError): string {
	const { message, description } = error;
	const parts = [message, description].filter((part): part is string => typeof part === 'string' && part !== '');
	return withoutHeaderName(parts.map((part) => part.replace(/(?<![.\s])[.\s]+$/, '')).join('. '));
}

/** Whether a person publishes the workflow. */
export const isPublishing = (context: IPollFunctions): boolean =>
	['activate', 'update'].includes(context.getActivationMode());

/**
 * Handles the error of a poll. During publishing, an error that the user has to fix ends the publishing, with the cure in
 * its message. All others are swallowed, because n8n ends a trigger for good if its first polls throw; an outage is
 * reported as one failed execution after 15 minutes, and every hour from then on.
 */
export function onPollError(context: IPollFunctions, memory: ProcessMemory, thrown: unknown, isFirst: boolean): null {
	const error = asNodeError(context.getNode(), thrown);
	const advice = wholeAdvice(error);
	if (isFirst && isPublishing(context) && needsPerson(thrown)) throw new NodeOperationError(context.getNode(), advice);
	const now = clock.date();
	const { since, reportedAt } = memory.noteFailedPoll(now);
	logAbout(context).warn(`could not look at the service: ${advice}`);
	if (now - since >= REPORT_AFTER_MS && (reportedAt === undefined || now - reportedAt >= REPORT_EVERY_MS)) {
		memory.noteOutageReport(now);
		emitWarning(
			context,
			`Every check has failed for ${duration(now - since)}: ${advice}. Events from this time are reported when the service responds again`,
		);
	}
	return null;
}

/** Handles a poll that reached the service. */
export function onPollSuccess(context: IPollFunctions, memory: ProcessMemory): void {
	const ended = memory.endOutage();
	if (ended === undefined) return;
	const lasted = duration(clock.date() - ended.since);
	logAbout(context).info(`can look at the service again, after ${lasted}`);
}
