import { forEditor } from '../../transport';
import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { isBlank, isJsonObject } from '../../contract';
import type { ReadableField } from '../../form/fields';
import { collection, inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';
import { previewOption, reportMissingOption, writeLimitOption } from './form';
import { isUpdate, type StaffRow, type StaffRows } from './plan';
import { personWords } from './rows';

/** Options of Create or Update that show a run before it writes, or stop it from writing too much. */
export interface Safeguards {
	previewOnly: boolean;
	/** How many rows may be created or changed; undefined for no limit. */
	limit: number | undefined;
	reportMissing: boolean;
}

const DIFFERS = 'The safeguard applies to the whole run: use a value, or an expression that is the same for every row.';

/** The value of an added safeguard. One that comes to nothing, or isn't the same for all rows, would protect nobody. */
function agreed<Value>(
	items: readonly OperationItem[],
	options: readonly IDataObject[],
	{ field: { name, displayName: label }, read }: ReadableField<Value>,
): Value | undefined {
	// As the form has them, before expressions: those that come to nothing may be missing afterwards.
	const form: unknown = items[0]?.node.parameters.options;
	if (!(isJsonObject(form) && name in form)) return undefined;
	let first: Value | undefined;
	for (const [index, item] of items.entries()) {
		if (isBlank(options[index]?.[name])) {
			throw inputError(item, `“${label}” is added but left empty`, [
				'Nothing was read or written.',
				forEditor(
					'Enter a value, correct the expression, or remove the option.',
					'Ask a person to correct the option.',
				),
			]);
		}
		const given = read(item, options[index]);
		first ??= given;
		if (given !== first)
			throw inputError(item, `“${label}” differs between row 1 and row ${item.itemIndex + 1}`, DIFFERS);
	}
	return first;
}

/** Reads the safeguards of a run, which are the same for all of its items. */
export function safeguardsOf(items: readonly OperationItem[]): Safeguards {
	const options = items.map((item) => collection(item, 'options'));
	const previewOnly = agreed(items, options, previewOption);
	const limit = agreed(items, options, writeLimitOption) ?? 0;
	const reportMissing = agreed(items, options, reportMissingOption) === true;
	return {
		previewOnly: previewOnly === true || items.some(({ connection }) => connection.agent?.allowsWrites === false),
		limit: limit > 0 ? limit : undefined,
		reportMissing,
	};
}

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
	isSheet: boolean,
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
			: ` With an error: ${count(faulty)}. With them a run writes nothing, unless “On Error” is set to continue.${isSheet ? '' : ' Row 1 is the first row below the headings.'}`;
	const words = `A preview: nothing was written. Of the rows without an error a run would ${counts}.${faults}`;
	return limit === undefined
		? words
		: `${words} But it would stop before it writes anything, because that is more than “Stop If More Than” allows.`;
}
