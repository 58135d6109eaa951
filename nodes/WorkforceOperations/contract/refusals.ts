import { idOf, yesOrNo } from './values';
import { isJsonObject, type JsonObject } from './types';

// Guess: answers.errorCode

export interface Refusal {
	message: string;
	code?: string;
	field?: string;
	/** For the service's support; only login audit envelopes have it. */
	traceId?: string;
}

export function traceIdOf(body: JsonObject): string | undefined {
	const meta = isJsonObject(body.meta) ? body.meta : {};
	return idOf(meta.traceId) ?? idOf(body.traceId);
}

/** Entries of `errors` or `errorMessages`: text, objects, a list of texts, or lists by field (ASP.NET). */
function errorEntries(value: unknown): Refusal[] {
	if (typeof value === 'string') return idOf(value) ? [{ message: value.trim() }] : [];
	if (isJsonObject(value)) {
		return Object.entries(value).flatMap(([field, messages]) =>
			errorEntries(Array.isArray(messages) ? messages : [messages]).map((entry) => ({
				...entry,
				field: entry.field ?? field,
			})),
		);
	}
	if (!Array.isArray(value)) return [];
	return value.flatMap((entry): Refusal[] => {
		if (!isJsonObject(entry)) return idOf(entry) ? [{ message: String(entry) }] : [];
		const message = idOf(entry.message) ?? idOf(entry.errorMessage) ?? idOf(entry.description) ?? JSON.stringify(entry);
		return [{ message, code: idOf(entry.code), field: idOf(entry.field) }];
	});
}

const statusOf = ({ status }: JsonObject): JsonObject => (isJsonObject(status) ? status : {});

const errorOf = ({ error }: JsonObject): JsonObject => (isJsonObject(error) ? error : { message: error });

const entriesOf = (body: JsonObject): Refusal[] => [...errorEntries(body.errors), ...errorEntries(body.errorMessages)];

export function wordsIn(body: JsonObject): string[] {
	const words = [
		idOf(statusOf(body).errorMessage),
		...entriesOf(body).map((entry) => (entry.field ? `${entry.field}: ${entry.message}` : entry.message)),
		idOf(body.errorMessagesAsString),
		idOf(body.errorMessage),
		idOf(errorOf(body).message),
		idOf(body.message),
		idOf(body.statusMessage),
		idOf(body.detail),
		idOf(body.title),
	];
	return [...new Set(words.filter((word) => word !== undefined))];
}

/** Undefined if the body states no error. */
export function readRefusal(body: unknown): Refusal | undefined {
	if (!isJsonObject(body)) return undefined;
	const status = statusOf(body);
	const error = errorOf(body);
	const entries = entriesOf(body);
	const first = entries[0];
	const message = wordsIn(body).slice(0, 5).join('; ');
	const code = idOf(status.code) ?? first?.code ?? idOf(body.code) ?? idOf(error.code);
	const traceId = traceIdOf(body);
	if (message === '' && traceId === undefined && (code === undefined || code === '0')) return undefined;
	return { message, code: code === '0' ? first?.code : code, field: first?.field, traceId };
}

/** Whether a body states a failure despite its success status. */
export function refuses(body: JsonObject): boolean {
	const code = idOf(statusOf(body).code);
	if (code !== undefined && Number(code) !== 0) return true;
	if (yesOrNo(body.isSuccess) === false) return true;
	// Only in an envelope: a record may have fields of the same names.
	if ('data' in body && (yesOrNo(body.success) === false || Number(body.status) >= 400)) return true;
	return (
		errorEntries(body.errors).length > 0 ||
		(body.isSuccess === undefined && errorEntries(body.errorMessages).length > 0)
	);
}

/** The error in an envelope that states success and has no data. Its `message` is ignored. */
export const wordsOfError = (body: JsonObject): string | undefined =>
	[statusOf(body).errorMessage, body.errorMessagesAsString, body.errorMessage, errorOf(body).message]
		.map(idOf)
		.find((word) => word !== undefined);

/** Whether the code, the flag or (login audit) an empty list of errors states success. */
export const saysSuccess = (body: JsonObject): boolean =>
	Number(statusOf(body).code ?? NaN) === 0 ||
	yesOrNo(body.isSuccess) === true ||
	body.errors === null ||
	(Array.isArray(body.errors) && body.errors.length === 0);
