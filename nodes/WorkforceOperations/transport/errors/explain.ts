import {
	type Claims,
	describeAccess,
	either,
	type Endpoint,
	fieldWords,
	fits,
	isJsonObject,
	LATEST,
	looksLikeEnvelope,
	MINUTE_MS,
	parseAddress,
	readRefusal,
	type Refusal,
	toLocal,
} from '../../contract';
import { clock } from '../clock';
import type { Advice } from '../failures/cure';
import { type ErrorKind, errorKindOf } from '../failures/errorKind';
import { type Failure, header } from '../failures/failure';
import { mayHaveArrived, retryAfterMs } from '../http/retryPolicy';
import { keyName } from '../keys';
import type { Settings } from '../settings';
import { type Facts, type Happened, inTable, isInTable } from './table';

/** An error's message and advice, with its kind and the details that support asks for. */
export interface Explanation extends Advice {
	kind: ErrorKind;
	httpCode?: string;
	/** The service's own code. */
	code?: string;
	traceId?: string;
	/** Whether the request may have been carried out nevertheless. */
	mayHaveArrived?: boolean;
	/** The message is the service's own. */
	isSaid?: boolean;
	/** The service itself says so, in its envelope: not a gateway or another server. */
	spoken?: boolean;
	retryAfterMs?: number;
}

export interface ErrorCircumstances {
	settings: Pick<Settings, 'origin' | 'field' | 'separateKeys'>;
	endpoint?: Pick<Endpoint, 'access' | 'path' | 'source'>;
	/** Claims of the token in use; read only for a 403. */
	claims?: Claims;
	/** The time zone of the workflow. */
	timeZone?: string;
	/** Removes secrets from the service's message. */
	clean?: (words: string) => string;
}

/** A longer wait can't be due to a limit per minute. */
const LONG_MS = 15 * MINUTE_MS;

/** The time of day after this many milliseconds, with the date if it is on another day. */
function until(ms: number, timeZone = 'UTC'): string {
	const [now = '', then = ''] = [0, ms].map((after) => {
		const moment = Math.min(clock.date() + after, LATEST / 2);
		return new Date(toLocal(moment, timeZone)).toISOString().slice(0, -8).replace('T', ' ');
	});
	const day = now.indexOf(' ') + 1;
	return ` until ${then.startsWith(now.slice(0, day)) ? then.slice(day) : then} (${timeZone})`;
}

/** The facts about the key in use, if it has no access. */
function factsOfKey({ settings: { separateKeys }, claims, endpoint }: ErrorCircumstances): Facts {
	const fit = endpoint && fits(endpoint.access, claims);
	const needs = endpoint && describeAccess(endpoint.access);
	if (fit === undefined || claims === undefined) return { needs, scope: 'one company, or some customers or sites' };
	const { companies: company, customers, sites, scopes, keyType } = claims;
	if (fit) {
		const parts = Object.entries({ company, customers, sites });
		return { scope: parts.map(([name, ids]) => `${name} ${ids.slice(0, 20).join(', ') || 'all'}`).join('; ') };
	}
	const has = scopes.length > 0 ? `has the scopes ${either(scopes)}` : 'has no scope';
	return {
		needs,
		has: endpoint?.access.scope ? has : `is of type ${either([keyType ?? 'unknown'])}`,
		[separateKeys ? 'area' : 'fields']: endpoint && fieldWords(endpoint.access),
	};
}

/** The row of the table for a failure: that of its kind, or a special case. */
function happenedIn(failure: Failure, waitMs = 0): Happened {
	const { stalledMs, status, isQuota, network = '' } = failure;
	const kind = errorKindOf(failure);
	if (/ENOTFOUND|EAI_AGAIN/.test(network)) return 'noServer';
	if (/CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL/.test(network)) return 'untrusted';
	if (stalledMs !== undefined) return 'stalled';
	if (isQuota) return 'quota';
	if (waitMs > LONG_MS && kind === 'tooMany') return 'longWait';
	if (status === 413) return 'tooLarge';
	if (kind === 'budget') return 'tooMany';
	if (status !== undefined && kind === 'timeout') return status >= 500 ? 'unavailable' : 'refused';
	return isInTable(kind) ? kind : 'refused';
}

