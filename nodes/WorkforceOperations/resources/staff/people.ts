import {
	activeOf,
	endpoints,
	isBlank,
	isDefault,
	isJsonObject,
	isSameText,
	type JsonObject,
	textKey,
	usableId,
} from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';
import {
	type Call,
	collect,
	forEditor,
	type Incomplete,
	nodeError,
	sendCall,
	ServiceError,
	settle,
} from '../../transport';

/**
 * How rows are matched to employees. In bodies and columns, `employeeId` is the employee number and `id` the internal
 * id.
 */
export type MatchBy = 'email' | 'employeeId' | 'id';

export const MATCH_LABELS: Record<MatchBy, string> = { email: 'Email', employeeId: 'Employee Number', id: 'ID' };

/** Rows can share a request only if their additional query parameters are the same. */
export const queryKey = ({ item }: { item: OperationItem }): string => JSON.stringify(additionalQuery(item));

/** Whether the record itself says that somebody has left. No list is documented to say so. */
export const saysInactive = (record: JsonObject): boolean => activeOf(record) === false;

/** False for a subcontractor's account. The person may also be an own employee, with another account. */
export const isOwn = ({ subcontractorName }: JsonObject): boolean => isBlank(subcontractorName);

/** The kind of an account, in brackets. */
export function kindWords(account: JsonObject, list?: StaffList): string {
	const kind = isOwn(account) ? 'own employee' : `supplied by ${String(account.subcontractorName).slice(0, 60)}`;
	const state = list?.isInactive(account) ? 'inactive' : 'active';
	return ` (${list === undefined ? kind : `${kind}, ${state}`})`;
}

/** Ignores letter case, blanks and the leading zeros that spreadsheets remove. */
export const numberKey = (value: unknown): string =>
	textKey(value)
		.replace(/[\s\p{Cf}]+/gu, '')
		.replace(/^(\d+)\.0{1,2}$/, '$1')
		.replace(/^0+(?=.)/, '');

function put(index: Map<string, JsonObject[]>, key: string, record: JsonObject): void {
	if (key === '') return;
	const others = index.get(key);
	if (others === undefined) index.set(key, [record]);
	else others.push(record);
}

/** Everybody of a company, active and inactive, by ID, number and e-mail address. */
export class StaffList {
	/** Why people may be missing though the list was read to the end. */
	incomplete?: Incomplete;

	/** Records in the active half of the list. */
	readonly active: JsonObject[] = [];

	readonly all: JsonObject[] = [];

	private readonly byId = new Map<number, JsonObject>();

	private readonly byEmail = new Map<string, JsonObject[]>();

	private readonly byNumber = new Map<string, JsonObject[]>();

	private readonly inactive = new Set<JsonObject>();

	add(records: readonly JsonObject[], isActive: boolean): void {
		for (const record of records) {
			const id = usableId(record.id);
			if (id !== undefined && this.byId.has(id)) continue;
			if (id !== undefined) this.byId.set(id, record);
			this.all.push(record);
			if (isActive) this.active.push(record);
			if (!isActive || saysInactive(record)) this.inactive.add(record);
			put(this.byEmail, textKey(record.email), record);
			put(this.byNumber, numberKey(record.employeeId), record);
		}
	}

	withId(id: unknown): JsonObject | undefined {
		const known = usableId(id);
		return known === undefined ? undefined : this.byId.get(known);
	}

	withEmail(email: unknown): readonly JsonObject[] {
		return this.byEmail.get(textKey(email)) ?? [];
	}

	/** Everybody who may have this employee number, with or without a usable ID. */
	holders(employeeId: unknown): readonly JsonObject[] {
		return this.byNumber.get(numberKey(employeeId)) ?? [];
	}

	/** Records with exactly this employee number. */
	withNumber(employeeId: unknown): readonly JsonObject[] {
		return this.holders(employeeId).filter((record) => isSameText(record.employeeId, employeeId));
	}

	/** Whether somebody is only in the inactive half of the list. */
	isInactive(record: JsonObject): boolean {
		return this.inactive.has(this.withId(record.id) ?? record) || saysInactive(record);
	}
}

/**
 * Reads both halves of the list to the end. The flag's “false” may mean everybody or only inactive people
 * (undocumented). So a total above the count of one half may cover both.
 */
async function readList(item: OperationItem): Promise<StaffList> {
	const list = new StaffList();
	const doubts: Incomplete[] = [];
	for (const isActive of [true, false]) {
		const { records, incomplete } = await collect(item.connection, {
			endpoint: endpoints['staff.getAll'],
			query: { isActive: String(isActive) },
			additionalQuery: additionalQuery(item),
			itemIndex: item.itemIndex,
		});
		list.add(records, isActive);
		if (incomplete !== undefined) doubts.push(incomplete);
	}
	list.incomplete = doubts.find(({ reason, total = 0 }) => reason !== 'total' || total > list.all.length);
	return list;
}

