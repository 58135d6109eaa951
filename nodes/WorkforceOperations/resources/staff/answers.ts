import type { IDataObject } from 'n8n-workflow';
import { isBlank, isDefault, isJsonObject, type JsonObject, type Page } from '../../contract';
import { isSameText as same } from '../../operations/compareValues';
import { confirmsAll, plainAnswer, saysMore } from '../../operations/writeConfirmation';
import type { RowResult } from '../../operations/types';

/** How an operation finds the records of its rows in a response. */
export interface RecordMatcher {
	/** The records of the response that may be the row's, the most likely first. */
	candidates(body: JsonObject, records: JsonObject[]): JsonObject[];
	/** The item for a row whose record isn't in the response. */
	fallbackRecord(body: JsonObject, done: true | null): IDataObject;
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

/** A row, and its item as the answer makes it; `unknown`: whether it was written is not known. */
export type Written<Row> = [row: Row, result: { outcomes: [{ json: IDataObject }]; unknown?: true }];

/**
 * The outcome of each row of a successful request: its record, each used for one row only; else done, if the answer confirms
 * all rows; else unknown, with what no row's record is.
 */
export function writeResults<Row extends { body: JsonObject }>(
	rows: readonly Row[],
	page: Partial<Page>,
	{ candidates, fallbackRecord }: RecordMatcher,
): Array<Written<Row>> {
	const { data } = page;
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	const free = new Set(page.inPart === true ? [] : entries.filter((entry) => isJsonObject(entry)));
	const own = rows.map((row) => {
		const [record] = candidates(row.body, [...free]).filter((each) => isNamed(each) && !saysMore(each));
		if (record !== undefined) free.delete(record);
		return { row, record };
	});
	const all = confirmsAll(page, rows.length);
	const rest = Array.isArray(data) ? entries.filter((entry) => !own.some(({ record }) => record === entry)) : data;
	return own.map(({ row, record }): Written<Row> => {
		if (record !== undefined) return [row, { outcomes: [{ json: record as IDataObject }] }];
		if (all) return [row, { outcomes: [{ json: { ...fallbackRecord(row.body, true), ...plainAnswer(data) } }] }];
		return [
			row,
			{ outcomes: [{ json: { ...fallbackRecord(row.body, null), answer: rest as IDataObject } }], unknown: true },
		];
	});
}

export const employeeIdOf = (record: JsonObject): string => String(record.id);

/** Matching for updates: by the internal id. */
export const byId: RecordMatcher = {
	candidates: (body, records) => records.filter((record) => employeeIdOf(record) === employeeIdOf(body)),
	fallbackRecord: ({ id }, updated) => ({ id: Number(id), updated }),
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