/** The body of an error as n8n gives it: parsed, text or bytes. A short plain text is taken as the message. */
function parsedErrorBody(body: unknown): unknown {
	const isBytes = Buffer.isBuffer(body) || body instanceof ArrayBuffer;
	const text = isBytes ? Buffer.from(body as Uint8Array).toString('utf8') : body;
	if (typeof text !== 'string') return text;
	try {
		return JSON.parse(text);
	} catch {
		return text.length <= 300 && !text.includes('<') ? { message: text } : undefined;
	}
}

const saidBy = (message: string): Facts => ({ said: message.slice(0, 600), words: message.slice(0, 300) });

export function explain(failure: Failure, circumstances: ErrorCircumstances): Explanation {
	const { problem, status, network, message, description, stalledMs = 0 } = failure;
	const { settings, endpoint, clean = String, timeZone } = circumstances;
	const body = status === undefined ? undefined : parsedErrorBody(failure.body);
	const refusal = readRefusal(body);
	const waitMs = failure.budgetMs ?? retryAfterMs(failure);
	const facts: Facts = {
		...saidBy(clean(refusal?.message ?? '')),
		reason: message ?? 'The request to the service failed',
		...factsOfKey(circumstances),
		origin: settings.origin,
		host: new URL(settings.origin).host,
		key: keyName(settings),
		path: endpoint?.source === 'assumed' ? endpoint.path : undefined,
		field: refusal?.field,
		target: parseAddress(header(failure.headers, 'location') ?? '')?.host,
		wait: `${Math.max(1, Math.ceil((waitMs ?? MINUTE_MS) / 1000))} s`,
		until: waitMs === undefined ? '' : until(waitMs, timeZone),
		minutes: stalledMs / MINUTE_MS,
		status,
		network,
		description,
	};
	return {
		...(problem
			? { message: problem.message, description: problem.cures }
			: inTable(happenedIn(failure, waitMs), facts)),
		kind: errorKindOf(failure),
		httpCode: status === undefined ? undefined : failure.isQuota ? '403' : String(status),
		code: refusal?.code,
		traceId: refusal?.traceId,
		spoken: isJsonObject(body) && looksLikeEnvelope(body),
		mayHaveArrived: mayHaveArrived(failure),
		retryAfterMs: waitMs,
	};
}

/** Explains a refusal in a response with a success status. */
export const explainRefusal = ({ message, field, code, traceId }: Refusal): Explanation => ({
	...inTable('refused', { ...saidBy(message), field, code, status: 200 }),
	kind: 'refused',
	httpCode: '200',
	code,
	traceId,
	spoken: true,
});

/** Explains a success without the requested record. */
export const explainNoRecord: Explanation = { kind: 'notFound', ...inTable('notFound', {}) };

const unreadable = (happened: Happened, facts: Facts): Explanation => ({
	...inTable(happened, facts),
	kind: 'unreadable',
	mayHaveArrived: true,
});

/** Explains a success without content where data is required. */
export const explainNoContent = (origin: string) => unreadable('lost', { origin, what: 'without any data' });

/** Explains a success with JSON that isn't a list where one is required. */
export function explainNoList(origin: string, body: unknown): Explanation {
	const fields = isJsonObject(body) ? Object.keys(body).slice(0, 12).join(', ') : '';
	return unreadable('notList', { origin, came: fields === '' ? 'it is a plain value' : `its fields are ${fields}` });
}

/** Explains a success that isn't JSON. */
export function explainNotJson(origin: string, mediaType: string): Explanation {
	if (mediaType.endsWith('json')) return unreadable('lost', { origin, what: 'with JSON that can’t be read' });
	const what = mediaType === 'text/html' ? 'a web page' : mediaType !== '' ? `“${mediaType}”` : 'something unreadable';
	return unreadable('notData', { origin, what: `with ${what}` });
}
