import type { IDataObject } from 'n8n-workflow';
import { isBlank, isDefault, isJsonObject, yesOrNo } from '../contract';

// Guess: answers.writes

/** Response data that is a plain value instead of a record, such as a job number or a new id; undefined if it is empty. */
export function plainAnswer(data: unknown): IDataObject | undefined {
	const says = (typeof data === 'string' && data !== '') || typeof data === 'number' || data === false;
	return says ? { data } : undefined;
}

const FAILS = /fail|error|reject|invalid|skip|missing|notfound|unknown/i;
const DONE_WORDS = /^(is)?(success|successful|succeeded|ok|updated|created|saved|written)$/i;
const OUTCOME = /^(status|result|outcome)$/i;

const deniesSuccess = (value: unknown): boolean => yesOrNo(value) === false;

/** The same in words only: 0 may be a code of success, or a number of rows. */
const deniesInWords = (value: unknown): boolean =>
	deniesSuccess(value) && (value === false || Number.isNaN(Number(value)));

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const failsInWords = (value: unknown): boolean => typeof value === 'string' && FAILS.test(value);

/** Whether a field states a failure in words or numbers. No field of an employee has one of these names. */
function saysFailure(name: string, value: unknown): boolean {
	if (DONE_WORDS.test(name)) return deniesSuccess(value) || isEmptyList(value);
	if (OUTCOME.test(name)) return deniesInWords(value) || failsInWords(value);
	if (!FAILS.test(name)) return false;
	return !isBlank(value) && !deniesSuccess(value) && !(isJsonObject(value) && Object.keys(value).length === 0);
}

/** Deeper values no longer speak about the request. */
const DEEPEST = 4;

function anyLevelSaysFailure(value: unknown, depth: number): boolean {
	if (depth > DEEPEST) return false;
	if (Array.isArray(value)) return value.some((entry) => anyLevelSaysFailure(entry, depth + 1));
	if (!isJsonObject(value)) return false;
	return Object.entries(value).some(
		([name, inner]) => saysFailure(name, inner) || anyLevelSaysFailure(inner, depth + 1),
	);
}

/**
 * Whether a response states anywhere that something was not done. A bare `false` counts only by itself or in a list of its
 * own: any switch of a record may be off.
 */
export function contradictsSuccess(answer: unknown): boolean {
	const entries: unknown[] = Array.isArray(answer) ? answer : [answer];
	return entries.some((entry) => deniesInWords(entry) || failsInWords(entry)) || anyLevelSaysFailure(answer, 0);
}

/** Whether a write returned no data at all, which is a valid success; an empty list is data. */
export const hasNoData = (data: unknown): boolean =>
	data === undefined || data === null || data === '' || (isJsonObject(data) && Object.keys(data).length === 0);

/** Whether a response confirms the write of one record: it has data, and nothing contradicts the success. */
export const confirmsOne = (data: unknown): boolean =>
	hasNoData(data) || (!isDefault(data) && !(Array.isArray(data) && data.some(isDefault)) && !contradictsSuccess(data));
