import type { IDataObject } from 'n8n-workflow';
import { isBlank, isJsonObject, type JsonObject } from '../../contract';
import type { Row } from '../../operations/batches';
import { isSameText as same } from '../../operations/same';
import { plainItems, type RowResult } from '../../operations/types';

const FAILS = /fail|error|reject|invalid|skip|missing|notfound|unknown/i;
const DONE = /^(is)?(success|successful|succeeded|ok|updated|created|saved|written)$/i;

/** Names of fields that say in words or numbers what became of several; the fields of an employee have none of them. */
function says(name: string, value: unknown): boolean {
	if (DONE.test(name)) return value === false || value === 0 || value === 'false';
	if (!FAILS.test(name)) return false;
	const nothing = isBlank(value) || value === false || value === 0 || value === 'false';
	return !nothing && !(isJsonObject(value) && Object.keys(value).length === 0);
}

const failsInWords = (answer: unknown): boolean => typeof answer === 'string' && FAILS.test(answer);

/** Whether an answer says anywhere that something was not done. */
export function speaksAgainst(answer: unknown, depth = 0): boolean {
	if (depth > 4) return false;
	if (depth === 0 && (Array.isArray(answer) ? answer : [answer]).some(failsInWords)) return true;
	if (Array.isArray(answer)) return answer.some((entry) => speaksAgainst(entry, depth + 1));
	if (!isJsonObject(answer)) return answer === false;
	return Object.entries(answer).some(
		([name, value]) =>
			says(name, value) ||
			(/^(status|result|outcome)$/i.test(name) && typeof value === 'string' && FAILS.test(value)) ||
			speaksAgainst(value, depth + 1),
	);
}

/** How an operation tells the records of its rows. */
export interface Matching {
	/** The records of the answer that may be a row's, the likeliest first. */
	candidates(body: JsonObject, records: JsonObject[]): JsonObject[];
	/** What an item says of a row whose record the answer does not hold. */
	told(body: JsonObject, done: true | null): IDataObject;
}

/** How creations tell the records of their rows. */
export const byEmail: Matching = {
	/** Two people may have one e-mail address; their names then tell them apart. */
	candidates(body, records) {
		const sameEmail = records.filter(({ email }) => same(email, body.email));
		const sameName = sameEmail.filter(
			({ firstName, lastName }) => same(firstName, body.firstName) && same(lastName, body.lastName),
		);
		return [...sameName, ...sameEmail.filter(({ firstName, lastName }) => isBlank(firstName) && isBlank(lastName))];
	},
	told: (body, created) => ({
		created,
		firstName: String(body.firstName),
		lastName: String(body.lastName),
		email: String(body.email),
	}),
};

/** The only record of a request with one row is that row's, unless it says that it is another one's. */
export const alone: Matching = {
	...byEmail,
	candidates: (body, records) => records.filter(({ email }) => isBlank(email) || same(email, body.email)),
};

/** Whether there are as many records as rows, and none of them says whose it is: the service speaks of all rows, in its own way. */
function countsAll(data: unknown, rows: number, unmatched: JsonObject[]): boolean {
	if (data === undefined || data === null || data === true || data === '') return true;
	// Of one row a number may be anything: its id, the number of a job.
	if (typeof data === 'number') return data === rows || (rows === 1 && data !== 0);
	if (!Array.isArray(data)) return rows === 1;
	return data.length === rows && unmatched.every((record) => isBlank(record.id) && isBlank(record.email));
}

/**
 * What became of each row of a request that the service took: its record, each of them for one row only; else that it was
 * done, if nothing in the answer speaks against it; else that it is not known, with the answer that couldn't be matched.
 */
export function confirmed(rows: Row[], data: unknown, { candidates, told }: Matching): RowResult[] {
	const records = (Array.isArray(data) ? data : [data]).filter(isJsonObject);
	const free = new Set(records);
	const own = rows.map(({ body }) => {
		const record = candidates(body, [...free])[0];
		if (record !== undefined) free.delete(record);
		return record;
	});
	const unmatched = [...free];
	const all = countsAll(data, rows.length, unmatched) && !speaksAgainst(data);
	const rest = Array.isArray(data) ? data.filter((entry) => !isJsonObject(entry) || free.has(entry)) : data;
	return rows.map(({ body }, index) => {
		const record = own[index];
		if (record !== undefined && !speaksAgainst(record)) return { outcomes: plainItems([record as IDataObject]) };
		if (record === undefined && all) {
			const plain = typeof data === 'number' || (typeof data === 'string' && data !== '') ? { data } : {};
			return { outcomes: plainItems([{ ...told(body, true), ...plain }]) };
		}
		const answer = (record ?? rest ?? null) as IDataObject;
		return { outcomes: plainItems([{ ...told(body, null), answer }]), unknown: true };
	});
}
