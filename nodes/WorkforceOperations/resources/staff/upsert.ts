import { isBlank } from '../../contract';
import { Faults } from '../../form/faults';
import { inputError, isTool, parameter } from '../../form/item';
import { requireWholeNumber } from '../../form/read';
import type { BatchOperation, OperationItem, RowResult } from '../../operations/types';
import { type CreationLock, withCreationLock } from '../../transport';
import { columnsOfKnown, employeeFields, nameFields } from './fields';
import { batchSizeOf, matchByField, type Safeguards, safeguardsOf, UPSERT_BATCH, upsertFields } from './form';
import { planLicences } from './licences';
import { matchRows, mistakenIds, refuseDoubles, requireFreeNumber } from './match';
import { MATCH_LABELS, type MatchBy, StaffLists } from './people';
import { matchKey, planSteps, type StaffRow, type StaffRows } from './plan';
import { preview, previewTable } from './preview';
import { formValues, idHint, rowInput, type RowInput, sayHint, withAdditional } from './read';
import { asInPreview, extentOf, limitError, missingItems, previewHint, refuseUnplanned, summaryOf } from './report';
import { readBack, Rewritten } from './rewritten';
import { Rows } from './rows';
import { writeRows } from './write';

/** Reads a row of Create or Update. */
async function readPerson(item: OperationItem, source: RowInput, by: MatchBy): Promise<StaffRow> {
	source.requireColumn(
		item,
		by,
		'Rows are matched by this column. Add or rename it, or choose a different “Match By”.',
	);
	const faults = new Faults(item);
	const { values, id: written, licence } = await source.values(item, faults);
	const body = withAdditional(item, employeeFields(item, values, faults), faults);
	delete body.id;
	// Licences are saved separately, except for new employees.
	delete body.licenses;
	const id = isBlank(written) ? undefined : faults.read(() => Number(requireWholeNumber(item, written, 'ID')));
	const row: StaffRow = { item, body, id, licence, step: { action: 'create' }, faults };
	if (!isBlank(matchKey(row, by))) return row;
	const empty = (label: string, why: string): Error => inputError(item, `“${label}” is empty`, why);
	const unnamed = nameFields.filter(
		({ name }) => by !== 'id' && name !== by && name in values && isBlank(values[name]),
	);
	throw faults.errorWith(
		...(isBlank(by === 'id' ? written : values[by])
			? [empty(MATCH_LABELS[by], 'Rows are matched by this field, so every row needs a value.')]
			: []),
		...unnamed.map(({ displayName }) => empty(displayName, 'The service needs this for a new employee.')),
	);
}

/** What the steps of a run share. */
interface Run {
	/** The first item; hints and errors of the whole run refer to it. */
	first: OperationItem;
	by: MatchBy;
	lists: StaffLists;
	lock: CreationLock;
	guards: Safeguards;
	batchSize: number;
	keepGoing: boolean;
	rewritten: Rewritten;
}

const sourceOf = (items: OperationItem[]): RowInput =>
	rowInput(items, 'columns', columnsOfKnown, (item) => ({ ...formValues(item), id: parameter(item, 'id') }));

/** Reads, matches and plans every row before anything is written. */
async function prepare(items: OperationItem[], source: RowInput, rows: StaffRows, run: Run): Promise<void> {
	const { by, lists, guards } = run;
	await rows.read(items, async (item) => await readPerson(item, source, by));
	refuseDoubles(rows);
	await matchRows(rows, by, lists);
	await planSteps(rows, (value) => run.rewritten.has(value));
	rows.refuseFaulty();
	await rows.refuseWhere(rows.open, requireFreeNumber);
	sayHint(items, source, idHint(mistakenIds(rows.open)));
	if (guards.previewOnly || guards.limit !== undefined) await planLicences(rows);
}

/** Applies the safeguards. Returns whether the run may write. */
async function guard(rows: StaffRows, { first, guards, keepGoing }: Run): Promise<boolean> {
	const extent = extentOf(rows);
	const error = limitError(first, extent, guards);
	if (guards.previewOnly) {
		const faulty = rows.results.filter((result) => result !== undefined).length;
		const isFine = error === undefined && faulty === 0;
		const how = { isSheet: rows.sheet !== undefined, keepGoing };
		first.hints.say(previewHint(extent, error, faulty, how), isFine ? 'info' : 'warning');
	} else if (error !== undefined) for (const row of rows.open) rows.refuse(row, error);
	if (guards.limit !== undefined) await refuseUnplanned(rows);
	return !guards.previewOnly && error === undefined;
}

/** The results of the items, then the employees missing from them. */
async function runRows(items: OperationItem[], source: RowInput, rows: StaffRows, run: Run): Promise<RowResult[]> {
	const { first, guards } = run;
	await prepare(items, source, rows, run);
	if (!run.keepGoing) rows.endIfNoneOpen();
	const goesOn = await guard(rows, run);
	if (goesOn) {
		await writeRows(rows, run.lock, run.batchSize);
		await readBack(rows, run.rewritten);
	} else preview(rows);
	const missing = guards.reportMissing ? await missingItems(first, rows, run.lists) : undefined;
	const { answers } = rows;
	const results = missing === undefined ? answers : [...answers, { outcomes: missing }];
	if (guards.previewOnly) return previewTable(results, items, rows);
	const { hints } = first;
	hints.summary = summaryOf(rows, missing);
	if (items.length > 1) hints.say(hints.summary);
	return isTool(first) ? results : results.map(asInPreview);
}

export const upsert: BatchOperation = {
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update staff',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	endpoint: 'staff.update',
	fields: upsertFields,
	async runAll(items, keepGoing) {
		const [first] = items;
		if (first === undefined) return [];
		const by = matchByField.read(first) ?? 'email';
		const batchSize = batchSizeOf(first, UPSERT_BATCH);
		return await withCreationLock(first.connection, async (lock) => {
			const guards = safeguardsOf(items);
			const source = sourceOf(items);
			// A preview shows every fault at once: it writes nothing anyway.
			const rows = new Rows<StaffRow>(items, keepGoing || guards.previewOnly, source);
			return await runRows(items, source, rows, {
				first,
				by,
				lists: new StaffLists(),
				lock,
				guards,
				batchSize,
				keepGoing,
				rewritten: new Rewritten(first),
			});
		});
	},
};
