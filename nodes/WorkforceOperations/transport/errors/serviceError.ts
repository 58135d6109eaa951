import { forEditor, inWords, mapped, withCures } from '../failures/cure';
import { type INode, NodeApiError } from 'n8n-workflow';
import { type Claims, type Endpoint, readClaims, type Refusal, withoutDoubleStop } from '../../contract';
import type { Connection, CredentialContext } from '../connection';
import { explain, explainRefusal, type Explanation } from './messages';
import type { Failure } from '../failures/failure';
import { declaredFailure, type ErrorKind } from '../failures/errorKind';
import { withAdvice } from '../failures/problem';
import { type SecretSettings, secretsOf, settingsOfField } from '../keys';
import { redact } from './redact';
import { CREDENTIAL_TYPE, type Settings } from '../settings';
import { storedToken, storedTokens } from '../storedTokens';

/** `own`: of the key in use; `all`: of every key of the credential. */
interface HeldTokens {
	own: string;
	all: string[];
}

/** For explaining refusals and for redaction. */
export async function heldTokens(
	{ context, token }: { context: CredentialContext; token?: string },
	settings: Settings,
): Promise<HeldTokens> {
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

/** Added to the error of every uncertain write: without it people would try again and create the record twice. */
const UNCERTAIN = forEditor(
	'The service may have done it all the same: look there before you run it again.',
	'The service may have done it all the same: look there before you call it again.',
);

export interface ErrorContext {
	/** The row of the endpoint table; undefined if unknown, and with it the required access. */
	endpoint?: Pick<Endpoint, 'access' | 'path' | 'source'>;
	itemIndex?: number;
	/** Whether the request is a write, which must not be repeated blindly if it may have been carried out. */
	writes?: boolean;
	/** The request had been sent before, and that attempt may have been carried out. */
	earlier?: boolean;
	/** Records that earlier pages of the same list brought. */
	recordsRead?: number;
}

/**
 * The error of every request, created by `nodeError` alone. It has no request and no response, so no key can leak with it.
 * n8n passes it on unchanged, because it is one of n8n's own classes.
 */
export class ServiceError extends NodeApiError {
	readonly kind: ErrorKind;

	/** The service's own code. */
	readonly code: string | undefined;

	/** For the support of the service. */
	readonly traceId: string | undefined;

	/** Whether the service itself says so, in its envelope; otherwise it may be a gateway or another server. */
	readonly spoken: boolean;

	/** Whether the request may have been carried out nevertheless. */
	mayHaveArrived: boolean;

	constructor(
		node: INode,
		{ message, kind, code, traceId, spoken, mayHaveArrived, ...words }: Explanation,
		itemIndex?: number,
	) {
		super(
			node,
			{ message },
			{
				message,
				description: inWords(words.description) || undefined,
				httpCode: words.httpCode,
				itemIndex,
				failure: declaredFailure(kind, words.retryAfterMs),
			},
		);
		// n8n recognises its errors by this name when it redacts an execution.
		this.name = NodeApiError.name;
		// n8n replaces a message in which it finds the letters of a system error, such as EACCES in “siteAccess”.
		this.message = message;
		this.kind = kind;
		this.code = code;
		this.traceId = traceId;
		this.spoken = spoken === true;
		this.mayHaveArrived = mayHaveArrived === true;
		withCures(this, words.description);
	}

	/** The same error for a request that may have been carried out in part, with that added. */
	inPart(words: string): this {
		this.mayHaveArrived = true;
		return withAdvice(this, words);
	}
}

export const isKind = (error: unknown, ...kinds: ErrorKind[]): error is ServiceError =>
	error instanceof ServiceError && kinds.includes(error.kind);

/** An n8n error from finished texts, with secrets removed. */
export function nodeError(
	connection: {
		context: Pick<Connection['context'], 'getNode'>;
		settings: SecretSettings;
	},
	explanation: Explanation,
	context: ErrorContext = {},
	tokens: readonly string[] = [],
): ServiceError {
	const secrets = [...secretsOf(connection.settings), ...tokens];
	const clean = (words: string): string => withoutDoubleStop(redact(words, ...secrets));
	const { code, traceId } = explanation;
	const mayHaveArrived = context.writes === true && (explanation.mayHaveArrived === true || context.earlier === true);
	const details = [
		explanation.description,
		mayHaveArrived ? UNCERTAIN : explanation.again,
		context.recordsRead ? `${context.recordsRead} records had been read before.` : undefined,
		traceId ? `Trace id for the support of the service: ${traceId}.` : undefined,
	].flat();
	return new ServiceError(
		connection.context.getNode(),
		{
			...explanation,
			mayHaveArrived,
			message: clean(explanation.message),
			description: mapped(details, clean),
			code: code && clean(code),
			traceId: traceId && clean(traceId),
		},
		context.itemIndex,
	);
}

/** The user-facing error of a failed request. */
export async function failureError(
	connection: Connection,
	failure: Failure,
	context: ErrorContext = {},
): Promise<ServiceError> {
	const settings = settingsOfFailure(connection.settings, failure);
	const { all, own } = await heldTokens(connection, settings);
	const claims: Claims | undefined = failure.status === 403 ? readClaims(own) : undefined;
	const clean = (words: string): string => redact(words, ...secretsOf(settings), ...all);
	const { context: n8n } = connection;
	const timeZone = 'getTimezone' in n8n ? n8n.getTimezone() : undefined;
	const explanation = explain(failure, { settings, endpoint: context.endpoint, claims, clean, timeZone });
	return nodeError(connection, explanation, context, all);
}

const settingsOfFailure = (settings: Settings, { keyField }: Failure): Settings =>
	keyField === undefined ? settings : settingsOfField(settings, keyField);

/** The user-facing error of a refusal inside of a success. */
export async function refusalError(
	connection: Connection,
	refusal: Refusal,
	context: ErrorContext = {},
): Promise<ServiceError> {
	const { all } = await heldTokens(connection, connection.settings);
	const message = redact(refusal.message, ...secretsOf(connection.settings), ...all);
	return nodeError(connection, explainRefusal({ ...refusal, message }), context, all);
}
