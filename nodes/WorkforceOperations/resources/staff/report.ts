import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { type JsonObject, textKey, usableId } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { isTool } from '../../form/item';
import { isUnknown } from '../../operations/runReport';
import type { OperationItem, Outcome, RowResult } from '../../operations/types';
import { incompleteWords, messageOf, settle } from '../../transport';
import type { Safeguards } from './form';
import { numberKey, queryKey, saysInactive, type StaffLists } from './people';
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

/** Writing a licence counts as changing its employee, and so does a licence that couldn't be looked up. */
const changes = ({ step, licencePlan }: StaffRow): boolean =>
	step.action === 'update' ||
	(licencePlan !== undefined && ('error' in licencePlan || licencePlan.action !== 'unchanged'));

/** Classifies the rows by what they would write. */
export function extentOf(rows: StaffRows): Extent {
	const created = rows.open.filter(({ step }) => step.action === 'create');
	const others = rows.open.filter(({ step }) => step.action !== 'create');
	return { created, changed: others.filter(changes), unchanged: others.filter((row) => !changes(row)) };
}

const isIncomparable = (row: StaffRow): boolean => isUpdate(row) && row.step.difference.changed.length === 0;

/** The effect of a row, in a word or two. */
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
			? `${count(open)} would be written in every run just because some fields can’t be compared. Remove their columns, or raise the limit.`
			: '',
		'Check them all with “Preview Only”. If they are right, raise the limit, or set it to 0 for this run.',
	];
	return new NodeOperationError(
		node,
		`Nothing was written: ${count(created.length)} would be created and ${changed.length} changed, but “Stop If More Than” is ${limit}`,
		{ description: description.filter((part) => part !== '').join(' ') },
	);
}

/**
 * Under a limit, refuses rows with a licence that couldn't be looked up: neither the row nor its licence is written.
 */
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
		...(faulty > 0 ? [`skip ${count(faulty)} with an error`] : []),
	];
	const would = [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ');
	const words = [
		'Preview only: nothing was written.',
		faulty > 0 && !keepGoing
			? `${count(faulty)} with an error would stop a run before it writes anything. With “On Error” set to continue, it would ${would}.`
			: `A run would ${would}.`,
		faulty > 0 && !isSheet ? 'Row 1 is the first row below the headings.' : '',
		limit === undefined ? '' : 'But that is more than “Stop If More Than” allows, so the run would write nothing.',
	];
	return words.filter((part) => part !== '').join(' ');
}

/** Why missing employees can't be determined, as far as that is known without a request. */
function obstacle(first: OperationItem, rows: StaffRows): string | undefined {
	if (isTool(first)) return 'an AI agent sends only some rows';
	if (rows.results.some((result) => result !== undefined && 'error' in result))
		return 'a row with an error may be for one of them';
	if (new Set(rows.every.map(queryKey)).size > 1 || 'isActive' in additionalQuery(first))
		return '“Additional Query Parameters” changes which employees are listed';
	return undefined;
}

/** The active employees whose ID, number and address are in no row; a text says why they can't be determined. */
async function readMissing(first: OperationItem, rows: StaffRows, lists: StaffLists): Promise<JsonObject[] | string> {
	const reason = obstacle(first, rows);
	if (reason !== undefined) return reason;
	const read = await settle(lists.read({ item: first }));
	if ('error' in read) return `the staff list couldn’t be read: ${messageOf(read.error)}`;
	const { active, incomplete } = read.result;
	if (incomplete !== undefined) return `the staff list may be incomplete. ${incompleteWords(incomplete)}`;
	const keysOf = ({ id, employeeId, email }: JsonObject): string[] => [
		`id ${usableId(id) ?? ''}`,
		`number ${numberKey(employeeId)}`,
		`email ${textKey(email)}`,
	];
	const own = rows.every.flatMap(({ id, body, found }) => [...keysOf({ ...body, id }), ...keysOf(found?.record ?? {})]);
	const keys = new Set(own.filter((key) => !key.endsWith(' ')));
	return active.filter((record) => !saysInactive(record) && !keysOf(record).some((key) => keys.has(key)));
}

/** Items for employees missing from the data, at the end of the run; undefined if they can't be determined. */
export async function missingItems(
	first: OperationItem,
	rows: StaffRows,
	lists: StaffLists,
): Promise<Outcome[] | undefined> {
	const missing = await readMissing(first, rows, lists);
	if (typeof missing === 'string') {
		first.hints.say(`Employees missing from the data aren’t listed: ${missing}`, 'warning');
		return undefined;
	}
	return missing.map((record) => ({
		json: { ...(record as IDataObject), action: 'notInData', of: rows.results.length },
	}));
}

/** The state of a row in the summary. */
function stateOf(result: RowResult | undefined): unknown {
	if (result === undefined || isUnknown(result)) return 'unknown';
	return 'error' in result ? 'refused' : result.outcomes[0]?.json.action;
}

/** Counts each of the values, in words. Values that don't occur are left out. */
const counted = (values: readonly unknown[], words: Readonly<Record<string, string>>): string =>
	Object.entries(words)
		.map(([value, text]): [number, string] => [values.filter((each) => each === value).length, text])
		.flatMap(([times, text]) => (times === 0 ? [] : [`${times} ${text}`]))
		.join(', ');

/** Summarises a run in one line, without zero counts. */
export function summaryOf(rows: StaffRows, missing: readonly Outcome[] = []): string {
	const done = counted([...rows.results.map(stateOf), ...missing.map(({ json }) => json.action)], {
		created: 'created',
		updated: 'updated',
		unchanged: 'unchanged',
		refused: 'refused',
		unknown: 'unknown',
		notInData: 'not in the data',
	});
	const found = counted(
		rows.every.map(({ found: of }) => of?.by),
		{ email: 'matched by email', employeeId: 'matched by employee number', id: 'matched by ID' },
	);
	return `${count(rows.results.length)}: ${done}.${found === '' ? '' : ` ${found}.`}`;
}

/** Starts each item with the columns of a preview; `error` is empty. */
export const asInPreview = (result: RowResult): RowResult =>
	'error' in result
		? result
		: {
				outcomes: result.outcomes.map(({ json }) => {
					const { action = null, firstName = null, lastName = null } = json;
					return { json: { action, firstName, lastName, error: '', ...json } };
				}),
			};
