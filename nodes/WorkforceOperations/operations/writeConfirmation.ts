import type { IDataObject } from 'n8n-workflow';
import { isBlank, isDefault, isJsonObject } from '../contract';

/** An answer whose data is no record but a plain value, such as the number of a job or a new id; undefined when it says nothing. */
export function plainAnswer(data: unknown): IDataObject | undefined {
	const says = (typeof data === 'string' && data !== '') || typeof data === 'number' || data === false;
	return says ? { data } : undefined;
}

const FAILS = /fail|error|reject|invalid|skip|missing|notfound|unknown/i;
const DONE_WORDS = /^(is)?(success|successful|succeeded|ok|updated|created|saved|written)$/i;
const OUTCOME = /^(status|result|outcome)$/i;

const deniesSuccess = (value: unknown): boolean => value === false || value === 0 || value === 'false';

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const failsInWords = (value: unknown): boolean => typeof value === 'string' && FAILS.test(value);

/** Whether a field says in words or numbers that something was not done; the fields of an employee have none of these names. */
function saysFailure(name: string, value: unknown): boolean {
	if (DONE_WORDS.test(name)) return deniesSuccess(value) || isEmptyList(value);
	if (OUTCOME.test(name)) return value === false || failsInWords(value);
	if (!FAILS.test(name)) return false;
	return !isBlank(value) && !deniesSuccess(value) && !(isJsonObject(value) && Object.keys(value).length === 0);
}

/** Deeper than this nobody speaks of a request any more. */
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
 * Whether an answer says anywhere that something was not done. A plain “no” speaks of the request only by itself or in a
 * list of its own: a record may have any switch that is off.
 */
export function contradictsSuccess(answer: unknown): boolean {
	const entries: unknown[] = Array.isArray(answer) ? answer : [answer];
	return entries.some((entry) => entry === false || failsInWords(entry)) || anyLevelSaysFailure(answer, 0);
}

/** Whether a write answers with no data at all, as it may where all went well; an empty list of what was written is an answer. */
export const hasNoData = (data: unknown): boolean =>
	data === undefined || data === null || data === '' || (isJsonObject(data) && Object.keys(data).length === 0);

/** Whether a write of one record was carried out, as far as its answer goes: nothing speaks against it, and it isn't empty. */
export const confirmsOne = (data: unknown): boolean =>
	hasNoData(data) || (!isDefault(data) && !(Array.isArray(data) && data.some(isDefault)) && !contradictsSuccess(data));
