import type { IDataObject } from 'n8n-workflow';
import { isBlank, isDefault, isJsonObject, type Page, yesOrNo } from '../contract';

// Guess: answers.writes

/** Response data that is a plain value instead of a record, such as a job number or a new id; undefined if it is empty. */
export function plainAnswer(data: unknown): IDataObject | undefined {
	const says = (typeof data === 'string' && data !== '') || typeof data === 'number' || data === false;
	return says ? { data } : undefined;
}

const FAILS = /fail|error|reject|invalid|skip|missing|notfound|unknown/i;
const DONE_WORDS = /^(is)?(success|successful|succeeded|ok|updated|created|saved|written)$/i;
const OUTCOME = /^(status|result|outcome)$/i;
const HTTP_STATUS = /^(http_?)?status(_?code)?$/i;

/** Whether a status is that of a failure: 400 and above. */
function isFailureStatus(value: unknown): boolean {
	return isJsonObject(value) ? isFailureStatus(value.code) : /^[4-9]\d\d\b/.test(String(value).trim());
}

const deniesSuccess = (value: unknown): boolean => yesOrNo(value) === false;

/** The same in words only: 0 may be a code of success, or a number of rows. */
const deniesInWords = (value: unknown): boolean =>
	deniesSuccess(value) && (value === false || Number.isNaN(Number(value)));

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const failsInWords = (value: unknown): boolean => typeof value === 'string' && FAILS.test(value);

/** Whether a field states a failure in words or numbers. No field of an employee has one of these names. */
function saysFailure(name: string, value: unknown): boolean {
	if (HTTP_STATUS.test(name) && isFailureStatus(value)) return true;
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

/** “2 of 3”, “2/3”, “2 out of 3”. */
const PART = /\b(\d+)\s*(?:\/|of|out of)\s*(?:the\s+)?(\d+)\b/gi;

/** Whether words count less than was sent: “2 of 3 created”, “Created 2 employees”. */
export const countsFewer = (words: string, sent: number): boolean =>
	[...words.matchAll(PART)].some(([, done, all]) => Number(done) < Number(all)) ||
	[...words.replace(PART, '').matchAll(/\b\d+\b/g)].some(([number]) => Number(number) < sent);

const CARRIED_OUT =
	/^(ok|okay|done)\b|\b(created|added|saved|inserted|registered|updated|changed|written|success\w*|succeeded|completed?)\b/i;
const RESERVED =
	/\b(not|no|never|without|un\w+|already|exists?|duplicates?|only|but|except|part\w*|taken|ignored|denied|warnings?|some)\b/i;

/** Whether the message of an answer states that something was not done. */
export const speaksAgainst = (words: string, sent: number): boolean =>
	countsFewer(words, sent) || failsInWords(words) || RESERVED.test(words);

/** Whether the message of an answer doesn't plainly state that everything was done. */
export const doubtsSuccess = (words: string, sent: number): boolean =>
	speaksAgainst(words, sent) || !CARRIED_OUT.test(words);

/** Whether a write returned no data at all, which is a valid success; an empty list is data. */
export const hasNoData = (data: unknown): boolean =>
	data === undefined || data === null || data === '' || (isJsonObject(data) && Object.keys(data).length === 0);

/** Whether a response confirms the write of one record: it has data, and nothing contradicts the success. */
export const confirmsOne = (data: unknown): boolean =>
	hasNoData(data) || (!isDefault(data) && !(Array.isArray(data) && data.some(isDefault)) && !contradictsSuccess(data));

/**
 * Whether the response to the write of one record confirms it, in its data and in its envelope. `hasRecord`: its data is the
 * record itself, whose fields speak of other things.
 */
export const confirmsWrite = (
	{ data, words = [], inPart }: Pick<Page, 'data' | 'words' | 'inPart'>,
	hasRecord = false,
): boolean => (hasRecord || confirmsOne(data)) && inPart !== true && !words.some((each) => speaksAgainst(each, 1));
