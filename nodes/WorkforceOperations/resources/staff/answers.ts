import type { IDataObject } from 'n8n-workflow';
import { countOf, isBlank, isDefault, isJsonObject, type JsonObject, type Page, yesOrNo } from '../../contract';
import { isSameText as same } from '../../operations/compareValues';
import {
	contradictsSuccess,
	countsFewer,
	doubtsSuccess,
	hasNoData,
	speaksAgainst,
} from '../../operations/writeConfirmation';
import type { RowResult } from '../../operations/types';

/** How an operation finds the records of its rows in a response. */
export interface RecordMatcher {
	/** The records of the response that may be the row's, the most likely first. */
	candidates(body: JsonObject, records: JsonObject[]): JsonObject[];
	/** The item for a row whose record isn't in the response. */
	fallbackRecord(body: JsonObject, done: true | null): IDataObject;
	/** A count below the number of rows doesn't mean that some of them failed. */
	mayCountFewer?: true;
}

/** Matching for creations: by e-mail address. */
export const byEmail: RecordMatcher = {
	/** Two people may share an e-mail address; then their names decide. */
	candidates(body, records) {
		const sameEmail = records.filter(({ email }) => same(email, body.email));
		const sameName = sameEmail.filter(
			({ firstName, lastName }) => same(firstName, body.firstName) && same(lastName, body.lastName),
		);
		return [...sameName, ...sameEmail.filter(({ firstName, lastName }) => isBlank(firstName) && isBlank(lastName))];
	},
	fallbackRecord: (body, created) => ({
		created,
		firstName: String(body.firstName),
		lastName: String(body.lastName),
		email: String(body.email),
	}),
};

/** The only record of a request with one row is that row's, unless it identifies itself as another one's. */
export const soleRecord: RecordMatcher = {
	...byEmail,
	candidates: (body, records) => records.filter(({ email }) => isBlank(email) || same(email, body.email)),
};

/** Whether a record identifies its employee. */
const isNamed = ({ id, email }: JsonObject): boolean => !isDefault(id) || !isBlank(email);

/** Field names for the number of written records; in an employee's record they would mean something else. */
const COUNT =
	/^(total|rows?|records?|employees?)?_?(count|total)$|^(?!not).*(created|updated|saved|inserted|added|affected|success(ful)?|succeeded)_?(count|rows|records|employees)?$/i;

const countsNone = (record: JsonObject): boolean =>
	!isNamed(record) && Object.entries(record).some(([name, value]) => COUNT.test(name) && yesOrNo(value) === false);

/** The number of a response that is only a count, bare or in a field. */
function reportedCount(data: unknown): number | undefined {
	if (!isJsonObject(data)) return countOf(data);
	const [[name, value] = [], ...others] = Object.entries(data);
	return name === undefined || others.length > 0 || !COUNT.test(name) ? undefined : countOf(value);
}

/** Whether there are as many records as rows, and none of them identifies its employee: then they confirm all rows together. */
function countsAll(data: unknown, rows: number, unmatched: JsonObject[], mayCountFewer = false): boolean {
	if (yesOrNo(data) === false) return false;
	if (hasNoData(data) || (yesOrNo(data) === true && countOf(data) === undefined)) return true;
	// For one row a number may mean anything: its id, the number of a job.
	const count = rows > 1 ? reportedCount(data) : undefined;
	if (count !== undefined) return mayCountFewer ? count > 0 && count <= rows : count === rows;
	if (unmatched.some(isNamed)) return false;
	if (!Array.isArray(data)) return rows === 1 && !isDefault(data);
	return data.length === rows && !data.some(isDefault);
}

/** Fields in which a record speaks of what became of it. */
const MESSAGE = /^(status_?|result_?|response_?)?(messages?|reasons?|warnings?|remarks?)$/i;

const textsIn = (value: unknown): string[] => {
	if (Array.isArray(value)) return value.flatMap(textsIn);
	return typeof value === 'string' && !isBlank(value) ? [value] : [];
};

/**
 * Whether words speak against what was sent. Somebody is created only on plain words, because a search can tell; an update may
 * count fewer.
 */
type Doubts = (words: string, rows: number) => boolean;

