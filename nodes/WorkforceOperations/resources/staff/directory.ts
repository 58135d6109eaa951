import { endpoints, isBlank, isDefault, isJsonObject, type JsonObject, usableId } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { inputError } from '../../form/item';
import { textKey } from '../../operations/compareValues';
import type { OperationItem } from '../../operations/types';
import { type Call, type Incomplete, nodeError, pages, sendCall, ServiceError, settle } from '../../transport';

/** How rows are matched to employees. In bodies and columns, `employeeId` is the employee number and `id` the internal id. */
export type MatchBy = 'email' | 'employeeId' | 'id';

export const MATCH_LABELS: Record<MatchBy, string> = { email: 'Email', employeeId: 'Employee Number', id: 'ID' };

/** Rows can share a request only if their additional query parameters are the same. */
export const queryKey = ({ item }: { item: OperationItem }): string => JSON.stringify(additionalQuery(item));

/** An employee number for refusing: without letter case, blanks and the leading zeros that spreadsheets remove. */
export const numberKey = (value: unknown): string =>
	textKey(value)
		.replace(/[\s\p{Cf}]+/gu, '')
		.replace(/^0+(?=.)/, '');

/** An index of the staff list as far as it was read, by the values that rows are matched by. */
export class Directory {
	/** Why people may be missing though the list was read to its end. */
	incomplete?: Incomplete;

	private readonly people = new Map<number, JsonObject>();

	private readonly byKey: Record<MatchBy, Map<string, Set<number>>> = {
		email: new Map(),
		employeeId: new Map(),
		id: new Map(),
	};

	/** Everybody with an employee number, with a usable id or without. */
	private readonly byNumber = new Map<string, JsonObject[]>();

	private readonly inactive = new Set<JsonObject>();

	add(records: JsonObject[], isActive?: boolean): void {
		for (const record of records) {
			const id = usableId(record.id);
			if (id !== undefined && this.people.has(id)) continue;
			const number = numberKey(record.employeeId);
			const holders = this.byNumber.get(number) ?? [];
			if (number !== '') this.byNumber.set(number, holders);
			holders.push(record);
			if (isActive === false) this.inactive.add(record);
			if (id === undefined) continue;
			this.people.set(id, record);
			for (const name of ['email', 'employeeId', 'id'] as const) {
				const key = textKey(record[name]);
				if (key === '') continue;
				const ids = this.byKey[name].get(key) ?? new Set();
				this.byKey[name].set(key, ids.add(id));
			}
		}
	}

	/** Whether somebody has exactly this employee number, but in a record without a usable id. */
	lacksId(employeeId: unknown): boolean {
		return this.holders(employeeId).some(
			(record) => usableId(record.id) === undefined && textKey(record.employeeId) === textKey(employeeId),
		);
	}

	/** The employees with a value; several if the service has it more than once. */
	find(by: MatchBy, value: unknown): JsonObject[] {
		const ids = [...(this.byKey[by].get(textKey(value)) ?? [])];
		return ids.map((id) => this.people.get(id)).filter((record) => record !== undefined);
	}

	/** Everybody whose employee number may be the same. */
	holders(employeeId: unknown): JsonObject[] {
		return this.byNumber.get(numberKey(employeeId)) ?? [];
	}

	/** Whether somebody is only in the half of the list that holds inactive people. */
	isInactive(record: JsonObject): boolean {
		return this.inactive.has(record);
	}
}

/** A page, and the minimum of pages still to come. */
interface StaffPage {
	records: JsonObject[];
	left: number;
	isActive?: boolean;
	/** Why people may be missing though the list was read to its end. */
	incomplete?: Incomplete;
}

/**
 * The staff list, or its free-text search. Active people come first: the flag's “false” may mean everybody, or the
 * inactive only (undocumented). So a total of one reading may cover both.
 */
export async function* staffPages(item: OperationItem, searchText?: string): AsyncGenerator<StaffPage> {
	const ids = new Set<unknown>();
	let short: Incomplete | undefined;
	for (const isActive of [true, false]) {
		const call: Call = {
			endpoint: endpoints['staff.getAll'],
			query: { isActive: String(isActive), searchText },
			additionalQuery: additionalQuery(item),
			itemIndex: item.itemIndex,
		};
		for await (const { records, next, incomplete } of pages(item.connection, call)) {
			for (const { id } of records) ids.add(id);
			const isShort = incomplete?.reason === 'total';
			if (isShort && (incomplete.total ?? 0) > (short?.total ?? 0)) short = incomplete;
			const left = (next === undefined ? 0 : 1) + (isActive ? 1 : 0);
			yield { records, left, isActive, incomplete: isShort ? undefined : incomplete };
		}
	}
	if (short?.total !== undefined && short.total > ids.size) yield { records: [], left: 0, incomplete: short };
}

/** The staff list as far as it has been read. */
export class StaffList {
	readonly directory = new Directory();

	/** Number of pages read. */
	read = 0;

	/** Minimum of pages still to come, as far as the pages tell. */
	left = 2;

	/** The list has been read to its end, and nothing says that it is incomplete. */
	isWhole = false;

	private failure?: { error: unknown };

	private readonly pages: AsyncGenerator<StaffPage>;

	constructor(item: OperationItem) {
		this.pages = staffPages(item);
	}

