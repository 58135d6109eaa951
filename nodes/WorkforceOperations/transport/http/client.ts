import type { IHttpRequestOptions } from 'n8n-workflow';
import { type Method, MINUTE_MS } from '../../contract';
import { rateLimiterOf, type TakenSlot } from '../rateLimit';
import type { Connection, ConnectionContext } from '../connection';
import { type Failure, header } from '../failures/failure';
import { type KeyChoice, keyHeaders, settingsOfRequest } from '../keys';
import { setInternalHeaders, readRequestTrace, type RequestTrace } from './internalHeaders';
import { asProblem, Problem } from '../failures/problem';
import { withQuota } from './quota';
import {
	type RetryHistory,
	isRepeatable,
	mayHaveArrived,
	decideRetry,
	NO_HISTORY,
	retryAfterMs,
	TRIES,
} from './retryPolicy';
import { type Timeouts, type SendResult, sendOnce, type RawResponse } from './send';
import type { MemoryClaim } from '../fileMemory';
import { CREDENTIAL_TYPE, type Settings } from '../settings';
import type { CircuitBreaker } from '../circuitBreaker';
import { clock, pause } from '../clock';

/** The service should never take longer. */
const TIMEOUTS: Timeouts = { idleMs: 120_000, deadlineMs: 180_000 };

/** While a person waits. */
const SHORT_TIMEOUTS: Timeouts = { idleMs: 20_000, deadlineMs: 30_000 };

/** A page that takes longer, even on retry, is too large for the service. */
const LARGE_MS = MINUTE_MS;
const LARGE_TRIES = 2;

/** Files may be large, and connections slow. */
const FILE_DEADLINE_MS = 15 * MINUTE_MS;

export interface ServiceRequest {
	method: Method;
	/** Path and query below the base address, or a full URL of the service's host. */
	target: string;
	body?: IHttpRequestOptions['body'];
	headers?: Record<string, string>;
	/** Receives the response if it is a file. */
	file?: MemoryClaim;
	/** The endpoint's name for its rate limit; needed if the path contains ids. */
	endpoint?: string;
	/** A smaller page can be requested instead, so this one times out sooner. */
	large?: boolean;
	choice?: KeyChoice;
}

function timeoutsOf({ deadline, signal }: Connection, { file, large }: ServiceRequest): Timeouts {
	if (deadline !== undefined) return { ...SHORT_TIMEOUTS, signal };
	if (large) return { idleMs: LARGE_MS, deadlineMs: LARGE_MS, signal };
	return { ...TIMEOUTS, signal, ...(file === undefined ? {} : { deadlineMs: FILE_DEADLINE_MS }) };
}

/**
 * Replaces the execution's abort signal, which n8n passes to every request with a credential: a stalled download can
 * be closed only by its own request's signal.
 */
const endedBy = (context: ConnectionContext, signal: IHttpRequestOptions['abortSignal']): ConnectionContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ConnectionContext;

/**
 * Sends once, with the credential or the connection's own token. n8n doesn't renew the token after a 401: the request
 * is resent with the refused token named.
 */
async function sendAuthenticated(
	connection: Connection,
	settings: Settings,
	request: ServiceRequest,
	refusedToken: string | undefined,
): Promise<SendResult & RequestTrace> {
	const { context, token } = connection;
	const { target, method, body, file } = request;
	const url = target.startsWith('/') ? `${settings.baseUrl}${target}` : target;
	const own = token === undefined ? setInternalHeaders(refusedToken, settings.field) : keyHeaders(settings, token);
	const { left, ...result } = await sendOnce(
		async (options): Promise<unknown> =>
			token === undefined
				? await context.helpers.httpRequestWithAuthentication.call(
						file === undefined ? context : endedBy(context, options.abortSignal),
						CREDENTIAL_TYPE,
						options,
					)
				: await context.helpers.httpRequest(options),
		{ method, url, headers: { ...request.headers, ...own }, body, file },
		timeoutsOf(connection, request),
	);
	const read = 'failure' in result ? { failure: withQuota(result.failure) } : result;
	return { ...read, ...readRequestTrace(left) };
}

const timeLeft = (until = Infinity): number => Math.max(0, until - clock.now());