const updateDoubts: Doubts = (words) => speaksAgainst(words, 1);

/** Whether a record says something else than that it was written. */
const contradictsRecord = (record: JsonObject, doubts: Doubts): boolean =>
	contradictsSuccess(record) ||
	countsNone(record) ||
	Object.entries(record).some(
		([name, value]) => MESSAGE.test(name) && textsIn(value).some((words) => doubts(words, 1)),
	);

/** What an answer says of the request as a whole. */
type Said = Pick<Page, 'data' | 'words' | 'count' | 'inPart'>;

/** Whether an answer says of the request as a whole that not everything was done. */
const saysInPart = ({ data, words = [], inPart }: Said, rows: number, doubts: Doubts): boolean =>
	inPart === true || words.some((each) => doubts(each, rows)) || (typeof data === 'string' && countsFewer(data, 1));

/** A row, and its item as the answer makes it; `unknown`: whether it was written is not known. */
export type Written<Row> = [row: Row, result: { outcomes: [{ json: IDataObject }]; unknown?: true }];

/** The content of a response besides its success: a word, a number, a count. */
const besides = (data: unknown): IDataObject =>
	reportedCount(data) !== undefined || (typeof data === 'string' && data !== '') ? { data: data as IDataObject } : {};

/**
 * The outcome of each row of a successful request: its record, each used for one row only; else done, if nothing in the
 * response contradicts that; else unknown, with the unmatched response. Somebody is created only if nothing at all speaks
 * against it.
 */
export function writeResults<Row extends { body: JsonObject }>(
	rows: readonly Row[],
	said: Said,
	{ candidates, fallbackRecord, mayCountFewer }: RecordMatcher,
): Array<Written<Row>> {
	const { data, count } = said;
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	// A record that holds only default values belongs to nobody.
	const free = new Set(entries.filter((entry) => isJsonObject(entry)).filter((record) => !isDefault(record)));
	const own = rows.map((row) => {
		const [record] = candidates(row.body, [...free]);
		if (record !== undefined) free.delete(record);
		return { row, record };
	});
	const unmatched = [...free];
	const doubts = mayCountFewer === true ? updateDoubts : doubtsSuccess;
	const inPart = saysInPart(said, rows.length, doubts);
	const isShort = mayCountFewer !== true && (inPart || (count !== undefined && count < rows.length));
	const all =
		!inPart &&
		!isShort &&
		countsAll(data, rows.length, unmatched, mayCountFewer) &&
		!contradictsSuccess(data) &&
		!unmatched.some((record) => contradictsRecord(record, doubts));
	const rest = Array.isArray(data) ? entries.filter((entry) => !own.some(({ record }) => record === entry)) : data;
	return own.map(({ row, record }): Written<Row> => {
		if (record !== undefined && !isShort && !contradictsRecord(record, doubts))
			return [row, { outcomes: [{ json: record as IDataObject }] }];
		if (record === undefined && all)
			return [row, { outcomes: [{ json: { ...fallbackRecord(row.body, true), ...besides(data) } }] }];
		const answer = (record ?? rest) as IDataObject;
		return [row, { outcomes: [{ json: { ...fallbackRecord(row.body, null), answer } }], unknown: true }];
	});
}

export const employeeIdOf = (record: JsonObject): string => String(record.id);

/** Matching for updates: by the internal id. */
export const byId: RecordMatcher = {
	candidates: (body, records) => records.filter((record) => employeeIdOf(record) === employeeIdOf(body)),
	fallbackRecord: ({ id }, updated) => ({ id: Number(id), updated }),
	// Updates may be counted as “changed”, without rows that already had these values. Rows that were not written are refused
	// instead.
	mayCountFewer: true,
};

/**
 * The result of a creation that the response or a search confirms. Only the response to the creation itself says whether
 * its licence was created, too.
 */
export const createdResult = (record: IDataObject, hasLicence: boolean, isSearched: boolean): RowResult => ({
	outcomes: [
		{
			json: {
				...record,
				action: 'created',
				...(hasLicence ? { licenceAction: isSearched ? null : 'created' } : {}),
			},
		},
	],
});
