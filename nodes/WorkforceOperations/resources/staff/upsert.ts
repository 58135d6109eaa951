import { isTool, parameter, refusal } from '../../form/item';
import type { BatchOperation, OperationItem, RowResult } from '../../operations/types';
import { withCreationLock } from '../../transport';
import { columnsOfKnown } from './fields';
import { batchSizeOf, matchByField, type Safeguards, safeguardsOf, UPSERT_BATCH, upsertFields } from './form';
import { planLicences } from './licences';
import { matchRows, mistakenIds, refuseDoubles, requireFreeNumber } from './match';
import { MATCH_LABELS, type MatchBy, StaffLists } from './people';
import { type Matching, planSteps, type StaffRow, type StaffRows } from './plan';
import { preview, previewTable } from './preview';
import { formValues, idHint, readPerson, rowInput, type RowInput, sayHint } from './read';
import {
	asInPreview,
	extentOf,
	limitError,
	missingItems,
	previewHint,
	readMissing,
	refuseUnplanned,
	summaryOf,
} from './report';
import { readBack, Rewritten } from './rewritten';
import { Rows } from './rows';
import { writeRows } from './write';

function matchByOf(item: OperationItem): MatchBy {
	const by = parameter(item, 'matchBy', 'email');
	if (by === 'email' || by === 'employeeId' || by === 'id') return by;
	const choices = Object.entries(MATCH_LABELS).map(([value, label]) => `${label} (${value})`);
	throw refusal(item, matchByField.displayName, `must be one of: ${choices.join(', ')}`, by);
}

/** What the steps of a run share. */
interface Run extends Matching {
	/** The first item: hints and errors of the whole run are its. */
	first: OperationItem;
	guards: Safeguards;
	batchSize: number;
	keepGoing: boolean;
	rewritten: Rewritten;
}

const sourceOf = (items: OperationItem[]): RowInput =>
	rowInput(items, 'columns', columnsOfKnown, (item) => ({ ...formValues(item), id: parameter(item, 'id') }));

/** Reads, matches and plans every row before anything is written. */
async function prepare(items: OperationItem[], source: RowInput, rows: StaffRows, run: Run): Promise<void> {
	const { by, guards } = run;
	await rows.read(items, async (item) => await readPerson(item, source, by));
	refuseDoubles(rows);
	await matchRows(rows, run);
	await planSteps(rows, (value) => run.rewritten.has(value));
	rows.refuseFaulty();
	await rows.refuseWhere(rows.open, requireFreeNumber);
	sayHint(items, source, idHint(mistakenIds(rows.open)));
	if (guards.previewOnly || guards.limit !== undefined) await planLicences(rows);
}

/** Whether the run goes on to write. */
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

/** The results of the items, and of those who are in no row. */
async function runRows(items: OperationItem[], source: RowInput, rows: StaffRows, run: Run): Promise<RowResult[]> {
	const { first, guards } = run;
	await prepare(items, source, rows, run);
	if (!run.keepGoing) rows.endIfNoneOpen();
	const goesOn = await guard(rows, run);
	const missing = guards.reportMissing ? await readMissing(items, rows, run.lists) : undefined;
	if (goesOn) {
		await writeRows(rows, run, run.batchSize);
		await readBack(rows, run.rewritten);
	} else preview(rows);
	const answers = rows.answers;
	const others = missing === undefined ? undefined : missingItems(items, missing, answers);
	const results = others === undefined ? answers : [...answers, { outcomes: others }];
	if (guards.previewOnly) return previewTable(results, items, rows);
	first.hints.sum(summaryOf(rows, others), items.length);
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
		const [by, batchSize] = [matchByOf(first), batchSizeOf(first, UPSERT_BATCH)];
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
