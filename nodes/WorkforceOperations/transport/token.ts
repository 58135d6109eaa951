import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { isJsonObject, openEnvelope, readRefusal, TOKEN_LIFETIME_SECONDS, TOKEN_PATHS } from '../contract';
import { explain, explainNotJson } from './explain';
import { readFailure, type Failure } from './failure';
import { Problem } from './problems';
import { retryAfterMs, retryDelay } from './retry';
import { redact } from './redact';
import type { Settings } from './settings';
import { clock, pause } from './time';
import { mediaType } from './wire';

/** What n8n stores beside the key. */
export interface StoredToken {
	accessToken: string;
	/** Epoch milliseconds at which the token is exchanged anew, well before it expires. */
	refreshAt: number;
	tokenFingerprint: string;
}

const MARGIN_MS = 5 * 60_000;

/** A short memory of refusals: the items of one run that fail with the same key share one token request. */
const REFUSAL_MEMORY_MS = 5_000;

/** So long, requests that were under way with a token that has been replaced share the new one. */
const REPLACED_MEMORY_MS = 5_000;

/** However late the answer comes, the token must serve the request that waits for it. */
const LEAST_USE_MS = 1_000;

/** A rate-limited token endpoint is waited for once, and not longer than this. */
const LONGEST_WAIT_MS = 60_000;

const TIMEOUT_MS = 30_000;

const flights = new Map<string, Promise<StoredToken>>();
const refusals = new Map<string, { problem: Problem; until: number }>();
const replaced = new Map<string, { token: StoredToken; until: number }>();

/** What a short memory holds; what is out of date is dropped on the way, because keys may come from expressions. */
function recall<Entry extends { until: number }>(memory: Map<string, Entry>, key: string): Entry | undefined {
	for (const [other, { until }] of memory) if (until <= clock.now()) memory.delete(other);
	return memory.get(key);
}

/** When to exchange again: five minutes before the end, and never later than half-way through a short life. */
export const refreshTime = (now: number, lifetimeMs: number): number =>
	now + Math.max(lifetimeMs - MARGIN_MS, lifetimeMs / 2);

interface Answer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

type Sender = IHttpRequestHelper['helpers']['httpRequest'];

