import { type Cures, inWords, mapped } from '../failures/cure';
import type { IHttpRequestHelper } from 'n8n-workflow';
import {
	isJsonObject,
	layersOf,
	openEnvelope,
	readRefusal,
	TOKEN_LIFETIME_SECONDS,
	textOf,
	TOKEN_PATHS,
	tokenLifetime,
} from '../../contract';
import { explain, explainNotJson } from '../errors/explain';
import { ADDRESS } from '../errors/table';
import type { Failure } from '../failures/failure';
import { keyHeaders, keyName, secretsOf } from '../keys';
import { Problem } from '../failures/problem';
import { redact } from '../errors/redact';
import { retryAfterMs, retryDelay } from '../http/retryPolicy';
import { withQuota } from '../http/quota';
import { type SendResult, sendOnce, type RawResponse } from '../http/send';
import type { Settings } from '../settings';
import { clock, pause } from '../clock';
import { mediaType } from '../http/client';
import { LEAST_USE_MS, LONGEST_WAIT_MS, TOKEN_TIMEOUTS, refreshTime } from './tokenPolicy';
import type { StoredToken } from '../storedTokens';

/** n8n's plain request helper, as the credential gets it. */
export type Sender = IHttpRequestHelper['helpers']['httpRequest'];

async function post(http: Sender, settings: Settings, path: string): Promise<SendResult> {
	const sent = await sendOnce(
		async (options): Promise<unknown> => await http(options),
		{
			method: 'POST',
			url: `${settings.baseUrl}${path}`,
			headers: keyHeaders(settings),
			body: { apiKey: settings.apiKey },
		},
		TOKEN_TIMEOUTS,
	);
	return 'failure' in sent ? { failure: withQuota(sent.failure) } : sent;
}

/** An exchange writes nothing, so it may be retried. */
async function persist(http: Sender, settings: Settings, path: string): Promise<SendResult> {
	for (let attempt = 1, waited = false; ; attempt++) {
		const result = await post(http, settings, path);
		if ('response' in result) return result;
		const { failure } = result;
		let delay = failure.late ? undefined : retryDelay(failure, attempt, true, clock.jitter());
		if (failure.status === 429 && !waited) {
			waited = true;
			const wait = retryAfterMs(failure) ?? LONGEST_WAIT_MS;
			delay = wait > LONGEST_WAIT_MS ? undefined : wait;
		}
		if (delay === undefined || delay > LONGEST_WAIT_MS) return result;
		await pause(delay);
	}
}

// The credential test shows only the message, so every message here names the field to check.

const SUBSCRIPTION_REJECTED =
	'The subscription key was rejected. Check the credential’s Subscription Key, then its Region';

const keyRejected = (settings: Settings): string => {
	const field = settings.field === undefined ? 'API Key' : keyName(settings);
	return `The ${keyName(settings)} was rejected. Check the credential’s ${field}, then its Region and Subscription Key`;
};

/** The service has checked and refused the keys, so an immediate retry is pointless. */
export class RejectedKey extends Problem {
	/** The same problem with the field of these settings: several fields may hold the same key and share its exchange. */
	named(settings: Settings): Problem {
		const words = keyRejected(settings);
		return [words, SUBSCRIPTION_REJECTED].includes(this.message) ? this : new RejectedKey(words, this.cures);
	}
}

function refusedProblem(settings: Settings, body: unknown): Problem {
	const words = readRefusal(body)?.message;
	const said = words ? ` The service says: “${redact(words, ...secretsOf(settings)).slice(0, 300)}”.` : '';
	// A gateway in front of the service refuses the subscription key with its own message.
	if (words && /subscription/i.test(words)) {
		return new RejectedKey(
			SUBSCRIPTION_REJECTED,
			`Every region has its own subscription key. The service’s support team can give it to you.${said}`,
		);
	}
	return new RejectedKey(
		keyRejected(settings),
		`The key was sent to ${new URL(settings.baseUrl).host}. It works only in the region it was created in, and a SuperAdmin may have revoked it.${said}`,
	);
}

function problemOf(settings: Settings, failure: Failure): Problem {
	const { status } = failure;
	if (status === 400 || status === 401 || status === 403) return refusedProblem(settings, failure.body);
	if (status === 404) return wrongPlace(`${settings.origin} doesn’t exchange API keys for tokens`);
	const clean = (words: string): string => redact(words, ...secretsOf(settings));
	const { message, description } = explain(failure, { settings, clean });
	// A busy or failing service is the right one: the credential needs no correction.
	if (status !== undefined && (status === 429 || status >= 500)) {
		return new Problem(
			clean(
				status === 429 && !failure.isQuota
					? 'The service isn’t accepting any more token requests at the moment'
					: message,
			),
			mapped(description, clean),
			true,
		);
	}
	// An unreachable service may be down, or the address wrong.
	return wrongPlace(clean(message), mapped(description, clean), status === undefined);
}

const wrongPlace = (
	message: string,
	details: Cures = 'This may not be the address of the service.',
	passing = false,
): Problem => {
	const others = [details].flat().filter((cure) => inWords(cure) !== inWords(ADDRESS));
	return new Problem(`${message}. Check the credential’s Region (or Base URL)`, others, passing);
};

function tokenIn(data: unknown): { accessToken: string; expiresIn: unknown } | undefined {
	const { accessToken, expiresIn } = isJsonObject(data) ? data : {};
	const token = textOf(accessToken);
	return token === undefined ? undefined : { accessToken: token, expiresIn };
}

/** The response's number may be in milliseconds, so the shorter of its lifetime and the token's own counts. */
function lifetimeOf(accessToken: string, expiresIn: unknown): number {
	const own = tokenLifetime(accessToken);
	const given = Number(expiresIn);
	const seconds = Number.isFinite(given) && given > 0 ? given : (own ?? TOKEN_LIFETIME_SECONDS);
	return Math.min(seconds, own ?? Infinity) * 1000;
}

function readToken(settings: Settings, { body, headers }: RawResponse, askedAt: number): StoredToken {
	if (typeof body === 'string') {
		const { message, description } = explainNotJson(settings.origin, mediaType(headers));
		throw wrongPlace(message, description);
	}
	const page = openEnvelope('standard', body);
	if ('refusal' in page) throw refusedProblem(settings, body);
	const found = tokenIn(page.data);
	if (found === undefined) {
		const came = layersOf(body).flatMap(Object.keys).join(', ').slice(0, 200);
		const details = `The node expects the token as “accessToken” inside “data”. Received fields: ${came || 'none'}.`;
		throw wrongPlace(`${settings.origin} returned no token for the API key`, details);
	}
	const { accessToken, expiresIn } = found;
	const refreshAt = Math.max(refreshTime(askedAt, lifetimeOf(accessToken, expiresIn)), clock.date() + LEAST_USE_MS);
	return { accessToken, refreshAt, tokenFingerprint: settings.fingerprint };
}

/** Throws a Problem that names the credential's field to check. */
export async function exchangeKey(http: Sender, settings: Settings): Promise<StoredToken> {
	const askedAt = clock.date();
	let result = await persist(http, settings, TOKEN_PATHS[0]);
	if ('failure' in result && result.failure.status === 404) result = await persist(http, settings, TOKEN_PATHS[1]);
	if ('failure' in result) throw problemOf(settings, result.failure);
	return readToken(settings, result.response, askedAt);
}