/** The staff lists of a run, each read once: one for each set of additional query parameters. */
export class StaffLists {
	private readonly lists = new Map<string, Promise<StaffList>>();

	async read(row: { item: OperationItem }): Promise<StaffList> {
		const key = queryKey(row);
		const reading = this.lists.get(key) ?? readList(row.item);
		this.lists.set(key, reading);
		return await reading;
	}
}

/** A 404 from the service itself means there is no such employee. From a gateway or a wrong URL, it means nothing. */
const saysNobody = (error: unknown): boolean =>
	error instanceof ServiceError && error.spoken && (error.kind === 'notFound' || error.code === '404');

/**
 * The accounts that the search finds by an e-mail address. Whether it ignores letter case is undocumented, so the
 * lower-case address is searched too before somebody is treated as new.
 */
export async function searchByEmail(item: OperationItem, email: string): Promise<JsonObject[]> {
	const small = email.toLowerCase();
	const found = await searchFor(item, email);
	return found.length > 0 || small === email ? found : await searchFor(item, small);
}

/**
 * The accounts found by one search; none if the service says so. Any other response is an error: treated as “nobody”,
 * it would duplicate a person.
 */
async function searchFor(item: OperationItem, email: string): Promise<JsonObject[]> {
	const call: Call = {
		endpoint: endpoints['staff.getByEmail'],
		query: { email },
		additionalQuery: additionalQuery(item),
		itemIndex: item.itemIndex,
	};
	const searched = await settle(sendCall(item.connection, call));
	if ('error' in searched) {
		if (saysNobody(searched.error)) return [];
		throw searched.error;
	}
	const { data, success } = searched.result;
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	const people = entries.filter((entry): entry is JsonObject => isJsonObject(entry) && !isDefault(entry));
	if (people.length === 0) {
		// A number or a word is not a record, but it isn't “nobody” either.
		if (success && entries.every((entry) => isBlank(entry) || isJsonObject(entry))) return [];
		throw nodeError(item.connection, UNCLEAR, { itemIndex: item.itemIndex });
	}
	const own = people.filter((record) => isSameText(record.email, email));
	if (own.length === 0) throw strangerError(item, email);
	return distinct(own);
}

/** Each account once, by its ID. Accounts without a usable ID count as one. */
export const distinct = (records: readonly JsonObject[]): JsonObject[] => {
	const ids = records.map(({ id }) => usableId(id));
	return records.filter((_, index) => ids.indexOf(ids[index]) === index);
};

/** The error of a search that returned only accounts without the address. */
const strangerError = (item: OperationItem, email: string): Error =>
	inputError(item, `The search for “${email}” returned an account without this address`, [
		forEditor(
			'The service’s search may use a different parameter: enter it as “emailParameter” in the credential’s Service Details.',
			'Ask a person to enter the search parameter as “emailParameter” in the credential’s Service Details.',
		),
		'Nothing was written for this row.',
	]);

const UNCLEAR = {
	kind: 'unreadable',
	message: 'The search by e-mail didn’t show whether the employee exists',
	description: [
		'Treating this as “not found” could create the employee twice.',
		forEditor(
			'Something between n8n and the service may have answered instead: check the credential’s Region or Base URL.',
			'Ask a person to check the credential’s Region or Base URL.',
		),
	],
} as const;

/** The error for a value that several accounts share. */
function severalError(item: OperationItem, value: string, accounts: readonly JsonObject[], list?: StaffList): Error {
	const words = accounts.map((account) => `${usableId(account.id) ?? 'none'}${kindWords(account, list)}`);
	return inputError(
		item,
		`${accounts.length} employees have ${value}. Their IDs: ${words.join(', ')}`,
		'Nothing was written for this row. Correct one of them in the service, or match by “ID”.',
	);
}

/** The only account with a value, if there is one. Throws for several, and for one that can't be updated. */
export function onlyOne(
	item: OperationItem,
	value: string,
	accounts: readonly JsonObject[],
	list?: StaffList,
): JsonObject | undefined {
	const [record] = accounts;
	if (accounts.length > 1) throw severalError(item, value, accounts, list);
	if (record === undefined || usableId(record.id) !== undefined) return record;
	throw inputError(
		item,
		`The service has an employee with ${value}, but returns no usable ID`,
		'Without an ID, the employee can’t be updated, and creating them again would make a duplicate. Nothing was written for this row.',
	);
}

export const emailWords = (email: unknown): string => `the e-mail address “${String(email)}”`;
