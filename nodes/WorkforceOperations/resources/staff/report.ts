import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { type JsonObject, usableId } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { isTool } from '../../form/item';
import { textKey } from '../../operations/compareValues';
import { isUnknown } from '../../operations/runReport';
import type { OperationItem, Outcome, RowResult } from '../../operations/types';
import { incompleteWords, messageOf, settle } from '../../transport';
import type { Safeguards } from './form';
import { type MatchBy, numberKey, queryKey, saysInactive, type StaffLists } from './people';
import { isUpdate, type StaffRow, type StaffRows } from './plan';
import { personWords } from './rows';

/** How many people an error names. */
const MOST_NAMED = 10;

/** What a run would write: rows that create somebody, rows that change somebody, and all others. */
interface Extent {
	created: StaffRow[];
	changed: StaffRow[];
	unchanged: StaffRow[];
}

/** Writing a licence counts as changing its employee, and so does one of which that isn't known. */
const changes = ({ step, licencePlan }: StaffRow): boolean =>
	step.action === 'update' ||
	(licencePlan !== undefined && ('error' in licencePlan || licencePlan.action !== 'unchanged'));

/** Classifies the rows by what they would write. */
export function extentOf(rows: StaffRows): Extent {
	const [created, others] = [true, false].map((isNew) =>
		rows.open.filter(({ step }) => (step.action === 'create') === isNew),
	) as [StaffRow[], StaffRow[]];
	return { created, changed: others.filter(changes), unchanged: others.filter((row) => !changes(row)) };
}

const isIncomparable = (row: StaffRow): boolean => isUpdate(row) && row.step.difference.changed.length === 0;

/** What a row would do, in a word or two. */
function newsOf(row: StaffRow): string {
	if (row.step.action === 'create') return 'new';
	if (!isUpdate(row)) return 'licence';
	const { changed, unknown } = row.step.difference;
	return changed.length > 0 ? changed.join(', ') : `${unknown.join(', ')}: can’t be compared`;
}

const count = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

/** The error of a run that would write more rows than the limit, before it writes any; undefined within the limit. */
export function limitError(
	{ node }: OperationItem,
	{ created, changed }: Extent,
	{ limit }: Safeguards,
): NodeOperationError | undefined {
	const rows = [...created, ...changed];
	if (limit === undefined || rows.length <= limit) return undefined;
	const named = rows
		.slice(0, MOST_NAMED)
		.map((row) => `${personWords(row.found?.record ?? {}, row.body)} (${newsOf(row)})`);
	const open = changed.filter(isIncomparable).length;
	const description = [
		rows.length > MOST_NAMED ? `The first ${MOST_NAMED}: ${named.join('; ')}.` : `They are: ${named.join('; ')}.`,
		open > 0
			? `${open} of the changes are fields that can’t be compared, so they are written each time: remove their columns, or allow for them.`
			: '',
		'Check them all with “Preview Only”. If they are right, raise the number, or set it to 0 for this run.',
	];
	return new NodeOperationError(
		node,
		`Nothing was written: ${count(created.length)} would be created and ${changed.length} changed, more than the ${limit} of “Stop If More Than”`,
		{ description: description.filter((part) => part !== '').join(' ') },
	);
}

/** Under a limit a row whose licence couldn't be looked up isn't written in this run, nor is its licence. */
export async function refuseUnplanned(rows: StaffRows): Promise<void> {
	await rows.refuseWhere(rows.open, ({ licencePlan }) => {
		if (licencePlan !== undefined && 'error' in licencePlan) throw licencePlan.error;
	});
}

/** The hint above the items of a preview. */
export function previewHint(
	{ created, changed, unchanged }: Extent,
	limit: Error | undefined,
	faulty: number,
	{ isSheet, keepGoing }: { isSheet: boolean; keepGoing: boolean },
): string {
	const parts = [
		...(created.length > 0 ? [`create ${created.length}`] : []),
		...(changed.length > 0 ? [`change ${changed.length}`] : []),
		...(unchanged.length > 0 ? [`leave ${unchanged.length} unchanged`] : []),
	];
	const counts = parts.length < 2 ? (parts[0] ?? 'do nothing') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
	const faults =
		faulty === 0
			? ''
			: ` With an error: ${count(faulty)}. ${keepGoing ? 'A run skips them.' : 'With them a run writes nothing, unless “On Error” is set to continue.'}${isSheet ? '' : ' Row 1 is the first row below the headings.'}`;
	const words = `A preview: nothing was written. Of the rows without an error a run would ${counts}.${faults}`;
	return limit === undefined
		? words
		: `${words} But it would stop before it writes anything, because that is more than “Stop If More Than” allows.`;
}

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
