import type { IDataObject } from 'n8n-workflow';
import { endpoints, isBlank, isSameText, type JsonObject, usableId } from '../../contract';
import { type ColumnReader, columnReader, columnsField } from '../../form/columns';
import { Faults } from '../../form/faults';
import { additionalQueryOption, choiceField, optionFields } from '../../form/fields';
import { inputError, isTool } from '../../form/item';
import { requireWholeNumber } from '../../form/read';
import { rowName, sheetRows } from '../../operations/runReport';
import { answerOf } from '../../operations/toolAnswer';
import { type BatchOperation, type OperationItem, plainItems, type RowResult } from '../../operations/types';
import { columnsOfKnown, employeeFields } from './fields';
import { isOwn, kindWords, type StaffList, StaffLists } from './people';
import { personWords, Rows, type SheetRow } from './rows';

/** Values of `mismatch`: what may be wrong with an employee or a row. */
type Mismatch = 'noNumber' | 'sharedNumber' | 'sharedEmail' | 'otherName' | 'notInSheet' | 'inactive' | 'notThere';

const idsOf = (accounts: readonly JsonObject[]): IDataObject => ({
	ids: accounts.map(({ id }) => usableId(id) ?? null),
});

/** The fields that identify a person, each from the first record that has it. */
function whoIs(...records: JsonObject[]): IDataObject {
	const known = ['firstName', 'lastName', 'email', 'employeeId'].map((field): [string, unknown] => [
		field,
		records.map((record) => record[field]).find((value) => !isBlank(value)) ?? null,
	]);
	return Object.fromEntries(known) as IDataObject;
}

const entry = (
	mismatch: Mismatch,
	reason: string,
	accounts: readonly JsonObject[],
	...who: JsonObject[]
): IDataObject => ({
	mismatch,
	reason,
	...whoIs(...accounts.slice(0, 1), ...who),
	...idsOf(accounts),
});

/** An account in words: its name, ID and kind. */
function accountWords(list: StaffList, account: JsonObject): string {
	const { firstName, lastName } = account;
	const name = personWords({ firstName, lastName });
	return `${name === '' ? '' : `${name}, `}ID ${usableId(account.id) ?? 'none'}${kindWords(account, list)}`;
}

const joined = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Mismatches within the list. Covers active people, including what they share with somebody inactive. */
function mismatchesInList(list: StaffList): IDataObject[] {
	const active = list.active.filter((account) => !list.isInactive(account));
	const shared = (
		mismatch: Mismatch,
		what: string,
		field: string,
		of: (account: JsonObject) => readonly JsonObject[],
	): IDataObject[] => {
		const told = new Set<JsonObject>();
		return active.flatMap((account) => {
			const all = of(account);
			if (all.length < 2 || told.has(account)) return [];
			for (const each of all) told.add(each);
			const words = joined(all.map((each) => accountWords(list, each)));
			return [entry(mismatch, `${what} “${String(account[field]).trim()}” belongs to ${words}.`, all)];
		});
	};
	const unnumbered = active
		// A subcontractor's guard has the number of another company.
		.filter((account) => isOwn(account) && isBlank(account.employeeId))
		.map((account) => entry('noNumber', `${personWords(account) || 'Somebody'} has no employee number.`, [account]));
	return [
		...unnumbered,
		...shared('sharedNumber', 'The employee number', 'employeeId', ({ employeeId }) => list.holders(employeeId)),
		...shared('sharedEmail', 'The e-mail address', 'email', ({ email }) => list.withEmail(email)),
	];
}

/** The accounts that a row may be about: by ID, else by number, else by address. */
function accountsOf(list: StaffList, { employeeId, email, id }: JsonObject): readonly JsonObject[] {
	const byId = list.withId(id);
	if (byId !== undefined) return [byId];
	const byNumber = list.holders(employeeId);
	return byNumber.length > 0 ? byNumber : list.withEmail(email);
}

/** Mismatches of a sheet row. If the list may be incomplete, nobody is reported as missing from the service. */
function mismatchesOfRow(list: StaffList, values: JsonObject, name: string): IDataObject[] {
	const accounts = accountsOf(list, values);
	if (accounts.length === 0)
		return list.incomplete !== undefined
			? []
			: [entry('notThere', `${name} is in the sheet, but not in the service.`, [], values)];
	const found: IDataObject[] = [];
	if (accounts.every((account) => list.isInactive(account)))
		found.push(entry('inactive', `${name} is in the sheet, but inactive in the service.`, accounts, values));
	const differs = (account: JsonObject): boolean =>
		['firstName', 'lastName'].some((field) => !isBlank(values[field]) && !isSameText(values[field], account[field]));
	const isOfNumber = list.holders(values.employeeId).length > 0;
	if (isOfNumber && accounts.every(differs)) {
		const there = accounts.map(
			({ firstName, lastName }) => personWords({ firstName, lastName }) || 'somebody without a name',
		);
		const reason = `${name} has the employee number “${String(values.employeeId)}”, which belongs to ${there.join(' and ')} in the service.`;
		found.push(entry('otherName', reason, accounts, values));
	}
	return found;
}

/** Mismatches for active people without a row in the sheet. */
function mismatchesOfSheet(list: StaffList, rows: readonly JsonObject[]): IDataObject[] {
	const inSheet = new Set(
		rows.flatMap(({ id, employeeId, email }) => [
			list.withId(id),
			...list.holders(employeeId),
			...list.withEmail(email),
		]),
	);
	return list.active
		.filter((account) => !list.isInactive(account) && !inSheet.has(account))
		.map((account) =>
			entry('notInSheet', `${personWords(account) || 'Somebody'} is active in the service, but not in the sheet.`, [
				account,
			]),
		);
}

const compareWithOption = choiceField({
	displayName: 'Compare With',
	name: 'compareWith',
	default: 'columns',
	description: 'What to compare the employee list with',
	choices: {
		columns: { name: 'Input Columns', description: 'Checks the rows of a sheet, as well as the list itself' },
		nothing: {
			name: 'Nothing',
			description: 'Checks only the list, for missing numbers and shared numbers or addresses',
		},
	},
});

const COLUMNS = 'Which column holds which field. Compares first name, last name, e-mail, employee number and ID.';

const COMPARED = ['id', 'firstName', 'lastName', 'email', 'employeeId'];

/** Reads the compared fields of a row. Throws with all faults of the row. */
function readRow(item: OperationItem, reader: ColumnReader): SheetRow {
	const cells = Object.fromEntries(Object.entries(reader.read(item)).filter(([name]) => COMPARED.includes(name)));
	const faults = new Faults(item);
	const body: JsonObject = employeeFields(item, cells, faults);
	if (!isBlank(cells.id)) body.id = faults.read(() => Number(requireWholeNumber(item, cells.id, 'ID')));
	if (!faults.any && ['id', 'email', 'employeeId'].every((name) => isBlank(body[name])))
		throw inputError(
			item,
			'The row has no e-mail address, employee number or ID',
			'One of them is needed to find the employee.',
		);
	faults.end();
	return { item, body };
}

/** The results of the rows, then one result for the people without a row. */
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
			'Employees missing from the sheet aren’t listed: a row with an error may be for one of them',
			'warning',
		);
	const bodies = rows.every.map(({ body }) => body);
	return [...rows.answers, { outcomes: plainItems(isWhole ? mismatchesOfSheet(list, bodies) : []) }];
}

export const findMismatches: BatchOperation = {
	value: 'findMismatches',
	name: 'Find Mismatches',
	action: 'Find staff mismatches',
	description: 'Find employees who have no number, share a number or e-mail address, or differ from a sheet',
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
