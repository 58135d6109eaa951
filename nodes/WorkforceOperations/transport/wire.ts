import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Method } from '../contract';
import { budgetOf } from './budget';
import type { Connection } from './connection';
import { header } from './failure';
import { putMarks, readTrace, type Trace } from './marks';
import { isRepeatable, next, NO_HISTORY } from './retry';
import { type Patience, type Result, sendOnce } from './sendOnce';
import { CREDENTIAL_TYPE } from './settings';
import { clock, pause } from './time';

/** Longer than any answer of the service should take. */
const PATIENCE: Patience = { idleMs: 120_000, deadlineMs: 180_000 };

/** Where a person is waiting, as long as they would. */
const SHORT_PATIENCE: Patience = { idleMs: 20_000, deadlineMs: 30_000 };

/** Files may be large, and their way long. */
const FILE_DEADLINE_MS = 15 * 60_000;

export interface WireRequest {
	method: Method;
	/** Path and query below the base address, or a whole address of the service's host. */
	target: string;
	body?: IHttpRequestOptions['body'];
	headers?: Record<string, string>;
	/** `arraybuffer` for files. */
	encoding?: IHttpRequestOptions['encoding'];
}

function patienceOf({ deadline, signal }: Connection, { encoding }: WireRequest): Patience {
	const patience = deadline === undefined ? PATIENCE : SHORT_PATIENCE;
	return { ...patience, signal, ...(encoding === undefined ? {} : { deadlineMs: FILE_DEADLINE_MS }) };
}

/** Sends once with the credential. A 401 isn't renewed by n8n, but by sending again with the refused token named. */
async function attempt(
	connection: Connection,
	request: WireRequest,
	refusedToken: string | undefined,
): Promise<Result & Trace> {
	const { context, settings } = connection;
	const { target, method, body, encoding } = request;
	const url = target.startsWith('/') ? `${settings.baseUrl}${target}` : target;
	const headers = { ...request.headers, ...putMarks(refusedToken) };
	const { left, ...result } = await sendOnce(
		async (options): Promise<unknown> =>
			await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, options),
		{ method, url, headers, body, encoding },
		patienceOf(connection, request),
	);
	return { ...result, ...readTrace(left) };
}

const timeLeft = ({ deadline }: Connection): number =>
	deadline === undefined ? Infinity : Math.max(0, deadline - clock.now());

/** Takes a place in the key's budget, sends, and sends again where `next` says so. Never throws. */
export async function exchange(connection: Connection, request: WireRequest): Promise<Result> {
	const { settings, signal } = connection;
	const budget = budgetOf(settings.budgetKey);
	for (let history = NO_HISTORY; ;) {
		const grant = await budget.take(settings.requestsPerMinute, {
			signal,
			until: connection.deadline,
			priority: connection.priority,
			taker: connection,
		});
		if ('denied' in grant) {
			return {
				failure: grant.denied === 'stopped' ? { stopped: true, unsent: true } : { budgetMs: grant.waitMs },
			};
		}
		const tried = await attempt(connection, request, history.refusedToken);
		if (tried.sent) grant.lease.done();
		else grant.lease.release();
		if ('response' in tried) return { response: tried.response };
		if (signal?.aborted) return { failure: { stopped: true, unsent: !tried.sent } };
		const step = next(tried, history, {
			repeatable: isRepeatable(request),
			leftMs: timeLeft(connection),
			restOfWindowMs: budget.restOfWindow(),
			jitter: clock.jitter(),
		});
		if (step.pauseMs !== undefined) budget.freeze(step.pauseMs);
		if ('end' in step) return { failure: step.end };
		await pause(step.afterMs, signal);
		history = step.history;
	}
}

/** The media type of a response, without its parameters. */
export const mediaType = (headers: Record<string, unknown> | undefined): string =>
	(header(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
