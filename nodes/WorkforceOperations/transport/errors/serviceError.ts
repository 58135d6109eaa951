import { type INode, NodeApiError } from 'n8n-workflow';
import { type Endpoint, readClaims, type Refusal, withoutDoubleStop } from '../../contract';
import type { Connection, CredentialContext } from '../connection';
import { inWords, mapped, withCures, withoutRetry } from '../failures/cure';
import { declaredFailure, type ErrorKind } from '../failures/errorKind';
import type { Failure } from '../failures/failure';
import { withAdvice } from '../failures/problem';
import { type SecretSettings, secretsOf, settingsOfField } from '../keys';
import { CREDENTIAL_TYPE, type Settings } from '../settings';
import { storedToken, storedTokens } from '../storedTokens';
import { explain, type Explanation, explainRefusal } from './explain';
import { redact } from './redact';
import { UNCERTAIN } from './table';

/**
 * Tokens for explaining refusals and for redaction. `own`: of the key in use; `all`: of every key of the credential.
 */
export async function heldTokens(
	{ context, token }: { context: CredentialContext; token?: string },
	settings: Settings,
): Promise<{ own: string; all: string[] }> {
	const known = token === undefined ? [] : [token];
	try {
		const credential = await context.getCredentials(CREDENTIAL_TYPE);
		const stored = storedTokens(credential).map(({ accessToken }) => accessToken);
		// With one key it is the only token.
		const current = settings.separateKeys === undefined ? stored[0] : storedToken(credential, settings)?.accessToken;
		return { own: token ?? current ?? '', all: [...known, ...stored] };
	} catch {
		// If the credential can't be read any more, the original error must still be shown.
		return { own: token ?? '', all: known };
	}
}

export interface ErrorContext {
	/** The row of the endpoint table. If undefined, the required access is unknown, too. */
	endpoint?: Pick<Endpoint, 'access' | 'path' | 'source'>;
	itemIndex?: number;
	/** Whether the request is a write, which must not be repeated blindly if it may have been carried out. */
	writes?: boolean;
	/** The request had been sent before, and that attempt may have been carried out. */
	earlier?: boolean;
	/** Records read from earlier pages of the same list. */
	recordsRead?: number;
}

/**
 * The error of every request. It has no request and no response, and secrets are removed from its texts, so no key can
 * leak with it. n8n passes it on unchanged, because it is one of n8n's own classes.
 */
export class ServiceError extends NodeApiError {
	readonly kind: ErrorKind;

	/** The service's own code. */
	readonly code: string | undefined;

	/** The part of the message that is in the service's own words. */
	readonly said: string | undefined;

	/** For the service's support team. */
	readonly traceId: string | undefined;

	/** Whether the service itself says so, in its envelope; otherwise it may be a gateway or another server. */
	readonly spoken: boolean;

	/** Whether the request may have been carried out nevertheless. */
	mayHaveArrived: boolean;

	constructor(
		node: INode,
		told: Explanation,
		{ itemIndex, writes = false, earlier = false, recordsRead = 0 }: ErrorContext = {},
		clean = String as (text: string) => string,
	) {
		const [message = '', code, traceId] = [told.message, told.code, told.traceId].map((text) => text && clean(text));
		const mayHaveArrived = writes && (told.mayHaveArrived === true || earlier);
		const cures = [
			...(mayHaveArrived ? [...withoutRetry(told.description), UNCERTAIN] : [told.description].flat()),
			recordsRead > 0 ? `Records read before the error: ${recordsRead}.` : undefined,
			traceId && `Trace ID for the service’s support team: ${traceId}.`,
		];
		const description = mapped(cures, clean);
		const failure = declaredFailure(told.kind, told.retryAfterMs);
		const shown = { message, description: inWords(description) || undefined, httpCode: told.httpCode };
		super(node, { message }, { ...shown, itemIndex, failure });
		// n8n recognises its errors by this name when it redacts an execution.
		this.name = NodeApiError.name;
		// n8n replaces a message in which it finds the letters of a system error, such as EACCES in “siteAccess”.
		this.message = message;
		this.kind = told.kind;
		this.code = code;
		this.traceId = traceId;
		this.said = told.isSaid ? message : undefined;
		this.spoken = told.spoken === true;
		this.mayHaveArrived = mayHaveArrived;
		withCures(this, description);
	}

	/** Marks the error of a request that may have been carried out in part, and adds `words` to its advice. */
	inPart(words: string): this {
		this.mayHaveArrived = true;
		return withAdvice(this, words);
	}
}

export const isKind = (error: unknown, ...kinds: ErrorKind[]): error is ServiceError =>
	error instanceof ServiceError && kinds.includes(error.kind);

const cleaned = (settings: SecretSettings, tokens: readonly string[], text: string): string =>
	redact(text, ...secretsOf(settings), ...tokens);

/** An n8n error from finished texts, with secrets removed. */
export function nodeError(
	{ context, settings }: { context: Pick<Connection['context'], 'getNode'>; settings: SecretSettings },
	explanation: Explanation,
	about: ErrorContext = {},
	tokens: readonly string[] = [],
): ServiceError {
	const clean = (text: string): string => withoutDoubleStop(cleaned(settings, tokens, text));
	return new ServiceError(context.getNode(), explanation, about, clean);
}

/** The user-facing error of a failed request. */
export async function failureError(
	connection: Connection,
	failure: Failure,
	about: ErrorContext = {},
): Promise<ServiceError> {
	const { context, settings: all } = connection;
	const settings = failure.keyField === undefined ? all : settingsOfField(all, failure.keyField);
	const tokens = await heldTokens(connection, settings);
	const circumstances = {
		settings,
		endpoint: about.endpoint,
		claims: failure.status === 403 ? readClaims(tokens.own) : undefined,
		clean: (text: string) => cleaned(settings, tokens.all, text),
		timeZone: 'getTimezone' in context ? context.getTimezone() : undefined,
	};
	return nodeError(connection, explain(failure, circumstances), about, tokens.all);
}

/** The user-facing error of a refusal in a response with a success status. */
export async function refusalError(
	connection: Connection,
	refusal: Refusal,
	about: ErrorContext = {},
): Promise<ServiceError> {
	const { all } = await heldTokens(connection, connection.settings);
	const message = cleaned(connection.settings, all, refusal.message);
	return nodeError(connection, explainRefusal({ ...refusal, message }), about, all);
}
