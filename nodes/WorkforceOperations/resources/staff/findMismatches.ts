import { endpoints, isBlank, type JsonObject } from '../../contract';
import { type ColumnReader, columnReader, columnsField } from '../../form/columns';
import { Faults } from '../../form/faults';
import { additionalQueryOption, choiceField, optionFields } from '../../form/fields';
import { inputError, isTool } from '../../form/item';
import { requireWholeNumber } from '../../form/read';
import { rowName, sheetRows } from '../../operations/runReport';
import { answerOf } from '../../operations/toolAnswer';
import { type BatchOperation, type OperationItem, plainItems, type RowResult } from '../../operations/types';
import { columnsOfKnown } from './columns';
import { employeeFields } from './fields';
import { mismatchesInList, mismatchesOfRow, mismatchesOfSheet } from './mismatches';
import { type StaffList, StaffLists } from './people';
import { personWords, Rows, type SheetRow } from './rows';

const compareWithOption = choiceField({
	displayName: 'Compare With',
	name: 'compareWith',
	default: 'columns',
	description: 'What to compare the list of employees with',
	choices: {
		columns: { name: 'Columns of the Input', description: 'The rows of a sheet, and the list itself' },
		nothing: { name: 'Nothing', description: 'The list itself: missing numbers, shared numbers and addresses' },
	},
});

const COLUMNS = 'Which column is which. Compares first name, last name, e-mail, employee number and ID.';

const COMPARED = ['id', 'firstName', 'lastName', 'email', 'employeeId'];

/** Reads what is compared of a row. Throws with all faults of the row. */
function readRow(item: OperationItem, reader: ColumnReader): SheetRow {
	const cells = Object.fromEntries(Object.entries(reader.read(item)).filter(([name]) => COMPARED.includes(name)));
	const faults = new Faults(item);
	const body: JsonObject = employeeFields(item, cells, faults);
	if (!isBlank(cells.id)) body.id = faults.read(() => Number(requireWholeNumber(item, cells.id, 'ID')));
	if (!faults.any && ['id', 'email', 'employeeId'].every((name) => isBlank(body[name])))
		throw inputError(
			item,
			'The row has no e-mail address, number or ID',
			'One of them is needed to find the employee.',
		);
	faults.end();
	return { item, body };
}

/** The results of the rows, and behind them that of the people who are in none. */
async function compareRows(items: OperationItem[], keepGoing: boolean, list: StaffList): Promise<RowResult[]> {
	const reader = columnReader(items, columnsOfKnown);
	const [first] = items;
	const sheet = first && sheetRows(first.context.getInputData());
	const rows = new Rows<SheetRow>(items, keepGoing, { peek: (item) => reader.peek(item), sheet });
	await rows.read(items, async (item) => await Promise.resolve(readRow(item, reader)));
	for (const row of rows.open) {
		const { firstName, lastName } = row.body;
		const name = rowName(row.item.itemIndex, personWords({ firstName, lastName }), sheet);
		rows.put(row, { outcomes: plainItems(mismatchesOfRow(list, row.body, name)) });
	}
	const isWhole = rows.every.length === items.length;
	if (!isWhole)
		first?.hints.say(
			'Employees missing from the sheet aren’t listed: a row has an error, and may be about one of them',
			'warning',
		);
	const bodies = rows.every.map(({ body }) => body);
	return [...rows.answers, { outcomes: plainItems(isWhole ? mismatchesOfSheet(list, bodies) : []) }];
}

export const findMismatches: BatchOperation = {
	value: 'findMismatches',
	name: 'Find Mismatches',
	action: 'Find staff mismatches',
	description: 'Find employees without a number, with a number or address that others have, or other than in a sheet',
	endpoint: 'staff.getAll',
	fields: [
		compareWithOption.field,
		{ ...columnsField('getStaffColumns', COLUMNS), displayOptions: { show: { compareWith: ['columns'] } } },
		...optionFields([], [additionalQueryOption]),
	],
	async runAll(items, keepGoing) {
		const [first] = items;
		if (first === undefined) return [];
		const compareWith = compareWithOption.read(first);
		const list = await new StaffLists().read({ item: first });
		const ofRows =
			compareWith === 'nothing'
				? items.map((): RowResult => ({ outcomes: [] }))
				: await compareRows(items, keepGoing && !isTool(first), list);
		first.hints.read(list);
		const results: RowResult[] = [...ofRows, { outcomes: plainItems(mismatchesInList(list)) }];
		if (!isTool(first)) return results;
		const all = results.flatMap((result) => ('outcomes' in result ? result.outcomes : []));
		const read = { records: list.all, pages: 1, incomplete: list.incomplete };
		const call = { endpoint: endpoints['staff.getAll'], itemIndex: first.itemIndex };
		return [{ outcomes: [answerOf(first, { call, walk: {} }, read, all)] }];
	},
};
