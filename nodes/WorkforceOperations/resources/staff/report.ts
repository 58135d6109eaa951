import type { IDataObject } from 'n8n-workflow';
import { type JsonObject, usableId } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { isTool } from '../../form/item';
import { textKey } from '../../operations/compareValues';
import { isUnknown } from '../../operations/runReport';
import type { OperationItem, Outcome, RowResult } from '../../operations/types';
import { incompleteWords, messageOf, settle } from '../../transport';
import { type MatchBy, numberKey, queryKey, saysInactive, type StaffLists } from './people';
import type { StaffRows } from './plan';

/** The active employees who are in no row, or why they can't be determined. */
type Missing = { records: JsonObject[] } | { reason: string };

const AN_AGENT = 'an AI agent sends only some rows';
const AN_ERROR = 'a row has an error, and may be about one of them';

/** Why it can't be determined who is not in the data, as far as that is known without a request. */
function obstacle(first: OperationItem, rows: StaffRows): string | undefined {
	if (rows.open.length < rows.results.length) return AN_ERROR;
	const queries = new Set(rows.open.map(queryKey));
	if (queries.size > 1 || 'isActive' in additionalQuery(first))
		return '“Additional Query Parameters” asks for other lists';
	return undefined;
}

/**
 * The active employees whose ID, number and address stand in no row, by the list that was read before anything is written.
 */
export async function readMissing(items: OperationItem[], rows: StaffRows, lists: StaffLists): Promise<Missing> {
	const [first] = items;
	if (first === undefined || isTool(first)) return { reason: AN_AGENT };
	const reason = obstacle(first, rows);
	if (reason !== undefined) return { reason };
	const read = await settle(lists.read({ item: first }));
	if ('error' in read) return { reason: `the staff list could not be read: ${messageOf(read.error)}` };
	const { active, incomplete } = read.result;
	if (incomplete !== undefined) return { reason: `the staff list may lack people. ${incompleteWords(incomplete)}` };
	const keysOf = ({ id, employeeId, email }: JsonObject): string[] => [
		`id ${usableId(id) ?? ''}`,
		`number ${numberKey(employeeId)}`,
		`email ${textKey(email)}`,
	];
	const own = rows.every.flatMap(({ id, body, found }) => [...keysOf({ ...body, id }), ...keysOf(found?.record ?? {})]);
	const keys = new Set(own.filter((key) => !key.endsWith(' ')));
	const isMissing = (record: JsonObject): boolean =>
		!saysInactive(record) && !keysOf(record).some((key) => keys.has(key));
	return { records: active.filter(isMissing) };
}

/** The items for those who are not in the data, at the end of the run; undefined where that can't be said. */
export function missingItems(
	items: OperationItem[],
	missing: Missing,
	results: readonly RowResult[],
): Outcome[] | undefined {
	const outcome = 'records' in missing && results.some((result) => 'error' in result) ? { reason: AN_ERROR } : missing;
	if ('reason' in outcome) {
		items[0]?.hints.say(`Employees missing from the data aren’t listed: ${outcome.reason}`, 'warning');
		return undefined;
	}
	return outcome.records.map((record) => ({
		json: { ...(record as IDataObject), action: 'notInData', of: items.length },
	}));
}

/** What became of a row, as the summary counts it. */
function stateOf(result: RowResult | undefined): string {
	if (result === undefined || 'error' in result)
		return result !== undefined && isUnknown(result) ? 'unknown' : 'refused';
	const action = result.outcomes[0]?.json.action;
	return typeof action === 'string' ? action : 'unknown';
}

/** What a run has done, in one line; what didn't happen isn't said. */
export function summaryOf(rows: StaffRows, missing: readonly Outcome[] | undefined): string {
	const states = rows.results.map(stateOf);
	const said = (counts: ReadonlyArray<readonly [count: number, words: (count: number) => string]>): string =>
		counts.flatMap(([count, words]) => (count === 0 ? [] : [words(count)])).join(', ');
	const done = said([
		...['created', 'updated', 'unchanged', 'refused', 'unknown'].map(
			(state) => [states.filter((each) => each === state).length, (count: number) => `${count} ${state}`] as const,
		),
		[missing?.length ?? 0, (count) => `${count} not in the data`],
	]);
	const foundBy = (by: MatchBy): number => rows.every.filter(({ found }) => found?.by === by).length;
	const found = said([
		[foundBy('email'), (count) => `by e-mail ${count}`],
		[foundBy('employeeId'), (count) => `by number ${count}`],
		[foundBy('id'), (count) => `by ID ${count}`],
	]);
	return `${states.length} ${states.length === 1 ? 'row' : 'rows'}: ${done}.${found === '' ? '' : ` Found ${found}.`}`;
}

/** The items of a run begin with the columns of a preview; none of them holds an error. */
export const asInPreview = (result: RowResult): RowResult =>
	'error' in result
		? result
		: {
				...result,
				outcomes: result.outcomes.map(({ json, ...outcome }) => {
					const { action = null, firstName = null, lastName = null } = json;
					return { ...outcome, json: { action, firstName, lastName, error: null, ...json } };
				}),
			};