/** The service may rate-limit a single endpoint. */
const endpointName = ({ method, target, endpoint }: ServiceRequest): string =>
	endpoint ?? `${method} ${target.split('?')[0]}`;

/** A Problem if there is no key. */
function keyOf({ settings }: Connection, { target, choice }: ServiceRequest): Settings | Problem {
	try {
		return settingsOfRequest(settings, new URL(target, settings.origin).pathname, choice);
	} catch (error) {
		return asProblem(error, 'It isn’t clear which key to use for this request');
	}
}

/** `earlier`: an earlier attempt may have been carried out, whatever the service answers now. */
type ExchangeResult = { response: RawResponse; earlier: boolean } | { failure: Failure };

/** Takes a slot of the key's budget, sends, and resends as `decideRetry` says. Never throws. */
export async function sendWithRetry(connection: Connection, request: ServiceRequest): Promise<ExchangeResult> {
	const { signal, deadline, priority, agent } = connection;
	const isRead = request.method === 'GET';
	if (agent?.allowsWrites === false && !isRead) {
		agent.held.push({ method: request.method, path: request.target, body: request.body ?? null });
		return { failure: { problem: new Problem('Nothing was sent') } };
	}
	const chosen = keyOf(connection, request);
	if (chosen instanceof Problem) return { failure: { problem: chosen } };
	const settings = chosen;
	const breaker = connection.run.breakers.of(settings.budgetKey);
	const budget = rateLimiterOf(settings.budgetKey);
	const endpoint = endpointName(request);
	let earlier = false;
	const ended = (failure: Failure, unsent = failure.unsent): ExchangeResult => ({
		failure: { ...failure, unsent, earlier, keyField: settings.field },
	});
	for (let history = NO_HISTORY; ;) {
		if (breaker.openFailure) return ended(breaker.openFailure);
		const grant = await budget.take(settings.requestsPerMinute, {
			signal,
			until: Math.min(deadline ?? Infinity, breaker.giveUpAt),
			priority,
			taker: connection,
			endpoint,
		});
		if ('denied' in grant) {
			if (grant.denied === 'stopped') return ended({ stopped: true, unsent: true });
			const failure = timeLeft(breaker.giveUpAt) === 0 ? breaker.stalled : { budgetMs: grant.waitMs };
			return ended(failure, true);
		}
		const tried = await sendAuthenticated(connection, settings, request, history.refusedToken);
		const refusedMs = giveBack(grant.slot, tried);
		noteAnswer(breaker, tried, history);
		if ('response' in tried) {
			for (const name of tried.response.long ?? []) connection.run.longNumbers.add(name);
			return { response: tried.response, earlier };
		}
		if (signal?.aborted) return ended({ stopped: true, unsent: !tried.sent });
		const step = decideRetry(tried, history, {
			slowTries: request.large ? LARGE_TRIES : TRIES,
			repeatable: isRepeatable(request) && (isRead || agent === undefined),
			leftMs: timeLeft(deadline),
			stalledLeftMs: timeLeft(breaker.giveUpAt),
			refusedMs,
			jitter: clock.jitter(),
		});
		if ('end' in step)
			return ended(step.end === 'stalled' ? breaker.stalled : step.end, !tried.sent && tried.failure.late !== true);
		earlier ||= tried.sent && mayHaveArrived(tried.failure);
		await pause(step.afterMs, signal);
		history = step.history;
	}
}

/** Reports the result to the rate limiter; returns the milliseconds to wait before a resend after a 429. */
function giveBack(slot: TakenSlot, tried: SendResult & RequestTrace): number {
	if (!tried.sent) slot.unused();
	else if ('failure' in tried && tried.failure.status === 429) return slot.refused(retryAfterMs(tried.failure));
	else slot.done();
	return 0;
}

function noteAnswer(breaker: CircuitBreaker, tried: SendResult & RequestTrace, { refusedToken }: RetryHistory): void {
	if ('response' in tried) return breaker.onAnswer(tried.response.headers);
	const { failure } = tried;
	if (failure.status === 429) breaker.onTooMany(failure);
	else if (failure.status !== 401 && failure.status !== undefined) breaker.onAnswer();
	else if (failure.status === 401 && tried.sent && refusedToken !== undefined) breaker.onUnauthorized(failure);
}

export const mediaType = (headers: Record<string, unknown> | undefined): string =>
	(header(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