async function post(http: Sender, settings: Settings, path: string): Promise<Answer | Failure> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${settings.baseUrl}${path}`,
		headers: {
			accept: 'application/json',
			...(settings.subscriptionKey ? { [settings.subscriptionKeyHeader]: settings.subscriptionKey } : {}),
		},
		body: { apiKey: settings.apiKey },
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
	};
	try {
		const full = (await http(options)) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		return { status: full.statusCode, headers: full.headers, body: full.body };
	} catch (error) {
		return readFailure(error);
	}
}

const answered = (result: Answer | Failure): result is Answer => 'body' in result && result.status !== undefined;

const passed = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Sends the token request, again where a try may help: an exchange writes nothing, so that repeating it is safe. */
async function persist(http: Sender, settings: Settings, path: string): Promise<Answer | Failure> {
	for (let attempt = 1, waited = false; ; attempt++) {
		const result = await post(http, settings, path);
		if (answered(result) && passed(result)) return result;
		const failure: Failure = result;
		let delay = retryDelay({ method: 'GET' }, failure, attempt);
		if (failure.status === 429 && !waited) {
			waited = true;
			const wait = retryAfterMs(failure) ?? LONGEST_WAIT_MS;
			delay = wait > LONGEST_WAIT_MS ? undefined : wait;
		}
		if (delay === undefined) return result;
		await pause(delay);
	}
}

/** The service has looked at the keys and refused them, so that asking again at once is pointless. */
class RejectedKey extends Problem {}

// The credential test shows the message alone, so that every message here names the field to look at.

function refusedProblem(settings: Settings, answer: Answer): Problem {
	const words = readRefusal(answer.body)?.message;
	const said = words
		? ` The service said: “${redact(words, settings.apiKey, settings.subscriptionKey).slice(0, 400)}”.`
		: '';
	// A gateway in front of the service refuses the subscription key in its own words.
	if (words && /subscription/i.test(words)) {
		return new RejectedKey(
			'The subscription key was rejected. Check the Subscription Key of the credential, then its Region',
			`Every region has its own subscription key; the support of the service hands it out.${said}`,
		);
	}
	return new RejectedKey(
		'The API key was rejected. Check the API Key of the credential, then its Region and Subscription Key',
		`The key was sent to ${new URL(settings.baseUrl).host}. It works only in the region it was made in, and a SuperAdmin may have withdrawn it.${said}`,
	);
}

function problemOf(settings: Settings, result: Answer | Failure): Problem {
	if (answered(result) && [400, 401, 403].includes(result.status)) return refusedProblem(settings, result);
	if (answered(result) && result.status === 404) return wrongPlace(`${settings.origin} does not exchange API keys`);
	const clean = (words: string): string => redact(words, settings.apiKey, settings.subscriptionKey);
	const { message, description } = explain(result, { settings, clean });
	// A service that is busy or down is the right one: nothing in the credential is to be corrected.
	const busy = answered(result) && (result.status === 429 || result.status >= 500);
	if (busy)
		return new Problem(
			clean(result.status === 429 ? 'The service takes no more token requests at the moment' : message),
			clean(description ?? ''),
		);
	return wrongPlace(clean(message), clean(description ?? ''));
}

const wrongPlace = (message: string, details = 'This may not be the address of the service.'): Problem =>
	new Problem(`${message}. Check the Region (or the Base URL) of the credential`, details);

function readToken(settings: Settings, answer: Answer, askedAt: number): StoredToken {
	if (typeof answer.body === 'string') {
		const { message, description } = explainNotJson(settings.origin, mediaType(answer.headers));
		throw wrongPlace(message, description);
	}
	const page = openEnvelope('standard', answer.body);
	if ('refusal' in page) throw refusedProblem(settings, answer);
	const data = isJsonObject(page.data) ? page.data : {};
	if (typeof data.accessToken !== 'string' || data.accessToken === '') {
		throw wrongPlace(`${settings.origin} answered the API key without a token`);
	}
	const seconds = Number(data.expiresIn);
	const lifetimeMs = (Number.isFinite(seconds) && seconds > 0 ? seconds : TOKEN_LIFETIME_SECONDS) * 1000;
	const refreshAt = Math.max(refreshTime(askedAt, lifetimeMs), clock.date() + LEAST_USE_MS);
	return { accessToken: data.accessToken, refreshAt, tokenFingerprint: settings.fingerprint };
}

async function exchangeKey(http: Sender, settings: Settings): Promise<StoredToken> {
	const askedAt = clock.date();
	let result = await persist(http, settings, TOKEN_PATHS[0]);
	if (result.status === 404) result = await persist(http, settings, TOKEN_PATHS[1]);
	if (answered(result) && passed(result)) return readToken(settings, result, askedAt);
	throw problemOf(settings, result);
}

/**
 * Exchanges the API key for a token. Callers that come at the same time share one request, and so do those that come a
 * moment later with the same `stale` token: requests that run side by side find out one after another that it has ended.
 */
export async function requestToken(http: Sender, settings: Settings, stale = ''): Promise<StoredToken> {
	const key = `${settings.fingerprint}:${settings.subscriptionKeyHeader}:${settings.subscriptionKey}`;
	const refusal = recall(refusals, key);
	if (refusal) throw refusal.problem;
	const replacement = `${key}:${stale}`;
	const known = stale === '' ? undefined : recall(replaced, replacement);
	if (known) return known.token;
	const flight = flights.get(key) ?? exchangeKey(http, settings).finally(() => flights.delete(key));
	flights.set(key, flight);
	try {
		const token = await flight;
		if (stale !== '') replaced.set(replacement, { token, until: clock.now() + REPLACED_MEMORY_MS });
		return token;
	} catch (error) {
		const problem = error instanceof Problem ? error : new Problem('The API key could not be exchanged for a token');
		if (problem instanceof RejectedKey) refusals.set(key, { problem, until: clock.now() + REFUSAL_MEMORY_MS });
		throw problem;
	}
}
