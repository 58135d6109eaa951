/** A refusal by the service: HTTP status and a message that a caller can act on. */
export class ServiceError extends Error {
	readonly status: number;
	readonly field: string | null;
	readonly headers: Record<string, string>;

	constructor(
		status: number,
		message: string,
		extra: { field?: string | null; headers?: Record<string, string> } = {},
	) {
		super(message);
		this.name = 'ServiceError';
		this.status = status;
		this.field = extra.field ?? null;
		this.headers = extra.headers ?? {};
	}
}

// Assumed, Errors: an unknown ID in a path returns 404.
export const notFound = (what: string, id: number | string): ServiceError =>
	new ServiceError(404, `${what} ${id} does not exist.`);
export const outOfScope = (what: string): ServiceError =>
	new ServiceError(403, `${what} is outside the company, customer and site scope of this key.`);

/** The largest request body of the service and of the admin API, in bytes. */
export const mostBody = 10 * 1024 * 1024;
export const mostAdminBody = 1024 * 1024;

interface HttpLikeError {
	/** The limit that a body exceeded. */
	limit?: number;
	status?: number;
	statusCode?: number;
	type?: string;
	message?: string;
	errors?: Array<{ path?: string; message?: string }>;
}

const inWords = (bytes: number): string => `${bytes / 1024 / 1024} MB (${bytes.toLocaleString('en')} bytes)`;

// Assumed, Errors: a body over 10 MB (10,485,760 bytes) returns 413, a body whose content type isn’t JSON 415, a method that a
//   path does not have 405.
/** Turns any failure of a request into a refusal; an unexpected error becomes a 500 without inner details. */
export function toServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	const known = (typeof error === 'object' && error !== null ? error : {}) as HttpLikeError;
	const status = known.status ?? known.statusCode ?? 500;
	if (known.type === 'entity.too.large')
		return new ServiceError(
			413,
			`The request body is too large: the sandbox accepts up to ${inWords(known.limit ?? mostBody)}.`,
		);
	if (known.type === 'entity.parse.failed') return new ServiceError(400, 'The request body is not valid JSON.');
	if (status === 415) return new ServiceError(415, 'Send the body as application/json.');
	if (status >= 400 && status < 500) {
		const first = known.errors?.[0];
		const field =
			first?.path
				?.split('/')
				.filter((part) => part !== '' && part !== 'query' && part !== 'body' && part !== 'params')
				.join('.') ?? null;
		const words = known.errors?.map(describe).join('; ');
		return new ServiceError(
			status,
			words !== undefined && words !== '' ? words : (known.message ?? 'The request is not valid.'),
			{ field },
		);
	}
	return new ServiceError(500, 'The sandbox could not handle this request.');
}

function describe(error: { path?: string; message?: string }): string {
	const message = error.message ?? 'is not valid';
	const place = (error.path ?? '').replace(/^\/(query|body|params)\/?/, '').replaceAll('/', '.');
	const missing = /^must have required property '(.+)'$/.exec(message)?.[1];
	if (missing !== undefined) return `${missing} is required`;
	return message.startsWith('must') && place !== '' ? `${place} ${message}` : message;
}
