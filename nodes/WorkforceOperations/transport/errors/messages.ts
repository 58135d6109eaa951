import { forEditor, forPerson } from '../failures/cure';
import {
	type Claims,
	type Endpoint,
	isJsonObject,
	looksLikeEnvelope,
	MINUTE_MS,
	readRefusal,
	type Refusal,
} from '../../contract';
import { type Failure, header, isRedirect, isTimeout } from '../failures/failure';
import { forbidden } from './forbidden';
import { keyName } from '../keys';
import { type ErrorKind, errorKindOf } from '../failures/errorKind';
import { mayHaveArrived, retryAfterMs } from '../http/retryPolicy';
import type { Settings } from '../settings';
import { type Advice, quotaUsedUp, said, stalled, usedUp } from './rateLimitMessages';

/** An error's message and advice, with its kind and the details that support asks for. */
export interface Explanation extends Advice {
	kind: ErrorKind;
	httpCode?: string;
	/** The service's own code. */
	code?: string;
	traceId?: string;
	/** Whether the request may have been carried out nevertheless. */
	mayHaveArrived?: boolean;
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

export function connectionBroken(network: string, origin: string): Advice {
	const host = new URL(origin).host;
	if (/ENOTFOUND|EAI_AGAIN/.test(network)) {
		return {
			message: `There is no server at ${host}`,
			description: forPerson('Look at the region (or the Base URL) of the credential and at the network of this n8n.'),
		};
	}
	if (isTimeout(network)) {
		return {
			message: `${host} did not answer in time`,
			again: forEditor(
				'Try again later. If it happens often, ask for fewer records at once: a smaller page size or a shorter period.',
				'Try again later. If it happens often, ask for a shorter period.',
			),
		};
	}
	if (/CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL/.test(network)) {
		return {
			message: `The certificate of ${host} is not trusted`,
			description: [
				`Something between this n8n and the service may be intercepting the connection (${network}).`,
				forPerson('Look at the Base URL and at the proxy of this n8n.'),
			],
		};
	}
	return {
		message: `The connection to ${host} failed`,
		description: forPerson(
			`Look at the region (or the Base URL) of the credential and at the network of this n8n (${network}).`,
		),
		again: forEditor('If they are right, try again later.', 'Try again later.'),
	};
}

function byStatus(status: number, failure: Failure, circumstances: ErrorCircumstances, refusal?: Refusal): Advice {
	const { origin } = circumstances.settings;
	if (status === 401) {
		return {
			message: 'The service does not accept the token or the subscription key',
			description: [
				`The ${keyName(circumstances.settings)} was exchanged for a token, but the request was refused.`,
				forPerson(
					'Look at the Subscription Key first, then at the Region: both must belong to where the API key was made.',
				),
				said(refusal),
			],
		};
	}
	if (status === 403) return forbidden({ ...circumstances, access: circumstances.endpoint?.access }, refusal);
	if (status === 404) {
		const path = circumstances.endpoint?.path;
		return {
			message: refusal?.message.slice(0, 600) || 'The service does not have what was asked for',
			description:
				circumstances.endpoint?.source === 'assumed'
					? [
							`The path ${path} is not in the service's documentation, so it may be another one here.`,
							forPerson('Write the right one into Service Details in the credential (formTemplatesPath).'),
						]
					: forEditor('Look at the id, and at the region (or the Base URL) of the credential.', 'Check the id.'),
		};
	}
	if (status === 429 && failure.isQuota)
		return quotaUsedUp(retryAfterMs(failure), circumstances.timeZone, said(refusal));
	if (status === 429) return usedUp(retryAfterMs(failure) ?? MINUTE_MS);
	if (isRedirect(status)) {
		return {
			message: `${origin} sends requests on to another address`,
			description: [
				'That is not followed, so that your keys stay where they belong.',
				forPerson('Look at the region (or the Base URL) of the credential.'),
				redirectTarget(failure),
			],
		};
	}
	if (status === 413)
		return {
			message: 'The service says that the request is too large',
			description: ['Send fewer rows at once or smaller files.', said(refusal)],
		};
	if (status >= 500) {
		return {
			message: `The service could not answer (HTTP ${status})`,
			description: said(refusal),
			again: forEditor(
				'Nothing is wrong with the workflow: try again later.',
				'Nothing is wrong with the call: try again later.',
			),
		};
	}
	return {
		message: refusal?.message.slice(0, 600) || `The service refused the request (HTTP ${status})`,
		description: [
			forEditor('Look at the values of the node.', 'Check the values of this call.'),
			refusal?.field && `Field: ${refusal.field}.`,
		],
	};
}

function redirectTarget(failure: Failure): string | undefined {
	const location = header(failure.headers, 'location');
	try {
		return location ? `It points to ${new URL(location).host}.` : undefined;
	} catch {
		return undefined;
	}
}

/** The body of an error as n8n gives it: parsed, text or bytes. A short plain text is taken as the message. */
function parsedErrorBody(body: unknown): unknown {
	const text =
		Buffer.isBuffer(body) || body instanceof ArrayBuffer ? Buffer.from(body as Uint8Array).toString('utf8') : body;
	if (typeof text !== 'string') return text;
	try {
		return JSON.parse(text);
	} catch {
		return text.length <= 300 && !text.includes('<') ? { message: text } : undefined;
	}
}

function refusalIn(body: unknown, clean: (words: string) => string): Refusal | undefined {
	const refusal = readRefusal(body);
	return refusal && { ...refusal, message: clean(refusal.message) };
}

function adviceFor(failure: Failure, circumstances: ErrorCircumstances, refusal?: Refusal): Advice {
	if (failure.problem) return { message: failure.problem.message, description: failure.problem.cures };
	if (failure.stopped) return { message: 'The execution was stopped' };
	if (failure.budgetMs !== undefined) return usedUp(failure.budgetMs);
	if (failure.stalledMs !== undefined) return stalled(failure.stalledMs);
	if (failure.status !== undefined) return byStatus(failure.status, failure, circumstances, refusal);
	if (failure.network !== undefined) return connectionBroken(failure.network, circumstances.settings.origin);
	return { message: failure.message ?? 'The request to the service did not succeed', description: failure.description };
}

/** Explains a failed request: what it means, and what to do. */
export function explain(failure: Failure, circumstances: ErrorCircumstances): Explanation {
	const body = failure.status === undefined ? undefined : parsedErrorBody(failure.body);
	const refusal = refusalIn(body, circumstances.clean ?? String);
	return {
		...adviceFor(failure, circumstances, refusal),
		kind: errorKindOf(failure),
		httpCode: failure.status === undefined ? undefined : failure.isQuota ? '403' : String(failure.status),
		code: refusal?.code,
		traceId: refusal?.traceId,
		spoken: isJsonObject(body) && looksLikeEnvelope(body),
		mayHaveArrived: mayHaveArrived(failure),
		retryAfterMs: failure.budgetMs ?? retryAfterMs(failure),
	};
}

/** Explains a refusal inside of a success status. */
export const explainRefusal = (refusal: Refusal): Explanation => ({
	message: refusal.message.slice(0, 600) || 'The service refused the request without saying why',
	description: [
		'The service answered, but did not do what was asked.',
		refusal.field && `Field: ${refusal.field}.`,
		refusal.code && `Its code: ${refusal.code}.`,
	],
	kind: 'refused',
	httpCode: '200',
	code: refusal.code,
	traceId: refusal.traceId,
	spoken: true,
});

/** Explains a success without content where data is required. */
export const explainNoContent = (origin: string): Explanation => ({
	kind: 'unreadable',
	mayHaveArrived: true,
	message: `${origin} answered without any data`,
	description: 'Something between this n8n and the service may have lost the answer.',
	again: forEditor(
		'Try again, and if it happens again, ask the support of the service.',
		'Try again, and if it happens again, ask a person to ask the support of the service.',
	),
});

/** Explains a success without the requested record. */
export const explainNoRecord: Explanation = {
	kind: 'notFound',
	message: 'The service does not have what was asked for',
	description: [
		'It answered that all went well, but with no record.',
		forEditor('Look at the id, or at what else the node asks for.', 'Check the id.'),
	],
};

/** Explains a success with JSON that isn't a list where one is required. */
export function explainNoList(origin: string, body: unknown): Explanation {
	const fields = isJsonObject(body) ? Object.keys(body).slice(0, 12).join(', ') : '';
	return {
		kind: 'unreadable',
		message: `${origin} answered with something that is not a list`,
		description: [
			'The answer says neither what went wrong nor which records there are, so it is not taken for an empty list or for a record.',
			fields === '' ? 'It is a plain value.' : `Its fields: ${fields}.`,
		],
		again: forEditor(
			'Try again; if it happens again, ask the support of the service.',
			'Try again; if it happens again, ask a person to ask the support of the service.',
		),
	};
}

/** Explains a success that isn't JSON. */
export function explainNotJson(origin: string, mediaType: string): Explanation {
	if (mediaType.endsWith('json')) {
		return {
			kind: 'unreadable',
			mayHaveArrived: true,
			message: `${origin} answered with JSON that can’t be read`,
			description: 'The answer was cut short or damaged on its way.',
			again: forEditor(
				'Try again; if it happens again, ask for fewer records at once, or ask the support of the service.',
				'Try again; if it happens again, ask for a shorter period.',
			),
		};
	}
	return {
		kind: 'unreadable',
		mayHaveArrived: true,
		message: `${origin} answered with ${mediaType === 'text/html' ? 'a web page' : `“${mediaType || 'nothing readable'}”`} instead of data`,
		description: [
			'This is not the address of the service, or something in between (a proxy, a sign-in page) answers in its place.',
			forPerson('Look at the region (or the Base URL) of the credential.'),
		],
	};
}
