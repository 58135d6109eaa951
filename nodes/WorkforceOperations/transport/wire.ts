import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Method } from '../contract';
import { budgetOf, type Lease } from './budget';
import type { Connection, Context } from './connection';
import { type Failure, header } from './failure';
import { putMarks, readTrace, type Trace } from './marks';
import { type History, isRepeatable, mayHaveArrived, next, NO_HISTORY, retryAfterMs, TRIES } from './retry';
import { type Patience, type Result, sendOnce, type WireResponse } from './sendOnce';
import type { Intake } from './room';
import { CREDENTIAL_TYPE } from './settings';
import type { Standing } from './standing';
import { clock, pause } from './time';

/** Longer than any answer of the service should take. */
const PATIENCE: Patience = { idleMs: 120_000, deadlineMs: 180_000 };

/** Where a person is waiting, as long as they would. */
const SHORT_PATIENCE: Patience = { idleMs: 20_000, deadlineMs: 30_000 };

/** A page that takes longer than this is too large for the service, once it has been asked for again. */
const LARGE_MS = 60_000;
const LARGE_TRIES = 2;

/** Files may be large, and their way long. */
const FILE_DEADLINE_MS = 15 * 60_000;

export interface WireRequest {
	method: Method;
	/** Path and query below the base address, or a whole address of the service's host. */
	target: string;
	body?: IHttpRequestOptions['body'];
	headers?: Record<string, string>;
	/** Where the answer is to go if it is a file. */
	file?: Intake;
	/** What its endpoint is called, where its address holds ids. */
	endpoint?: string;
	/** A page so large that a smaller one can be asked for: it is given up sooner. */
	large?: boolean;
}

function patienceOf({ deadline, signal }: Connection, { file, large }: WireRequest): Patience {
	if (deadline !== undefined) return { ...SHORT_PATIENCE, signal };
	if (large) return { idleMs: LARGE_MS, deadlineMs: LARGE_MS, signal };
	return { ...PATIENCE, signal, ...(file === undefined ? {} : { deadlineMs: FILE_DEADLINE_MS }) };
}

/**
 * The context with another signal in the place of the execution's, which n8n takes for every request with a credential: of a
 * file nothing but its request's own signal ends the connection where nothing comes any more.
 */
const endedBy = (context: Context, signal: IHttpRequestOptions['abortSignal']): Context =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;

/** Sends once with the credential. A 401 isn't renewed by n8n, but by sending again with the refused token named. */
async function attempt(
	connection: Connection,
	request: WireRequest,
	refusedToken: string | undefined,
): Promise<Result & Trace> {
	const { context, settings } = connection;
	const { target, method, body, file } = request;
	const url = target.startsWith('/') ? `${settings.baseUrl}${target}` : target;
	const headers = { ...request.headers, ...putMarks(refusedToken) };
	const { left, ...result } = await sendOnce(
		async (options): Promise<unknown> =>
			await context.helpers.httpRequestWithAuthentication.call(
				file === undefined ? context : endedBy(context, options.abortSignal),
				CREDENTIAL_TYPE,
				options,
			),
		{ method, url, headers, body, file },
		patienceOf(connection, request),
	);
	return { ...result, ...readTrace(left) };
}

const timeLeft = (until = Infinity): number => Math.max(0, until - clock.now());

/** Which endpoint a request is for: the service may want to be left alone by one of them only. */
const endpointOf = ({ method, target, endpoint }: WireRequest): string =>
	endpoint ?? `${method} ${target.split('?')[0]}`;

/** How a request ended; `earlier`: it was sent before, and the service may have carried that out, whatever it says now. */
type Exchanged = { response: WireResponse; earlier: boolean } | { failure: Failure };

/** Takes a place in the key's budget, sends, and sends again where `next` says so. Never throws. */
export async function exchange(connection: Connection, request: WireRequest): Promise<Exchanged> {
	const { settings, signal, deadline, standing, priority } = connection;
	const budget = budgetOf(settings.budgetKey);
	const endpoint = endpointOf(request);
	let earlier = false;
	const ended = (failure: Failure, unsent = failure.unsent): Exchanged => ({
		failure: { ...failure, unsent, earlier },
	});
	for (let history = NO_HISTORY; ;) {
		if (standing.closed) return ended(standing.closed);
		const grant = await budget.take(settings.requestsPerMinute, {
			signal,
			until: Math.min(deadline ?? Infinity, standing.giveUpAt),
			priority,
			taker: connection,
			endpoint,
		});
		if ('denied' in grant) {
			if (grant.denied === 'stopped') return ended({ stopped: true, unsent: true });
			const failure = timeLeft(standing.giveUpAt) === 0 ? standing.stalled : { budgetMs: grant.waitMs };
			return ended(failure, true);
		}
		const tried = await attempt(connection, request, history.refusedToken);
		const refusedMs = giveBack(grant.lease, tried);
		note(standing, tried, history);
		if ('response' in tried) return { response: tried.response, earlier };
		if (signal?.aborted) return ended({ stopped: true, unsent: !tried.sent });
		const step = next(tried, history, {
			slowTries: request.large ? LARGE_TRIES : TRIES,
			repeatable: isRepeatable(request),
			leftMs: timeLeft(deadline),
			stalledLeftMs: timeLeft(standing.giveUpAt),
			refusedMs,
			jitter: clock.jitter(),
		});
		if ('end' in step)
			return ended(step.end === 'stalled' ? standing.stalled : step.end, !tried.sent && tried.failure.late !== true);
		earlier ||= tried.sent && mayHaveArrived(tried.failure);
		await pause(step.afterMs, signal);
		history = step.history;
	}
}

/** Tells the budget how a request ended; returns for how long it may not be sent again, where it was one too many. */
function giveBack(lease: Lease, tried: Result & Trace): number {
	if (!tried.sent) lease.release();
	else if ('failure' in tried && tried.failure.status === 429) return lease.refused(retryAfterMs(tried.failure));
	else lease.done();
	return 0;
}

/** Tells the connection how a request fared. */
function note(standing: Standing, tried: Result & Trace, { refusedToken }: History): void {
	if ('response' in tried) return standing.heard(tried.response.headers);
	const { failure } = tried;
	if (failure.status === 429) standing.tooMany(failure);
	else if (failure.status !== 401 && failure.status !== undefined) standing.heard();
	else if (failure.status === 401 && tried.sent && refusedToken !== undefined) standing.notAuthorized(failure);
}

/** The media type of a response, without its parameters. */
export const mediaType = (headers: Record<string, unknown> | undefined): string =>
	(header(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
