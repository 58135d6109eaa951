import { isJsonObject, type JsonObject, textKey, usableId } from '../../contract';
import { isTool } from '../../form/item';
import { isUnknown } from '../../operations/runReport';
import type { OperationItem } from '../../operations/types';
import { hashOf, settle } from '../../transport';
import { sampleOf } from './match';
import { searchByEmail, StaffLists } from './people';
import { changedFields, compare, isUpdate, type KeptValue, shownAs, type StaffRow, type StaffRows } from './plan';
import { valueInWords, WORDS } from './preview';

/*
 * The service may store a value differently from what was sent, such as a name in capitals. Such a value would be
 * written in every run. So written values are read back. The node's static data keeps a hash of both values for each
 * employee and field. It is valid until one of the two changes. n8n keeps static data only for published workflows, and
 * another trigger may overwrite it. The value is then written and reported once more.
 */

const STORED = 'keptOtherwise';

/** At most this many values are remembered, some 60 kB; the oldest are dropped first. */
const MOST_VALUES = 2000;

/** Of more rows, only this many are read back one by one. If one of them differs, the list is read for the rest. */
const READ_BACK = 3;

const keyOf = (id: unknown, field: string): string => `${String(id)} ${field}`;

/** Values that the service stores differently, remembered from run to run. */
export class Rewritten {
	private readonly item: OperationItem;

	private readonly known = new Map<string, string>();

	/** Keys seen in this run. */
	private readonly met = new Set<string>();

	constructor(item: OperationItem) {
		this.item = item;
		const stored = isTool(item) ? undefined : item.context.getWorkflowStaticData('node')[STORED];
		for (const [key, hash] of Object.entries(isJsonObject(stored) ? stored : {})) this.known.set(key, String(hash));
	}

	private hashOf({ id, field, given, held }: KeptValue): string {
		return hashOf(this.item.connection.settings.apiKey, JSON.stringify([id, field, given, held])).slice(0, 12);
	}

	/** Whether the service is known to store the held value in place of the given one. */
	has(value: KeptValue): boolean {
		const key = keyOf(value.id, value.field);
		if (this.known.get(key) !== this.hashOf(value)) return false;
		this.met.add(key);
		return true;
	}

	note(value: KeptValue): void {
		const key = keyOf(value.id, value.field);
		this.known.delete(key);
		this.known.set(key, this.hashOf(value));
		this.met.add(key);
	}

	/** Stores the values. For this run's rows, drops those that no longer differ, or have changed. */
	save(rows: StaffRows): void {
		if (this.known.size === 0) return;
		for (const { body, found } of rows.every)
			for (const key of Object.keys(body).map((field) => keyOf(found?.record.id, field)))
				if (!this.met.has(key)) this.known.delete(key);
		const data = this.item.context.getWorkflowStaticData('node');
		data[STORED] = Object.fromEntries([...this.known].slice(-MOST_VALUES));
	}
}

/** The values written for a row, and the employee as the answer shows them. */
interface Written {
	row: StaffRow;
	sent: JsonObject;
	answered: JsonObject;
}

/** The rows whose writing is confirmed. */
const writtenOf = (rows: StaffRows): Written[] =>
	rows.every.flatMap((row) => {
		const result = rows.resultOf(row);
		if (result === undefined || 'error' in result || isUnknown(result) || row.step.action === 'unchanged') return [];
		const answered = row.answered ?? result.outcomes[0]?.json ?? {};
		return [{ row, sent: isUpdate(row) ? changedFields(row) : row.body, answered }];
	});

/** Letters and digits only. */
const core = (value: unknown): string =>
	textKey(value)
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Whether an answer leaves open how values are stored. It shows no record, or it repeats what was sent although the
 * service held nearly the same before. A row found without a list is a webhook's, and stays at two requests.
 */
function isOpen({ row: { step, list }, sent, answered }: Written): boolean {
	if (list === undefined) return false;
	if ('updated' in answered || 'created' in answered) return true;
	if (step.action !== 'update') return false;
	const { record, difference } = step;
	return difference.changed.some((field) => core(record[shownAs(record, field)]) === core(sent[field]));
}

/** The account of a written employee, among those with an address. The ID of a new employee may be unknown. */
function ownOf({ answered }: Written, accounts: readonly JsonObject[]): JsonObject | undefined {
	const id = usableId(answered.id);
	if (id === undefined) return accounts.length === 1 ? accounts[0] : undefined;
	return accounts.find((account) => usableId(account.id) === id);
}

/** Reads back what the run has written. Reports and remembers the values that are stored differently. */
export async function readBack(rows: StaffRows, rewritten: Rewritten): Promise<void> {
	const [first] = rows.every;
	if (first === undefined || isTool(first.item) || first.item.context.getMode() === 'manual') return;
	const told: KeptValue[] = [];
	const look = ({ sent }: Written, record: JsonObject = {}): boolean => {
		const { changed } = compare(record, sent);
		const id = usableId(record.id);
		if (id === undefined || changed.length === 0) return false;
		const values = changed.map((field) => ({ id, field, given: sent[field], held: record[shownAs(record, field)] }));
		for (const value of values) rewritten.note(value);
		told.push(...values);
		return true;
	};
	const emailOf = ({ row: { body, found } }: Written): string => String(body.email ?? found?.record.email);
	const search = async (each: Written): Promise<boolean> => {
		const found = await settle(searchByEmail(each.row.item, emailOf(each)));
		return 'result' in found && look(each, ownOf(each, found.result));
	};
	const open = writtenOf(rows).filter((each) => !look(each, each.answered) && isOpen(each));
	const sample = sampleOf(open, READ_BACK);
	const differ = await Promise.all(sample.map(search));
	if (differ.includes(true)) {
		const lists = new StaffLists();
		for (const each of open.filter((one) => !sample.includes(one))) {
			const list = await settle(lists.read(each.row));
			if ('result' in list) look(each, ownOf(each, list.result.withEmail(emailOf(each))));
		}
	}
	rewritten.save(rows);
	sayTold(first.item, told);
}

function sayTold({ hints }: OperationItem, [first, ...others]: readonly KeptValue[]): void {
	if (first === undefined) return;
	const [given, held] = [first.given, first.held].map((value) => `“${valueInWords(value)}”`);
	hints.say(
		`The service stores ${others.length === 0 ? 'a value' : `${others.length + 1} values`} differently from what was sent: ${given} (${WORDS[first.field] ?? first.field}) is stored as ${held}. A published workflow writes a value again only if either changes.`,
		'warning',
	);
}