	/** Reads a further page; false at the end of the list. A list that failed once fails each time. */
	async readOn(): Promise<boolean> {
		if (this.failure !== undefined) throw this.failure.error;
		const next = await settle(this.pages.next());
		if ('error' in next) {
			this.failure = next;
			throw next.error;
		}
		const { value, done } = next.result;
		if (done === true) {
			this.isWhole = this.directory.incomplete === undefined;
			return false;
		}
		this.directory.add(value.records, value.isActive);
		this.directory.incomplete ??= value.incomplete;
		this.read++;
		this.left = value.left;
		return true;
	}

	async readToEnd(): Promise<void> {
		while (await this.readOn());
	}
}

/** The staff lists of a run: one for each set of additional query parameters. */
export class StaffLists {
	private readonly lists = new Map<string, StaffList>();

	of(row: { item: OperationItem }): StaffList {
		const key = queryKey(row);
		const list = this.lists.get(key) ?? new StaffList(row.item);
		this.lists.set(key, list);
		return list;
	}

	/** The rows of each list. */
	group<Row extends { item: OperationItem }>(rows: readonly Row[]): Map<StaffList, Row[]> {
		const groups = new Map<StaffList, Row[]>();
		for (const row of rows) {
			const list = this.of(row);
			const group = groups.get(list) ?? [];
			groups.set(list, group);
			group.push(row);
		}
		return groups;
	}
}

/** A 404 of the service itself means that there is no such employee; that of a gateway or of a wrong URL means nothing. */
const saysNobody = (error: unknown): boolean =>
	error instanceof ServiceError && error.spoken && (error.kind === 'notFound' || error.code === '404');

/**
 * The employee with an e-mail address; undefined if there is none. Whether the service's search ignores letter case is
 * undocumented: before somebody is treated as new, the lower-case address is searched for as well.
 */
export async function searchByEmail(item: OperationItem, email: string): Promise<JsonObject | undefined> {
	const small = email.toLowerCase();
	return (await searchFor(item, email)) ?? (small === email ? undefined : await searchFor(item, small));
}

/**
 * The employee found by one search; undefined if the service says that there is none. Any other response is an error:
 * treated as “nobody”, it would duplicate a person.
 */
async function searchFor(item: OperationItem, email: string): Promise<JsonObject | undefined> {
	const call: Call = {
		endpoint: endpoints['staff.getByEmail'],
		query: { email },
		additionalQuery: additionalQuery(item),
		itemIndex: item.itemIndex,
	};
	const searched = await settle(sendCall(item.connection, call));
	if ('error' in searched) {
		if (saysNobody(searched.error)) return undefined;
		throw searched.error;
	}
	const { data, success } = searched.result;
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	const people = entries.filter((entry): entry is JsonObject => isJsonObject(entry) && !isDefault(entry));
	if (people.length === 0) {
		// A number or a word is not a record, but it isn't “nobody” either.
		if (success && entries.every((entry) => isBlank(entry) || isJsonObject(entry))) return undefined;
		throw nodeError(item.connection, UNCLEAR, { itemIndex: item.itemIndex });
	}
	const own = people.filter((record) => textKey(record.email) === textKey(email));
	const [person] = own;
	if (person === undefined) throw strangerError(item, email, people);
	const ids = [...new Set(own.map(({ id }) => usableId(id)))];
	if (ids.length > 1) throw severalError(item, `the e-mail address “${email}”`, ids);
	if (ids[0] === undefined) throw withoutIdError(item, email);
	return person;
}

/** The error of a search that returned others than the one searched for. */
const strangerError = (item: OperationItem, email: string, people: JsonObject[]): Error =>
	people.every((record) => isBlank(record.email))
		? inputError(
				item,
				`The search for “${email}” brought a record without an e-mail address`,
				'Whether it is this employee can’t be told; taken for nobody, it might make a second one. Nothing was written for this row. Where the ID is known, match by “ID”.',
			)
		: inputError(
				item,
				`The search for “${email}” brought somebody else`,
				'The service may call the address otherwise in its search: name it as “emailParameter” in Service Details of the credential. Nothing was written for this row.',
			);

const UNCLEAR = {
	kind: 'unreadable',
	message: 'The search by e-mail answered with nothing that says whether the employee exists',
	description:
		'It is not taken for “nobody”, which would create the employee a second time. Something between this n8n and the service may have answered in its place: look at the region (or the Base URL) of the credential.',
} as const;

/** The error for an employee whose record has no usable id. */
export const withoutIdError = (item: OperationItem, value: string): Error =>
	inputError(
		item,
		`The service found “${value}”, but gives no ID that can be used`,
		'Without one the employee can’t be updated, and would be created a second time. Nothing was written for this row.',
	);

const searchResult = (ids: Array<number | undefined>): string => {
	const known = ids.filter((id) => id !== undefined).map(String);
	const all = known.length < ids.length ? [...known, 'none'] : known;
	return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
};

/** The error for a value that several people share. */
export const severalError = (item: OperationItem, value: string, ids: Array<number | undefined>): Error =>
	inputError(
		item,
		`${ids.length} employees have ${value}: their IDs are ${searchResult(ids)}`,
		'Nothing was written for this row. Correct it in the service, or match by “ID”.',
	);
